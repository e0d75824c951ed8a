package conformance

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/dbtest"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
	"setdoku/internal/solvertest"
)

// typed is a statement that somebody types into a shell. In the text, @new is a puzzle with candidates and without
// steps, @hand has two steps by hand, @done is solved and @left is stuck.
type typed struct {
	text    string
	refused string // a part of the message; empty if the statement works
	long    bool   // another form of a statement before it
}

// found is for statements that write a record, which only verify checks. Solving the puzzle again deletes what they
// wrote.
const found = "verify finds it"

// typedStatements has INSERT, UPDATE and DELETE of the tables of the record, of one row and of many.
func typedStatements() []typed {
	const (
		last     = "a cell keeps its last candidate"
		fixed    = "a puzzle keeps its givens, state and variant"
		emptied  = "a cell is emptied with its step"
		taken    = "an elimination is taken back with its step"
		onlyLast = "only the last step of a puzzle can be deleted"
		byRun    = "a run made the step"
		byHand   = "a step by hand is a row of cell or elimination"
		changed  = "its candidates and steps would not go with it"
		wrong    = `SELECT c.puzzle_id, c.cell, MIN(c.digit) FROM candidate AS c WHERE c.puzzle_id = @new GROUP BY c.puzzle_id, c.cell HAVING COUNT(*) > 2`
		one      = ` ORDER BY 2 LIMIT 1`
	)
	empty, other := strings.Repeat(".", 81), gridtest.WithClues(gridtest.New(83), 30).String()
	return []typed{
		{`INSERT INTO puzzle (givens) VALUES ('` + other + `')`, "", false},
		{`INSERT INTO puzzle (givens) VALUES ('` + other + `'), ('` + empty + `')`, "", true},
		{`INSERT INTO puzzle (givens) SELECT givens FROM puzzle WHERE puzzle_id = @new`, "the puzzle is there already",
			false},
		{`INSERT INTO puzzle (puzzle_id, givens) VALUES (@new, '` + other + `')`, anyhow, true},
		{`INSERT INTO puzzle (givens) VALUES ('..3')`, "ck_puzzle_givens", true},
		{`UPDATE puzzle SET givens = '` + other + `' WHERE puzzle_id = @new`, fixed, false},
		{`UPDATE puzzle SET givens = REPLACE(givens, '5', '.')`, fixed, true},
		{`UPDATE puzzle SET variant = 'windoku' WHERE puzzle_id = @new`, fixed, true},
		{`UPDATE puzzle SET state = givens WHERE puzzle_id = @new`, fixed, true},
		{`UPDATE puzzle SET puzzle_id = puzzle_id + 100`, "a puzzle keeps its puzzle_id", false},
		{`UPDATE puzzle SET name = 'mine' WHERE puzzle_id = @new`, "", false},
		{`UPDATE puzzle SET name = 'ours', source = 'here'`, "", true},
		{`UPDATE puzzle SET status = 'odd' WHERE puzzle_id = @new`, "ck_puzzle_status", true},
		{`UPDATE puzzle SET score = score + 1 WHERE puzzle_id = @done`, found, false},
		{`DELETE FROM puzzle WHERE puzzle_id = @hand`, "", false},
		{`DELETE FROM puzzle WHERE status = 'solved'`, "", true},
		{`DELETE FROM puzzle`, "", true},

		{`INSERT INTO cell (puzzle_id, cell, digit) ` + wrong + one, "", false},
		{`INSERT INTO cell (puzzle_id, cell, digit) SELECT puzzle_id, cell, digit FROM cell WHERE puzzle_id = @done`,
			anyhow, true},
		{`INSERT INTO cell (puzzle_id, cell, digit) VALUES (@new, 11, 1), (@new, 12, 1)`, anyhow, true},
		{`INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (@new, 11, 1, 'guess')`, anyhow, true},
		{`UPDATE cell SET digit = 10 - digit WHERE puzzle_id = @done AND cell = 11`, changed, false},
		{`UPDATE cell SET rule = 'manual'`, changed, true},
		{`DELETE FROM cell WHERE puzzle_id = @done AND cell = 11`, emptied, false},
		{`DELETE FROM cell WHERE puzzle_id = @hand AND rule = 'manual'`, emptied, true},
		{`DELETE FROM cell WHERE rule = 'given'`, emptied, true},
		{`DELETE FROM cell`, emptied, true},

		{`INSERT INTO candidate (puzzle_id, cell, digit) VALUES (@done, 11, 1)`, found, false},
		{`UPDATE candidate SET digit = 1 WHERE puzzle_id = @new`, "a candidate is not changed", false},
		{`DELETE FROM candidate WHERE (puzzle_id, cell, digit) IN (` + wrong + one + `)`, "", false},
		{`DELETE FROM candidate WHERE (puzzle_id, cell, digit) IN (` + wrong + `)`, "", false},
		{`DELETE FROM candidate WHERE puzzle_id = @new AND cell = (SELECT MIN(c.cell) FROM candidate AS c WHERE c.puzzle_id = @new)`, last, true},
		{`DELETE FROM candidate WHERE puzzle_id = @new`, last, false},
		{`DELETE FROM candidate`, last, true},
		{`DELETE FROM candidate_grid WHERE puzzle_id = @new`, "", false},
		{`DELETE FROM candidate_grid`, "", true},

		{`INSERT INTO elimination (puzzle_id, cell, digit) ` + wrong + one, "", false},
		{`INSERT INTO elimination (puzzle_id, cell, digit) ` + wrong + ` ORDER BY 2`, "", true},
		{`UPDATE elimination SET digit = 10 - digit WHERE puzzle_id = @hand`, changed, false},
		{`UPDATE elimination SET step = 0`, changed, true},
		{`DELETE FROM elimination WHERE puzzle_id = @hand`, taken, false},
		{`DELETE FROM elimination`, taken, true},

		{`INSERT INTO step (puzzle_id, step, rule, placements, eliminations) VALUES (@new, 1, 'manual', 1, 0)`, byHand,
			false},
		{`INSERT INTO step (puzzle_id, step, rule, placements, eliminations) SELECT puzzle_id, 99, rule, 1, 0 FROM step WHERE puzzle_id = @done AND step = 1`, byHand, true},
		{`UPDATE step SET rule = 'manual' WHERE puzzle_id = @done AND step = 1`, "a step is not changed", false},
		{`UPDATE step SET step = step + 1`, "a step is not changed", true},
		{`UPDATE step SET made_at = '2026-01-01T00:00:00Z' WHERE puzzle_id = @hand`, "a step is not changed", true},
		{`UPDATE step SET made_by = 'Ada' WHERE puzzle_id = @hand`, "", true},
		{`UPDATE step SET made_by = 'Ada' WHERE puzzle_id = @done`, "ck_step_made", true},
		{`DELETE FROM step WHERE puzzle_id = @hand AND step = 2`, "", false},
		{`DELETE FROM step WHERE puzzle_id = @hand AND step = 1`, onlyLast, false},
		{`DELETE FROM step WHERE puzzle_id = @hand`, onlyLast, true},
		{`DELETE FROM step WHERE puzzle_id = @done AND step = (SELECT z.steps FROM puzzle AS z WHERE z.puzzle_id = @done)`, byRun, false},
		{`DELETE FROM step`, anyhow, true},

		{`INSERT INTO step_evidence (puzzle_id, step, pattern, ordinal, role) VALUES (@done, 1, 7, 1, 'base')`, found,
			true},
		{`INSERT INTO puzzle_technique (puzzle_id, technique, steps, deductions) VALUES (@done, 'x_wing', 1, 1)`, found,
			true},
		{`UPDATE puzzle_technique SET steps = steps + 1 WHERE puzzle_id = @done`, found, true},
		{`DELETE FROM puzzle_technique WHERE puzzle_id = @done`, found, true},
		{`UPDATE attempt SET last_step = last_step + 1 WHERE puzzle_id = @done`, found, true},
		{`DELETE FROM attempt WHERE puzzle_id = @done`, found, true},
		{`INSERT INTO contradiction (puzzle_id, step, kind) VALUES (@done, 1, 'no_solution')`, found, true},

		{`INSERT INTO puzzle_tag (puzzle_id, tag) VALUES (@done, 'mine')`, "", false},
		{`INSERT INTO puzzle_tag (puzzle_id, tag) SELECT puzzle_id, 'ours' FROM puzzle`, "", true},
		{`UPDATE puzzle_tag SET tag = 'his'`, "", true},
		{`DELETE FROM puzzle_tag`, "", false},
		{`INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern) VALUES (@new, 'x_wing', 0, 11, 1, 0)`, "", true},
		{`DELETE FROM deduction`, "", false},
	}
}

