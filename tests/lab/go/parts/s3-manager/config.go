//lab:needs core>=v1.33.0
package part

import "github.com/aws/aws-sdk-go-v2/aws"

func init() {
	onConfig = func(c *aws.Config) {
		c.RequestChecksumCalculation = aws.RequestChecksumCalculationWhenRequired
	}
}
