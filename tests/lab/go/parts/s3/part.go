//lab:needs service/s3 core>=v1.0.0
//lab:breaks signed-calls some-calls
//lab:expects PutObject=AKIDSTATIC GetObject=AKIDSTATIC
package part

import (
	"context"
	"io"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"lab/static"
)

// Run writes an object and reads it.
func Run(ctx context.Context) error {
	client := s3.NewFromConfig(static.Config())
	_, err := client.PutObject(ctx, &s3.PutObjectInput{
		Bucket: aws.String("lab"),
		Key:    aws.String("key"),
		Body:   strings.NewReader("body"),
	})
	if err != nil {
		return err
	}
	out, err := client.GetObject(ctx, &s3.GetObjectInput{Bucket: aws.String("lab"), Key: aws.String("key")})
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, out.Body)
	return err
}
