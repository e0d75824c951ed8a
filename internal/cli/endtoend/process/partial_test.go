package process

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"setdoku/internal/cli"
	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/stream"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
	"setdoku/store/record"
)

// after calls a function at the write of a number, counted from 1.
type after struct {
	writes int
	call   func()
	strings.Builder
}

// Write counts the write.
func (a *after) Write(b []byte) (int, error) {
	if a.writes--; a.writes == 0 {
		a.call()
	}
	return a.Builder.Write(b)
}

// TestPartialResults interrupts solve without a database after some of its passes. It prints only puzzles that it has
// solved, with their numbers in the input, and counts them.
func TestPartialResults(t *testing.T) {
	const small = "6x6 3..5...5.1....2...4....3..1..6......"
	puzzles := []string{clitest.GoodPuzzle, small, clitest.OtherPuzzle, small, clitest.GoodPuzzle}
	in := clitest.WriteLines(t, t.TempDir(), "in", puzzles)
	for _, engine := range []string{"auto", "sql"} {
		for n, code := 1, usage.ExitError; code == usage.ExitError; n += 3 {
			ctx, interrupt := context.WithCancel(t.Context())
			stderr := after{writes: n, call: interrupt}
			var stdout bytes.Buffer
			code = cli.Run(ctx, []string{"solve", in, "--json", "--verbose", "--engine", engine},
				stream.Streams{Out: &stdout, Err: &stderr})
			interrupt()
			printed := 0
			for line := range strings.Lines(stdout.String()) {
				var p record.Line
				gridtest.Must(t, json.Unmarshal([]byte(line), &p))
				if printed++; p.Status != "solved" || !strings.HasSuffix(puzzles[p.PuzzleID-1], p.Givens) {
					t.Errorf("%s, write %d: %s", engine, n, line)
				}
			}
			want := fmt.Sprintf("interrupted, %d puzzles are done", printed)
			if printed < 2 {
				want = []string{"interrupted, no puzzle is done", "interrupted, 1 puzzle is done"}[printed]
			}
			if code == usage.ExitError && !strings.Contains(stderr.String(), want) {
				t.Errorf("%s, write %d: %s", engine, n, stderr.String())
			}
		}
	}
}
