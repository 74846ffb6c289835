module example.com/m

go 1.21

require github.com/aws/aws-sdk-go-v2 v1.23.5
require github.com/aws/aws-sdk-go-v2/service/ecr v1.20.2

require github.com/aws/aws-sdk-go-v2/service/ecrpublic v1.18.2 // indirect
