package endtoend

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/dbtest"
	"setdoku/internal/format"
)

// TestOutputIsReadBack reads what commands write as if it were a list of puzzles: every grid in it is the puzzle or a
// later state of it, and nothing looks like a puzzle with a mistake.
func TestOutputIsReadBack(t *testing.T) {
	t.Chdir(t.TempDir())
	const classic, small = clitest.GoodPuzzle, "6x6 ....5.2...6315.....2......65......36"
	dbtest.Write(t, "test.db")
	clitest.Call(t.Context(), strings.NewReader(classic+"\n"+small+"\n"), "solve", "--db", "test.db").Must(t,
		usage.ExitDone)
	var calls [][]string
	for _, line := range []string{"show ID", "show ID --at 1", "show ID --at 1 --candidates", "show ID --json",
		"explain ID", "hint PUZZLE", "history ID", "history ID --json", "history ID --evidence", "export --ids ID",
		"find --technique singles PUZZLE", "find --technique singles --json PUZZLE", "solve --json PUZZLE",
		"rate --json PUZZLE", "rate PUZZLE"} {
		for id, puzzle := range map[string]string{"1": classic, "2": small} {
			var call []string
			for _, word := range strings.Fields(strings.ReplaceAll(line, "ID", id)) {
				if word == "PUZZLE" {
					word = puzzle
				}
				call = append(call, word)
			}
			if strings.Contains(line, "ID") {
				call = append(call, "--db", "test.db")
			}
			calls = append(calls, call)
		}
	}
	for _, f := range format.Formats() {
		calls = append(calls, []string{"export", "--format", string(f), "--ids", "1", "--db", "test.db"})
		if f != format.SDX { // it refuses a puzzle with a single candidate
			calls = append(calls, []string{"generate", "-n", "2", "--seed", "1", "--format", string(f)})
		}
	}
	for _, call := range calls {
		r := clitest.Done(t, call...)
		in := format.NewReader(strings.NewReader(r.Stdout), "output")
		grids := 0
		for {
			p, err := in.Read()
			if errors.Is(err, io.EOF) || errors.Is(err, format.ErrNoPuzzles) {
				break
			}
			if err != nil {
				t.Errorf("%v: %v", call, err)
				break
			}
			grids++
			givens := classic
			if p.State.Variant != nil {
				_, givens, _ = strings.Cut(small, " ")
			}
			cells := p.State.Variant.Text(p.State.Filled())
			for i := range givens {
				if call[0] != "generate" && givens[i] != '.' && givens[i] != '0' && givens[i] != cells[i] {
					t.Errorf("%v: read back as %s", call, format.Short(p.State))
					break
				}
			}
		}
		if grids == 0 && !slices.Contains([]string{"history", "rate"}, call[0]) {
			t.Errorf("%v: nothing is read back of\n%s", call, r.Stdout)
		}
	}
}
