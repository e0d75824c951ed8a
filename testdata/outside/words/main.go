// The command words solves a puzzle and explains each step of the hardest technique.
package main

import (
	"context"
	"fmt"
	"log"

	"setdoku/solver"
)

func main() {
	puzzle, err := solver.ParseState(".46...7..1....9...3...6.125......6.3.8..3..7...715.2..4.2.......6....8.......4..7", nil)
	if err != nil {
		log.Fatal(err)
	}
	solution, err := solver.Solve(context.Background(), puzzle, solver.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(solution.Path.End().State.Filled(), solution.Level, solution.Score)
	for _, step := range solution.Path.Steps {
		if step.Rule == solution.Hardest {
			for hint := range solution.Hints(step.Number) {
				fmt.Println(hint)
			}
		}
	}
}
