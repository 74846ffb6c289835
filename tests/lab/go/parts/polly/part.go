//lab:needs service/polly core>=v1.0.0
//lab:breaks signed-calls
//lab:expects ListLexicons=AKIDSTATIC
package part

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/polly"

	"lab/static"
)

// Run makes one signed call.
func Run(ctx context.Context) error {
	_, err := polly.NewFromConfig(static.Config()).ListLexicons(ctx, &polly.ListLexiconsInput{})
	return err
}
