module example.com/old

require (
	example.com/one v1.0.0
	example.com/two v0.3.0
)
