//lab:needs service/sts core>=v1.11.0
//lab:breaks custom-endpoints signed-calls
//lab:expects GetCallerIdentity=AKIDSTATIC
package part

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sts"

	"lab/probe"
	"lab/static"
)

// Run sets an endpoint for all services, and looks where the call goes.
func Run(ctx context.Context) error {
	cfg := static.Config()
	seen := &hosts{}
	cfg.HTTPClient = seen
	cfg.EndpointResolverWithOptions = aws.EndpointResolverWithOptionsFunc(
		func(service, region string, options ...any) (aws.Endpoint, error) {
			return aws.Endpoint{URL: "https://stand-in.example", SigningRegion: region}, nil
		})
	if _, err := sts.NewFromConfig(cfg).GetCallerIdentity(ctx, &sts.GetCallerIdentityInput{}); err != nil {
		return err
	}
	if seen.last != "https://stand-in.example/" {
		return probe.Silent("url=%s", seen.last)
	}
	return nil
}
