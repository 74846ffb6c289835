//lab:needs feature/ec2/imds core>=v1.0.0
//lab:breaks instance-role
package part

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/ec2/imds"

	"lab/probe"
)

// Run asks the metadata service for the region.
func Run(ctx context.Context) error {
	out, err := imds.New(imds.Options{HTTPClient: probe.Client()}).GetRegion(ctx, nil)
	if err != nil {
		return err
	}
	if out.Region != "us-east-1" {
		return probe.Silent("region %q", out.Region)
	}
	return nil
}
