package stock

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"setdoku"
	"setdoku/internal/dbtest"
	"setdoku/internal/explain"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/solver/catalogue"
	"setdoku/store"
)

// newStock returns a stock of a database without puzzles.
func newStock(t testing.TB, target string) (*Stock, *store.DB) {
	t.Helper()
	db, err := store.Open(t.Context(), target)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	s, err := New(db, Options{Version: "test", Keep: 1})
	if err != nil {
		t.Fatal(err)
	}
	return s, db
}

// BenchmarkTake measures how long a player waits for a puzzle of each goal: first of a database without puzzles, then
// again, when the collection or the stock may have one.
//
//	go test ./internal/stock -run '^$' -bench Take -benchtime 1x
func BenchmarkTake(b *testing.B) {
	s, _ := newStock(b, filepath.Join(b.TempDir(), "stock.db"))
	goals := slices.Clone(setdoku.Levels)
	for _, t := range s.catalogue {
		goals = append(goals, t.Name)
	}
	for _, goal := range goals {
		b.Run(goal, func(b *testing.B) {
			for b.Loop() {
				if _, err := s.Take(b.Context(), goal, ""); err != nil {
					b.Skip(err)
				}
			}
		})
	}
}

// TestRare requires that each puzzle of rare.txt is one to practise its technique with, and that an isomorph is too.
func TestRare(t *testing.T) {
	s, _ := newStock(t, filepath.Join(t.TempDir(), "stock.db"))
	for _, technique := range s.catalogue {
		m, err := s.newMaker(technique.Name, "")
		if err != nil {
			t.Fatal(err)
		}
		defer m.close(t.Context())
		for _, text := range rareOf(technique.Name) {
			givens, err := setdoku.ParseLine(text)
			if err != nil {
				t.Fatal(err)
			}
			if _, fits, err := m.examine(t.Context(), setdoku.State{Givens: givens}); !fits || err != nil {
				t.Errorf("%s %s is not for the stock, error %v", technique.Name, text, err)
			}
		}
		if row, fits, err := m.known(t.Context()); err != nil || !fits && row.Goal != "" {
			t.Errorf("an isomorph for %s: %+v, error %v", technique.Name, row, err)
		}
	}
}

// hintAt returns the technique of the hint in a state.
func hintAt(t *testing.T, all catalogue.Catalogue, line string) string {
	t.Helper()
	p, err := format.NewReader(strings.NewReader(line+"\n"), "state").Read()
	if err != nil {
		t.Fatal(err)
	}
	by, err := explain.NewAdviser(all, all, nil)
	if err != nil {
		t.Fatal(err)
	}
	a, err := by.Needed(t.Context(), p.State)
	if err != nil {
		t.Fatal(err)
	}
	return a.Technique.Name
}

// TestTake fills the stock of a level and of a technique, takes what is there, and then practises with a puzzle of the
// collection, with a new one and with an isomorph of a rare one.
func TestTake(t *testing.T) {
	for name, target := range map[string]func(t *testing.T) string{
		"file":   func(t *testing.T) string { return filepath.Join(t.TempDir(), "stock.db") },
		"server": func(t *testing.T) string { return dbtest.Server(t, 0) },
	} {
		t.Run(name, func(t *testing.T) {
			s, db := newStock(t, target(t))
			for _, goal := range []string{"medium", "x_wing"} {
				if err := s.fillGoal(t.Context(), goal, time.Minute); err != nil {
					t.Fatal(err)
				}
			}
			if counts, err := db.CountStock(t.Context()); err != nil || counts["medium"] != 1 || counts["x_wing"] != 1 {
				t.Fatalf("the stock has %v, %v", counts, err)
			}
			var first Taken
			for i, goal := range []string{"medium", "x_wing", "x_wing", "skyscraper", "hidden_quadruple"} {
				taken, err := s.Take(t.Context(), goal, "")
				if err != nil {
					t.Fatalf("%s: %v", goal, err)
				}
				var level, rule string
				if err := db.Get(&level,
					db.Rebind(`SELECT level FROM puzzle WHERE puzzle_id = ? AND status = 'solved'`),
					taken.PuzzleID); err != nil {
					t.Fatal(err)
				}
				if i == 0 {
					if level != "medium" || taken != (Taken{PuzzleID: taken.PuzzleID}) {
						t.Errorf("%s: %s, %+v", goal, level, taken)
					}
					continue
				}
				if err := db.Get(&rule, db.Rebind(`SELECT rule FROM step WHERE puzzle_id = ? AND step = ?`),
					taken.PuzzleID, taken.Step); err != nil {
					t.Fatal(err)
				}
				if hint := hintAt(t, s.catalogue, taken.State); rule != goal || hint != goal ||
					taken.Technique != goal {
					t.Errorf("%s: step %s, hint %s, %+v", goal, rule, hint, taken)
				}
				if i == 1 {
					first = taken
				}
				if i == 2 && taken != first { // nobody has practised with it yet
					t.Errorf("the puzzle of the collection is %+v, want %+v", taken, first)
				}
			}
			for goal, want := range map[string]string{
				"x_wings": "did you mean x_wing?", "chains": "family", "": "want easy",
			} {
				if _, err := s.Take(t.Context(), goal, ""); !errors.Is(err, ErrGoal) ||
					!strings.Contains(err.Error(), want) {
					t.Errorf("%q: %v", goal, err)
				}
			}
		})
	}
}

// TestFillEnds ends Fill while it works.
func TestFillEnds(t *testing.T) {
	s, db := newStock(t, filepath.Join(t.TempDir(), "stock.db"))
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Fill(ctx) }()
	gridtest.Until(t, "three kinds of puzzles in the stock", func() bool {
		counts, err := db.CountStock(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return len(counts) > 2
	})
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestTakeVariant takes puzzles of variants, which are in the collection with their boards then.
func TestTakeVariant(t *testing.T) {
	s, db := newStock(t, filepath.Join(t.TempDir(), "stock.db"))
	for _, tt := range []struct{ goal, variant, want string }{
		{"easy", "4x4", "4x4"}, {"medium", "x", "x"}, {"hard", "jigsaw+x", "%+x"}, {"easy", "jigsaw6", "______%"},
	} {
		taken, err := s.Take(t.Context(), tt.goal, tt.variant)
		if err != nil {
			t.Fatalf("%+v: %v", tt, err)
		}
		var level string
		const row = `SELECT level FROM puzzle WHERE puzzle_id = ? AND status = 'solved' AND variant LIKE ? AND source LIKE 'stock %:1'`
		if err := db.Get(&level, row, taken.PuzzleID, tt.want); err != nil || level != tt.goal ||
			taken != (Taken{PuzzleID: taken.PuzzleID}) {
			t.Errorf("%+v: %s, %+v, %v", tt, level, taken, err)
		}
	}
	for _, tt := range []struct{ goal, variant, want string }{
		{"easy", "9x9", "want one of"}, {"x_wing", "jigsaw", "only on classic boards"},
		{"hard", "jigsaw12", "jigsaw4 to jigsaw8"},
	} {
		if _, err := s.Take(t.Context(), tt.goal, tt.variant); !errors.Is(err, ErrVariant) ||
			!strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v", tt, err)
		}
	}
	if _, err := s.Take(t.Context(), "extreme", "4x4"); !errors.Is(err, ErrRare) {
		t.Errorf("extreme on 4x4: %v", err)
	}
}
