// Package comment.

// Deprecated: use example.com/main/v2.
module example.com/main

go 1.21.3 // why

toolchain go1.22.0

godebug default=go1.21

require github.com/aws/aws-sdk-go-v2 v1.23.5

require (
	// above
	github.com/aws/smithy-go v1.18.1 // indirect
	"example.com/quoted" "v0.0.0-20231024185945-8841054dbdb8" // indirect; note

	example.com/inc v2.0.0+incompatible
)

replace (
	example.com/a => ../a
	example.com/b v1.0.0 => example.com/c v1.2.0
)

exclude example.com/d v1.3.0

retract [v1.0.0, v1.1.0] // broken
retract v1.2.0

tool example.com/cmd/x

ignore ./folder

future (
	x [a, b] {c}
)
