module "example.com/\x71uoted"

go 1.21

require (
	"example.com/one" v1.0.0
	example.com/two "v1.0.0" // indirect
)

replace "example.com/one" => "../a folder"
