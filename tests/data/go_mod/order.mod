require example.com/one v1.0.0

replace example.com/one v1.0.0 => /absolute/one

toolchain default

go 1.22rc1

module (
	example.com/order
)
