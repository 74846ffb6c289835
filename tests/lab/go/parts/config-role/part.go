//lab:needs config core>=v1.0.0
//lab:breaks role-assumption
//lab:expects AssumeRole=AKIDSTATIC
package part

import (
	"context"

	"lab/loaded"
)

// Run assumes the role of a profile with the keys of another one.
func Run(ctx context.Context) error {
	return loaded.Keys(ctx, "AKIDROLE", loaded.Setting{
		Environment: map[string]string{"AWS_PROFILE": "lab"},
		Files: map[string]string{
			".aws/config": "[profile lab]\nregion = us-east-1\nrole_arn = arn:aws:iam::123456789012:role/lab\n" +
				"source_profile = base\n",
			".aws/credentials": "[base]\naws_access_key_id = AKIDSTATIC\naws_secret_access_key = SECRET\n",
		},
	})
}
