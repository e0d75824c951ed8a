package goal

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver"
	"setdoku/store"
)

// newFinder returns a finder for a database without puzzles.
func newFinder(t testing.TB, target string) (*Finder, *store.DB) {
	t.Helper()
	db := dbtest.OpenTarget(t, target, 0)
	s, err := New(db, "test")
	gridtest.Must(t, err)
	return s, db
}

// TestList requires that each puzzle of puzzles.txt has one solution and is one for its goal, and that an isomorph is
// too.
func TestList(t *testing.T) {
	gridtest.Nightly(t, "all goals of the list")
	s, _ := newFinder(t, dbtest.File(t))
	for line := range strings.Lines(list) {
		goal, puzzle, _ := strings.Cut(strings.TrimSpace(line), " ")
		variant, _, some := strings.Cut(puzzle, " ")
		if !some {
			variant = ""
		}
		m, err := s.newMaker(goal, variant)
		gridtest.Must(t, err)
		p := solvertest.Puzzles(t, "list", strings.TrimPrefix(puzzle, variant+" ")+"\n")[0]
		if _, fits, err := m.examine(t.Context(), p.State); !fits || err != nil {
			t.Errorf("%s is not for its goal, error %v", line, err)
		}
		if made, fits, err := m.listed(t.Context(), 1); err != nil || !fits {
			t.Errorf("an isomorph for %s: %+v, error %v", line, made, err)
		}
	}
}

// hintAt returns the technique of the hint in a state.
func hintAt(t *testing.T, line string) string {
	t.Helper()
	hint, err := solver.Next(t.Context(), solvertest.Puzzles(t, "state", line+"\n")[0].State, solver.Options{})
	gridtest.Must(t, err)
	return hint.Technique.Name
}

// TestFind practises with a new puzzle, with the same puzzle of the collection and with an isomorph of a rare one.
func TestFind(t *testing.T) {
	for name, target := range map[string]func(t *testing.T) string{
		"file":   func(t *testing.T) string { return dbtest.File(t) },
		"server": func(t *testing.T) string { return dbtest.Server(t, 0) },
	} {
		t.Run(name, func(t *testing.T) {
			s, db := newFinder(t, target(t))
			var first Found
			for i, goal := range []string{"medium", "skyscraper", "skyscraper", "hidden_quadruple"} {
				found, err := s.Find(t.Context(), goal, "")
				if err != nil {
					t.Fatalf("%s: %v", goal, err)
				}
				var level, rule string
				gridtest.Must(t, db.Get(&level,
					db.Rebind(`SELECT level FROM puzzle WHERE puzzle_id = ? AND status = 'solved'`),
					found.PuzzleID))
				if i == 0 {
					if level != "medium" || found != (Found{PuzzleID: found.PuzzleID}) {
						t.Errorf("%s: %s, %+v", goal, level, found)
					}
					continue
				}
				gridtest.Must(t, db.Get(&rule, db.Rebind(`SELECT rule FROM step WHERE puzzle_id = ? AND step = ?`),
					found.PuzzleID, found.Step))
				if hint := hintAt(t, found.State); rule != goal || hint != goal ||
					found.Technique != goal {
					t.Errorf("%s: step %s, hint %s, %+v", goal, rule, hint, found)
				}
				if i == 1 {
					first = found
				}
				if i == 2 && found != first {
					t.Errorf("the puzzle of the collection is %+v, want %+v", found, first)
				}
			}
			for goal, want := range map[string]string{
				"x_wings": "did you mean x_wing?", "chains": "family", "": "want easy",
			} {
				if _, err := s.Find(t.Context(), goal, ""); !errors.Is(err, ErrGoal) ||
					!strings.Contains(err.Error(), want) {
					t.Errorf("%q: %v", goal, err)
				}
			}
		})
	}
}

// TestDaily makes the puzzles of a day in two databases, which are equal, and those of another day, which are others.
func TestDaily(t *testing.T) {
	seen := map[string]string{}
	for _, day := range []string{"2026-11-27", "2026-11-27", "2026-11-28"} {
		s, db := newFinder(t, dbtest.File(t))
		for _, level := range catalogue.LevelNames() {
			found, err := s.Daily(t.Context(), level, day)
			gridtest.Must(t, err)
			var row struct{ Givens, Level string }
			if err := db.Get(&row, db.Rebind(`SELECT givens, level FROM puzzle WHERE puzzle_id = ?`),
				found.PuzzleID); err != nil || row.Level != level {
				t.Fatalf("%s of %s: %+v, %v", level, day, row, err)
			}
			if was, some := seen[row.Givens]; some != (seen[day+level] != "") || some && was != day+level {
				t.Errorf("the %s puzzle of %s is that of %q", level, day, was)
			}
			seen[row.Givens], seen[day+level] = day+level, row.Givens
		}
	}
	s, _ := newFinder(t, dbtest.File(t))
	if _, err := s.Daily(t.Context(), "x_wing", "2026-11-27"); !errors.Is(err, ErrGoal) {
		t.Errorf("a technique of the day: %v", err)
	}
}

// TestFindVariant finds puzzles of variants, which are in the collection with their boards then.
func TestFindVariant(t *testing.T) {
	s, db := newFinder(t, dbtest.File(t))
	for _, tt := range []struct{ goal, variant, want string }{
		{"easy", "4x4", "4x4"}, {"medium", "x", "x"}, {"hard", "jigsaw+x", "%+x"}, {"easy", "jigsaw6", "______%"},
	} {
		found, err := s.Find(t.Context(), tt.goal, tt.variant)
		if err != nil {
			t.Fatalf("%+v: %v", tt, err)
		}
		var level string
		const row = `SELECT level FROM puzzle WHERE puzzle_id = ? AND status = 'solved' AND variant LIKE ?
				AND source LIKE 'play %:1'`
		if err := db.Get(&level, row, found.PuzzleID, tt.want); err != nil || level != tt.goal ||
			found != (Found{PuzzleID: found.PuzzleID}) {
			t.Errorf("%+v: %s, %+v, %v", tt, level, found, err)
		}
	}
	for _, tt := range []struct{ goal, variant, want string }{
		{"easy", "9x9", "want one of"}, {"x_wing", "jigsaw", "only on classic boards"},
		{"hard", "jigsaw12", "jigsaw4 to jigsaw8"},
	} {
		if _, err := s.Find(t.Context(), tt.goal, tt.variant); !errors.Is(err, ErrVariant) ||
			!strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v", tt, err)
		}
	}
	for _, level := range catalogue.LevelNames() { // listed or made, or the error names the levels
		for _, v := range append(setdoku.VariantNames(), "jigsaw") {
			searched := v == setdoku.Classic().Name && level != "extreme" ||
				slices.Contains([]string{"easy", "medium"}, level)
			if slices.Contains(Unknown[v], level) {
				if _, err := s.Find(t.Context(), level, v); !errors.Is(err, ErrVariant) {
					t.Errorf("%s on %s: %v", level, v, err)
				}
			} else if v = strings.TrimPrefix(v, setdoku.Classic().Name); !searched && level != "hard" &&
				len(listedPuzzles(level, v)) == 0 {
				t.Errorf("the list has no %s puzzle of %q", level, v)
			}
		}
	}
}
