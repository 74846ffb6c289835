//lab:needs config core>=v1.0.0
//lab:breaks sso
//lab:expects GetRoleCredentials=unsigned
package part

import (
	"context"

	"lab/loaded"
)

// Run takes the keys of a profile of IAM Identity Center, with a cached token.
func Run(ctx context.Context) error {
	return loaded.Keys(ctx, "AKIDSSO", loaded.Setting{
		Environment: map[string]string{"AWS_PROFILE": "lab"},
		Files: map[string]string{
			".aws/config": "[profile lab]\nregion = us-east-1\nsso_start_url = https://lab.example/start\n" +
				"sso_region = us-east-1\nsso_account_id = 123456789012\nsso_role_name = lab\n",
			// The name is the SHA-1 of the start URL.
			".aws/sso/cache/c11ef17b758808e103c6e1d17544b6c82f81d5ef.json": `{"accessToken": "token", "expiresAt": "2099-01-01T00:00:00Z"}`,
		},
	})
}
