package explain_test

import (
	"database/sql"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain"
	"setdoku/internal/format"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/memory"
	"setdoku/store"
)

// withNotation are the techniques that have a line.
var withNotation = []string{
	"remote_pair", "skyscraper", "two_string_kite", "turbot_fish", "empty_rectangle", "w_wing", "xy_wing", "xyz_wing",
	"simple_colors", "multi_colors",
	"wxyz_wing", "x_chain", "xy_chain", "nice_loop", "aic", "grouped_nice_loop", "grouped_aic", "als_xz", "als_xy_wing",
	"als_chain", "death_blossom",
	"als_nice_loop", "als_aic",
}

// hardStates returns the states in which the techniques up to jellyfish find nothing more in generated puzzles.
func hardStates(t *testing.T, n int) (list []setdoku.State) {
	t.Helper()
	basics := pathfinder(t, "singles", "intersections", "subsets", "basic_fish")
	rng := gridtest.New(15)
	for len(list) < n {
		path, err := basics.Find(t.Context(), setdoku.State{Givens: gridtest.Minimal(rng)})
		gridtest.Must(t, err)
		if path.Status == setdoku.StatusStuck {
			list = append(list, path.End().State)
		}
	}
	return list
}

// pathfinder returns a Pathfinder with the techniques or families of these names.
func pathfinder(t *testing.T, names ...string) *memory.Solver {
	t.Helper()
	all := solvertest.Catalogue(t)
	var selected catalogue.Catalogue
	for _, x := range all {
		if slices.Contains(names, x.Name) || slices.Contains(names, x.Family) {
			selected = append(selected, x)
		}
	}
	f, err := memory.NewPathfinder(all, memory.Options{Techniques: selected, StopAtFirst: len(names) == 1})
	gridtest.Must(t, err)
	t.Cleanup(func() { f.Close(t.Context()) })
	return f
}

