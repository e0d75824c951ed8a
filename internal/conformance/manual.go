package conformance

import (
	"fmt"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/dbtest"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
	"setdoku/internal/record"
	"setdoku/internal/solvertest"
)

// move is a statement that somebody plays, and for one that is refused a part of the
// message: what the trigger says, or the name of a constraint.
type move struct{ name, statement, refused string }

// play does the moves and returns what came of each, with the state of the puzzles afterwards.
func play(t *testing.T, db *testDatabase, moves []move) (out []string) {
	t.Helper()
	for _, m := range moves {
		_, err := db.ExecContext(t.Context(), m.statement)
		switch {
		case err == nil && m.refused != "":
			t.Errorf("%s, %s is not refused, want %q", db.kind.Name, m.name, m.refused)
		case err != nil && (m.refused == "" || !strings.Contains(err.Error(), m.refused)):
			t.Errorf("%s, %s: error %v, want %q", db.kind.Name, m.name, err, m.refused)
		}
		out = append(out, m.name)
		for _, table := range []string{"puzzle", "cell", "step", "elimination", "candidate", "deduction"} {
			out = append(out, dbtest.SortedAnswer(t, db.DB, `SELECT * FROM `+comparable(table)+` AS x`)...)
		}
	}
	return out
}

// comparable returns a table, or a query for its columns that are the same in all databases. Steps have a time, and the
// user of a server.
func comparable(table string) string {
	if table != "step" {
		return table
	}
	return `(
		SELECT puzzle_id, step, rule, placements, eliminations, run_id,
			CASE WHEN made_at LIKE '20__-__-__T__:__:__Z' AND made_by <> '' THEN 1 ELSE 0 END AS made
		FROM step)`
}

// anyhow is for what a constraint refuses: each database has words of its own for that.
const anyhow = " "

// The puzzles that are played: one that singles begin and do not finish, one that came by plain SQL,
// and one that has been found to have no solution.
const (
	played = iota + 1
	playedBare
	finished
)

// toPlay returns what makes these puzzles in a database, and the moves that are played there.
func toPlay(t *testing.T, s suite) (prepare func(*testing.T, *testDatabase), moves []move) {
	t.Helper()
	puzzle, solution := solvertest.StuckPuzzle(t)
	none, bare := gridtest.Contradictory(gridtest.New(31)), gridtest.WithClues(gridtest.New(73), 30)
	prepare = func(t *testing.T, db *testDatabase) {
		t.Helper()
		solvertest.Import(t, db.DB, solvertest.Givens(puzzle))
		if _, err := db.Exec(`INSERT INTO puzzle (givens) VALUES (?)`, bare.String()); err != nil {
			t.Fatal(err)
		}
		if db.kind.InsertsOnly {
			// No trigger adds the key of the puzzle.
			if _, err := db.Exec(`INSERT INTO puzzle_key (givens, state, puzzle_id) VALUES (?, '', ?)`, bare.String(),
				playedBare); err != nil {
				t.Fatal(err)
			}
		}
		results := solved(t, db, solvertest.Givens(none), false, solvertest.Select(t, nil, nil))
		if r := results[0]; r.PuzzleID != finished || r.Status != "invalid" {
			t.Fatalf("puzzle %d is %s, want puzzle %d invalid", r.PuzzleID, r.Status, finished)
		}
	}
	bareSolution, err := gridtest.Solve(bare)
	if err != nil {
		t.Fatal(err)
	}
	moves = movesOf(puzzle, solution, bare, bareSolution)
	if s.changesBySQL() {
		moves = append(moves, move{"a puzzle twice",
			`INSERT INTO puzzle (puzzle_id, givens) SELECT 99, givens FROM puzzle WHERE puzzle_id = 2`, anyhow})
	}
	return prepare, moves
}

