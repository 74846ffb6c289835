//lab:needs config core>=v1.0.0
//lab:breaks container-credentials
package part

import (
	"context"

	"lab/loaded"
)

// Run takes the keys of a container from the endpoint beside it, which fails twice before it answers.
func Run(ctx context.Context) error {
	return loaded.Keys(ctx, "AKIDCONTAINER", loaded.Setting{
		Environment: map[string]string{
			"AWS_REGION":                         "us-east-1",
			"AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://${LAB_MOCK}/container",
		},
	})
}