// TestPartsOfChains wants no line for rows of a technique file that use roles of chains and wings, but are not a whole
// chain or wing. hold leaves some cells of an empty grid these digits.
func TestPartsOfChains(t *testing.T) {
	var s setdoku.State
	hold := func(cell setdoku.Cell, digits ...uint8) {
		s.Deleted[cell.Index()] = setdoku.AllDigits
		for _, d := range digits {
			s.Deleted[cell.Index()] &^= setdoku.NewDigitSet(d)
		}
	}
	hold(11, 1, 2)
	hold(15, 1, 3)
	hold(22, 2, 3)
	hold(55, 1, 2)
	hold(51, 1, 2)
	node := func(role string, cell setdoku.Cell, digit uint8) setdoku.Evidence {
		return setdoku.Evidence{Role: role, Cell: cell, Digit: digit}
	}
	cell := func(role string, cell setdoku.Cell) setdoku.Evidence { return setdoku.Evidence{Role: role, Cell: cell} }
	unit := func(role string, unit int, digit uint8) setdoku.Evidence {
		return setdoku.Evidence{Role: role, Unit: unit, Digit: digit}
	}
	type rows = []setdoku.Evidence
	for _, c := range []struct {
		name string
		rows rows
		want string
	}{
		{"a chain", rows{node("start", 11, 1), cell("strong", 11), node("link", 11, 2), unit("weak", 19, 2),
			node("link", 22, 2), cell("strong", 22), node("end", 22, 3)},
			"(1=2)r1c1 - (2=3)r2c2 => r9c9<>1"},
		{"nodes without links", rows{node("start", 11, 1), node("link", 15, 1), node("end", 55, 1)}, ""},
		{"one node", rows{node("start", 11, 1)}, ""},
		{"two strong links that follow each other",
			rows{node("start", 11, 1), cell("strong", 11), node("link", 11, 2), cell("strong", 22), node("end", 22, 3)},
			""},
		{"a weak link at the end", rows{node("start", 11, 1), cell("strong", 11), node("link", 11, 2),
			unit("weak", 19, 2), node("end", 22, 2)}, ""},
		{"a link of another kind", rows{node("start", 11, 1), unit("bridge", 1, 1), node("end", 15, 1)}, ""},
		{"a group of two digits", rows{node("start", 11, 1), node("start", 22, 2), unit("strong", 1, 1),
			node("end", 15, 1)}, ""},
		{"a remote pair", rows{cell("bivalue", 11), cell("bivalue", 51), cell("bivalue", 55), cell("bivalue", 51)},
			"(1=2)r1c1 - (2=1)r5c1 - (1=2)r5c5 - (2=1)r5c1 => r9c9<>1"},
		{"two cells of a remote pair", rows{cell("bivalue", 11), cell("bivalue", 51)},
			"(1=2)r1c1 - (2=1)r5c1 => r9c9<>1"},
		{"cells that do not see each other",
			rows{cell("bivalue", 11), cell("bivalue", 55), cell("bivalue", 51), cell("bivalue", 11)}, ""},
		{"a bivalue cell next to a strong link", rows{cell("bivalue", 11), unit("strong", 1, 1)}, ""},
		{"a W-Wing", rows{cell("bivalue", 11), node("bridge_end", 19, 1), unit("bridge", 18, 1),
			node("bridge_end", 59, 1), cell("bivalue", 55)},
			"(2=1)r1c1 - (1)r1c9 = r5c9 - (1=2)r5c5 => r9c9<>1"},
		{"a W-Wing with a strong link more",
			rows{cell("bivalue", 11), node("bridge_end", 19, 1), unit("bridge", 18, 1), node("bridge_end", 59, 1),
				cell("bivalue", 55), unit("strong", 1, 2)}, ""},
		{"an XY-Wing", rows{cell("pivot", 22), cell("pincer", 11), cell("pincer", 15)},
			"(1=2)r1c1 - (2=3)r2c2 - (3=1)r1c5 => r9c9<>1"},
		{"three pincers", rows{cell("pivot", 22), cell("pincer", 11), cell("pincer", 15), cell("pincer", 51)}, ""},
		{"a pincer with other digits", rows{cell("pivot", 22), cell("pincer", 11), cell("pincer", 51)}, ""},
		{"sets without a restricted common", rows{cell("set_a", 11), cell("set_b", 51)}, ""},
		{"a set and a unit", rows{cell("set_a", 11), node("restricted", 0, 1), cell("set_b", 51), unit("strong", 1, 2)},
			""},
		{"a color", rows{node("color", 11, 1), node("color_2", 15, 1), unit("weak", 1, 1)}, ""},
	} {
		d := setdoku.Deduction{Technique: "mine", Evidence: c.rows,
			Eliminations: []setdoku.Candidate{{Cell: 99, Digit: 1}}}
		if got := explain.Notation(s, d); got != c.want {
			t.Errorf("%s: line %q, want %q", c.name, got, c.want)
		}
	}
}

// TestView compares the view notation with Line on both databases, for all techniques: for steps, and for deductions
// that are not applied.
func TestView(t *testing.T) {
	gridtest.Long(t, "the view of every technique")
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) { checkView(t, dbtest.Open(t), hardPuzzles(t), 4) })
	t.Run("PostgreSQL", func(t *testing.T) { checkView(t, dbtest.OpenServer(t, 3), hardPuzzles(t), 1) })
}

// TestWingView compares the view chain_wing with the words about the chains on both databases.
func TestWingView(t *testing.T) {
	gridtest.Nightly(t, "many chains")
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) { checkWings(t, dbtest.Open(t)) })
	t.Run("PostgreSQL", func(t *testing.T) { checkWings(t, dbtest.OpenServer(t, 3)) })
}

// hardPuzzles returns 100 of hardStates as puzzles.
func hardPuzzles(t *testing.T) (puzzles []format.Puzzle) {
	t.Helper()
	for _, s := range hardStates(t, 100) {
		puzzles = append(puzzles, format.Puzzle{State: s})
	}
	return puzzles
}

