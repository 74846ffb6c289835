//lab:needs feature/ec2/imds credentials core>=v1.0.0
//lab:breaks instance-role
package part

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/credentials/ec2rolecreds"
	"github.com/aws/aws-sdk-go-v2/feature/ec2/imds"

	"lab/probe"
)

// Run takes the keys of the instance's role from the metadata service.
func Run(ctx context.Context) error {
	client := imds.New(imds.Options{HTTPClient: probe.Client()})
	provider := ec2rolecreds.New(func(o *ec2rolecreds.Options) { o.Client = client })
	keys, err := provider.Retrieve(ctx)
	if err == nil && keys.AccessKeyID != "AKIDINSTANCE" {
		return probe.Silent("keys of %q", keys.AccessKeyID)
	}
	return err
}
