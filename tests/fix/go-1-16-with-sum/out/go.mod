module example.com/m

go 1.16

require (
	github.com/aws/aws-sdk-go-v2 v1.23.5
	example.com/registry v1.0.0 // asks for ecr
	github.com/aws/aws-sdk-go-v2/service/ecr v1.22.2 // indirect
)
