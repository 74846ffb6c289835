//lab:needs service/s3 service/s3>=v1.26.0 core>=v1.0.0
//lab:breaks some-calls signed-calls
package part

import (
	"context"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"

	"lab/static"
)

// Run writes an object with the algorithm CRC64NVME, if the client names it.
func Run(ctx context.Context) error {
	if !slices.Contains(types.ChecksumAlgorithm("").Values(), "CRC64NVME") {
		return nil
	}
	_, err := s3.NewFromConfig(static.Config()).PutObject(ctx, &s3.PutObjectInput{
		Bucket:            aws.String("lab"),
		Key:               aws.String("key"),
		Body:              strings.NewReader("body"),
		ChecksumAlgorithm: "CRC64NVME",
	})
	return err
}
