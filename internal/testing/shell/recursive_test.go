package shell_test

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver/brute"
	sqlfiles "setdoku/sql"
)

// askShells pastes a file of sql/ into the stock shells once for each puzzle, which takes the place of the one in the
// line after VALUES. The shells have an empty database. options are for sqlite3 and psql, and check gets the answers.
func askShells(t *testing.T, file string, puzzles []string, options [2]string, check func(*testing.T, []string)) {
	t.Helper()
	text, err := sqlfiles.Text(file)
	gridtest.Must(t, err)
	before, after, found := strings.Cut(text, "    VALUES\n    ('")
	if !found || len(after) < 81 {
		t.Fatalf("sql/%s.sql has no puzzle in the line after VALUES", file)
	}
	var script strings.Builder
	for _, p := range puzzles {
		fmt.Fprintf(&script, "%s    VALUES\n    ('%s%s\nSELECT 'end' AS answer;\n", before, p, after[81:])
	}
	for name, command := range map[string]func(t *testing.T) *exec.Cmd{
		"sqlite3": func(t *testing.T) *exec.Cmd {
			return exec.CommandContext(t.Context(), sqliteShell(t), "-bail", options[0])
		},
		"psql": func(t *testing.T) *exec.Cmd {
			_, url := imported(t, nil)
			return exec.CommandContext(t.Context(), psqlShell(t), "-X", "-w", options[1], "-t", "-v", "ON_ERROR_STOP=1", url)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shell := command(t)
			shell.Stdin = strings.NewReader(script.String())
			var complaints bytes.Buffer
			shell.Stderr = &complaints
			out, err := shell.Output()
			if err != nil || complaints.Len() > 0 {
				t.Fatalf("%v\n%s", err, complaints.String())
			}
			answers := strings.Split(strings.NewReplacer("\r", "", `""`, "").Replace(string(out)), "end\n")
			if len(answers) != len(puzzles)+1 {
				t.Fatalf("%d answers to %d puzzles", len(answers)-1, len(puzzles))
			}
			check(t, answers[:len(puzzles)])
		})
	}
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

// TestRecursiveStatementInShells compares the answers with brute force.
func TestRecursiveStatementInShells(t *testing.T) {
	t.Parallel()
	list := endings()
	list = append(list[:6:6], list[15:]...)
	var puzzles []string
	for _, p := range list {
		puzzles = append(puzzles, p.String())
	}
	askShells(t, "cte", puzzles, [2]string{"-list", "-A"}, func(t *testing.T, answers []string) {
		for i, p := range list {
			checkSolutions(t, setdoku.State{Givens: p}, strings.Fields(answers[i]))
		}
	})
}
