package main

import (
	"fmt"
	"os"
)

func price(n int, scale int) int {
	base := n * scale
	return finish(base)
}

func finish(value int) int {
	result := value
	// Even without optimisations Go reuses the register that it stored, until something is called.
	called()
	result += 1
	return result
}

func called() {}

func refuse(reason string) {
	panic(reason)
}

func attempt() {
	defer func() { _ = recover() }()
	refuse("caught on purpose")
}

func main() {
	mode := ""
	if len(os.Args) > 1 {
		mode = os.Args[1]
	}
	total := 0
	for n := 1; n <= 3; n++ {
		total += price(n, 2)
	}
	fmt.Printf("total %d\n", total)
	attempt()
	if mode == "fail" {
		refuse("not for sale")
	}
	for mode == "loop" {
		total++
	}
	os.Exit(3)
}
