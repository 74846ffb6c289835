//lab:needs service/athena core>=v1.0.0
//lab:breaks some-calls signed-calls
//lab:expects ListNamedQueries=AKIDSTATIC
package part

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/athena"

	"lab/static"
)

// Run reads a list in whose place the mock puts one with a null.
func Run(ctx context.Context) error {
	_, err := athena.NewFromConfig(static.Config()).ListNamedQueries(ctx, &athena.ListNamedQueriesInput{})
	return err
}
