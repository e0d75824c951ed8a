package conformance

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/memory"
	"setdoku/store"
	"setdoku/store/record"
)

// move is a statement that somebody plays, and for one that is refused a part of the message: what the trigger says, or
// the name of a constraint.
type move struct{ statement, refused string }

// anyhow is for what a constraint refuses: each database has words of its own for that.
const anyhow = " "

// The puzzles that are played, numbered from 1: one that singles begin and do not finish, one that came by plain SQL,
// one that has been found to have no solution, and one that the basics leave stuck.
const (
	playedGivens = "6...38...............4..1.3..7.9..649..8...1....5.2...1.2..7.9..73..5.....9....31"
	bareGivens   = "7.2.4...1..31....6..1...98.......8.....6.912712.87.6..6...2.419.1.5..2.........7."
	stuckGivens  = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
	wrongGivens  = "8.4.9.5...6..83..9...7........8..2....2...8..41.....9...6.......57..9.2...3....48"
)

// firstMoves are every refusal and what is allowed, one after the other.
func firstMoves() []move {
	const (
		cell     = `INSERT INTO cell (puzzle_id, cell, digit) VALUES `
		cellStep = `INSERT INTO cell (puzzle_id, cell, digit, step) VALUES `
		mark     = `INSERT INTO elimination (puzzle_id, cell, digit) VALUES `
		markStep = `INSERT INTO elimination (puzzle_id, cell, digit, step) VALUES `
		puzzle   = `INSERT INTO puzzle (puzzle_id, givens) VALUES `
		hasDigit = "the row, column or box of the cell already has the digit"
		next     = "leave step out or give the next one"
		noMark   = "the digit is not a candidate of the cell"
		over     = "the puzzle is finished"
	)
	blank := strings.Repeat(".", setdoku.CellCount)
	return []move{
		{cell + `(1, 12, 8)`, hasDigit}, // of a peer
		{cell + `(1, 11, 6)`, anyhow},   // a given
		{cell + `(1, 11, 7)`, anyhow},
		{cell + `(1, 11, 7) ON CONFLICT (puzzle_id, cell) DO UPDATE SET digit = 1`, anyhow},
		{cell + `(1, 40, 1)`, "ck_cell_cell"},
		{cell + `(1, NULL, 1)`, anyhow},
		{cell + `(1, 12, 10)`, "ck_cell_digit"},
		{cell + `(1, 12, NULL)`, anyhow},
		{cell + `(77, 12, 1)`, "no such puzzle"},
		{mark + `(77, 12, 1)`, "no such puzzle"},
		{cell + `(3, 12, 1)`, over},
		{mark + `(3, 12, 1)`, over},
		{cellStep + `(1, 12, 4, 7)`, next},
		{cellStep + `(1, 12, 4, -1)`, "ck_cell_step"},
		{`INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (1, 12, 4, 'naked_single')`,
			"no such rule, want given or manual"},
		{mark + `(1, 12, 8)`, noMark},
		{mark + `(1, 11, 6)`, noMark}, // of a given
		{markStep + `(1, 12, 2, 7)`, next},
		{cell + `(1, 14, 2), (1, 94, 2)`, hasDigit},
		{cell + `(1, 14, 2), (1, 14, 2)`, anyhow},
		{mark + `(1, 14, 7), (1, 14, 7)`, anyhow},

		{cell + `(1, 12, 4)`, ""},
		{cell + `(1, 12, 4)`, anyhow},
		{cellStep + `(1, 13, 1, 2)`, ""},
		{mark + `(1, 14, 7)`, ""},
		{mark + `(1, 14, 7)`, anyhow},
		{markStep + `(1, 94, 2, 4)`, ""},

		{cell + `(2, 11, 7)`, anyhow},
		{cell + `(2, 99, 9)`, hasDigit},
		{mark + `(2, 99, 9)`, noMark},
		{mark + `(2, 99, 3)`, ""},
		{cell + `(2, 99, 8)`, ""},

		{puzzle + `(1, '` + blank + `')`, anyhow},
		{puzzle + `(99, '` + blank[1:] + `')`, "ck_puzzle_givens"},
		{puzzle + `(99, 'x` + blank[1:] + `')`, "ck_puzzle_givens"},
		{puzzle + `(99, '0` + blank[1:] + `')`, "ck_puzzle_givens"},
		{puzzle + `(0, '` + blank + `')`, "ck_puzzle_id"},
		{puzzle + `(-1, '` + blank + `')`, "ck_puzzle_id"},
		{`INSERT INTO puzzle (puzzle_id, givens, status) VALUES (99, '` + blank + `', 'odd')`, "ck_puzzle_status"},
	}
}

