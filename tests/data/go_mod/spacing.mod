module example.com/odd

go 1.21
require(
example.com/one     v1.0.0
  	 example.com/two	v1.0.0


)
require ()
require ( ) // empty
exclude (
)


