// A comment at the top.

// Deprecated: no longer.
module example.com/comments // at module

// Far from anything.

// Above go.
go 1.21 // at go

require ( // at the open parenthesis
	// above one
	example.com/one v1.0.0 // indirect
	example.com/two v1.0.0 //indirect
	example.com/three v1.0.0 // indirect; because
	example.com/four v1.0.0 // indirect;
	example.com/five v1.0.0 // indirect because
	example.com/six v1.0.0 // Indirect
	example.com/seven v1.0.0 // not indirect

	// below a blank line

	example.com/eight v1.0.0//indirect
	example.com/nine v1.0.0 //	indirect	
	// last in the block
) // indirect

require example.com/ten v1.0.0 // indirect // twice

// The end.
