//lab:needs service/dynamodb core>=v1.0.0
//lab:breaks signed-calls
//lab:expects ListTables=AKIDSTATIC
package part

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"lab/static"
)

// Run makes one signed call.
func Run(ctx context.Context) error {
	_, err := dynamodb.NewFromConfig(static.Config()).ListTables(ctx, &dynamodb.ListTablesInput{})
	return err
}
