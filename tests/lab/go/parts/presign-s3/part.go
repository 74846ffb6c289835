//lab:needs service/s3 core>=v1.0.0
//lab:breaks presigned-urls signed-calls
package part

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"lab/probe"
	"lab/static"
)

// Run presigns the reading of an object.
func Run(ctx context.Context) error {
	out, err := s3.NewPresignClient(s3.NewFromConfig(static.Config())).PresignGetObject(ctx,
		&s3.GetObjectInput{Bucket: aws.String("lab"), Key: aws.String("key")})
	if err != nil {
		return err
	}
	return probe.Presigned(out.URL)
}