// prepare adds the puzzles that are played.
func prepare(t *testing.T, db *testDatabase) {
	t.Helper()
	solvertest.Import(t, db.DB, solvertest.Puzzles(t, "played", playedGivens))
	exec(t, db, `INSERT INTO puzzle (givens) VALUES ('`+bareGivens+`')`)
	if db.kind.InsertsOnly { // no trigger adds the key of the puzzle
		exec(t, db, `INSERT INTO puzzle_key (givens, state, puzzle_id) VALUES ('`+bareGivens+`', '', 2)`)
	}
	r := solved(t, db, solvertest.Puzzles(t, "wrong", wrongGivens), false, solvertest.Options(t))[0]
	if r.PuzzleID != 3 || r.Status != setdoku.StatusInvalid {
		t.Fatalf("puzzle %d is %s, want puzzle 3 invalid", r.PuzzleID, r.Status)
	}
	solvertest.Import(t, db.DB, solvertest.Puzzles(t, "stuck", stuckGivens))
}

// play does the moves and returns what came of each, with the state of the puzzles afterwards.
func play(t *testing.T, db *testDatabase, moves []move) (out []string) {
	t.Helper()
	for _, m := range moves {
		_, err := db.ExecContext(t.Context(), m.statement)
		if (err == nil) != (m.refused == "") || err != nil && !strings.Contains(err.Error(), m.refused) {
			t.Errorf("%s, %s: error %v, want %q", db.kind.Name, m.statement, err, m.refused)
		}
		out = append(out, m.statement)
		for _, table := range []string{"puzzle", "cell", "step", "elimination", "candidate", "deduction"} {
			out = append(out, dbtest.SortedAnswer(t, db.DB, `SELECT * FROM `+comparable(table)+` AS x`)...)
		}
	}
	return out
}

// comparable returns a table, or a query for its columns that are the same in all databases. Steps have a time, and the
// user of a server. The version of a puzzle that came by SQL begins with a random number.
func comparable(table string) string {
	switch table {
	case "puzzle":
		return `(
			SELECT puzzle_id, givens, state, variant, status, solution, level, score, hardest, rounds, steps, depth, run_id,
				name, source, canonical
			FROM puzzle)`
	case "step":
		return `(
			SELECT puzzle_id, step, rule, placements, eliminations, run_id,
				CASE WHEN made_at LIKE '20__-__-__T__:__:__Z' AND made_by <> '' THEN 1 ELSE 0 END AS made
			FROM step)`
	}
	return table
}

// caseByHand plays by hand, solves on from there with some techniques, plays again, and solves on with all. verify
// accepts each state.
func caseByHand(t *testing.T, s suite) {
	for _, level := range []setdoku.Audit{setdoku.AuditFull, setdoku.AuditNone} {
		t.Run(string(level), func(t *testing.T) {
			t.Parallel()
			singles, all := solvertest.Options(t, "singles"), solvertest.Options(t)
			singles.Audit, all.Audit = level, level
			databases := onEach(t, s, func(t *testing.T, db *testDatabase) []string {
				prepare(t, db)
				out := play(t, db, firstMoves())
				verified(t, db)
				return out
			})
			sameContents(t, databases)
			for _, opts := range []memory.Options{singles, all} {
				sameAnswers(t, databases, func(t *testing.T, db *testDatabase) int {
					n := solvertest.SolveStored(t, newBatch(t, db, opts))
					verified(t, db)
					return n
				})
				sameContents(t, databases)
				sameAnswers(t, databases,
					func(t *testing.T, db *testDatabase) []string { return play(t, db, openMoves(t, db)) })
			}
			if n := dbtest.Count(t, databases[0].DB, `SELECT COUNT(*) FROM step WHERE rule = 'manual'`); n < 7 {
				t.Errorf("%d steps by hand, want 7 at least", n)
			}
			list := solvertest.Puzzles(t, "played", playedGivens+"\n"+bareGivens)
			sameAnswers(t, databases, func(t *testing.T, db *testDatabase) []*record.Puzzle {
				return append(solved(t, db, list, false, all), solved(t, db, list, true, all)...)
			})
			sameContents(t, databases)
		})
	}
}

