package solver_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"

	"setdoku/solver"
)

func ExampleOpen() {
	folder, err := os.MkdirTemp("", "sudoku")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	db, err := solver.Open(context.Background(), filepath.Join(folder, "sudoku.db"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(db.Close())
	// Output:
	// <nil>
}

// openTemp opens a new database in a temporary folder. The caller calls the function that it returns at the end.
func openTemp() (*solver.Database, func()) {
	folder, err := os.MkdirTemp("", "sudoku")
	if err != nil {
		log.Fatal(err)
	}
	db, err := solver.Open(context.Background(), filepath.Join(folder, "sudoku.db"))
	if err != nil {
		log.Fatal(err)
	}
	return db, func() {
		db.Close()
		os.RemoveAll(folder)
	}
}

func ExampleDatabase_Add() {
	db, remove := openTemp()
	defer remove()
	ids, err := db.Add(context.Background(), mustParse(puzzle), mustParse(xyWing), mustParse(puzzle))
	fmt.Println(ids, err)
	// Output:
	// [1 2 1] <nil>
}

func ExampleDatabase_WriteProof() {
	ctx := context.Background()
	db, remove := openTemp()
	defer remove()
	if _, err := db.Add(ctx, mustParse(puzzle)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(db.WriteProof(ctx, 1, io.Discard, io.Discard, io.Discard))
	if _, err := db.Solve(ctx, solver.Options{}); err != nil {
		log.Fatal(err)
	}
	var lrat strings.Builder
	fmt.Println(db.WriteProof(ctx, 1, io.Discard, &lrat, io.Discard))
	first, _, _ := strings.Cut(lrat.String(), "\n")
	fmt.Println(first)
	// Output:
	// prove puzzle 1: no step has deduced anything, so there is nothing to prove
	// <nil>
	// 10549 418 0 10531 3349 9127 9129 10536 1342 10539 4657 10547 10106 10114 5949 175 0
}

func ExampleDatabase_Solve() {
	ctx := context.Background()
	db, remove := openTemp()
	defer remove()
	if _, err := db.Add(ctx, mustParse(puzzle), mustParse(xyWing)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(db.Solve(ctx, solver.Options{}))
	fmt.Println(db.Solve(ctx, solver.Options{})) // nothing is new any more
	// Output:
	// 2 <nil>
	// 0 <nil>
}

func ExampleDatabase_Query() {
	ctx := context.Background()
	db, remove := openTemp()
	defer remove()
	if _, err := db.Add(ctx, mustParse(puzzle), mustParse(xyWing)); err != nil {
		log.Fatal(err)
	}
	if _, err := db.Solve(ctx, solver.Options{}); err != nil {
		log.Fatal(err)
	}
	rows, err := db.Query(ctx, `
		SELECT puzzle_id, level, score, hardest
		FROM puzzle_rating
		WHERE level = :level
		ORDER BY puzzle_id`, map[string]string{"level": "medium"})
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
