//lab:needs core>=v1.33.0
package static

import "github.com/aws/aws-sdk-go-v2/aws"

// As config has it where nothing is set.
func init() {
	settings = func(c *aws.Config) {
		c.RequestChecksumCalculation = aws.RequestChecksumCalculationWhenSupported
		c.ResponseChecksumValidation = aws.ResponseChecksumValidationWhenSupported
	}
}
