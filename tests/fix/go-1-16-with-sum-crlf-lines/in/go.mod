module example.com/m

go 1.16

require github.com/aws/aws-sdk-go-v2 v1.23.5 // core
