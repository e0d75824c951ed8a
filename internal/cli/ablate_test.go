package cli

import (
	"bytes"
	"encoding/json"
	"testing"

	"setdoku/internal/cli/usage"
	"setdoku/solver"
	"setdoku/store"
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
			var c comparison
			if err := json.Unmarshal([]byte(line), &c); err != nil {
				t.Fatal(err)
			}
			for _, w := range []struct {
				got  rating
				want jsonResult
			}{{c.With, read(solved[i])}, {c.Without, read(left[i])}} {
				got, _ := json.Marshal(w.got)
				want, _ := json.Marshal(rating{w.want.Status, w.want.Level, w.want.Score, w.want.Hardest, w.want.Steps})
				if !bytes.Equal(got, want) || c.ID != w.want.ID {
					t.Errorf("without %s puzzle %d is %s, solve says %s", without, c.ID, got, want)
				}
			}
			if same := solved[i] == left[i]; same != (c.Outcome == "same") {
				t.Errorf("without %s puzzle %d is %s, same is %t", without, c.ID, c.Outcome, same)
			}
		}
	}
}

func TestAblationOutcome(t *testing.T) {
	catalogue, err := solver.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	a := &ablation{catalogue: catalogue}
	result := func(status, hardest string, score, steps int) store.Result {
		r := store.Result{Status: status, Score: score, Steps: steps, Techniques: hardest}
		if hardest != "" {
			r.Hardest = &hardest
		}
		return r
	}
	with := result("solved", "x_wing", 300, 20)
	for _, c := range []struct {
		want          string
		with, without store.Result
	}{
		{"same", with, with},
		{"lost", with, result("stuck", "naked_pair", 100, 10)},
		{"lost", with, result("solved", "search", 1000, 10)},
		{"harder", with, result("solved", "x_wing", 301, 20)},
		{"harder", with, result("solved", "swordfish", 200, 18)},
		{"easier", with, result("solved", "x_wing", 299, 20)},
		{"easier", with, result("solved", "naked_pair", 300, 20)},
		{"harder", with, result("solved", "naked_pair", 301, 20)},
		{"changed", with, result("solved", "x_wing", 300, 19)},
		{"same", result("stuck", "", 0, 0), result("stuck", "", 0, 0)},
		{"harder", result("solved", "search", 900, 9), result("solved", "search", 901, 9)},
		{"lost", result("invalid", "naked_pair", 9, 9), result("stuck", "naked_single", 4, 4)},
	} {
		if got := a.outcome(c.with, c.without); got != c.want {
			t.Errorf("%s of %+v after %+v, want %s", got, c.without, c.with, c.want)
		}
	}
}
