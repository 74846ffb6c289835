//lab:needs credentials core>=v1.0.0
//lab:breaks container-credentials
package part

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/credentials/endpointcreds"

	"lab/probe"
)

// Run takes keys from the endpoint of a container, which fails twice before it answers.
func Run(ctx context.Context) error {
	client := probe.Client()
	provider := endpointcreds.New("http://127.0.0.1/container", func(o *endpointcreds.Options) {
		o.HTTPClient = client
	})
	_, err := provider.Retrieve(ctx)
	if err != nil && client.Transport.(*probe.Transport).Requests == 1 {
		return probe.Silent("one attempt instead of three")
	}
	return err
}
