//lab:needs service/sso core>=v1.0.0
//lab:breaks sso
//lab:expects GetRoleCredentials=unsigned
package part

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sso"

	"lab/static"
)

// Run trades a token of IAM Identity Center for keys, which is not signed.
func Run(ctx context.Context) error {
	_, err := sso.NewFromConfig(static.Anonymous()).GetRoleCredentials(ctx, &sso.GetRoleCredentialsInput{
		AccessToken: aws.String("token"),
		AccountId:   aws.String("123456789012"),
		RoleName:    aws.String("lab"),
	})
	return err
}
