//lab:needs service/lambda core>=v1.0.0
//lab:breaks signed-calls
//lab:expects ListFunctions=AKIDSTATIC
package part

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/lambda"

	"lab/static"
)

// Run makes one signed call.
func Run(ctx context.Context) error {
	_, err := lambda.NewFromConfig(static.Config()).ListFunctions(ctx, &lambda.ListFunctionsInput{})
	return err
}
