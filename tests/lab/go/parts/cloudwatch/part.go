//lab:needs service/cloudwatch core>=v1.0.0
//lab:breaks signed-calls
//lab:expects ListMetrics=AKIDSTATIC
package part

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/cloudwatch"

	"lab/static"
)

// Run makes one signed call.
func Run(ctx context.Context) error {
	_, err := cloudwatch.NewFromConfig(static.Config()).ListMetrics(ctx, &cloudwatch.ListMetricsInput{})
	return err
}