// caseTyped runs statements as a shell would, on SQLite without foreign keys. A refused one changes nothing. After any
// other one the database holds, and what is not finished can be solved.
func caseTyped(t *testing.T, s suite) {
	s.needChangesBySQL(t)
	list := typedStatements()
	if gridtest.Size(0, 1) == 0 {
		list = slices.DeleteFunc(list, func(m typed) bool { return m.long })
	}
	onEach(t, s, func(t *testing.T, db *testDatabase) (out []string) {
		var names *strings.Replacer
		for _, m := range list {
			if names == nil {
				names = prepareTyped(t, db)
			}
			statement := names.Replace(m.text)
			before := recordOf(t, db)
			err := inShell(t, db, statement)
			switch {
			case m.refused == "" || m.refused == found:
				if err != nil {
					t.Errorf("%s: %s: %v", db.kind.Name, statement, err)
				}
				solveTyped(t, db, statement, m.refused == found)
				names = nil
			case err == nil || !strings.Contains(err.Error(), m.refused):
				t.Errorf("%s: %s: error %v, want %q", db.kind.Name, statement, err, m.refused)
				names = nil
			case !slices.Equal(recordOf(t, db), before):
				t.Errorf("%s: %s: it is refused and has changed rows", db.kind.Name, statement)
			}
			out = append(append(out, m.text), recordOf(t, db)...)
		}
		return out
	})
}

