module example.com/m

go 1.21

require (
	github.com/aws/aws-sdk-go-v2 v1.23.5
	github.com/aws/aws-sdk-go-v2/service/ecr v1.20.2
	github.com/aws/aws-sdk-go-v2/service/ecrpublic v1.20.2 // indirect
	github.com/aws/smithy-go v1.18.1 // indirect
)

replace github.com/aws/aws-sdk-go-v2/service/ecr => example.com/fork/ecr v1.20.2
