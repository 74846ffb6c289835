//lab:needs service/bedrockagentcorecontrol core>=v1.0.0
//lab:breaks some-calls signed-calls
//lab:expects GetGatewayTarget=AKIDSTATIC
package part

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/bedrockagentcorecontrol"

	"lab/static"
)

// Run reads an answer with a union in a union.
func Run(ctx context.Context) error {
	_, err := bedrockagentcorecontrol.NewFromConfig(static.Config()).GetGatewayTarget(ctx,
		&bedrockagentcorecontrol.GetGatewayTargetInput{
			GatewayIdentifier: aws.String("lab"),
			TargetId:          aws.String("lab"),
		})
	return err
}