// movesOf are every refusal and what is allowed, one after the other, in a puzzle of this solution, in the one that
// came by plain SQL, and in the others.
func movesOf(puzzle, solution, bare, bareSolution setdoku.Grid) []move {
	live := setdoku.State{Givens: puzzle}.Candidates()
	given := 0
	for puzzle[given] == 0 {
		given++
	}
	var cells []int // open ones with three candidates or more
	for i, m := range live {
		if m.Count() > 2 {
			cells = append(cells, i)
		}
	}
	a, b, c := cells[0], cells[1], cells[2]
	// A digit that is wrong, and that playing a and b does not remove.
	wrong := func(i int) uint8 {
		return (live[i] &^ (setdoku.SetOf(solution[i]) | setdoku.SetOf(solution[a]) | setdoku.SetOf(
			solution[b]))).Lowest()
	}
	seen := uint8(0) // a digit that a peer of a holds
	for _, p := range setdoku.Classic().Peers[a] {
		seen = max(seen, puzzle[p])
	}
	peer := 0 // an open cell that could hold what comes into c
	for i, m := range live {
		if i != c && i != a && i != b && setdoku.Classic().SeeEachOther(i, c) && m.Has(solution[c]) {
			peer = i
		}
	}
	bareGiven, bareOpen := 0, 0 // cells of the puzzle that came by plain SQL
	for bare[bareGiven] == 0 {
		bareGiven++
	}
	for i, m := range (setdoku.State{Givens: bare}).Candidates() {
		if m.Count() > 1 {
			bareOpen = i
		}
	}
	bareSeen := uint8(0)
	for _, p := range setdoku.Classic().Peers[bareOpen] {
		bareSeen = max(bareSeen, bare[p])
	}
	cell := func(id, i int, d uint8) string {
		return fmt.Sprintf(`INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (%d, %d, %d, 'manual')`, id,
			setdoku.CellAt(i), d)
	}
	step := func(id, i int, d uint8, step string) string {
		return fmt.Sprintf(`INSERT INTO cell (puzzle_id, cell, digit, step, rule) VALUES (%d, %d, %d, %s, 'manual')`,
			id, setdoku.CellAt(i), d, step)
	}
	cross := func(id, i int, d uint8) string {
		return fmt.Sprintf(`INSERT INTO elimination (puzzle_id, cell, digit, rule) VALUES (%d, %d, %d, 'manual')`, id,
			setdoku.CellAt(i), d)
	}
	crossAt := func(id, i int, d uint8, step int) string {
		return fmt.Sprintf(`INSERT INTO elimination (puzzle_id, cell, digit, step, rule)
				VALUES (%d, %d, %d, %d, 'manual')`,
			id, setdoku.CellAt(i), d, step)
	}
	const (
		hasDigit = "the row, column or box of the cell already has the digit"
		next     = "leave step out or give the next one"
		noMark   = "the digit is not a candidate of the cell"
	)
	return []move{
		{"a digit of a peer", cell(played, a, seen), hasDigit},
		{"a given again", cell(played, given, puzzle[given]), anyhow},
		{"another digit on a given", cell(played, given, puzzle[given]%9+1), anyhow},
		{"another digit on a given, if not then instead", cell(played, given, puzzle[given]%9+1) +
			` ON CONFLICT (puzzle_id, cell) DO UPDATE SET digit = 1`, anyhow},
		{"no cell", `INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (1, 40, 1, 'manual')`, "ck_cell_cell"},
		{"the cell NULL", `INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (1, NULL, 1, 'manual')`, anyhow},
		{"no digit", cell(played, a, 10), "ck_cell_digit"},
		{"the digit NULL", fmt.Sprintf(`INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (1, %d, NULL, 'manual')`,
			setdoku.CellAt(a)), anyhow},
		{"no puzzle", cell(77, a, 1), "no such puzzle"},
		{"no puzzle to cross out in", cross(77, a, 1), "no such puzzle"},
		{"a finished puzzle", cell(finished, a, 1), "the puzzle is finished"},
		{"a finished puzzle to cross out in", cross(finished, a, 1), "the puzzle is finished"},
		{"a step far ahead", step(played, a, solution[a], "7"), next},
		{"a step before the first", step(played, a, solution[a], "-1"), "ck_cell_step"},
		{"a technique", strings.Replace(cell(played, a, solution[a]), "'manual'", "'naked_single'", 1),
			"no such rule, want given or manual"},
		{"a mark that is not there", cross(played, a, seen), noMark},
		{"a mark on a given", cross(played, given, puzzle[given]), noMark},
		{"a mark with a step far ahead", crossAt(played, a, wrong(a), 7), next},
		{"the same digit twice in one statement", cell(played, c, solution[c]) +
			fmt.Sprintf(`, (%d, %d, %d, 'manual')`, played, setdoku.CellAt(peer), solution[c]), hasDigit},
		{"the same row twice in one statement", cell(played, c, solution[c]) +
			fmt.Sprintf(`, (%d, %d, %d, 'manual')`, played, setdoku.CellAt(c), solution[c]), anyhow},
		{"the same mark twice in one statement", cross(played, c, wrong(c)) +
			fmt.Sprintf(`, (%d, %d, %d, 'manual')`, played, setdoku.CellAt(c), wrong(c)), anyhow},

		{"a digit", cell(played, a, solution[a]), ""},
		{"the same again", cell(played, a, solution[a]), anyhow},
		{"a digit with the next step", step(played, b, solution[b], "2"), ""},
		{"a mark", cross(played, c, wrong(c)), ""},
		{"the same mark again", cross(played, c, wrong(c)), anyhow},
		{"a mark with the next step", crossAt(played, peer, solution[c], 4), ""},

		{"a given of a puzzle that came by plain SQL", cell(playedBare, bareGiven, bare[bareGiven]), anyhow},
		{"a digit of a peer there", cell(playedBare, bareOpen, bareSeen), hasDigit},
		{"a mark there that is not there", cross(playedBare, bareOpen, bareSeen), noMark},
		{"a mark there", cross(playedBare, bareOpen,
			(setdoku.State{Givens: bare}.Candidates()[bareOpen] &^ setdoku.SetOf(bareSolution[bareOpen])).Lowest()),
			""},
		{"a digit there", cell(playedBare, bareOpen, bareSolution[bareOpen]), ""},
		{"a puzzle with the number of another",
			`INSERT INTO puzzle (puzzle_id, givens) VALUES (1, '` + strings.Repeat(".", 81) + `')`, anyhow},
		{"80 cells", `INSERT INTO puzzle (puzzle_id, givens) VALUES (99, '` + strings.Repeat(".", 80) + `')`,
			"ck_puzzle_givens"},
		{"a letter", `INSERT INTO puzzle (puzzle_id, givens) VALUES (99, 'x` + strings.Repeat(".", 80) + `')`,
			"ck_puzzle_givens"},
		{"a zero for an empty cell", `INSERT INTO puzzle (puzzle_id, givens) VALUES (99, '0` + strings.Repeat(".", 80) +
			`')`, "ck_puzzle_givens"},
		{"number 0", `INSERT INTO puzzle (puzzle_id, givens) VALUES (0, '` + strings.Repeat(".", 81) + `')`,
			"ck_puzzle_id"},
		{"a negative number", `INSERT INTO puzzle (puzzle_id, givens) VALUES (-1, '` + strings.Repeat(".", 81) + `')`,
			"ck_puzzle_id"},
		{"a status that is none", `INSERT INTO puzzle (puzzle_id, givens, status) VALUES (99, '` +
			strings.Repeat(".", 81) + `', 'odd')`, "ck_puzzle_status"},
	}
}

