//lab:needs service/ssooidc core>=v1.0.0
//lab:breaks sso
//lab:expects CreateToken=unsigned
package part

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/ssooidc"

	"lab/static"
)

// Run renews a token of IAM Identity Center, which is not signed.
func Run(ctx context.Context) error {
	_, err := ssooidc.NewFromConfig(static.Anonymous()).CreateToken(ctx, &ssooidc.CreateTokenInput{
		ClientId:     aws.String("id"),
		ClientSecret: aws.String("secret"),
		GrantType:    aws.String("refresh_token"),
		DeviceCode:   aws.String("code"),
	})
	return err
}
