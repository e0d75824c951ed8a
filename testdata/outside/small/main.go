// The command small solves and rates a puzzle of a small board, and keeps it in a database.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"setdoku/solver"
	"setdoku/solver/batch"
	"setdoku/store"
)

func main() {
	folder, err := os.MkdirTemp("", "sudoku")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	if err := run(context.Background(), filepath.Join(folder, "sudoku.db")); err != nil {
		log.Print(err)
	}
}

func run(ctx context.Context, path string) error {
	puzzle, err := solver.ParseState("6x6 3..5...5.1....2...4....3..1..6......", nil)
	if err != nil {
		return err
	}
	solution, err := solver.Solve(ctx, puzzle, solver.Options{})
	if err != nil {
		return err
	}
	fmt.Println(solver.FormatState(puzzle), solution.Status, solution.Level, solution.Score)
	db, err := store.Create(ctx, path)
	if err != nil {
		return err
	}
	defer db.Close()
	ids, err := batch.Add(ctx, db, batch.Puzzle{State: puzzle, Name: "A small one", Tags: []string{"6x6"}})
	if err != nil {
		return err
	}
	if _, err := batch.Solve(ctx, db, solver.Options{}, nil); err != nil {
		return err
	}
	stored, err := db.Path(ctx, ids[0])
	if err != nil {
		return err
	}
	fmt.Println(puzzle.Variant.Text(stored.Path.End().State.Filled()))
	return nil
}
