//lab:needs service/sts core>=v1.0.0
//lab:breaks presigned-urls signed-calls
package part

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/sts"

	"lab/probe"
	"lab/static"
)

// Run presigns GetCallerIdentity, which is how a token of EKS is made.
func Run(ctx context.Context) error {
	out, err := sts.NewPresignClient(sts.NewFromConfig(static.Config())).PresignGetCallerIdentity(ctx,
		&sts.GetCallerIdentityInput{})
	if err != nil {
		return err
	}
	return probe.Presigned(out.URL)
}
