// Everything that go.mod can say.
module example.com/all

go 1.24.1

toolchain go1.24.4

godebug default=go1.21

godebug (
	panicnil=1
	asynctimerchan=0
)

require example.com/one v1.2.3

require (
	example.com/two/v2 v2.0.1
	gopkg.in/yaml.v3 v3.0.1 // indirect
)

exclude example.com/one v1.2.4

exclude (
	example.com/two/v2 v2.0.2
	gopkg.in/yaml.v3 v3.0.0
)

replace example.com/one => ../one

replace (
	example.com/two/v2 v2.0.1 => example.com/fork/v2 v2.0.5
	example.com/three => example.com/four v0.1.0
	example.com/five v1.0.0 => ./five
)

retract v1.0.0

retract (
	v1.0.1 // broken
	[v1.1.0, v1.2.9]
)

tool example.com/one/cmd/gen

tool (
	example.com/two/v2/cmd/lint
)

ignore ./node_modules

ignore (
	./static
	content/html
)
