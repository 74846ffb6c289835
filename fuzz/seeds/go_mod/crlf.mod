module x

require(
  a.b/c v1//indirect
)
require ()