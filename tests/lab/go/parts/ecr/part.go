//lab:needs service/ecr core>=v1.0.0
//lab:breaks registry-login signed-calls
//lab:expects GetAuthorizationToken=AKIDSTATIC
package part

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/ecr"

	"lab/static"
)

// Run makes one signed call.
func Run(ctx context.Context) error {
	_, err := ecr.NewFromConfig(static.Config()).GetAuthorizationToken(ctx, &ecr.GetAuthorizationTokenInput{})
	return err
}
