module shop

go 1.21