// prepareTyped replaces the puzzles of a database and returns what replaces their names in a statement.
func prepareTyped(t *testing.T, db *testDatabase) *strings.Replacer {
	t.Helper()
	if err := inShell(t, db, `DELETE FROM puzzle`); err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"cell", "candidate", "step", "elimination", "attempt", "puzzle_technique",
		"puzzle_tag", "deduction"} {
		if n := dbtest.Count(t, db.DB, `SELECT COUNT(*) FROM `+table); n > 0 {
			t.Errorf("%s: %d rows of %s are left without a puzzle", db.kind.Name, n, table)
		}
	}
	stuck, _ := solvertest.StuckPuzzle(t)
	puzzles := solvertest.Givens(gridtest.WithClues(gridtest.New(84), 28), gridtest.WithClues(gridtest.New(85), 28),
		gridtest.WithClues(gridtest.New(86), 30), stuck)
	all, singles := solvertest.Select(t, nil, nil), solvertest.Select(t, []string{"singles"}, nil)
	all.Engine, singles.Engine = memory.EngineAuto, memory.EngineAuto
	solvertest.Run(t, db.DB, puzzles[2:3], false, all)
	solvertest.Run(t, db.DB, puzzles[3:], false, singles)
	solvertest.Import(t, db.DB, puzzles[:2])
	dbtest.Fill(t, db.DB)
	id := func(p format.Puzzle) string {
		return fmt.Sprint(dbtest.Count(t, db.DB,
			`SELECT puzzle_id FROM puzzle WHERE givens = '`+p.State.Givens.String()+`'`))
	}
	names := strings.NewReplacer("@new", id(puzzles[0]), "@hand", id(puzzles[1]), "@done", id(puzzles[2]), "@left",
		id(puzzles[3]))
	for _, statement := range []string{
		`INSERT INTO cell (puzzle_id, cell, digit) SELECT puzzle_id, cell, digit FROM candidate WHERE puzzle_id = @hand ORDER BY cell, digit LIMIT 1`,
		`DELETE FROM candidate WHERE (puzzle_id, cell, digit) IN (
			SELECT puzzle_id, cell, MIN(digit) FROM candidate WHERE puzzle_id = @hand GROUP BY puzzle_id, cell HAVING COUNT(*) > 2 ORDER BY 2 LIMIT 3)`,
	} {
		if err := inShell(t, db, names.Replace(statement)); err != nil {
			t.Fatal(err)
		}
	}
	return names
}

