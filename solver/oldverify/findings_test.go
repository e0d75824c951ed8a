package verify

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"setdoku"
)

// TestCheckReportsMoreThanTheFirst falsifies rows of several steps and tables, and a column of the puzzle.
func TestCheckReportsMoreThanTheFirst(t *testing.T) {
	run := setdoku.Run{ID: 5, Techniques: names(everything), Audit: setdoku.AuditFull}
	c := mustNew(t, run)
	_, r := pick(t, c, run, "is solved after eliminations", func(r *setdoku.Record) bool {
		return r.Status == setdoku.StatusSolved && len(r.Eliminations) > 0 && r.Eliminations[0].Step < r.Steps
	})
	r.PuzzleID = 17
	first := r.Eliminations[0].Step
	r.Eliminations[0].Pattern++
	last := slices.IndexFunc(r.Cells, func(x setdoku.FilledCell) bool { return x.Step == r.Steps })
	r.Cells[last].Rule = "pointing"
	r.Score, r.Level = r.Score+1, "none"
	want := []Finding{
		{Step: first, Table: "elimination"}, {Step: r.Steps, Table: "cell"}, {Step: r.Steps, Table: "puzzle", Row: "column score"},
		{Step: r.Steps, Table: "puzzle", Row: "column level"},
	}
	err := c.Check(r)
	var list Findings
	if !errors.As(err, &list) || len(list) != len(want) {
		t.Fatalf("%v\nwant %d findings", err, len(want))
	}
	for i, w := range want {
		if f := list[i]; f.PuzzleID != 17 || f.Step != w.Step || f.Table != w.Table || !strings.HasPrefix(f.Row, w.Row) {
			t.Errorf("%v\nwant step %d: %s, %s", f, w.Step, w.Table, w.Row)
		}
	}
	if n := strings.Count(err.Error(), "\npuzzle 17 step "); n != len(want)-1 {
		t.Errorf("%d further lines, want %d:\n%v", n, len(want)-1, err)
	}
}

// TestCheckStopsAtAnUnknownState falsifies a step whose eliminations no other row gives. What follows from it is not known.
func TestCheckStopsAtAnUnknownState(t *testing.T) {
	c, r := flown(t, "xy_wing", setdoku.AuditFull)
	i := slices.IndexFunc(r.StepRows, func(s setdoku.Step) bool { return s.Rule == "xy_wing" })
	r.StepRows[i].Eliminations++
	r.Score++
	var list Findings
	if err := c.Check(r); !errors.As(err, &list) || len(list) != 1 || list[0].Step != r.StepRows[i].Step || list[0].Table != "step" {
		t.Errorf("%v\nwant the row of step %d alone", err, r.StepRows[i].Step)
	}
}
