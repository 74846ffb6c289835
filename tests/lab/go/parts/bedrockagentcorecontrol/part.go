//lab:needs service/bedrockagentcorecontrol core>=v1.0.0
//lab:breaks some-calls signed-calls
//lab:expects GetGateway=AKIDSTATIC
package part

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/bedrockagentcorecontrol"

	"lab/static"
)

// Run reads an answer with a union in it.
func Run(ctx context.Context) error {
	_, err := bedrockagentcorecontrol.NewFromConfig(static.Config()).GetGateway(ctx,
		&bedrockagentcorecontrol.GetGatewayInput{GatewayIdentifier: aws.String("lab")})
	return err
}
