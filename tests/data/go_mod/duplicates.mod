module example.com/duplicates

go 1.17

require example.com/one v1.0.0

require (
	example.com/one v1.2.0 // indirect
	example.com/one v1.1.0
)