// openMoves crosses out one more mark in every puzzle that has any.
func openMoves(t *testing.T, db *testDatabase) (moves []move) {
	t.Helper()
	var list []string
	gridtest.Must(t, db.SelectContext(t.Context(), &list, `
		SELECT puzzle_id || ', ' || (MIN(cell * 10 + digit) / 10) || ', ' || (MIN(cell * 10 + digit) % 10)
		FROM candidate GROUP BY puzzle_id ORDER BY puzzle_id`))
	for _, row := range list {
		moves = append(moves, move{`INSERT INTO elimination (puzzle_id, cell, digit) VALUES (` + row + `)`, ""})
	}
	return moves
}

// caseFilledIn inserts puzzles by plain SQL, one with a given in a row of its own. They have the same rows as imported
// ones at once. A puzzle that repeats a given is in the view violation, and verify names it.
func caseFilledIn(t *testing.T, s suite) {
	puzzles := solvertest.Sample(t)
	first := 0 // the first given of the first puzzle
	for puzzles[0].State.Givens[first] == 0 {
		first++
	}
	repeats := []string{
		"5.......5" + strings.Repeat(".", 72), "5" + strings.Repeat(".", 71) + "5........",
		"5.........5" + strings.Repeat(".", 70),
	}
	databases := onEach(t, s, func(t *testing.T, db *testDatabase) int {
		for i, p := range puzzles {
			givens := p.State.Givens
			if i == 0 {
				givens[first] = 0
			}
			exec(t, db, fmt.Sprintf(`INSERT INTO puzzle (puzzle_id, givens) VALUES (%d, '%s')`, i+1, givens))
		}
		exec(t, db, fmt.Sprintf(`INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (1, %d, %d, 'given')`,
			setdoku.CellAt(first), puzzles[0].State.Givens[first]))
		verified(t, db)
		return 0
	})
	imported := dbtest.Open(t)
	solvertest.Import(t, imported, puzzles)
	for _, table := range []string{"cell", "grid", "board", "step", "elimination", "candidate"} {
		query := `SELECT * FROM ` + table
		dbtest.SameRows(t, table, dbtest.SortedAnswer(t, databases[0].DB, query),
			dbtest.SortedAnswer(t, imported, query))
	}
	sameContents(t, databases)
	for _, db := range databases {
		for i, givens := range repeats {
			id := len(puzzles) + 1 + i
			exec(t, db, fmt.Sprintf(`INSERT INTO puzzle (puzzle_id, givens) VALUES (%d, '%s')`, id, givens))
			rows := dbtest.Rows(t, db.DB, `SELECT DISTINCT v.puzzle_id FROM violation AS v`)
			if got := solvertest.Verified(t, db.DB); len(rows) != 1 || rows[0] != fmt.Sprintf("[%d]", id) ||
				!strings.Contains(got, fmt.Sprintf("puzzle %d step 0: column givens: ", id)) {
				t.Errorf("%s, puzzle %d: violation has %v, verify says %q", db.kind.Name, id, rows, got)
			}
			exec(t, db, fmt.Sprintf(`DELETE FROM puzzle WHERE puzzle_id = %d`, id))
		}
	}
}

// caseRefused adds rows that are not puzzles to two puzzles. Solving reports each row once, sets it aside and
// solves the puzzles, and then all holds.
func caseRefused(t *testing.T, s suite) {
	const last = "12345678............................................................1...........2"
	small := func(first string) string { return first + strings.Repeat(".", setdoku.CellCount-len(first)) }
	onEach(t, s, func(t *testing.T, db *testDatabase) []string {
		for i, r := range []struct{ givens, state, variant string }{
			{stuckGivens, "", "classic"},
			{small("11"), "", "classic"},
			{small("1234.....5"), "", "4x4"},
			{small("1234.1"), "", "4x4"},
			{small("1234.....1"), "", "4x4"},
			{small("1........2"), "nothing", "classic"},
			{last, "", "classic"},
		} {
			exec(t, db, fmt.Sprintf(`INSERT INTO puzzle (puzzle_id, givens, state, variant) VALUES (%d, '%s', '%s', '%s')`,
				i+1, r.givens, r.state, r.variant))
		}
		var said []string
		for range 2 {
			b := newBatch(t, db, solvertest.Options(t))
			b.OnRefused = func(id int64, reason error) { said = append(said, fmt.Sprint(id, " ", reason)) }
			said = append(said, fmt.Sprint(solvertest.SolveStored(t, b), " solved"))
		}
		verified(t, db)
		if len(said) != 7 || said[5] != "2 solved" || said[6] != "0 solved" {
			t.Errorf("%s: %q, want five rows that are not puzzles and two that are", db.kind.Name, said)
		}
		return append(said, dbtest.Answer(t, db.DB, `
			SELECT z.puzzle_id, z.status, c.kind FROM puzzle AS z LEFT JOIN contradiction AS c ON c.puzzle_id = z.puzzle_id ORDER BY z.puzzle_id`)...)
	})
}

