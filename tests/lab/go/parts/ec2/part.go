//lab:needs service/ec2 core>=v1.0.0
//lab:breaks signed-calls
//lab:expects DescribeRegions=AKIDSTATIC
package part

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/ec2"

	"lab/static"
)

// Run makes one signed call.
func Run(ctx context.Context) error {
	_, err := ec2.NewFromConfig(static.Config()).DescribeRegions(ctx, &ec2.DescribeRegionsInput{})
	return err
}
