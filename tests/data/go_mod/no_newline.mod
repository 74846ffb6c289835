module example.com/short
require example.com/one v1.0.0 // indirect