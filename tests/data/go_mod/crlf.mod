module example.com/crlf

go 1.21

require (
	example.com/one v1.0.0 // indirect

	example.com/two v1.0.0
)