// found is for statements that write a record, which only verify checks. Solving the puzzle again deletes what they
// wrote.
const found = "verify finds it"

// typed are INSERT, UPDATE and DELETE of the tables of the record. In the text, @new is a puzzle with candidates and
// without steps, @hand has two steps by hand, and @done is solved.
func typed() []move {
	const (
		fixed    = "a puzzle keeps its givens, state and variant"
		last     = "a cell keeps its last candidate"
		emptied  = "a cell is emptied with its step"
		taken    = "an elimination is taken back with its step"
		onlyLast = "only the last step of a puzzle can be deleted"
		changed  = "its candidates and steps would not go with it"
		wrong    = `SELECT c.puzzle_id, c.cell, MIN(c.digit) FROM candidate AS c WHERE c.puzzle_id = @new GROUP BY c.puzzle_id, c.cell HAVING COUNT(*) > 2`
	)
	other := gridtest.WithClues(gridtest.New(83), 30).String()
	return []move{
		{`INSERT INTO puzzle (givens) VALUES ('` + other + `')`, ""},
		{`INSERT INTO puzzle (givens) SELECT givens FROM puzzle WHERE puzzle_id = @new`, "the puzzle is there already"},
		{`UPDATE puzzle SET givens = '` + other + `' WHERE puzzle_id = @new`, fixed},
		{`UPDATE puzzle SET variant = 'windoku' WHERE puzzle_id = @new`, fixed},
		{`UPDATE puzzle SET state = givens WHERE puzzle_id = @new`, fixed},
		{`UPDATE puzzle SET puzzle_id = puzzle_id + 100`, "a puzzle keeps its puzzle_id"},
		{`UPDATE puzzle SET name = 'mine', source = 'here' WHERE puzzle_id = @new`, ""},
		{`UPDATE puzzle SET status = 'odd' WHERE puzzle_id = @new`, "ck_puzzle_status"},
		{`UPDATE puzzle SET score = score + 1 WHERE puzzle_id = @done`, found},
		{`DELETE FROM puzzle WHERE puzzle_id = @hand`, ""},

		{`INSERT INTO cell (puzzle_id, cell, digit) ` + wrong + ` ORDER BY 2 LIMIT 1`, ""},
		{`UPDATE cell SET digit = 10 - digit WHERE puzzle_id = @done AND cell = 11`, changed},
		{`UPDATE cell SET rule = 'manual'`, changed},
		{`DELETE FROM cell WHERE puzzle_id = @done AND cell = 11`, emptied},
		{`DELETE FROM cell WHERE puzzle_id = @hand AND rule = 'manual'`, emptied},
		{`DELETE FROM cell WHERE rule = 'given'`, emptied},

		{`INSERT INTO candidate (puzzle_id, cell, digit) VALUES (@done, 11, 1)`, found},
		{`UPDATE candidate SET digit = 1 WHERE puzzle_id = @new`, "a candidate is not changed"},
		{`DELETE FROM candidate WHERE (puzzle_id, cell, digit) IN (` + wrong + `)`, ""},
		{`DELETE FROM candidate WHERE puzzle_id = @new`, last},
		{`DELETE FROM candidate WHERE puzzle_id = @new AND cell = (SELECT MIN(c.cell) FROM candidate AS c WHERE c.puzzle_id = @new)`, last},
		{`DELETE FROM candidate_grid WHERE puzzle_id = @new`, ""},
		{`DELETE FROM candidate WHERE (puzzle_id, cell, digit) IN (` + strings.ReplaceAll(wrong, "@new", "@hand") + `)`, ""},
		{`INSERT INTO candidate (puzzle_id, cell, digit) SELECT e.puzzle_id, e.cell, e.digit FROM elimination AS e WHERE e.puzzle_id = @hand`, found},

		{`INSERT INTO elimination (puzzle_id, cell, digit) ` + wrong + ` ORDER BY 2`, ""},
		{`UPDATE elimination SET digit = 10 - digit WHERE puzzle_id = @hand`, changed},
		{`UPDATE elimination SET step = 0`, changed},
		{`DELETE FROM elimination WHERE puzzle_id = @hand`, taken},

		{`INSERT INTO step (puzzle_id, step, rule, placements, eliminations) VALUES (@new, 1, 'manual', 1, 0)`,
			"a step by hand is a row of cell or elimination"},
		{`UPDATE step SET rule = 'manual' WHERE puzzle_id = @done AND step = 1`, "a step is not changed"},
		{`UPDATE step SET step = step + 1`, "a step is not changed"},
		{`UPDATE step SET made_at = '2026-01-01T00:00:00Z' WHERE puzzle_id = @hand`, "a step is not changed"},
		{`UPDATE step SET made_by = 'Ada' WHERE puzzle_id = @done`, "ck_step_made"},
		{`DELETE FROM step WHERE puzzle_id = @hand AND step = 2`, ""},
		{`DELETE FROM step WHERE puzzle_id = @hand AND step = 1`, onlyLast},
		{`DELETE FROM step WHERE puzzle_id = @done AND step = (SELECT z.steps FROM puzzle AS z WHERE z.puzzle_id = @done)`, "a run made the step"},
		{`DELETE FROM attempt WHERE puzzle_id = @done`, found},

		{`INSERT INTO puzzle_tag (puzzle_id, tag) SELECT puzzle_id, 'ours' FROM puzzle`, ""},
		{`INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern) VALUES (@new, 'x_wing', 0, 11, 1, 0)`, ""},
	}
}

