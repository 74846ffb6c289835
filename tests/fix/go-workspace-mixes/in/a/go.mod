module example.com/a

go 1.21

require github.com/aws/aws-sdk-go-v2 v1.23.5
