module "a\x2fb"
replace `a b` => "C:\\dir"
require a.b/c/v2 "v2.1.0-rc.1"
