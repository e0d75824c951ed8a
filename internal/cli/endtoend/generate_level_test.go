package endtoend

import (
	"path/filepath"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
	"setdoku/store"
)

// TestGenerateSeveralLevels generates puzzles of several levels, which share the number. A level that a required
// technique excludes gets none.
func TestGenerateSeveralLevels(t *testing.T) {
	for args, want := range map[string]string{
		"--level easy,hard -n 5":                        "easy easy easy hard hard",
		"--level easy,easy,medium -n 2":                 "easy medium",
		"--level easy,medium --require naked_pair -n 2": "medium medium",
	} {
		made := clitest.Done(t, append([]string{"generate", "--seed", "3"}, strings.Fields(args)...)...)
		rated := clitest.Call(t.Context(), strings.NewReader(made.Stdout), "rate", "-").Must(t, usage.ExitDone)
		var levels []string
		for _, line := range rated.Out() {
			levels = append(levels, strings.Fields(line)[2])
		}
		if got := strings.Join(levels, " "); got != want {
			t.Errorf("%s: %s, want %s", args, got, want)
		}
	}
}

// TestGenerateLevels checks the number and symmetry of the givens of puzzles of a level, by default and with other
// flags.
func TestGenerateLevels(t *testing.T) {
	for _, tt := range []struct {
		args        string
		least, most int
		turned      bool // half a turn of symmetry
	}{
		{"--level easy", 32, 36, true},
		{"--level hard", 25, 29, true},
		{"--level easy --clues 26-27", 26, 27, true},
		{"--level easy --symmetry none", 32, 36, false},
		{"--level easy --minimal", 17, 31, true},
	} {
		args := append([]string{"generate", "-n", "6", "--seed", "1"}, strings.Fields(tt.args)...)
		turned := 0
		for _, line := range clitest.Done(t, args...).Out() {
			if n := setdoku.CellCount - strings.Count(line, "."); n < tt.least || n > tt.most {
				t.Errorf("%s: %s has %d givens, want %d to %d", tt.args, line, n, tt.least, tt.most)
			}
			same := true
			for i := range line {
				same = same && (line[i] == '.') == (line[len(line)-1-i] == '.')
			}
			if same {
				turned++
			}
		}
		if turned != map[bool]int{true: 6}[tt.turned] {
			t.Errorf("%s: %d of 6 puzzles have half a turn of symmetry", tt.args, turned)
		}
	}
}

// TestGenerateOwnVariant makes puzzles of a variant that SQL inserted into a database.
func TestGenerateOwnVariant(t *testing.T) {
	gridtest.Long(t, "a process for each case")
	path := filepath.Join(t.TempDir(), "own.db")
	db, err := store.Create(t.Context(), path)
	gridtest.Must(t, err)
	defer db.Close()
	db.MustExec(`INSERT INTO variant (variant, title, size) VALUES ('latin', 'Latin square', 4)`)
	db.MustExec(`INSERT INTO variant_unit (variant, unit_no, position, cell)
		SELECT 'latin', unit_no, position, cell FROM variant_unit WHERE variant = '4x4' AND unit_no <= 18`)
	clitest.Done(t, "generate", "--db", path, "--variant", "latin", "-n", "5", "--seed", "1")
	var solved []string
	if err := db.Select(&solved, `SELECT solution FROM puzzle WHERE variant = 'latin' AND status = 'solved'`); err != nil || len(solved) != 5 {
		t.Errorf("%d puzzles of the variant are solved, want 5, error %v", len(solved), err)
	}
	clitest.Done(t, "verify", "--db", path)
}
