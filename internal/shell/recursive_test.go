package shell_test

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/solver/brute"
	sqlfiles "setdoku/sql"
)

// pasted returns sql/cte.sql as somebody pastes it, with another puzzle in the place that its first
// comment names.
func pasted(t testing.TB, puzzle string) string {
	t.Helper()
	text, err := sqlfiles.Text("cte")
	gridtest.Must(t, err)
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
	for range 5 {
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
			t.Errorf("%s: %q is not a filled grid: %v, %v", format.Short(s), line, err, d.Check())
		}
		for i, v := range s.Filled() {
			if v != 0 && d[i] != v {
				t.Errorf("%s: %s does not keep %s", format.Short(s), line, setdoku.CellAt(i))
			}
		}
	}
	if n == 2 && got[0] == got[1] {
		t.Errorf("%s: %s comes twice", format.Short(s), got[0])
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
			puzzles = append(puzzles[:6:6], puzzles[15:]...)
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
