//lab:needs service/s3 feature/s3/manager core>=v1.0.0
//lab:breaks s3-compatible signed-calls
//lab:expects UploadPart=AKIDSTATIC
package part

import (
	"bytes"
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/feature/s3/manager"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"lab/static"
)

var (
	onConfig   = func(*aws.Config) {}
	onUploader = func(*manager.Uploader) {}
)

// Run uploads in parts, without the checksums that nobody requires. The mock tells whether there are any.
func Run(ctx context.Context) error {
	cfg := static.Config()
	onConfig(&cfg)
	_, err := manager.NewUploader(s3.NewFromConfig(cfg), onUploader).Upload(ctx, &s3.PutObjectInput{
		Bucket: aws.String("lab"),
		Key:    aws.String("key"),
		Body:   bytes.NewReader(make([]byte, 6<<20)),
	})
	return err
}
