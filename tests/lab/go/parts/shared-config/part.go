//lab:needs config core>=v1.0.0
//lab:breaks shared-config
package part

import (
	"context"
	"strings"

	"github.com/aws/aws-sdk-go-v2/config"

	"lab/loaded"
	"lab/probe"
)

// Run reads values with a `#` and with backslashes from the shared files.
func Run(ctx context.Context) error {
	err := loaded.Setting{
		Environment: map[string]string{"AWS_PROFILE": "lab"},
		Files: map[string]string{
			".aws/config":      "[profile lab]\nregion = us-east-1\ncredential_process = C:\\tools\\new\n",
			".aws/credentials": "[lab]\naws_access_key_id = AKIDSTATIC\naws_secret_access_key = secret#\n",
		},
	}.Apply()
	if err != nil {
		return err
	}
	shared, err := config.LoadSharedConfigProfile(ctx, "lab")
	if err != nil {
		return err
	}
	if got := shared.Credentials.SecretAccessKey; got != "secret#" {
		return probe.Silent("`secret#` is read as `%s`", got)
	}
	if strings.Contains(shared.CredentialProcess, "\n") {
		return probe.Silent("`C:\\tools\\new` is read with the end of a line in it")
	}
	if got := shared.CredentialProcess; got != `C:\tools\new` {
		return probe.Silent("`C:\\tools\\new` is read as %q", got)
	}
	return nil
}
