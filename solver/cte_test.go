package solver_test

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jmoiron/sqlx"

	"setdoku"
	"setdoku/internal/brute"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/solver/batch"
	"setdoku/solver/driver"
	"setdoku/solver/statement"
	"setdoku/store"
)

// pasted returns sql/cte.sql as somebody pastes it, with another puzzle in the place that its first
// comment names.
func pasted(t testing.TB, puzzle string) string {
	t.Helper()
	text, err := statement.Text("cte")
	if err != nil {
		t.Fatal(err)
	}
	before, after, found := strings.Cut(text, "    VALUES\n    ('")
	if !found || len(after) < 81 {
		t.Fatal("sql/cte.sql has no puzzle in the line after VALUES")
	}
	return before + "    VALUES\n    ('" + puzzle + after[81:]
}

// endings are puzzles of every kind: one solution, several, very many, none, and none because a
// unit repeats a given.
func endings() (list []setdoku.Grid) {
	rng := gridtest.New(11)
	for range 12 {
		list = append(list, gridtest.Minimal(rng), gridtest.Several(rng), gridtest.Contradictory(rng))
	}
	list = append(list, gridtest.Solution(rng), setdoku.Grid{})
	for _, twice := range [][2]int{{0, 8}, {0, 72}, {60, 80}} { // in a row, a column, a box
		p := gridtest.Several(rng)
		p[twice[0]], p[twice[1]] = 5, 5
		list = append(list, p)
	}
	full := gridtest.Solution(rng)
	full[40] = full[41]
	return append(list, full)
}

// checkSolutions compares the rows of the statement with brute force.
func checkSolutions(t *testing.T, s setdoku.State, got []string) {
	t.Helper()
	n, first := brute.CountState(s, 2)
	if len(got) != n {
		t.Fatalf("%s: %d solutions, want %d", format.Short(s), len(got), n)
	}
	if n == 1 && got[0] != first.String() {
		t.Errorf("%s: solution %s, want %s", format.Short(s), got[0], first)
	}
	for _, line := range got {
		d, err := setdoku.ParseGrid(line)
		if err != nil || d.Check() != nil || strings.Contains(line, ".") {
			t.Errorf("%s: %q is no filled grid: %v, %v", format.Short(s), line, err, d.Check())
		}
		for i, v := range s.Filled() {
			if v != 0 && d[i] != v {
				t.Errorf("%s: %s does not keep %s", format.Short(s), line, setdoku.CellName(i))
			}
		}
	}
	if n == 2 && got[0] == got[1] {
		t.Errorf("%s: %s comes twice", format.Short(s), got[0])
	}
}

// TestRecursiveStatement runs the statement in an empty database.
func TestRecursiveStatement(t *testing.T) {
	t.Parallel()
	text, err := batch.RecursiveStatement()
	if err != nil {
		t.Fatal(err)
	}
	db, err := sqlx.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	ask := func(puzzle string) (list []string) {
		if err := db.SelectContext(t.Context(), &list, text, puzzle); err != nil {
			t.Fatal(err)
		}
		return list
	}
	for _, p := range endings() {
		checkSolutions(t, setdoku.State{Givens: p}, ask(p.String()))
		checkSolutions(t, setdoku.State{Givens: p}, ask(strings.ReplaceAll(p.String(), ".", "0")))
	}
	for _, wrong := range []string{"", strings.Repeat(".", 80), strings.Repeat(".", 80) + "x"} {
		if got := ask(wrong); len(got) > 0 {
			t.Errorf("%q has solutions: %v", wrong, got)
		}
	}
}

// TestRecursiveStatementInShells pastes it into the stock shells, which have an empty database.
func TestRecursiveStatementInShells(t *testing.T) {
	t.Parallel()
	for name, command := range map[string]func(t *testing.T) *exec.Cmd{
		"sqlite3": func(t *testing.T) *exec.Cmd { return exec.CommandContext(t.Context(), sqliteShell(t), "-bail") },
		"psql": func(t *testing.T) *exec.Cmd {
			_, url := imported(t, nil)
			return exec.CommandContext(t.Context(), psqlShell(t), "-X", "-w", "-A", "-t", "-v", "ON_ERROR_STOP=1", url)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			puzzles := endings()
			puzzles = append(puzzles[:6:6], puzzles[36:]...)
			var script strings.Builder
			for _, p := range puzzles {
				script.WriteString(pasted(t, p.String()) + "SELECT 'end' AS solution;\n")
			}
			cmd := command(t)
			cmd.Stdin = strings.NewReader(script.String())
			var complaints bytes.Buffer
			cmd.Stderr = &complaints
			out, err := cmd.Output()
			if err != nil || complaints.Len() > 0 {
				t.Fatalf("%v\n%s", err, complaints.String())
			}
			answers := strings.Split(string(out), "end\n")
			if len(answers) != len(puzzles)+1 {
				t.Fatalf("%d answers to %d puzzles", len(answers)-1, len(puzzles))
			}
			for i, p := range puzzles {
				checkSolutions(t, setdoku.State{Givens: p}, strings.Fields(answers[i]))
			}
		})
	}
}

