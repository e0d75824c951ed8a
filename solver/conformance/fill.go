package conformance

import (
	"slices"
	"strings"
	"testing"

	"setdoku/internal/solvertest"
	"setdoku/solver/batch"
)

// caseFillIn inserts puzzles by plain SQL and fills them in as the command does, a few at a time.
func caseFillIn(t *testing.T, s suite) {
	puzzles := solvertest.Sample(t)
	script, unsound := solvertest.BySQL(puzzles)
	var moves []move
	for statement := range strings.Lines(script) {
		moves = append(moves, move{"insert", statement, ""})
	}
	databases := onEach(t, s, func(t *testing.T, db *database) (out []string) {
		out = play(t, db, moves)
		imp, err := batch.NewImporter(t.Context(), db.DB)
		if err != nil {
			t.Fatal(err)
		}
		defer imp.Close()
		looked := 0
		var left []int
		for after := int64(0); ; {
			done, err := imp.FillIn(t.Context(), after, 7)
			if err != nil {
				t.Fatal(err)
			}
			if done.Puzzles == 0 {
				break
			}
			looked, after = looked+done.Puzzles, done.Last
			for _, u := range done.Unfillable {
				left = append(left, int(u.PuzzleID))
				out = append(out, u.Problem.Error())
			}
		}
		if looked != len(puzzles)+len(unsound) || !slices.Equal(left, unsound) {
			t.Errorf("%s: %d puzzles, of which %v stay as they are, want %d and %v", db.kind.Name, looked, left, len(puzzles)+len(unsound), unsound)
		}
		if done, err := imp.FillIn(t.Context(), 0, 100); err != nil || done.Puzzles != len(unsound) {
			t.Errorf("%s: once more, %d puzzles, %v, want the %d that stay", db.kind.Name, done.Puzzles, err, len(unsound))
		}
		return out
	})
	sameContents(t, databases)
	solvertest.CheckFilledIn(t, databases[0].DB, puzzles)
}
