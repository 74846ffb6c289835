module example.com/b

go 1.21

require (
	github.com/aws/aws-sdk-go-v2 v1.21.2
	github.com/aws/aws-sdk-go-v2/service/ecr v1.20.2
)