func checkWings(t *testing.T, db *store.DB) {
	t.Helper()
	opts := solvertest.Options(t, "singles", "nice_loop", "aic", "grouped_aic", "als_aic")
	opts.Engine = catalogue.EngineAuto
	solvertest.Run(t, db, hardPuzzles(t), true, opts)
	type key struct {
		PuzzleID int64 `db:"puzzle_id"`
		Step     int
		Pattern  int64
	}
	var view []struct {
		key
		Name string
	}
	gridtest.Must(t, db.SelectContext(t.Context(), &view, `SELECT puzzle_id, step, pattern, name FROM chain_wing`))
	want, got := make(map[key]string), make(map[key]string)
	for _, row := range view {
		got[row.key] = row.Name
	}
	named := regexp.MustCompile(`this chain is an? .*?(\w-Wing)`)
	gridtest.Must(t, db.Snapshot(t.Context(), func(s *store.Snapshot) error {
		for _, id := range puzzlesOf(t, db, "") {
			path, err := s.Path(t.Context(), id)
			gridtest.Must(t, err)
			for i, before := range path.Positions()[:len(path.Steps)] {
				for _, d := range path.Steps[i].Deductions {
					words := strings.Join(explain.Explain(before, d, nil).Words, " ")
					if m := named.FindStringSubmatch(words); m != nil {
						want[key{id, path.Steps[i].Number, d.Pattern}] = m[1]
					}
				}
			}
		}
		return nil
	}))
	kinds := slices.Compact(slices.Sorted(maps.Values(want)))
	if diff := cmp.Diff(want, got); diff != "" || len(kinds) != 5 {
		t.Errorf("wings %v (-words +view):\n%s", kinds, diff)
	}
}

// checkView makes a step of each technique in n puzzles in which it finds something. Then it stores what the techniques
// find as deductions.
func checkView(t *testing.T, db *store.DB, puzzles []format.Puzzle, n int) {
	t.Helper()
	without := []string{"x_wing", "naked_triple", "finned_x_wing", "sue_de_coq"}
	lines := make(map[string]int)
	var now []setdoku.Position
	add := func(ids []int64, want map[row]string) {
		t.Helper()
		err := db.Snapshot(t.Context(), func(s *store.Snapshot) error {
			for _, id := range ids {
				now = append(now, addLines(t, s, id, want))
			}
			return nil
		})
		gridtest.Must(t, err)
	}
	for _, name := range append(slices.Clone(withNotation), without...) {
		opts := solvertest.Options(t, name)
		opts.StopAtFirst, opts.Engine = true, catalogue.EngineAuto // the rows are those of the statements
		solvertest.Run(t, db, having(t, name, puzzles, n), true, opts)
		want := make(map[row]string)
		add(puzzlesOf(t, db, name), want)
		lines[name] = compareView(t, db, "rule = '"+name+"'", want)
	}
	now = nil
	ids, want := puzzlesOf(t, db, ""), make(map[row]string)
	add(ids, want)
	notApplied := -len(want)
	addDeductions(t, db, ids, now, want)
	notApplied += len(want)
	compareView(t, db, "rule <> ''", want)
	for _, name := range withNotation {
		if lines[name] == 0 {
			t.Errorf("%s has no line", name)
		}
	}
	for _, name := range without {
		if lines[name] > 0 {
			t.Errorf("%s has lines", name)
		}
	}
	if notApplied < 100*n {
		t.Errorf("%d deductions are not applied", notApplied)
	}
	t.Logf("lines: %v", lines)
}

// having returns the first n puzzles in which a technique finds something.
func having(t *testing.T, name string, puzzles []format.Puzzle, n int) (list []format.Puzzle) {
	t.Helper()
	f := pathfinder(t, name)
	for _, p := range puzzles {
		if len(list) == n {
			break
		}
		path, err := f.Find(t.Context(), p.State)
		gridtest.Must(t, err)
		if len(path.Steps) > 0 {
			list = append(list, p)
		}
	}
	return list
}

