//lab:needs service/s3 service/s3>=v1.26.0 core>=v1.0.0
//lab:breaks some-calls signed-calls
package part

import (
	"context"
	"fmt"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"

	"lab/static"
)

// Run writes an object with each algorithm of 2022.
func Run(ctx context.Context) error {
	client := s3.NewFromConfig(static.Config())
	for _, algorithm := range []types.ChecksumAlgorithm{"CRC32", "CRC32C", "SHA1", "SHA256"} {
		_, err := client.PutObject(ctx, &s3.PutObjectInput{
			Bucket:            aws.String("lab"),
			Key:               aws.String("key"),
			Body:              strings.NewReader("body"),
			ChecksumAlgorithm: algorithm,
		})
		if err != nil {
			return fmt.Errorf("%s: %w", algorithm, err)
		}
	}
	return nil
}
