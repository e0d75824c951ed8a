package endtoend

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
)

// rowPuzzle has the given 4 in r1c1, so r1c2 has no candidate 4. It has the candidates 1, 6, 7 and 9.
const rowPuzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"

// rowHeader begins a technique file. Its first statement begins in line 9.
const rowHeader = `-- @technique own | tier 1
-- @idea None.
-- @source None.
-- @reads pass
-- @writes deduction, deduction_evidence
-- @key none
-- @cost none

INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
SELECT p.puzzle_id, `

// partOf follows a sound row, and begins the row of a part.
const partOf = `'own', 0, 12, 1, 17 FROM pass AS p WHERE p.technique = 'own';
INSERT INTO deduction_evidence (puzzle_id, technique, pattern, ordinal, role, cell, digit, unit_no)
SELECT p.puzzle_id, `

// TestTechniqueFileRepeats has a technique file that repeats a statement without end.
func TestTechniqueFileRepeats(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "own.sql")
	text := rowHeader + "'own', 0, 12, 1, 17 FROM pass AS p WHERE p.technique = 'own';\n\n-- @repeat\nUPDATE " +
		"deduction SET pattern = pattern;\n"
	gridtest.Must(t, os.WriteFile(path, []byte(text), 0o666))
	r := clitest.Call(t.Context(), nil, "find", rowPuzzle, "--technique-file", path).Must(t, usage.ExitError)
	if want := "setdoku: " + path + " line 13: @repeat has run the statement 1000 times, and it still changes rows\n"; r.Stderr != want {
		t.Errorf("%q, want %q", r.Stderr, want)
	}
}

// TestTechniqueFileRows has technique files that insert a wrong row. Each command ends with one line that says which
// row it is and why.
func TestTechniqueFileRows(t *testing.T) {
	const deduction, part = "own.sql line 9: deduction (technique own, ",
		"own.sql line 11: deduction_evidence (technique own, pattern 17, ordinal "
	for name, tt := range map[string]struct{ row, want string }{
		"cell": {"'own', 0, 999, 1, 17",
			deduction + "cell 999, digit 1, pattern 17): there is no cell 999, a cell is 10 times its row plus its " +
				"column"},
		"digit":     {"'own', 0, 12, 77, 17", deduction + "cell 12, digit 77, pattern 17): there is no digit 77"},
		"given":     {"'own', 0, 11, 1, 17", deduction + "cell 11, digit 1, pattern 17): r1c1 is filled"},
		"candidate": {"'own', 0, 12, 4, 17", deduction + "cell 12, digit 4, pattern 17): 4 is not a candidate of r1c2"},
		"technique": {"'x_wing', 0, 12, 1, 17",
			"own.sql line 9: deduction (technique x_wing, cell 12, digit 1, pattern 17): the technique must be own"},
		"placement": {"'own', 1, 12, 1, 17",
			deduction + "cell 12, digit 1, pattern 17): placement must be 0, because a technique file eliminates"},
		"pattern": {"'own', 0, 12, 1, 0",
			deduction + "cell 12, digit 1, pattern 0): the pattern must be a whole number above 0"},
		"text": {"'own', 0, 'a1', 1, 17",
			deduction + "cell a1, digit 1, pattern 17): there is no cell a1, a cell is 10 times its row plus its column"},
		"null": {"'own', 0, 12, NULL, 17",
			"own.sql line 9: constraint failed: NOT NULL constraint failed: deduction.digit"},
		"part cell": {partOf + "'own', 17, 1, 'cell', 999, NULL, NULL",
			part + "1, role cell): there is no cell 999, a cell is 10 times its row plus its column"},
		"part unit": {partOf + "'own', 17, 2, 'unit', NULL, NULL, 28", part + "2, role unit): there is no unit 28"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "own.sql")
			gridtest.Must(t, os.WriteFile(path, []byte(rowHeader+tt.row+" FROM pass AS p WHERE p.technique = 'own';\n"),
				0o666))
			calls := [][]string{{"solve", rowPuzzle, "--engine", "sql", "--technique-file", path}}
			if name == "cell" {
				calls = append(calls, []string{"solve", rowPuzzle, "--technique-file", path},
					[]string{"rate", rowPuzzle, "--technique-file", path},
					[]string{"find", rowPuzzle, "--technique-file", path},
					[]string{"techniques", "check", path, rowPuzzle})
			}
			for _, args := range calls {
				ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute) // a wrong row was found for ever
				r := clitest.Call(ctx, nil, args...)
				cancel()
				want := "setdoku: " + filepath.Dir(path) + "/" + tt.want
				if name != "null" {
					want += ", in " + rowPuzzle
				}
				if got := r.Err(); r.Code != usage.ExitError || len(got) != 1 || got[0] != want {
					t.Errorf("%s: exit code %d, %q, want %q", args[0], r.Code, got, want)
				}
			}
		})
	}
}
