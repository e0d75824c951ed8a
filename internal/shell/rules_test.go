package shell_test

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/database"
	"setdoku/internal/dbtest"
	"setdoku/internal/solvertest"
)

// TestRulesInShells inserts rows of every rule into cell in the stock shells. What a trigger refuses gets its message,
// and what it does not is trimmed.
func TestRulesInShells(t *testing.T) {
	t.Parallel()
	puzzle, solution := solvertest.StuckPuzzle(t)
	r := &solvertest.Inserts{Solution: solution, State: setdoku.State{Givens: puzzle}}
	cells := r.OpenCells()
	refused := []struct{ statement, message string }{
		{r.Cell(cells[0], "guess", "", ""), "no such rule, want given or manual"},
		{strings.Replace(r.Cell(cells[0], "given", "", ""), "VALUES (1,", "VALUES (77,", 1), "no such puzzle"},
		{fmt.Sprintf(`INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (1, %d, %d, 'manual')`,
			setdoku.CellAt(cells[1]), puzzle[firstGivenPeer(puzzle, cells[1])]),
			"the row, column or box of the cell already has the digit"},
		{r.Elimination(cells[0], "guess", "", ""), "no such rule, want manual"},
		{`UPDATE candidate SET digit = 10 - digit`, "a candidate is not changed, delete it to remove it"},
	}
	allowed := []string{r.Cell(cells[0], "given", "", ""), r.Cell(cells[1], "manual", "", ""),
		r.Cell(cells[2], "manual", ", step", ", 2")}
	for name, open := range map[string]func(t *testing.T) (*database.DB, func(statement string) *exec.Cmd){
		"sqlite3": func(t *testing.T) (*database.DB, func(string) *exec.Cmd) {
			path := filepath.Join(t.TempDir(), "shell.db")
			db := dbtest.OpenTarget(t, path, 0)
			solvertest.Import(t, db, solvertest.Givens(puzzle))
			return db, func(s string) *exec.Cmd {
				return exec.CommandContext(t.Context(), sqliteShell(t), "-bail", path,
					s)
			}
		},
		"psql": func(t *testing.T) (*database.DB, func(string) *exec.Cmd) {
			db, url := imported(t, solvertest.Givens(puzzle))
			return db, func(s string) *exec.Cmd {
				return exec.CommandContext(t.Context(), psqlShell(t), "-X", "-w", "-q", "-v", "ON_ERROR_STOP=1", "-c",
					s, url)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, shell := open(t)
			dbtest.Fill(t, db)
			before := dbtest.SortedAnswer(t, db, `SELECT * FROM candidate`)
			for _, x := range refused {
				if out, err := shell(x.statement).CombinedOutput(); err == nil ||
					!strings.Contains(string(out), x.message) {
					t.Errorf("%s: %v, %s, want %q", x.statement, err, out, x.message)
				}
			}
			dbtest.SameRows(t, "candidate after what was refused",
				dbtest.SortedAnswer(t, db, `SELECT * FROM candidate`), before)
			for i, statement := range allowed {
				if out, err := shell(statement).CombinedOutput(); err != nil || len(out) > 0 {
					t.Errorf("%s: %v, %s", statement, err, out)
				}
				n, d := setdoku.CellAt(cells[i]), solution[cells[i]]
				left := dbtest.Count(t, db, fmt.Sprintf(`
					SELECT COUNT(*)
					FROM candidate AS c
					WHERE c.puzzle_id = 1
						AND (c.cell = %d OR c.digit = %d AND c.cell IN (SELECT p.peer FROM peer AS p WHERE p.cell = %d))`, n, d, n))
				if left > 0 {
					t.Errorf("%s: %d candidates are not trimmed", statement, left)
				}
			}
		})
	}
}

// firstGivenPeer is a peer of a cell that holds a given.
func firstGivenPeer(puzzle setdoku.Grid, cell int) int {
	for _, p := range setdoku.Classic().Peers[cell] {
		if puzzle[p] != 0 {
			return int(p)
		}
	}
	return -1
}
