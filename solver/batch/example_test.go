package batch_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"setdoku"
	"setdoku/solver"
	"setdoku/solver/batch"
	"setdoku/store"
)

const (
	puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
	xyWing = ".46...7..1....9...3...6.125......6.3.8..3..7...715.2..4.2.......6....8.......4..7"
)

func mustParse(text string) setdoku.State {
	state, err := solver.ParseState(text, nil)
	if err != nil {
		log.Fatal(err)
	}
	return state
}

// openTemp opens a new database in a temporary folder. The caller calls the function that it returns at the end.
func openTemp() (*store.DB, func()) {
	folder, err := os.MkdirTemp("", "sudoku")
	if err != nil {
		log.Fatal(err)
	}
	db, err := store.Create(context.Background(), filepath.Join(folder, "sudoku.db"))
	if err != nil {
		log.Fatal(err)
	}
	return db, func() {
		db.Close()
		os.RemoveAll(folder)
	}
}

// twoPuzzles returns puzzles for Add.
func twoPuzzles() []batch.Puzzle {
	return []batch.Puzzle{{State: mustParse(puzzle)}, {State: mustParse(xyWing)}}
}

func ExampleAdd() {
	db, remove := openTemp()
	defer remove()
	ids, err := batch.Add(context.Background(), db, batch.Puzzle{State: mustParse(puzzle)},
		batch.Puzzle{State: mustParse(xyWing), Name: "XY", Tags: []string{"wing"}},
		batch.Puzzle{State: mustParse(puzzle)})
	fmt.Println(ids, err)
	// Output:
	// [1 2 1] <nil>
}

func ExampleSolve_again() {
	ctx := context.Background()
	db, remove := openTemp()
	defer remove()
	if _, err := batch.Add(ctx, db, twoPuzzles()...); err != nil {
		log.Fatal(err)
	}
	fmt.Println(batch.Solve(ctx, db, solver.Options{}, nil))
	fmt.Println(batch.Solve(ctx, db, solver.Options{}, nil)) // nothing is new any more
	// Output:
	// 2 <nil>
	// 0 <nil>
}

func ExampleSolve() {
	ctx := context.Background()
	db, remove := openTemp()
	defer remove()
	if _, err := batch.Add(ctx, db, twoPuzzles()...); err != nil {
		log.Fatal(err)
	}
	if _, err := batch.Solve(ctx, db, solver.Options{}, nil); err != nil {
		log.Fatal(err)
	}
	rows, err := db.Query(ctx, `
		SELECT puzzle_id, level, score, hardest
		FROM puzzle_rating
		WHERE level = :level
		ORDER BY puzzle_id`, map[string]any{"level": "medium"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(rows.Columns)
	for row, err := range rows.All() {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(row...)
	}
	// Output:
	// [puzzle_id level score hardest]
	// 1 medium 368 locked_triple
	// 2 medium 458 hidden_triple
}

func Example_paths() {
	ctx := context.Background()
	db, remove := openTemp()
	defer remove()
	if _, err := batch.Add(ctx, db, twoPuzzles()...); err != nil {
		log.Fatal(err)
	}
	if _, err := batch.Solve(ctx, db, solver.Options{}, nil); err != nil {
		log.Fatal(err)
	}
	for entry, err := range db.Paths(ctx) {
		if err != nil {
			log.Fatal(err)
		}
		solution := solver.Solution{Rating: entry.Rating, Path: entry.Path}
		for _, step := range entry.Path.Steps {
			if step.Rule != entry.Hardest {
				continue
			}
			for hint := range solution.Hints(step.Number) {
				hint.Level = "where"
				fmt.Println(entry.PuzzleID, step.Number, hint)
				break
			}
		}
	}
	// Output:
	// 1 2 Look at row 7 and box 7.
	// 2 6 Look at column 6.
}

func Example_path() {
	ctx := context.Background()
	db, remove := openTemp()
	defer remove()
	if _, err := batch.Add(ctx, db, batch.Puzzle{State: mustParse(puzzle)}); err != nil {
		log.Fatal(err)
	}
	if _, err := batch.Solve(ctx, db, solver.Options{}, nil); err != nil {
		log.Fatal(err)
	}
	path, err := db.Path(ctx, 1)
	fmt.Println(path.Status, len(path.Path.Steps), err)
	_, err = db.Path(ctx, 7)
	fmt.Println(err)
	// Output:
	// solved 36 <nil>
	// puzzle 7: no such puzzle
}
