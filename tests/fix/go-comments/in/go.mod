// All of it is ours.
module example.com/m // the module

go 1.21

// What signs.
require (

	// core
	github.com/aws/aws-sdk-go-v2   v1.23.5 // pinned at v1.20.2 once
	github.com/aws/aws-sdk-go-v2/service/ecr	v1.20.2   //   see v1.20.2


    github.com/aws/aws-sdk-go-v2/service/ecrpublic v1.18.2 //indirect
	// the end
)
// after it