// caseByHand plays by hand, solves on from there with some techniques, plays again, and
// solves on with all.
func caseByHand(t *testing.T, s suite) {
	prepare, moves := toPlay(t, s)
	singles, all := solvertest.Select(t, []string{"singles"}, nil), solvertest.Select(t, nil, nil)
	for _, level := range []setdoku.Audit{setdoku.AuditFull, setdoku.AuditNone} {
		t.Run(string(level), func(t *testing.T) {
			t.Parallel()
			singles, all := singles, all
			singles.Audit, all.Audit = level, level
			databases := onEach(t, s, func(t *testing.T, db *testDatabase) []string {
				prepare(t, db)
				return play(t, db, moves)
			})
			sameContents(t, databases)
			for _, opts := range []memory.Options{singles, all} {
				sameAnswers(t, databases,
					func(t *testing.T, db *testDatabase) int {
						return solvertest.SolveStored(t,
							newBatch(t, db, opts))
					})
				sameContents(t, databases)
				sameAnswers(t, databases,
					func(t *testing.T, db *testDatabase) []string { return play(t, db, openMoves(t, db)) })
			}
			if n := dbtest.Count(t, databases[0].DB, `SELECT COUNT(*) FROM step WHERE rule = 'manual'`); n < 5 {
				t.Errorf("%d steps by hand, want 5 at least", n)
			}
			sameAnswers(t, databases, func(t *testing.T, db *testDatabase) []*record.Puzzle {
				var list []format.Puzzle
				for _, id := range []int{played, playedBare} {
					var text string
					if err := db.GetContext(t.Context(), &text, `SELECT givens FROM puzzle WHERE puzzle_id = ?`,
						id); err != nil {
						t.Fatal(err)
					}
					d, err := setdoku.ParseGrid(text)
					if err != nil {
						t.Fatal(err)
					}
					list = append(list, solvertest.Givens(d)...)
				}
				return append(solved(t, db, list, false, all), solved(t, db, list, true, all)...)
			})
			sameContents(t, databases)
		})
	}
}

// openMoves crosses out one more mark in every puzzle that has any.
func openMoves(t *testing.T, db *testDatabase) (moves []move) {
	t.Helper()
	var list []struct {
		Puzzle int64 `db:"puzzle_id"`
		Mark   int
	}
	err := db.SelectContext(t.Context(), &list, `
		SELECT puzzle_id, MIN(cell * 10 + digit) AS mark FROM candidate GROUP BY puzzle_id ORDER BY puzzle_id`)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range list {
		moves = append(moves, move{"one more mark", fmt.Sprintf(
			`INSERT INTO elimination (puzzle_id, cell, digit, rule) VALUES (%d, %d, %d, 'manual')`, m.Puzzle, m.Mark/10,
			m.Mark%10), ""})
	}
	return moves
}
