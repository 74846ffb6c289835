module example.com/m

go 1.21

require (
	github.com/aws/aws-sdk-go-v2 v1.23.5
	github.com/aws/aws-sdk-go-v2/service/ecr v1.22.2
)

require (
	github.com/aws/aws-sdk-go-v2/service/ecrpublic v1.20.2 // indirect
	golang.org/x/text v0.14.0 // indirect
)
