//lab:needs service/kms core>=v1.0.0
//lab:breaks signed-calls
//lab:expects ListKeys=AKIDSTATIC
package part

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/kms"

	"lab/static"
)

// Run makes one signed call.
func Run(ctx context.Context) error {
	_, err := kms.NewFromConfig(static.Config()).ListKeys(ctx, &kms.ListKeysInput{})
	return err
}