// mixedStates are puzzles of every kind, also with crossed-out candidates and placed digits.
func mixedStates() []format.Puzzle {
	p := newPool()
	list := append(givens(p.all()...), spoilt(p.unique, 30)...)
	rng := gridtest.New(12)
	for _, d := range p.unique {
		s := setdoku.State{Givens: d}
		i := rng.IntN(setdoku.CellCount)
		if m := s.Candidates()[i]; m != 0 {
			s.Placed[i] = m.Lowest() // often not that of the solution
			list = append(list, format.Puzzle{State: s})
		}
	}
	return list
}

// checkEnd compares a result with brute force. There are no steps to tell of.
func checkEnd(t *testing.T, s setdoku.State, r store.Result) {
	t.Helper()
	var end []string
	switch n, first := brute.CountState(s, 2); n {
	case 0:
		end = []string{"invalid", "", s.Filled().String()}
	case 1:
		end = []string{"solved", first.String(), first.String()}
	default:
		end = []string{"multiple", "", s.Filled().String()}
	}
	solution := ""
	if r.Solution != nil {
		solution = *r.Solution
	}
	if got := []string{r.Status, solution, r.Filled}; !slices.Equal(got, end) {
		t.Errorf("%s: got %q, want %q", format.Short(s), got, end)
	}
	if r.Steps != 0 || r.Score != 0 || r.Level != nil || r.Hardest != nil || r.Techniques != "{}" {
		t.Errorf("%s: there are no steps, and yet %+v", format.Short(s), r)
	}
}

// solveByCTE solves puzzles and checks what is told and what is written.
func solveByCTE(t *testing.T, db *store.DB, puzzles []format.Puzzle) []store.Result {
	opts := selected(t, db)
	opts.Engine = driver.EngineCTE
	results := solve(t, newBatch(t, db, opts), puzzles, 40)
	seen := make(map[string]int)
	for i, r := range results {
		checkEnd(t, puzzles[i].State, r)
		seen[r.Status]++
	}
	if seen["solved"] < 10 || seen["multiple"] < 2 || seen["invalid"] < 10 {
		t.Errorf("%v, want more of each", seen)
	}
	for query, want := range map[string]int{
		`SELECT COUNT(*) FROM step`:                     0,
		`SELECT COUNT(*) FROM candidate`:                0,
		`SELECT COUNT(*) FROM cell WHERE step > 0`:      0,
		`SELECT COUNT(*) FROM contradiction`:            seen["invalid"],
		`SELECT COUNT(*) FROM run WHERE engine = 'cte'`: 1,
	} {
		if n := count(t, db, query); n != want {
			t.Errorf("%s: %d, want %d", query, n, want)
		}
	}
	// Nothing waits any more, so nothing is solved again.
	opts.Techniques = opts.Techniques[:1]
	if again := solve(t, newBatch(t, db, opts), puzzles[:10], 10); count(t, db, `SELECT COUNT(*) FROM run`) != 1 {
		t.Errorf("another run for %v", again)
	}
	if f := verified(t, db); f != "" {
		t.Error(f)
	}
	return results
}

func TestEngineCTE(t *testing.T) {
	t.Parallel()
	solveByCTE(t, newDB(t), mixedStates())
}

// TestConformanceCTE solves on both databases: not a row may differ.
func TestConformanceCTE(t *testing.T) {
	t.Parallel()
	puzzles := every(3, 0, mixedStates())
	sameContents(t, onEach(t, func(t *testing.T, db *store.DB) []store.Result { return solveByCTE(t, db, puzzles) }))
}

