module example.com/m

go 1.24

toolchain go1.24.1

godebug default=go1.21

tool golang.org/x/tools/cmd/stringer

exclude github.com/aws/aws-sdk-go-v2/service/ecr v1.21.0

retract [v1.0.0, v1.0.2] // broken

require (
	github.com/aws/aws-sdk-go-v2 v1.23.5
	github.com/aws/aws-sdk-go-v2/service/ecr v1.20.2
	github.com/aws/aws-sdk-go-v2/service/ecrpublic v1.18.2 // indirect
	github.com/aws/smithy-go v1.18.1 // indirect
)
