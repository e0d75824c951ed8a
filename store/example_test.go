package store_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"

	"setdoku"
	"setdoku/solver"
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
func openTemp() (*store.Database, func()) {
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
func twoPuzzles() []store.Puzzle {
	return []store.Puzzle{{State: mustParse(puzzle)}, {State: mustParse(xyWing)}}
}

func ExampleDatabase_Add() {
	db, remove := openTemp()
	defer remove()
	ids, err := db.Add(context.Background(), store.Puzzle{State: mustParse(puzzle)},
		store.Puzzle{State: mustParse(xyWing), Name: "XY", Tags: []string{"wing"}},
		store.Puzzle{State: mustParse(puzzle)})
	fmt.Println(ids, err)
	// Output:
	// [1 2 1] <nil>
}

func ExampleDatabase_WriteProof() {
	ctx := context.Background()
	db, remove := openTemp()
	defer remove()
	if _, err := db.Add(ctx, store.Puzzle{State: mustParse(puzzle)}); err != nil {
		log.Fatal(err)
	}
	fmt.Println(db.WriteProof(ctx, 1, io.Discard, io.Discard, io.Discard))
	if _, err := db.Solve(ctx, store.Options{}); err != nil {
		log.Fatal(err)
	}
	var lrat strings.Builder
	fmt.Println(db.WriteProof(ctx, 1, io.Discard, &lrat, io.Discard))
	first, _, _ := strings.Cut(lrat.String(), "\n")
	fmt.Println(first)
	// Output:
	// puzzle 1: no step has deduced anything, so there is nothing to prove
	// <nil>
	// 10549 418 0 10531 3349 9127 9129 10536 1342 10539 4657 10547 10106 10114 5949 175 0
}

func ExampleDatabase_Solve() {
	ctx := context.Background()
	db, remove := openTemp()
	defer remove()
	if _, err := db.Add(ctx, twoPuzzles()...); err != nil {
		log.Fatal(err)
	}
	fmt.Println(db.Solve(ctx, store.Options{}))
	fmt.Println(db.Solve(ctx, store.Options{})) // nothing is new any more
	// Output:
	// 2 <nil>
	// 0 <nil>
}

func ExampleDatabase_Query() {
	ctx := context.Background()
	db, remove := openTemp()
	defer remove()
	if _, err := db.Add(ctx, twoPuzzles()...); err != nil {
		log.Fatal(err)
	}
	if _, err := db.Solve(ctx, store.Options{}); err != nil {
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

func ExampleDatabase_Paths() {
	ctx := context.Background()
	db, remove := openTemp()
	defer remove()
	if _, err := db.Add(ctx, twoPuzzles()...); err != nil {
		log.Fatal(err)
	}
	if _, err := db.Solve(ctx, store.Options{}); err != nil {
		log.Fatal(err)
	}
	for entry, err := range db.Paths(ctx) {
		if err != nil {
			log.Fatal(err)
		}
		for _, step := range entry.Path.Steps {
			if step.Rule != entry.Hardest {
				continue
			}
			for hint := range entry.Hints(step.Number) {
				fmt.Println(entry.PuzzleID, step.Number, hint.Where)
				break
			}
		}
	}
	// Output:
	// 1 2 Look at row 7 and box 7.
	// 2 6 Look at column 6.
}

func ExampleDatabase_Path() {
	ctx := context.Background()
	db, remove := openTemp()
	defer remove()
	if _, err := db.Add(ctx, store.Puzzle{State: mustParse(puzzle)}); err != nil {
		log.Fatal(err)
	}
	if _, err := db.Solve(ctx, store.Options{}); err != nil {
		log.Fatal(err)
	}
	path, err := db.Path(ctx, 1)
	fmt.Println(path.Status, len(path.Path.Steps), err)
	_, err = db.Path(ctx, 7)
	fmt.Println(err)
	// Output:
	// solved 36 <nil>
	// read a path: puzzle 7: no such puzzle
}
