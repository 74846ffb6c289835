//lab:needs config core>=v1.0.0
//lab:breaks web-identity
//lab:expects AssumeRoleWithWebIdentity=unsigned
package part

import (
	"context"

	"lab/loaded"
)

// Run lives on a web identity, as a pod with IRSA does.
func Run(ctx context.Context) error {
	return loaded.Keys(ctx, "AKIDWEB", loaded.Setting{
		Environment: map[string]string{
			"AWS_REGION":                  "us-east-1",
			"AWS_ROLE_ARN":                "arn:aws:iam::123456789012:role/lab",
			"AWS_WEB_IDENTITY_TOKEN_FILE": "${HOME}/token",
		},
		Files: map[string]string{"token": "token"},
	})
}
