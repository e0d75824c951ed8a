package commands

import (
	"bytes"
	"encoding/json"
	"testing"

	"setdoku/internal/ablate"
	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
)

// TestAblateIsTwoSolves compares the ratings that ablate prints with those of two calls of solve, with and without the
// techniques.
func TestAblateIsTwoSolves(t *testing.T) {
	clitest.InFolderWithTestdata(t)
	const list = "testdata/sample.sdm"
	read := func(line string) (r clitest.ResultLine) {
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		return r
	}
	for _, without := range []string{"x_wing", "subsets,basic_fish", "search"} {
		solved := clitest.Call(t.Context(), nil, "solve", list, "--json").Out()
		left := clitest.Call(t.Context(), nil, "solve", list, "--json", "--without", without).Out()
		lines := clitest.Call(t.Context(), nil, "ablate", list, "--json", "--without", without).Must(t, usage.ExitDone).Out()
		if len(lines) != len(solved) || len(lines) != len(left) || len(lines) == 0 {
			t.Fatalf("%d lines, want %d", len(lines), len(solved))
		}
		for i, line := range lines {
			var c ablate.Comparison
			if err := json.Unmarshal([]byte(line), &c); err != nil {
				t.Fatal(err)
			}
			for _, w := range []struct {
				got  ablate.Rating
				want clitest.ResultLine
			}{{c.With, read(solved[i])}, {c.Without, read(left[i])}} {
				got, _ := json.Marshal(w.got)
				want, _ := json.Marshal(ablate.Rating{
					Status: w.want.Status, Level: w.want.Level, Score: w.want.Score, Hardest: w.want.Hardest, Steps: w.want.Steps,
				})
				if !bytes.Equal(got, want) || c.ID != w.want.ID {
					t.Errorf("without %s puzzle %d is %s, solve says %s", without, c.ID, got, want)
				}
			}
			if same := solved[i] == left[i]; same != (c.Outcome == ablate.Same) {
				t.Errorf("without %s puzzle %d is %s, same is %t", without, c.ID, c.Outcome, same)
			}
		}
	}
}