// solveTyped verifies the database after a statement, solves what is not finished, and verifies again. If broken,
// verify has to find what the statement did, and solving the puzzles again has to mend it.
func solveTyped(t *testing.T, db *testDatabase, statement string, broken bool) {
	t.Helper()
	if text := verified(t, db); (text != "") != broken {
		t.Errorf("%s: after %s verify says %q", db.kind.Name, statement, text)
	}
	all := solvertest.Select(t, nil, nil)
	all.Engine = memory.EngineAuto
	if broken {
		var givens []string
		if err := db.SelectContext(t.Context(), &givens, `SELECT givens FROM puzzle ORDER BY puzzle_id`); err != nil {
			t.Fatal(err)
		}
		for _, text := range givens {
			grid, err := setdoku.ParseGrid(text)
			if err != nil {
				t.Fatal(err)
			}
			solvertest.Run(t, db.DB, solvertest.Givens(grid), true, all)
		}
	} else {
		solvertest.SolveStored(t, solvertest.NewBatch(t, db.DB, all))
	}
	if n := dbtest.Count(t, db.DB, `SELECT COUNT(*) FROM puzzle WHERE status = 'new'`); n > 0 {
		t.Errorf("%s: after %s %d puzzles are new", db.kind.Name, statement, n)
	}
	if text := verified(t, db); text != "" {
		t.Errorf("%s: after %s and solving verify says %q", db.kind.Name, statement, text)
	}
}

// inShell runs a statement with the settings of a stock shell.
func inShell(t *testing.T, db *testDatabase, statement string) (err error) {
	t.Helper()
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if db.InProcess() {
		if _, err := conn.ExecContext(t.Context(), `PRAGMA foreign_keys = 0`); err != nil {
			t.Fatal(err)
		}
		defer func() {
			if _, err := conn.ExecContext(t.Context(), `PRAGMA foreign_keys = 1`); err != nil {
				t.Fatal(err)
			}
		}()
	}
	_, err = conn.ExecContext(t.Context(), statement)
	return err
}

var leadingID = regexp.MustCompile(`^\[(\d+),`)

// recordOf returns the rows of the record. The puzzles are numbered by their order, because a refused INSERT takes a
// number on a server.
func recordOf(t *testing.T, db *testDatabase) (out []string) {
	t.Helper()
	var ids []string
	if err := db.SelectContext(t.Context(), &ids, `SELECT puzzle_id FROM puzzle ORDER BY puzzle_id`); err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"puzzle", "cell", "step", "elimination", "candidate", "puzzle_technique"} {
		rows := dbtest.SortedAnswer(t, db.DB, `SELECT * FROM `+comparable(table)+` AS x`)
		for i, row := range rows {
			if m := leadingID.FindStringSubmatch(row); m != nil {
				rows[i] = fmt.Sprintf("[@%d,%s", slices.Index(ids, m[1]), row[len(m[0]):])
			}
		}
		slices.Sort(rows)
		out = append(out, rows...)
	}
	return out
}
