//lab:needs service/sts core>=v1.0.0
//lab:breaks role-assumption signed-calls
//lab:expects AssumeRole=AKIDSTATIC
package part

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sts"

	"lab/probe"
	"lab/static"
)

// Run assumes a role.
func Run(ctx context.Context) error {
	out, err := sts.NewFromConfig(static.Config()).AssumeRole(ctx, &sts.AssumeRoleInput{
		RoleArn:         aws.String("arn:aws:iam::123456789012:role/lab"),
		RoleSessionName: aws.String("lab"),
	})
	if err != nil {
		return err
	}
	if out.Credentials == nil || aws.ToString(out.Credentials.AccessKeyId) != "AKIDROLE" {
		return probe.Silent("AssumeRole gave no keys")
	}
	return nil
}