// TestEngineCTEGoesOn solves what the techniques have left stuck, some of it played by hand: those keep
// their steps, the others have none any more.
func TestEngineCTEGoesOn(t *testing.T) {
	t.Parallel()
	db := newDB(t)
	puzzles := givens(newPool().all()...)
	solve(t, newBatch(t, db, selected(t, db, "naked_single", "full_house", "pointing")), puzzles, 50)
	playThirds(t, db)
	keep := count(t, db, `
		SELECT COUNT(*)
		FROM puzzle AS z
		WHERE z.steps > 0 AND (z.status IN ('solved', 'invalid')
			OR EXISTS (SELECT 1 FROM step AS s WHERE s.puzzle_id = z.puzzle_id AND s.rule = 'manual'))`)
	stuck := count(t, db, `SELECT COUNT(*) FROM puzzle WHERE steps > 0`) - keep
	opts := selected(t, db)
	opts.Engine = driver.EngineCTE
	solve(t, newBatch(t, db, opts), puzzles, 50)
	if n := count(t, db, `SELECT COUNT(*) FROM puzzle WHERE status IN ('new', 'stuck')`); n > 0 {
		t.Errorf("%d puzzles are left", n)
	}
	if n := count(t, db, `SELECT COUNT(*) FROM puzzle WHERE steps > 0`); n != keep || keep < 15 || stuck < 5 {
		t.Errorf("%d puzzles have steps, want %d, and %d that were stuck", n, keep, stuck)
	}
	if f := verified(t, db); f != "" {
		t.Error(f)
	}
}

// TestVerifyCTE changes how a puzzle ended behind the back of the engine.
func TestVerifyCTE(t *testing.T) {
	t.Parallel()
	rng := gridtest.New(13)
	puzzles := givens(gridtest.Minimal(rng), gridtest.Several(rng), gridtest.Contradictory(rng))
	for name, c := range map[string]struct{ change, want string }{
		"not the only one": {`UPDATE puzzle SET status = 'multiple', solution = NULL WHERE puzzle_id = 1`, "status"},
		"one of several":   {`UPDATE puzzle SET status = 'solved', solution = (SELECT z.solution FROM puzzle AS z WHERE z.puzzle_id = 1) WHERE puzzle_id = 2`, "status"},
		"another solution": {`UPDATE puzzle SET solution = REPLACE(REPLACE(REPLACE(solution, '1', 'x'), '2', '1'), 'x', '2') WHERE puzzle_id = 1`, "solution"},
		"steps":            {`UPDATE puzzle SET steps = 3 WHERE puzzle_id = 1`, "the step belongs to no attempt"},
		"no reason":        {`DELETE FROM contradiction WHERE puzzle_id = 3`, "contradiction"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := newDB(t)
			opts := selected(t, db)
			opts.Engine = driver.EngineCTE
			solve(t, newBatch(t, db, opts), puzzles, 3)
			if _, err := db.ExecContext(t.Context(), c.change); err != nil {
				t.Fatal(err)
			}
			if f := verified(t, db); !strings.Contains(f, c.want) {
				t.Errorf("verify says %q, want something about %s", f, c.want)
			}
		})
	}
}

// TestEngineCTEOnLists solves a sample of every list.
func TestEngineCTEOnLists(t *testing.T) {
	t.Parallel()
	puzzles := sampleLists(t, max(*lists/3, 1))
	db := newDB(t)
	opts := selected(t, db)
	opts.Engine = driver.EngineCTE
	for i, r := range solve(t, newBatch(t, db, opts), puzzles, 20) {
		checkEnd(t, puzzles[i].State, r)
	}
}

// TestEngineCTEIsInterrupted ends within a puzzle that takes longer than it gets. It waits in the database then,
// and the next is solved.
func TestEngineCTEIsInterrupted(t *testing.T) {
	t.Parallel()
	db := newDB(t)
	opts := selected(t, db)
	opts.Engine = driver.EngineCTE
	batch := newBatch(t, db, opts)
	hard, err := setdoku.ParseGrid("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := batch.Solve(ctx, givens(hard)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	if n := count(t, db, `SELECT COUNT(*) FROM puzzle WHERE status = 'new'`); n != 1 {
		t.Errorf("%d puzzles wait, want 1", n)
	}
	if r := solve(t, batch, givens(setdoku.Grid{}), 1); r[0].Status != "multiple" {
		t.Errorf("afterwards %+v", r)
	}
}
