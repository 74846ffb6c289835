//lab:needs service/polly service/polly>=v1.30.0 core>=v1.0.0
//lab:breaks presigned-urls signed-calls
package part

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/polly"
	"github.com/aws/aws-sdk-go-v2/service/polly/types"

	"lab/probe"
	"lab/static"
)

// Run presigns a speech.
func Run(ctx context.Context) error {
	out, err := polly.NewPresignClient(polly.NewFromConfig(static.Config())).PresignSynthesizeSpeech(ctx,
		&polly.SynthesizeSpeechInput{
			OutputFormat: types.OutputFormatMp3,
			Text:         aws.String("text"),
			VoiceId:      types.VoiceIdAmy,
		})
	if err != nil {
		return err
	}
	return probe.Presigned(out.URL)
}
