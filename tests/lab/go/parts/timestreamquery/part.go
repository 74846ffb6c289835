//lab:needs service/timestreamquery core>=v1.0.0
//lab:breaks signed-calls
//lab:expects DescribeEndpoints=AKIDSTATIC CancelQuery=AKIDSTATIC
package part

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/timestreamquery"

	"lab/static"
)

// Run makes a call whose endpoint must be discovered first.
func Run(ctx context.Context) error {
	_, err := timestreamquery.NewFromConfig(static.Config()).CancelQuery(ctx, &timestreamquery.CancelQueryInput{QueryId: aws.String("1")})
	return err
}
