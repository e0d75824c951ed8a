package picture

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"setdoku"
	"setdoku/internal/explain/pattern"
)

// TestMarked checks what is marked of an X-Wing in an empty grid, and of a chain of three candidates.
func TestMarked(t *testing.T) {
	part := func(role string, cell setdoku.Cell, digit uint8, unit int) setdoku.Evidence {
		return setdoku.Evidence{Role: role, Cell: cell, Digit: digit, Unit: unit}
	}
	candidate := func(cell setdoku.Cell, digit uint8) setdoku.Candidate {
		return setdoku.Candidate{Cell: cell, Digit: digit}
	}
	var fish setdoku.State // the 5 of rows 1 and 4 can go into columns 2 and 7 only
	for i := range setdoku.CellCount {
		if row, column := i/9, i%9; (row == 0 || row == 3) && column != 1 && column != 6 {
			fish.Deleted[i] = setdoku.SetOf(5)
		}
	}
	disc := func(list ...setdoku.Candidate) map[setdoku.Candidate]pattern.Look {
		looks := make(map[setdoku.Candidate]pattern.Look)
		for _, c := range list {
			looks[c] = pattern.Disc
		}
		return looks
	}
	for _, tt := range []struct {
		name string
		d    Diagram
		want pattern.Marked
	}{
		{"nothing", Diagram{}, pattern.Marked{}},
		{"a fish", Diagram{
			State: fish,
			Deduction: setdoku.Deduction{Evidence: []setdoku.Evidence{part("base", 0, 5, 1), part("base", 0, 5, 4),
				part("cover", 0, 5, 11), part("cover", 0, 5, 16)}},
		}, pattern.Marked{
			Shaded: []pattern.UnitMark{{Unit: 0, Look: pattern.Solid}, {Unit: 3, Look: pattern.Solid},
				{Unit: 10, Look: pattern.Covering}, {Unit: 15, Look: pattern.Covering}},
			Looks: disc(candidate(12, 5), candidate(17, 5), candidate(42, 5), candidate(47, 5)),
		}},
		{"a chain", Diagram{Deduction: setdoku.Deduction{
			Evidence: []setdoku.Evidence{
				part("start", 11, 5, 0), part("strong", 0, 5, 1), part("link", 19, 5, 0), part("weak", 0, 5, 18),
				part("end", 69, 5, 0), part("end", 79, 5, 0),
			},
			Eliminations: []setdoku.Candidate{candidate(81, 5)},
		}}, pattern.Marked{
			Looks:  disc(candidate(11, 5), candidate(19, 5), candidate(69, 5), candidate(79, 5)),
			Groups: []pattern.Group{{candidate(69, 5), candidate(79, 5)}},
			Arrows: []pattern.Arrow{
				{From: pattern.Group{candidate(11, 5)}, To: pattern.Group{candidate(19, 5)}, Strong: true,
					Directed: true},
				{From: pattern.Group{candidate(19, 5)}, To: pattern.Group{candidate(69, 5), candidate(79, 5)},
					Directed: true},
			},
		}},
		{"a cell", Diagram{Deduction: setdoku.Deduction{Evidence: []setdoku.Evidence{part("pivot", 55, 0, 0)}}},
			pattern.Marked{Framed: []pattern.CellMark{{Cell: 40, Look: pattern.Double}}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			marks := cmpopts.IgnoreFields(pattern.Marked{}, "Pattern", "Marks")
			if d := cmp.Diff(&tt.want, newBoard(tt.d).Marked, marks, cmpopts.EquateEmpty()); d != "" {
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
	for l := pattern.None; l <= pattern.SetD; l++ {
		if name := l.String(); name == "" || seen[name] || (name == "none") != (l == pattern.None) {
			t.Errorf("look %d is named %q", l, name)
		} else {
			seen[name] = true
		}
	}
	if name := pattern.Look(99).String(); name != "none" {
		t.Errorf("a look that does not exist is named %q", name)
	}
}
