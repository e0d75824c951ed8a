package shell_test

import (
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
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
			marks[i] = setdoku.NewDigitSet(d)
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
	var texts []string
	for _, p := range puzzles {
		if text := p.State.Givens.String(); p.State.Plain() {
			texts = append(texts, text)
		} else {
			texts = append(texts, candidates729(p.State))
		}
	}
	askShells(t, "cte_singles", texts, [2]string{"-csv", "--csv"}, func(t *testing.T, answers []string) {
		for i, got := range answers {
			if got = strings.TrimSpace(got); want[i] == "invalid" {
				checkInvalid(t, puzzles[i], got)
			} else if got != want[i] {
				t.Errorf("%s:\n%s\nwant\n%s", format.Short(puzzles[i].State), got, want[i])
			}
		}
	})
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
