// The command store solves a puzzle into a database, walks through the database with words, and asks a question.
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
	db, err := store.Create(ctx, path)
	if err != nil {
		return err
	}
	defer db.Close()
	puzzle, err := solver.ParseState("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......", nil)
	if err != nil {
		return err
	}
	if _, err := batch.Add(ctx, db, batch.Puzzle{State: puzzle}); err != nil {
		return err
	}
	if _, err := batch.Solve(ctx, db, solver.Options{}, nil); err != nil {
		return err
	}
	for solved, err := range db.Paths(ctx) {
		if err != nil {
			return err
		}
		solution := solver.Solution{Rating: solved.Rating, Path: solved.Path}
		for _, step := range solved.Path.Steps {
			if step.Rule != solved.Hardest {
				continue
			}
			for hint := range solution.Hints(step.Number) {
				words := hint.Words()
				fmt.Printf("puzzle %d, step %d: %s\n", solved.PuzzleID, step.Number, words[len(words)-1])
			}
		}
	}
	rows, err := db.Query(ctx, "SELECT COUNT(*) FROM step WHERE puzzle_id = :id", map[string]any{"id": 1})
	if err != nil {
		return err
	}
	for row, err := range rows.All() {
		if err != nil {
			return err
		}
		fmt.Println(row...)
	}
	return nil
}
