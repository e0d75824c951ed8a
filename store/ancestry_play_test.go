package store_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/dbtest"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/solver/batch"
	"setdoku/solver/driver"
	"setdoku/solver/statement"
	"setdoku/store"
)

// read reads the first puzzle of a text.
func read(text string) (format.Puzzle, error) {
	return format.NewReader(strings.NewReader(text+"\n"), "grid").Read()
}

// manyPuzzles solves three puzzles of a database by their ids. One call of a technique handles all puzzles that wait
// for it.
func manyPuzzles(t *testing.T) {
	rng := gridtest.New(52)
	db := imported(t, gridtest.WithClues(rng, 40), gridtest.WithClues(rng, 39), gridtest.WithClues(rng, 38))
	var first *driver.Pass
	opts := options(t, db)
	opts.OnPass = func(p driver.Pass) {
		if first == nil {
			first = &p
		}
	}
	b, err := batch.NewBatch(t.Context(), db, opts, store.Run{Engine: "sql"})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close(t.Context())
	results, err := b.SolveStored(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range results {
		if r.PuzzleID != int64(i+1) || r.Status != "solved" {
			t.Errorf("result %d: puzzle %d is %s, want puzzle %d solved", i, r.PuzzleID, r.Status, i+1)
		}
	}
	if len(results) != 3 || first == nil || first.Puzzles != 3 {
		t.Errorf("%d results, first pass %+v, want three and a pass for three puzzles", len(results), first)
	}
	same(t, texts(t, db, `SELECT puzzle_id || ' ' || COUNT(*) FROM cell GROUP BY puzzle_id`), []string{"1 81", "2 81", "3 81"})
}

func stopAtFirst(t *testing.T) {
	db := openDB(t)
	opts := options(t, db)
	opts.StopAtFirst = true
	run(t, db, opts, easy(), hard(t))
	same(t, texts(t, db, `SELECT puzzle_id || ' ' || step FROM step ORDER BY puzzle_id, step`), []string{"1 1", "2 1"})
	same(t, texts(t, db, `SELECT DISTINCT step FROM cell ORDER BY step`), []string{"0", "1"})
}

// verbose checks that every pass is reported, and that the reports agree with the stored steps.
func verbose(t *testing.T) {
	db := openDB(t)
	opts := options(t, db)
	told := map[string]int{}
	passes, placements, eliminations := 0, 0, 0
	opts.OnPass = func(p driver.Pass) {
		passes++
		told[p.Technique] += p.Changed
		placements += p.Placements
		eliminations += p.Eliminations
		if p.Changed > p.Puzzles || p.Puzzles == 0 {
			t.Errorf("%s changed %d puzzles of %d", p.Technique, p.Changed, p.Puzzles)
		}
	}
	run(t, db, opts, easy(), hard(t))
	for technique, changed := range told {
		if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM step WHERE rule = ?`, technique); n != changed {
			t.Errorf("%s: %d changes reported, %d steps stored", technique, changed, n)
		}
	}
	if p, e := dbtest.Count(t, db, `SELECT COUNT(*) FROM cell WHERE step > 0`), dbtest.Count(t, db, `SELECT COUNT(*) FROM elimination`); p != placements || e != eliminations {
		t.Errorf("%d placements and %d eliminations reported, %d and %d stored", placements, eliminations, p, e)
	}
	if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM step`); passes < n/2 || n == 0 {
		t.Errorf("%d passes reported for %d steps", passes, n)
	}
}

// markThenRubOut checks that a technique file only marks deductions, that another statement applies them, and that an
// eliminated candidate is stored with its step and rule.
func markThenRubOut(t *testing.T) {
	db := imported(t, marks(blank(9), only("12", 11, 14)))
	for _, file := range []string{"naked_subset", "apply"} {
		text, err := statement.Text(file)
		if err != nil {
			t.Fatal(err)
		}
		marked := dbtest.Count(t, db, `SELECT COUNT(*) FROM candidate`)
		if _, err := db.Exec(text); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		left := dbtest.Count(t, db, `SELECT COUNT(*) FROM candidate`)
		switch deduced := dbtest.Count(t, db, `SELECT COUNT(*) FROM deduction`); {
		case file != "apply" && (deduced != 14 || left != marked):
			t.Errorf("%s marks %d candidates and rubs out %d, want 14 and none", file, deduced, marked-left)
		case file == "apply" && (deduced != 0 || left != marked-14):
			t.Errorf("%s leaves %d marks and rubs out %d candidates, want none and 14", file, deduced, marked-left)
		}
	}
	same(t, texts(t, db, `SELECT DISTINCT step || ' ' || rule FROM elimination WHERE step > 0`), []string{"1 naked_pair"})
}

// removeAndConfirm crosses out a candidate and enters a digit by hand.
func removeAndConfirm(t *testing.T) {
	db := imported(t, setdoku.Grid{})
	exists := func() int { return dbtest.Count(t, db, `SELECT COUNT(*) FROM candidate WHERE cell = 33 AND digit = 5`) }
	const remove = `INSERT INTO elimination (puzzle_id, cell, digit, rule) VALUES (1, 33, 5, 'manual')`
	if exists() != 1 {
		t.Error("5 is no candidate of r3c3 in an empty grid")
	}
	if _, err := db.Exec(remove); err != nil || exists() != 0 {
		t.Errorf("5 is still a candidate of r3c3, error %v", err)
	}
	if _, err := db.Exec(remove); err == nil {
		t.Error("5 was removed from r3c3 twice")
	}
	if _, err := db.Exec(`INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (1, 33, 8, 'manual')`); err != nil {
		t.Error(err)
	}
	same(t, texts(t, db, `SELECT text FROM history ORDER BY step`), []string{"r3c3<>5 manual", "r3c3=8 manual"})
}

// stepsAndConflict checks that steps are counted by technique, and that a puzzle without a solution gets a status of
// its own and the place of the contradiction.
func stepsAndConflict(t *testing.T) {
	db := openDB(t)
	// Row 1 leaves only digit 9 for r1c9, but column 9 already has a 9.
	wrong := setdoku.Grid{1, 2, 3, 4, 5, 6, 7, 8}
	wrong[setdoku.CellIndex(99)] = 9
	solveWith(t, db, nil, easy(), wrong)
	same(t, texts(t, db, `
		SELECT z.puzzle_id || ' ' || z.status || COALESCE(' ' || k.kind || ' ' || k.cell, '')
		FROM puzzle AS z
		LEFT JOIN contradiction AS k ON k.puzzle_id = z.puzzle_id
		ORDER BY z.puzzle_id`), []string{"1 solved", "2 invalid no_candidate 19"})
	if used, steps := dbtest.Count(t, db, `SELECT SUM(steps) FROM technique_usage`), dbtest.Count(t, db, `SELECT COUNT(*) FROM step`); used != steps || steps == 0 {
		t.Errorf("technique_usage counts %d steps, there are %d", used, steps)
	}
}

// stepAndRule checks that every cell has the step and the rule that filled it.
func stepAndRule(t *testing.T) {
	db := openDB(t)
	puzzle := easy()
	solveWith(t, db, nil, puzzle)
	if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM cell WHERE step IS NULL OR (step = 0) <> (rule = 'given')`); n != 0 {
		t.Errorf("%d cells without a step, or with a rule that does not fit it", n)
	}
	if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM cell WHERE step = 0`); n != gridtest.Clues(puzzle) {
		t.Errorf("%d cells of step 0, want %d givens", n, gridtest.Clues(puzzle))
	}
	if n := dbtest.Count(t, db, `
		SELECT COUNT(*)
		FROM cell AS c
		LEFT JOIN step AS s ON s.puzzle_id = c.puzzle_id AND s.step = c.step AND s.rule = c.rule
		WHERE c.step > 0 AND s.step IS NULL`); n != 0 {
		t.Errorf("%d cells have another rule than their step", n)
	}
	same(t, texts(t, db, `SELECT DISTINCT c.rule FROM cell AS c WHERE c.step > 0 AND NOT EXISTS (
		SELECT 1 FROM technique AS t WHERE t.name = c.rule)`), nil)
}

// sdkAndSS writes a puzzle in two formats and reads both again.
func sdkAndSS(t *testing.T) {
	puzzle := easy()
	for _, f := range []format.Format{format.SDK, format.SS} {
		t.Run(string(f), func(t *testing.T) {
			var b bytes.Buffer
			w, err := format.NewWriter(&b, f)
			if err != nil {
				t.Fatal(err)
			}
			if err := w.Write(puzzlesOf(puzzle)[0]); err != nil {
				t.Fatal(err)
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			p, err := read(b.String())
			if err != nil || p.State.Givens != puzzle {
				t.Errorf("read back as %s, error %v, want %s", p.State.Givens, err, fmt.Sprint(puzzle))
			}
		})
	}
}
