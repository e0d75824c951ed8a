package web_test

import (
	"context"
	"fmt"
	"testing"

	"setdoku/internal/database"
)

// taggedDatabase is newDatabase with tags, and with sources of two files.
func taggedDatabase(t testing.TB, puzzles int) string {
	t.Helper()
	return copyOf(t, fmt.Sprint("tagged ", puzzles), func(path string) {
		fillDatabase(t, path, puzzles)
		addTags(t, path)
	})
}

// addTags gives the puzzles of a database tags, names and the sources of two files.
func addTags(t testing.TB, target string) {
	t.Helper()
	ctx := context.Background()
	db, err := database.Open(ctx, target)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	c, err := db.Acquire(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	err = c.Atomically(ctx, func() error {
		if _, err := c.ExecContext(ctx, `UPDATE puzzle SET source = 'The <Weekly>:' || puzzle_id,
				name = 'No. ' || puzzle_id WHERE puzzle_id % 3 = 0`); err != nil {
			return err
		}
		if err := c.Tag(ctx, []int64{1, 2, 3, 4}, []string{"paper & pen"}); err != nil {
			return err
		}
		return c.Tag(ctx, []int64{2, 4, 6}, []string{"even"})
	})
	if err != nil {
		t.Fatal(err)
	}
}

// emptyDatabase makes a database without puzzles.
func emptyDatabase(t testing.TB) string {
	t.Helper()
	return copyOf(t, "empty", func(path string) {
		db, err := database.Open(context.Background(), path)
		if err == nil {
			err = db.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
	})
}

// manyPuzzles makes a database of puzzles that are not solved. They are one puzzle with digits of its solution added,
// and have no rows but in the table puzzle.
func manyPuzzles(t testing.TB, n int) string {
	t.Helper()
	path := emptyDatabase(t)
	ctx := context.Background()
	db, err := database.Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	_, err = db.ExecContext(ctx, `
		WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		INSERT INTO puzzle (givens, source, score)
		SELECT '12345678912345678912' || REPLACE(PRINTF('%061d', i), '0', '.'), 'numbers:' || i, i % 100 FROM n`, n)
	if err != nil {
		t.Fatal(err)
	}
	return path
}
