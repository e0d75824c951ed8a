package web_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/database"
	"setdoku/internal/gridtest"
	"setdoku/internal/web"
)

// TestLongPath plays a puzzle by hand, one candidate a step. Its page must stay light, and must list the steps by hand
// from others.
func TestLongPath(t *testing.T) {
	gridtest.Long(t, "a database for each case")
	t.Parallel()
	path := newDatabase(t, 4)
	steps := crossOut(t, path, 2)
	if steps < 150 {
		t.Fatalf("%d steps are too few", steps)
	}
	server := newServer(t, path, web.Options{ReadOnly: true}).URL
	for _, step := range []int{0, 1, steps / 2, steps} {
		page := fetch(t, fmt.Sprintf("%s/puzzles/2?step=%d", server, step), http.StatusOK)
		if n := compressed(t, page); n > 60_000 {
			t.Errorf("step %d: %d bytes, compressed", step, n)
		}
		if n := len(listed.FindAllString(page, -1)); n != steps || strings.Count(page, "By hand") < steps {
			t.Errorf("step %d: %d of %d steps, %d by hand", step, n, steps, strings.Count(page, "By hand"))
		}
	}
}

// crossOut crosses out all wrong candidates of a puzzle, each in a step of its own, and returns how many.
func crossOut(t *testing.T, path string, id int64) (steps int) {
	t.Helper()
	ctx := context.Background()
	db, err := database.Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var givens string
	if err := db.Get(&givens, fmt.Sprintf("SELECT givens FROM puzzle WHERE puzzle_id = %d", id)); err != nil {
		t.Fatal(err)
	}
	grid, err := setdoku.ParseGrid(givens)
	if err != nil {
		t.Fatal(err)
	}
	solution, err := gridtest.Solve(grid)
	if err != nil {
		t.Fatal(err)
	}
	c, err := db.Acquire(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	state := setdoku.State{Givens: grid}
	for i, marks := range state.Candidates() {
		for marks &^= setdoku.SetOf(solution[i]); marks != 0; marks &= marks - 1 {
			if err := c.CrossOut(ctx, id, setdoku.CellAt(i), int(marks.Lowest())); err != nil {
				t.Fatal(err)
			}
			steps++
		}
	}
	return steps
}

// compressed returns the number of bytes of a text after compression.
func compressed(t *testing.T, text string) int {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Len()
}
