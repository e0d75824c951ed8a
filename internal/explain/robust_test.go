package explain

import (
	"fmt"
	"io"
	"slices"
	"testing"

	"setdoku"
	"setdoku/internal/explain/picture"
	"setdoku/internal/gridtest"
)

// TestDamagedPattern checks that words, marks and pictures never panic, whatever rows of a pattern are missing or
// swapped, and for any state. A user may have edited the database.
func TestDamagedPattern(t *testing.T) {
	gridtest.Nightly(t, "thousands of patterns")
	catalogue, found := examples(t)
	var states []setdoku.State
	for _, technique := range catalogue {
		states = append(states, found[technique.Name][0].state)
	}
	try := func(technique string, s setdoku.State, d setdoku.Deduction, what string) {
		t.Helper()
		defer func() {
			if p := recover(); p != nil {
				t.Errorf("%s, %s: %v", technique, what, p)
			}
		}()
		for _, line := range append(Words(s, d, nil), Where(s, d, nil)) {
			if line == "" {
				t.Errorf("%s, %s: an empty sentence", technique, what)
			}
		}
		_ = picture.Text(picture.Diagram{State: s, Deduction: d}, picture.Screen{})
		step := step{Step: setdoku.Step{Number: 1, Rule: technique, Deductions: []setdoku.Deduction{d}},
			before: setdoku.Position{State: s, Known: true}}
		step.figures([]int{0})
		step.before.Known = false
		step.figures([]int{0})
		step.describe(d)
		if err := picture.SVG(io.Discard, picture.Diagram{State: s, Deduction: d}, picture.Options{}); err != nil {
			t.Errorf("%s, %s: %v", technique, what, err)
		}
	}
	for k, technique := range catalogue {
		f := found[technique.Name][0]
		for i := 0; i < len(f.Evidence); i += 1 + len(f.Evidence)/8 { // not every row of a long refutation
			d := f.Deduction
			d.Evidence = slices.Delete(slices.Clone(f.Evidence), i, i+1)
			try(technique.Name, f.state, d, fmt.Sprintf("without row %d", i+1))
			d.Evidence = f.Evidence[:i]
			try(technique.Name, f.state, d, fmt.Sprintf("with %d rows", i))
			d.Evidence = f.Evidence[i:]
			try(technique.Name, f.state, d, fmt.Sprintf("from row %d on", i+1))
			d.Evidence = slices.Clone(f.Evidence)
			d.Evidence[i] = f.Evidence[(i+1)%len(f.Evidence)]
			try(technique.Name, f.state, d, fmt.Sprintf("with row %d twice", i+2))
			e := f.Evidence[i]
			e.Cell, e.Digit, e.Unit = 0, 0, 0
			d.Evidence[i] = e
			try(technique.Name, f.state, d, fmt.Sprintf("with an empty row %d", i+1))
		}
		d := f.Deduction
		d.Placements, d.Eliminations = nil, nil
		try(technique.Name, f.state, d, "deducing nothing")
		d = f.Deduction
		d.Pattern, d.Evidence = 0, nil
		try(technique.Name, f.state, d, "without a pattern")
		for _, s := range states[:8] {
			try(technique.Name, s, f.Deduction, "in another state")
		}
		other := f.Deduction
		other.Technique = catalogue[(k+1)%len(catalogue)].Name
		try(other.Technique, f.state, other, "with the pattern of another technique")
	}
}
