module example.com/ünïcode

go 1.21

// Ein Kommentar mit Umlauten: äöü, 日本語.
require example.com/dépôt v1.0.0 // indirect

replace example.com/dépôt => ./dépôt-日本
