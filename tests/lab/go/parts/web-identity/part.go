//lab:needs service/sts core>=v1.0.0
//lab:breaks web-identity
//lab:expects AssumeRoleWithWebIdentity=unsigned
package part

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sts"

	"lab/static"
)

// Run trades a web identity token for keys, which is not signed.
func Run(ctx context.Context) error {
	_, err := sts.NewFromConfig(static.Anonymous()).AssumeRoleWithWebIdentity(ctx,
		&sts.AssumeRoleWithWebIdentityInput{
			RoleArn:          aws.String("arn:aws:iam::123456789012:role/lab"),
			RoleSessionName:  aws.String("lab"),
			WebIdentityToken: aws.String("token"),
		})
	return err
}
