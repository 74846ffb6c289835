//lab:needs service/ecr core>=v1.0.0
//lab:breaks some-calls signed-calls
//lab:expects DescribeImages=AKIDSTATIC
package part

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/ecr"

	"lab/static"
)

// Run reads a list of tags, in which the mock puts a null.
func Run(ctx context.Context) error {
	_, err := ecr.NewFromConfig(static.Config()).DescribeImages(ctx, &ecr.DescribeImagesInput{
		RepositoryName: aws.String("lab"),
	})
	return err
}
