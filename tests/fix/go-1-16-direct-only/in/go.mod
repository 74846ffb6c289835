module example.com/m

go 1.16

require (
	github.com/aws/aws-sdk-go-v2 v1.23.5
	github.com/aws/aws-sdk-go-v2/service/ecr v1.20.2
)
