package solver_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"slices"
	"strings"

	"setdoku"
	"setdoku/solver"
)

// puzzle is the puzzle of most examples.
const puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"

// xyWing is a puzzle that has an XY-Wing at once.
const xyWing = ".46...7..1....9...3...6.125......6.3.8..3..7...715.2..4.2.......6....8.......4..7"

// mustParse returns the puzzle of a text.
func mustParse(text string) setdoku.State {
	state, err := solver.ParseState(text, nil)
	if err != nil {
		log.Fatal(err)
	}
	return state
}

// A text may name its board. Without a name the board is that of the call.
func ExampleParseState() {
	for _, text := range []string{"6x6 3..5...5.1....2...4....3..1..6......", "55" + strings.Repeat(".", 79)} {
		state, err := solver.ParseState(text, nil)
		fmt.Println(state.Board().Title, state.Givens != setdoku.Grid{}, err)
	}
	// Output:
	// 6x6 true <nil>
	// Sudoku false text line 1: digit 5 twice in row 1 and box 1: r1c1 and r1c2
}

func ExampleSolve() {
	solution, err := solver.Solve(context.Background(), mustParse(puzzle), solver.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(solution.Status, solution.Level, solution.Score, solution.Hardest)
	fmt.Println(solution.Path.End().State.Filled())
	for _, step := range solution.Path.Steps[3:6] {
		d := step.Deductions[0]
		fmt.Println(step.Number, solution.Technique(&step).Title, d.Placements, d.Eliminations)
	}
	// Output:
	// solved medium 368 locked_triple
	// 417369825632158947958724316825437169791586432346912758289643571573291684164875293
	// 4 Hidden Single [(7)r1c3] []
	// 5 Locked Candidates, pointing [] [(2)r1c6 (2)r2c6 (2)r3c6]
	// 6 Naked Single [(9)r1c6] []
}

// The techniques can be chosen. A puzzle that they do not solve is stuck, which is not an error.
func ExampleSolve_options() {
	only := solver.Options{Techniques: []string{"singles", "x_wing"}}
	solution, err := solver.Solve(context.Background(), mustParse(puzzle), only)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(solution.Status, solution.Steps)
	// Output:
	// stuck 1
}

func ExampleSolution_Hints() {
	solution, err := solver.Solve(context.Background(), mustParse(puzzle), solver.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for hint := range solution.Hints(6) {
		fmt.Println(hint)
	}
	// Output:
	// Look at the candidates of r1c6.
	// Technique: Naked Single (easy).
	// r1c6 has one candidate left, 9.
	// r1c6 sees 1 in r8c6, 3 in r7c6, 4 in r1c1, 5 in r1c9, 7 in r1c3 and 8 in r1c7.
	// 2 and 6 were eliminated there before.
	// So r1c6 is 9.
}

func ExampleNext() {
	grid := mustParse(xyWing)
	hint, err := solver.Next(context.Background(), grid, solver.Options{Techniques: []string{"xy_wing"}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(hint)
	for _, mark := range hint.Marks() {
		fmt.Printf("%s %d: %s\n", mark.Cell, mark.Digit, mark.Means)
	}
	// Output:
	// Look at r3c2, r3c3 and r3c6.
	// Technique: XY-Wing (hard).
	// (8=9)r3c3 - (9=7)r3c2 - (7=8)r3c6 => r3c4<>8
	// r3c2 is 7 or 9 and sees r3c3 {8 9} and r3c6 {7 8}.
	// If r3c2 is 9, r3c3 is 8. If r3c2 is 7, r3c6 is 8.
	// So one of r3c3 and r3c6 is 8, and no cell that sees both can be 8: r3c4 loses 8.
	// r3c2 7: pattern
	// r3c2 9: pattern
	// r3c3 8: pattern
	// r3c3 9: pattern
	// r3c4 8: goes
	// r3c6 7: pattern
	// r3c6 8: pattern
}

// After applies a hint, so that a loop takes a puzzle to its end.
func ExampleHint_After() {
	state := mustParse(puzzle)
	hints := 0
	for {
		hint, err := solver.Next(context.Background(), state, solver.Options{})
		if err != nil {
			log.Fatal(err)
		}
		if hint.Status != solver.StatusStep {
			break
		}
		hints++
		state = hint.After()
	}
	fmt.Println(hints, "hints:", state.Filled())
	// Output:
	// 69 hints: 417369825632158947958724316825437169791586432346912758289643571573291684164875293
}

func ExampleRate() {
	rating, err := solver.Rate(context.Background(), mustParse(puzzle), solver.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(rating.Level, rating.Score, rating.Hardest, rating.Steps)
	fmt.Println(rating.Uses[:2])
	// Output:
	// medium 368 locked_triple 36
	// [{full_house 11 15} {naked_single 16 40}]
}

func ExampleRateAll() {
	list, err := os.Open("../testdata/sample.sdm")
	if err != nil {
		log.Fatal(err)
	}
	defer list.Close()
	var puzzles []setdoku.State
	for state, err := range solver.ReadStates(list, nil) {
		if err != nil {
			log.Print(err)
			return
		}
		puzzles = append(puzzles, state)
	}
	levels := make(map[setdoku.Level]int)
	for rating, err := range solver.RateAll(context.Background(), slices.Values(puzzles), solver.Options{}) {
		if err != nil {
			log.Fatal(err)
		}
		levels[rating.Level]++
	}
	fmt.Println(levels)
	// Output:
	// map[easy:7 hard:5 medium:16]
}

func ExampleCount() {
	grid := mustParse(puzzle)
	fmt.Println(solver.Count(context.Background(), grid, 100))
	grid.Givens[0] = 0
	fmt.Println(solver.Count(context.Background(), grid, 100))
	// Output:
	// 1 <nil>
	// 100 <nil>
}

func ExampleGenerate() {
	constraints := solver.Constraints{Levels: []setdoku.Level{setdoku.LevelHard}, Require: []string{"x_wing"}, Seed: 7}
	for puzzle, err := range solver.Generate(context.Background(), constraints, solver.Options{}) {
		if err != nil {
			log.Fatal(err)
		}
		rating, err := solver.Rate(context.Background(), puzzle, solver.Options{})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(puzzle.Givens, rating.Level, rating.Score)
		break
	}
	// Output:
	// ..5.8...72...3.91...6..74......5.7.2...3.6...4.9.7......47..2...27.4...68...6.3.. hard 660
}

func ExampleCanonical() {
	a := mustParse(puzzle).Givens
	var b setdoku.Grid // a with rows 1 and 2 swapped
	copy(b[:], a[:])
	copy(b[:9], a[9:18])
	copy(b[9:18], a[:9])
	formA, errA := solver.Canonical(a)
	formB, errB := solver.Canonical(b)
	if err := errors.Join(errA, errB); err != nil {
		log.Fatal(err)
	}
	fmt.Println(formA)
	fmt.Println(formA == formB)
	// Output:
	// ........1.....1.23..4.5..........5.....6..74.38............2.....7...6...1...8...
	// true
}

func ExampleTechniques() {
	techniques, err := solver.Techniques(context.Background(),
		solver.Options{Techniques: []string{"singles", "basic_fish"}, Without: []string{"jellyfish"}})
	if err != nil {
		log.Fatal(err)
	}
	for _, t := range techniques {
		fmt.Println(t.Title, t.Level, t.Weight)
	}
	_, err = solver.Techniques(context.Background(), solver.Options{Techniques: []string{"x_wings"}})
	fmt.Println(errors.Is(err, solver.ErrUnknownTechnique), err)
	// Output:
	// Full House easy 4
	// Naked Single easy 4
	// Hidden Single easy 14
	// X-Wing hard 140
	// Swordfish hard 150
	// true unknown technique "x_wings": did you mean "x_wing"?
}

func ExampleWriteProof() {
	solution, err := solver.Solve(context.Background(), mustParse(puzzle), solver.Options{})
	if err != nil {
		log.Fatal(err)
	}
	var lemmas strings.Builder
	if _, err := solver.WriteProof(context.Background(), solution.Path, io.Discard, io.Discard, &lemmas); err != nil {
		log.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(lemmas.String()), "\n")
	fmt.Println(strings.Fields(lines[1]))
	fmt.Println(strings.Fields(lines[len(lines)-1]))
	// Output:
	// [10549 1 hidden_single r6c2=4]
	// [10646 36 one solution]
}
