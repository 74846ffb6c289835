//lab:needs service/timestreamwrite core>=v1.0.0
//lab:breaks signed-calls
//lab:expects DescribeEndpoints=AKIDSTATIC ListDatabases=AKIDSTATIC
package part

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/timestreamwrite"

	"lab/static"
)

// Run makes a call whose endpoint must be discovered first.
func Run(ctx context.Context) error {
	_, err := timestreamwrite.NewFromConfig(static.Config()).ListDatabases(ctx, &timestreamwrite.ListDatabasesInput{})
	return err
}
