package bench

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/jmoiron/sqlx"
	_ "modernc.org/sqlite"

	"setdoku"
	"setdoku/internal/gridtest"
)

func TestCTEMeasuresBothQueries(t *testing.T) {
	data := countData(t)
	measures, err := CTE(t.Context(), CTEOptions{Data: data, Puzzles: 2, Rounds: 1, Limit: 300 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	got := make(map[string]Measure)
	for _, m := range measures {
		got[m.Name] = m
	}
	slow := got["21 clues, the documentation's idea"]
	if slow.Value <= 0 || !strings.Contains(slow.Note, "given up after 300ms") {
		t.Errorf("the slow query, which takes a minute, was measured as %+v", slow)
	}
	for _, name := range []string{"21 clues, cte", "ratio", "17 clues, cte", "17 clues, cte, the slowest"} {
		if got[name].Value <= 0 {
			t.Errorf("%s: %+v", name, got[name])
		}
	}
	if m := got["ratio"]; m.Target != "30" || m.Note != "at least" {
		t.Errorf("ratio %+v", m)
	}
}

// TestFirstOpenCell checks that the query used for comparison solves puzzles.
func TestFirstOpenCell(t *testing.T) {
	db, err := sqlx.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	b := cteBench{db: db}
	rng := gridtest.New(1)
	for range 3 {
		if _, err := b.measure(t.Context(), firstOpenCell, gridtest.WithClues(rng, 36)); err != nil {
			t.Error(err)
		}
	}
	several := gridtest.Several(rng)
	full := gridtest.Solution(rng)
	for i := range setdoku.CellCount {
		if several[i] == 0 && i >= 9 {
			several[i] = full[i] // probably contradictory, in any case another number of solutions
		}
	}
	if _, err := b.measure(t.Context(), firstOpenCell, several); err == nil {
		t.Errorf("%s is measured as if it had one solution", several)
	}
}

func TestCTEFails(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	good := CTEOptions{Data: countData(t), Puzzles: 1, Rounds: 1, Limit: time.Second}
	if _, err := CTE(ctx, good); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	for _, o := range []CTEOptions{
		{Data: good.Data, Rounds: 1, Limit: time.Second},
		{Data: good.Data, Puzzles: 1, Limit: time.Second},
		{Data: good.Data, Puzzles: 1, Rounds: 1},
	} {
		if _, err := CTE(t.Context(), o); err == nil || !strings.Contains(err.Error(), "want 1 or more") {
			t.Errorf("%+v: %v", o, err)
		}
	}
	good.Data = t.TempDir()
	if _, err := CTE(t.Context(), good); err == nil || !strings.Contains(err.Error(), "17_clue.txt (name its folder with --data)") {
		t.Errorf("no list: %v", err)
	}
}