// caseTyped runs statements as a shell would, on SQLite without foreign keys. A refused one changes nothing. After any
// other one the database holds, and what is not finished can be solved. If a run would begin a puzzle in another way,
// its version has changed.
func caseTyped(t *testing.T, s suite) {
	if !s.changesBySQL() {
		gridtest.Lacks(t, "plain SQL may not change rows on a database of the suite")
	}
	onEach(t, s, func(t *testing.T, db *testDatabase) (out []string) {
		var names *strings.Replacer
		for _, m := range typed() {
			if names == nil {
				names = prepareTyped(t, db)
			}
			statement := names.Replace(m.statement)
			before, begun := recordOf(t, db), starts(t, db)
			err := inShell(t, db, statement)
			for id, now := range starts(t, db) {
				if was, there := begun[id]; there && was.Version == now.Version && !reflect.DeepEqual(was, now) {
					t.Errorf("%s: %s: puzzle %d changes, and its version does not", db.kind.Name, statement, id)
				}
			}
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
			default:
				dbtest.SameRows(t, db.kind.Name+": "+statement, recordOf(t, db), before)
			}
			out = append(append(out, m.statement), recordOf(t, db)...)
		}
		return out
	})
}

// starts returns the puzzles as a run begins with them.
func starts(t *testing.T, db *testDatabase) map[int64]record.Puzzle {
	t.Helper()
	var ids []int64
	gridtest.Must(t, db.SelectContext(t.Context(), &ids, `SELECT puzzle_id FROM puzzle`))
	begun := make(map[int64]record.Puzzle)
	err := db.Writing(t.Context(), func(c *store.Conn) error {
		list, err := c.Start(t.Context(), record.Numbered(ids), store.WorkFilter{From: store.Resume})
		for _, p := range list {
			p.Name, p.Source = "", "" // no run asks for them
			begun[p.PuzzleID] = *p
		}
		return err
	})
	gridtest.Must(t, err)
	return begun
}

