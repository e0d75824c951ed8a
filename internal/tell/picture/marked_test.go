package picture

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku"
	"setdoku/internal/tell/marking"
)

// TestMarkedBy checks what is marked of an X-Wing in an empty grid, and of a chain of three candidates.
func TestMarkedBy(t *testing.T) {
	part := func(role string, cell int, digit uint8, unit int) setdoku.Evidence {
		return setdoku.Evidence{Role: role, Cell: cell, Digit: digit, Unit: unit}
	}
	candidate := func(cell int, digit uint8) setdoku.Candidate { return setdoku.Candidate{Cell: cell, Digit: digit} }
	var fish setdoku.State // the 5 of rows 1 and 4 can go into columns 2 and 7 only
	for i := range setdoku.CellCount {
		if row, column := i/9, i%9; (row == 0 || row == 3) && column != 1 && column != 6 {
			fish.Deleted[i] = setdoku.SetOf(5)
		}
	}
	for _, tt := range []struct {
		name string
		d    Diagram
		want Marked
	}{
		{"nothing", Diagram{}, Marked{}},
		{"a fish", Diagram{
			State: fish,
			Parts: []setdoku.Evidence{part("base", 0, 5, 1), part("base", 0, 5, 4), part("cover", 0, 5, 11), part("cover", 0, 5, 16)},
		}, Marked{
			Units: []int{1, 4, 11, 16},
			Candidates: []MarkedCandidate{
				{candidate(12, 5), marking.Disc}, {candidate(17, 5), marking.Disc}, {candidate(42, 5), marking.Disc}, {candidate(47, 5), marking.Disc},
			},
		}},
		{"a chain", Diagram{
			Parts: []setdoku.Evidence{
				part("start", 11, 5, 0), part("strong", 0, 5, 1), part("link", 19, 5, 0), part("weak", 0, 5, 18), part("end", 69, 5, 0), part("end", 79, 5, 0),
			},
			Eliminations: []setdoku.Candidate{candidate(81, 5)},
		}, Marked{
			Candidates: []MarkedCandidate{
				{candidate(11, 5), marking.Disc}, {candidate(19, 5), marking.Disc}, {candidate(69, 5), marking.Disc}, {candidate(79, 5), marking.Disc},
			},
			Links: []MarkedLink{
				{From: []setdoku.Candidate{candidate(11, 5)}, To: []setdoku.Candidate{candidate(19, 5)}, Strong: true},
				{From: []setdoku.Candidate{candidate(19, 5)}, To: []setdoku.Candidate{candidate(69, 5), candidate(79, 5)}},
			},
		}},
		{"a cell", Diagram{Parts: []setdoku.Evidence{part("pivot", 55, 0, 0)}}, Marked{Cells: []int{55}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, MarkedBy(tt.d)); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
			var b bytes.Buffer
			if err := SVG(&b, tt.d, Options{}); err != nil || !strings.Contains(b.String(), "</svg>") {
				t.Errorf("the picture of it: %v", err)
			}
		})
	}
}

// TestNamesOfLooks checks that every look has a name of its own.
func TestNamesOfLooks(t *testing.T) {
	seen := map[string]bool{}
	for l := marking.None; l <= marking.SetD; l++ {
		if name := l.String(); name == "" || seen[name] || (name == "none") != (l == marking.None) {
			t.Errorf("look %d is named %q", l, name)
		} else {
			seen[name] = true
		}
	}
	if name := marking.Look(99).String(); name != "none" {
		t.Errorf("a look that does not exist is named %q", name)
	}
}
