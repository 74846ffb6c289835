module example.com/versions

go 1.21

require (
	example.com/short v1
	example.com/minor v1.2
	example.com/pre v1.2.3-rc.1
	example.com/pseudo v0.0.0-20231024185945-8841054dbdb8
	example.com/pseudo2 v1.2.4-0.20231024185945-8841054dbdb8
	example.com/pseudo3 v1.2.4-rc.1.0.20231024185945-8841054dbdb8
	example.com/incompatible v3.2.0+incompatible
	example.com/incpseudo v2.0.1-0.20231024185945-8841054dbdb8+incompatible
	gopkg.in/check.v1 v0.0.0-20161208181325-20d25e280405
	example.com/big v1.20231024.184467
)
