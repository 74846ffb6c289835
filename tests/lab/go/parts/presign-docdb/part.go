//lab:needs service/docdb core>=v1.0.0
//lab:breaks presigned-urls some-calls signed-calls
//lab:expects CopyDBClusterSnapshot=AKIDSTATIC
package part

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/docdb"

	"lab/static"
)

// Run copies a snapshot from another region, for which the client presigns a URL. The mock looks at that.
func Run(ctx context.Context) error {
	_, err := docdb.NewFromConfig(static.Config()).CopyDBClusterSnapshot(ctx, &docdb.CopyDBClusterSnapshotInput{
		SourceDBClusterSnapshotIdentifier: aws.String("arn:aws:rds:us-west-2:123456789012:cluster-snapshot:lab"),
		TargetDBClusterSnapshotIdentifier: aws.String("lab"),
		SourceRegion:                      aws.String("us-west-2"),
	})
	return err
}
