package cli

import (
	"bytes"
	"encoding/json"
	"testing"

	"setdoku/internal/ablate"
	"setdoku/internal/cli/usage"
)

// TestAblateIsTwoSolves compares what ablate says of each puzzle with what solve says, called twice.
func TestAblateIsTwoSolves(t *testing.T) {
	inFolderWithTestdata(t)
	const list = "testdata/sample.sdm"
	read := func(line string) (r jsonResult) {
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		return r
	}
	for _, without := range []string{"x_wing", "subsets,basic_fish", "search"} {
		solved := call(t.Context(), nil, "solve", list, "--json").out()
		left := call(t.Context(), nil, "solve", list, "--json", "--without", without).out()
		lines := call(t.Context(), nil, "ablate", list, "--json", "--without", without).must(t, usage.ExitDone).out()
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
				want jsonResult
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
