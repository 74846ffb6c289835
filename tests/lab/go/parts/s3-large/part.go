//lab:needs service/s3 core>=v1.0.0
//lab:breaks some-calls signed-calls
//lab:expects PutObject=AKIDSTATIC
package part

import (
	"bytes"
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"lab/static"
)

// Run writes an object large enough for the step that waits for `100 Continue`.
func Run(ctx context.Context) error {
	_, err := s3.NewFromConfig(static.Config()).PutObject(ctx, &s3.PutObjectInput{
		Bucket: aws.String("lab"),
		Key:    aws.String("key"),
		Body:   bytes.NewReader(make([]byte, 3<<20)),
	})
	return err
}
