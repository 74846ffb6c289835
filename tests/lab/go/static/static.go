// Package static is a configuration with keys in it, for parts that do without the module config.
package static

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"

	"lab/probe"
)

// settings are those that cores have not always had.
var settings = func(*aws.Config) {}

// Config signs with AKIDSTATIC and sends to the mock.
func Config() aws.Config {
	config := aws.Config{
		Region:     "us-east-1",
		HTTPClient: probe.Client(),
		Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
			return aws.Credentials{AccessKeyID: "AKIDSTATIC", SecretAccessKey: "SECRET"}, nil
		}),
	}
	settings(&config)
	return config
}

// Anonymous does not sign, as a client that trades a token for keys.
func Anonymous() aws.Config {
	config := Config()
	config.Credentials = aws.AnonymousCredentials{}
	return config
}
