//lab:needs service/ecr service/ecr>=v1.4.0 core>=v1.0.0
//lab:breaks some-calls signed-calls
//lab:expects DescribeImageScanFindings=AKIDSTATIC
package part

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/ecr"
	"github.com/aws/aws-sdk-go-v2/service/ecr/types"

	"lab/static"
)

// Run waits for a scan that is over, with the log of attempts on.
func Run(ctx context.Context) error {
	waiter := ecr.NewImageScanCompleteWaiter(ecr.NewFromConfig(static.Config()))
	return waiter.Wait(ctx, &ecr.DescribeImageScanFindingsInput{
		RepositoryName: aws.String("lab"),
		ImageId:        &types.ImageIdentifier{ImageTag: aws.String("lab")},
	}, time.Second, func(o *ecr.ImageScanCompleteWaiterOptions) {
		o.LogWaitAttempts = true
		o.MinDelay, o.MaxDelay = time.Millisecond, time.Millisecond
	})
}
