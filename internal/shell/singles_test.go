package shell_test

import (
	"bytes"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/dbtest"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/solvertest"
	sqlfiles "setdoku/sql"
)

// singlesPuzzles are puzzles that singles solve, that they do not solve, and that have no solution.
func singlesPuzzles(t *testing.T) []format.Puzzle {
	t.Helper()
	return slices.Concat(solvertest.Every(2, 0, solvertest.Sample(t)), solvertest.Givens(endings()...),
		solvertest.Every(3, 0, solvertest.MixedStates()))
}

// candidates729 is a state as sql/cte_singles.sql takes it, nine characters for each cell.
func candidates729(s setdoku.State) string {
	var text strings.Builder
	marks := s.Candidates()
	for i, d := range s.Filled() {
		if d != 0 {
			marks[i] = setdoku.SetOf(d)
		}
		for d := uint8(1); d <= 9; d++ {
			if marks[i].Has(d) {
				text.WriteByte('0' + d)
			} else {
				text.WriteByte('.')
			}
		}
	}
	return text.String()
}

// bySingles returns, for each puzzle, what the techniques of singles come to, as sql/cte_singles.sql prints it. Where
// there is no solution it is only the status.
func bySingles(t *testing.T, puzzles []format.Puzzle) (list []string) {
	t.Helper()
	db := dbtest.Open(t)
	results := solvertest.Run(t, db, puzzles, false,
		solvertest.Select(t, []string{"full_house", "naked_single", "hidden_single"}, nil))
	for i, r := range results {
		// Who reads puzzles refuses those that repeat a given.
		if r.Status == "invalid" || puzzles[i].State.Filled().Check() != nil {
			list = append(list, "invalid")
			continue
		}
		var rows []string
		err := db.SelectContext(t.Context(), &rows, `
			SELECT row_no || ',' || c1 || ',' || c2 || ',' || c3 || ',' || c4 || ',' || c5 || ',' || c6 || ',' || c7 || ',' || c8 || ',' || c9
			FROM grid
			WHERE puzzle_id = ?
			ORDER BY row_no`, r.PuzzleID)
		if err != nil || len(rows) != 9 {
			t.Fatalf("%d rows of puzzle %d: %v", len(rows), r.PuzzleID, err)
		}
		list = append(list, strings.Join(rows, ","+string(r.Status)+"\n")+","+string(r.Status))
	}
	return list
}

// singlesIn feeds sql/cte_singles.sql to a shell once for each puzzle and returns the answers.
func singlesIn(t *testing.T, shell *exec.Cmd, puzzles []format.Puzzle) []string {
	t.Helper()
	text, err := sqlfiles.Text("cte_singles")
	gridtest.Must(t, err)
	before, after, found := strings.Cut(text, "    VALUES\n    ('")
	if !found || len(after) < 81 {
		t.Fatal("sql/cte_singles.sql has no puzzle in the line after VALUES")
	}
	var script strings.Builder
	for _, p := range puzzles {
		puzzle := p.State.Givens.String()
		if !p.State.Plain() {
			puzzle = candidates729(p.State)
		}
		fmt.Fprintf(&script, "%s    VALUES\n    ('%s%s\nSELECT 'end' AS answer;\n", before, puzzle, after[81:])
	}
	shell.Stdin = strings.NewReader(script.String())
	var complaints bytes.Buffer
	shell.Stderr = &complaints
	out, err := shell.Output()
	if err != nil || complaints.Len() > 0 {
		t.Fatalf("%v\n%s", err, complaints.String())
	}
	answers := strings.Split(strings.NewReplacer("\r", "", `""`, "").Replace(string(out)), "\nend\n")
	if len(answers) != len(puzzles)+1 {
		t.Fatalf("%d answers to %d puzzles", len(answers)-1, len(puzzles))
	}
	return answers[:len(puzzles)]
}

// TestSinglesStatementInShells pastes sql/cte_singles.sql into the stock shells, which have an empty database. The
// answers are those of the techniques.
func TestSinglesStatementInShells(t *testing.T) {
	gridtest.Nightly(t, "the rows of many puzzles from a shell")
	t.Parallel()
	puzzles := singlesPuzzles(t)
	want := bySingles(t, puzzles)
	counts := make(map[string]int)
	for _, w := range want {
		counts[w[strings.LastIndex(w, ",")+1:]]++
	}
	if len(counts) != 3 || slices.Min([]int{counts["solved"], counts["stuck"], counts["invalid"]}) < 5 {
		t.Fatalf("the techniques end %v, want 5 of each kind at least", counts)
	}
	for name, command := range map[string]func(t *testing.T) *exec.Cmd{
		"sqlite3": func(t *testing.T) *exec.Cmd {
			return exec.CommandContext(t.Context(), sqliteShell(t), "-bail", "-csv")
		},
		"psql": func(t *testing.T) *exec.Cmd {
			_, url := imported(t, nil)
			return exec.CommandContext(t.Context(), psqlShell(t), "-X", "-w", "--csv", "-t", "-v", "ON_ERROR_STOP=1",
				url)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for i, got := range singlesIn(t, command(t), puzzles) {
				if want[i] == "invalid" {
					checkInvalid(t, puzzles[i], got)
				} else if got != want[i] {
					t.Errorf("%s:\n%s\nwant\n%s", format.Short(puzzles[i].State), got, want[i])
				}
			}
		})
	}
}

// checkInvalid checks the answer to a puzzle without a solution: nine rows that say so.
func checkInvalid(t *testing.T, p format.Puzzle, got string) {
	t.Helper()
	lines := strings.Split(got, "\n")
	for _, line := range lines {
		if len(lines) != 9 || strings.Count(line, ",") != 10 || !strings.HasSuffix(line, ",invalid") {
			t.Errorf("%s:\n%s\nwant 9 rows of an invalid puzzle", format.Short(p.State), got)
			return
		}
	}
}
