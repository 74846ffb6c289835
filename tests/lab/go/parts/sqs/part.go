//lab:needs service/sqs core>=v1.0.0
//lab:breaks signed-calls
//lab:expects ListQueues=AKIDSTATIC
package part

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/sqs"

	"lab/static"
)

// Run makes one signed call.
func Run(ctx context.Context) error {
	_, err := sqs.NewFromConfig(static.Config()).ListQueues(ctx, &sqs.ListQueuesInput{})
	return err
}
