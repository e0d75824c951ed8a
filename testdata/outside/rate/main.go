// The command rate rates the puzzles of a file on all cores, and counts them by level.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"setdoku"
	"setdoku/solver"
)

func main() {
	file, err := os.Open(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	puzzles := func(yield func(setdoku.State) bool) {
		for puzzle, err := range solver.ReadStates(file, nil) {
			if err != nil {
				log.Print(err)
			} else if !yield(puzzle) {
				return
			}
		}
	}
	count := make(map[setdoku.Level]int)
	for rating, err := range solver.RateAll(context.Background(), puzzles, solver.Options{}) {
		if err != nil {
			log.Print(err)
			continue
		}
		count[rating.Level]++
	}
	for _, level := range setdoku.Levels() {
		fmt.Println(count[level], level)
	}
}