// puzzlesOf returns the puzzles with a step of a technique, or with any step for "".
func puzzlesOf(t *testing.T, db *store.DB, technique string) (ids []int64) {
	t.Helper()
	err := db.SelectContext(t.Context(), &ids,
		db.Rebind(`SELECT DISTINCT puzzle_id FROM step WHERE ? IN (rule, '') ORDER BY puzzle_id`), technique)
	gridtest.Must(t, err)
	return ids
}

// compareView compares the rows of the view that satisfy a condition with the lines wanted, and returns how many there
// are.
func compareView(t *testing.T, db *store.DB, condition string, want map[row]string) int {
	t.Helper()
	var got []struct {
		row
		Text sql.NullString
	}
	gridtest.Must(t, db.SelectContext(t.Context(), &got,
		`SELECT puzzle_id, COALESCE(step, 0) AS step, rule, pattern, text FROM notation WHERE `+condition))
	for _, g := range got {
		if g.Text.String != want[g.row] {
			t.Errorf("%+v\ngot  %q\nwant %q", g.row, g.Text.String, want[g.row])
		}
		delete(want, g.row)
	}
	for r, text := range want {
		t.Errorf("%+v: no row, want %q", r, text)
	}
	return len(got)
}

// row is the key of a row of the view, with step 0 for a deduction that is not applied.
type row struct {
	PuzzleID int64 `db:"puzzle_id"`
	Step     int   `db:"step"`
	Rule     string
	Pattern  int64
}

// addLines adds the lines of the steps of a puzzle, and returns its present position.
func addLines(t *testing.T, s *store.Snapshot, id int64, want map[row]string) setdoku.Position {
	t.Helper()
	path, err := s.Path(t.Context(), id)
	gridtest.Must(t, err)
	for i, before := range path.Positions()[:len(path.Steps)] {
		step := &path.Steps[i]
		for _, d := range step.Deductions {
			if text := explain.Notation(before.State, d); text != "" {
				want[row{id, step.Number, step.Rule, d.Pattern}] = text
			}
		}
	}
	return path.End()
}

// addDeductions stores what the techniques find in positions as deductions that are not applied, and adds their lines.
func addDeductions(t *testing.T, db *store.DB, ids []int64, positions []setdoku.Position, want map[row]string) {
	t.Helper()
	var coded []string // the techniques whose patterns need no rows
	gridtest.Must(t, db.SelectContext(t.Context(), &coded, `SELECT DISTINCT technique FROM pattern_part`))
	number := func(n int) string {
		if n == 0 {
			return "CAST(NULL AS INTEGER)"
		}
		return strconv.Itoa(n)
	}
	var deductions, parts []string
	for _, name := range withNotation {
		f := pathfinder(t, name)
		for k, id := range ids {
			path, err := f.Find(t.Context(), positions[k].State)
			gridtest.Must(t, err)
			if len(path.Steps) == 0 {
				continue
			}
			for _, d := range path.Steps[0].Deductions[:min(3, len(path.Steps[0].Deductions))] {
				want[row{id, 0, name, d.Pattern}] = explain.Notation(path.Start, d)
				for _, c := range d.Eliminations {
					deductions = append(deductions,
						fmt.Sprintf("(%d, '%s', 0, %d, %d, %d)", id, name, c.Cell, c.Digit, d.Pattern))
				}
				if slices.Contains(coded, name) {
					continue
				}
				for n, e := range d.Evidence {
					parts = append(parts,
						fmt.Sprintf("(%d, '%s', %d, %d, '%s', %s, %s, %s)", id, name, d.Pattern, n+1, e.Role,
							number(int(e.Cell)), number(int(e.Digit)), number(e.Unit)))
				}
			}
		}
	}
	for list := range slices.Chunk(deductions, 500) {
		dbtest.Unchecked(t, db, `INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern) VALUES `+
			strings.Join(list, ", "))
	}
	for list := range slices.Chunk(parts, 500) {
		dbtest.Unchecked(t, db, `INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role, cell, digit, unit_no) VALUES `+strings.Join(list, ", "))
	}
}
