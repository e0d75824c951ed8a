package driver

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"setdoku"
	"setdoku/internal/dbtest"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/solver/catalogue"
)

// counted are the tables that hold most of the rows of hypotheses.
var counted = []string{"hypothesis", "work_puzzle", "candidate_mask", "consequence", "hypothesis_loss"}

// peak is the number of rows that a table had, at most and in all.
type peak struct {
	Now, Most, Total int
}

// countRows counts the rows of temporary tables by triggers. The result reads the counts.
func countRows(t *testing.T, d *Driver) func(table string) peak {
	t.Helper()
	for _, table := range counted {
		for _, query := range []string{
			`CREATE TEMP TABLE count_` + table + ` (now INTEGER, most INTEGER, total INTEGER)`,
			`CREATE TEMP TRIGGER added_` + table + ` AFTER INSERT ON ` + table + ` BEGIN
				UPDATE count_` + table + ` SET now = now + 1, most = MAX(most, now + 1), total = total + 1;
			END`,
			`CREATE TEMP TRIGGER removed_` + table + ` AFTER DELETE ON ` + table + ` BEGIN
				UPDATE count_` + table + ` SET now = now - 1;
			END`,
		} {
			if _, err := d.Conn.ExecContext(t.Context(), query); err != nil {
				t.Fatal(err)
			}
		}
	}
	return func(table string) (p peak) {
		if err := d.Conn.GetContext(t.Context(), &p, `SELECT now, most, total FROM count_`+table); err != nil {
			t.Fatal(err)
		}
		return p
	}
}

// batch is the number of puzzles for which the tests make hypotheses at once.
const batch = 2

// assumeAll runs a technique of forcing on states and returns how many rows the tables held.
func assumeAll(t *testing.T, technique string, states []setdoku.State) map[string]peak {
	t.Helper()
	all, err := catalogue.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	asked, ok := all.Find(technique)
	if !ok {
		t.Fatalf("no technique %s", technique)
	}
	f, err := NewFinder(t.Context(), dbtest.Open(t), catalogue.Catalogue{asked})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close(t.Context())
	f.driver.atOnce = batch
	read := countRows(t, f.driver)
	rows := make(map[string]peak)
	err = f.conn.Atomically(t.Context(), func() error {
		var puzzles []format.Puzzle
		for _, s := range states {
			puzzles = append(puzzles, format.Puzzle{State: s})
		}
		entries, err := f.conn.Add(t.Context(), puzzles, true)
		if err != nil {
			return err
		}
		if err := f.driver.start(t.Context(), distinct(entries), false); err != nil {
			return err
		}
		for _, table := range counted {
			if err := f.driver.exec(t.Context(), fmt.Sprintf(`
				INSERT INTO count_%s (now, most, total)
				SELECT COUNT(*), COUNT(*), COUNT(*) FROM %[1]s`, table)); err != nil {
				return err
			}
		}
		if _, err := f.findAll(t.Context()); err != nil {
			return err
		}
		for _, table := range counted {
			rows[table] = read(table)
		}
		return errDiscard
	})
	if err != errDiscard {
		t.Fatal(err)
	}
	return rows
}

// candidates returns the numbers of candidates of states, the largest first.
func candidates(states []setdoku.State) (list []int) {
	for _, s := range states {
		n := 0
		marks := s.Candidates()
		for i, d := range s.Filled() {
			if d == 0 {
				n += marks[i].Count()
			}
		}
		list = append(list, n)
	}
	slices.Sort(list)
	slices.Reverse(list)
	return list
}

// TestHypothesesAreBounded runs forcing on more puzzles than are taken at once. The tables never hold the hypotheses of
// more than these, and no row of them is left.
func TestHypothesesAreBounded(t *testing.T) {
	t.Parallel()
	rng := gridtest.New(152)
	var states []setdoku.State
	for len(states) < 4*batch {
		states = append(states, drawState(t, rng))
	}
	rows := assumeAll(t, "forcing_verity", states)
	most := 0
	for _, n := range candidates(states)[:batch] {
		most += n
	}
	checkPeaks(t, rows, most, len(states))
}

// TestNestedHypothesesAreBounded does the same with hypotheses of hypotheses. These are taken by batches too.
func TestNestedHypothesesAreBounded(t *testing.T) {
	t.Parallel()
	rng := gridtest.New(152)
	for range 50 {
		states := []setdoku.State{drawState(t, rng)}
		first := candidates(states)[0]
		rows := assumeAll(t, "nested_forcing", states)
		if rows["hypothesis"].Total < 3*first { // most hypotheses of the state end without hypotheses of them
			continue
		}
		checkPeaks(t, rows, first+batch*first, 1)
		return
	}
	t.Error("no state needs hypotheses of hypotheses")
}

// checkPeaks compares the most rows of the tables with a number of hypotheses.
func checkPeaks(t *testing.T, rows map[string]peak, hypotheses, puzzles int) {
	t.Helper()
	for table, p := range rows {
		t.Logf("%s: %d rows at most, %d in all", table, p.Most, p.Total)
		each := 1
		if table != "hypothesis" && table != "work_puzzle" {
			each = setdoku.CellCount
		}
		if limit := each * (hypotheses + puzzles); p.Most > limit || p.Most == 0 {
			t.Errorf("%s had %d rows, want 1 to %d", table, p.Most, limit)
		}
		if table == "hypothesis" && p.Total < 2*p.Most {
			t.Errorf("%s had %d rows at most and %d in all, so one batch was nearly all", table, p.Most, p.Total)
		}
	}
	for _, table := range []string{"hypothesis", "consequence", "hypothesis_loss"} {
		if n := rows[table].Now; n != 0 {
			t.Errorf("%s has %d rows left", table, n)
		}
	}
	if n := rows["work_puzzle"].Now; n != puzzles {
		t.Errorf("work_puzzle has %d rows left, want %d", n, puzzles)
	}
}

// drawState returns a puzzle with more givens than it needs, so that it has fewer hypotheses.
func drawState(t *testing.T, rng *rand.Rand) setdoku.State {
	t.Helper()
	d := gridtest.Minimal(rng)
	solution, err := gridtest.Solve(d)
	if err != nil {
		t.Fatal(err)
	}
	for i := range d {
		if d[i] == 0 && rng.IntN(8) == 0 {
			d[i] = solution[i]
		}
	}
	return setdoku.State{Givens: d}
}
