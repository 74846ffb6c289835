//lab:needs service/s3 core>=v1.0.0
//lab:breaks some-calls signed-calls
//lab:expects PutBucketOwnershipControls=AKIDSTATIC
package part

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"

	"lab/static"
)

// Run makes a call whose checksum is required and cannot be chosen.
func Run(ctx context.Context) error {
	_, err := s3.NewFromConfig(static.Config()).PutBucketOwnershipControls(ctx,
		&s3.PutBucketOwnershipControlsInput{
			Bucket: aws.String("lab"),
			OwnershipControls: &types.OwnershipControls{Rules: []types.OwnershipControlsRule{
				{ObjectOwnership: types.ObjectOwnershipBucketOwnerPreferred},
			}},
		})
	return err
}
