//lab:needs service/neptune core>=v1.0.0
//lab:breaks presigned-urls some-calls signed-calls
//lab:expects CopyDBClusterSnapshot=AKIDSTATIC
package part

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/neptune"

	"lab/static"
)

// Run copies a snapshot from another region, for which the client presigns a URL. The mock looks at that.
func Run(ctx context.Context) error {
	_, err := neptune.NewFromConfig(static.Config()).CopyDBClusterSnapshot(ctx, &neptune.CopyDBClusterSnapshotInput{
		SourceDBClusterSnapshotIdentifier: aws.String("arn:aws:rds:us-west-2:123456789012:cluster-snapshot:lab"),
		TargetDBClusterSnapshotIdentifier: aws.String("lab"),
		SourceRegion:                      aws.String("us-west-2"),
	})
	return err
}