// prepareTyped replaces the puzzles of a database and returns what replaces their names in a statement. A stuck puzzle
// is there besides.
func prepareTyped(t *testing.T, db *testDatabase) *strings.Replacer {
	t.Helper()
	gridtest.Must(t, inShell(t, db, `DELETE FROM puzzle`))
	for _, table := range []string{"cell", "candidate", "step", "elimination", "attempt", "puzzle_technique",
		"puzzle_tag", "deduction"} {
		if n := dbtest.Count(t, db.DB, `SELECT COUNT(*) FROM `+table); n > 0 {
			t.Errorf("%s: %d rows of %s are left without a puzzle", db.kind.Name, n, table)
		}
	}
	puzzles := solvertest.Givens(gridtest.WithClues(gridtest.New(84), 28), gridtest.WithClues(gridtest.New(85), 28),
		gridtest.WithClues(gridtest.New(86), 30))
	all, singles := solvertest.Options(t), solvertest.Options(t, "singles")
	all.Engine, singles.Engine = catalogue.EngineAuto, catalogue.EngineAuto
	solvertest.Run(t, db.DB, puzzles[2:], false, all)
	solvertest.Run(t, db.DB, solvertest.Puzzles(t, "stuck", playedGivens), false, singles)
	solvertest.Import(t, db.DB, puzzles[:2])
	dbtest.Fill(t, db.DB)
	id := func(p format.Puzzle) string {
		return fmt.Sprint(dbtest.Count(t, db.DB, `SELECT puzzle_id FROM puzzle WHERE givens = ?`, p.State.Givens.String()))
	}
	names := strings.NewReplacer("@new", id(puzzles[0]), "@hand", id(puzzles[1]), "@done", id(puzzles[2]))
	for _, statement := range []string{
		`INSERT INTO cell (puzzle_id, cell, digit) SELECT puzzle_id, cell, digit FROM candidate WHERE puzzle_id = @hand ORDER BY cell, digit LIMIT 1`,
		`DELETE FROM candidate WHERE (puzzle_id, cell, digit) IN (
			SELECT puzzle_id, cell, MIN(digit) FROM candidate WHERE puzzle_id = @hand GROUP BY puzzle_id, cell HAVING COUNT(*) > 2 ORDER BY 2 LIMIT 3)`,
	} {
		exec(t, db, names.Replace(statement))
	}
	return names
}

// solveTyped verifies the database after a statement, solves what is not finished, and verifies again. If broken,
// verify has to find what the statement did, and solving the puzzles again has to mend it.
func solveTyped(t *testing.T, db *testDatabase, statement string, broken bool) {
	t.Helper()
	if text := solvertest.Verified(t, db.DB); (text != "") != broken {
		t.Errorf("%s: after %s verify says %q", db.kind.Name, statement, text)
	}
	all := solvertest.Options(t)
	all.Engine = catalogue.EngineAuto
	if broken {
		var givens []string
		gridtest.Must(t, db.SelectContext(t.Context(), &givens, `SELECT givens FROM puzzle ORDER BY puzzle_id`))
		solvertest.Run(t, db.DB, solvertest.Puzzles(t, "all", strings.Join(givens, "\n")), true, all)
	} else {
		solvertest.SolveStored(t, solvertest.NewBatch(t, db.DB, all))
	}
	if n := dbtest.Count(t, db.DB, `SELECT COUNT(*) FROM puzzle WHERE status = 'new'`); n > 0 {
		t.Errorf("%s: after %s %d puzzles are new", db.kind.Name, statement, n)
	}
	verified(t, db)
}

// inShell runs a statement with the settings of a stock shell.
func inShell(t *testing.T, db *testDatabase, statement string) error {
	t.Helper()
	conn, err := db.Conn(t.Context())
	gridtest.Must(t, err)
	defer conn.Close()
	before, after := `SELECT 1`, `SELECT 1`
	if db.InProcess() {
		before, after = `PRAGMA foreign_keys = 0`, `PRAGMA foreign_keys = 1`
	}
	dbtest.Exec(t, conn, before)
	_, result := conn.ExecContext(t.Context(), statement)
	dbtest.Exec(t, conn, after)
	return result
}

// recordOf returns the rows of the record by the givens of their puzzle, because a refused INSERT takes a number on a
// server.
func recordOf(t *testing.T, db *testDatabase) (out []string) {
	t.Helper()
	for _, table := range []string{"puzzle", "cell", "step", "elimination", "candidate", "puzzle_technique"} {
		rows := dbtest.SortedAnswer(t, db.DB, `SELECT z.givens, x.* FROM puzzle AS z INNER JOIN `+comparable(table)+
			` AS x ON x.puzzle_id = z.puzzle_id`)
		for _, row := range rows {
			givens, rest, _ := strings.Cut(row, ",")
			_, rest, _ = strings.Cut(rest, ",")
			out = append(out, givens+rest)
		}
	}
	return out
}
