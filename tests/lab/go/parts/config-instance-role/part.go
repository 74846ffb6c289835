//lab:needs config core>=v1.0.0
//lab:breaks instance-role
package part

import (
	"context"

	"lab/loaded"
)

// Run takes the keys of the instance's role from the metadata service.
func Run(ctx context.Context) error {
	return loaded.Keys(ctx, "AKIDINSTANCE", loaded.Setting{
		Environment: map[string]string{"AWS_REGION": "us-east-1"},
	})
}
