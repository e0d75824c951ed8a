package verify

import (
	"fmt"
	"slices"
	"testing"

	"setdoku/internal/grid"
)

// TestEveryRowMatters deletes, doubles and changes in every column each row of a
// solved and of a stuck record, one at a time. Each change must be found, and in
// the table that was changed.
func TestEveryRowMatters(t *testing.T) {
	all := Run{ID: 1, Techniques: names(everything), Audit: auditFull}
	some := Run{ID: 2, Techniques: names(withoutPairs), Audit: auditFull}
	c := mustNew(t, all, some)
	_, solved := pick(t, c, all, "is solved with a subset", func(r *Record) bool {
		return r.Status == statusSolved && (uses(r, "naked_pair") || uses(r, "hidden_pair"))
	})
	p, _ := pick(t, c, some, "is stuck after an elimination", func(r *Record) bool {
		return r.Status == statusStuck && len(r.Eliminations) > 0
	})
	for _, sound := range []*Record{solved, mustSolve(t, c, grid.State{Givens: p}, some)} {
		everyRow(t, c, sound, stepTable(), func(r *Record) *[]Step { return &r.StepRows },
			func(s *Step) { s.Step++ }, func(s *Step) { s.Step = -s.Step }, func(s *Step) { s.Rule += "s" },
			func(s *Step) { s.Placements++ }, func(s *Step) { s.Eliminations-- }, func(s *Step) { s.Run = 0 })
		everyRow(t, c, sound, placementTable(), func(r *Record) *[]Placement { return &r.Placements },
			func(x *Placement) { x.Step++ }, func(x *Placement) { x.Step = 0 }, func(x *Placement) { x.Cell = -x.Cell },
			func(x *Placement) { x.Digit++ }, func(x *Placement) { x.Rule += "s" }, func(x *Placement) { x.Pattern = 0 })
		everyRow(t, c, sound, eliminationTable(), func(r *Record) *[]Elimination { return &r.Eliminations },
			func(x *Elimination) { x.Step++ }, func(x *Elimination) { x.Step = 0 }, func(x *Elimination) { x.Cell = -x.Cell },
			func(x *Elimination) { x.Digit++ }, func(x *Elimination) { x.Rule += "s" }, func(x *Elimination) { x.Pattern = 0 })
		everyRow(t, c, sound, cellTable(), func(r *Record) *[]Cell { return &r.Cells },
			func(x *Cell) { x.Cell = -x.Cell }, func(x *Cell) { x.Digit = x.Digit%9 + 1 }, func(x *Cell) { x.Digit = 77 },
			func(x *Cell) { x.Step++ }, func(x *Cell) { x.Step-- }, func(x *Cell) { x.Rule += "s" })
		everyRow(t, c, sound, candidateTable(), func(r *Record) *[]CellDigit { return &r.Candidates },
			func(x *CellDigit) { x.Cell++ }, func(x *CellDigit) { x.Digit = 0 })
		everyRow(t, c, sound, evidenceTable(), func(r *Record) *[]Evidence { return &r.Evidence },
			func(x *Evidence) { x.Step++ }, func(x *Evidence) { x.Pattern++ }, func(x *Evidence) { x.Ordinal-- },
			func(x *Evidence) { x.Role += "s" }, func(x *Evidence) { x.Cell++ }, func(x *Evidence) { x.Digit++ },
			func(x *Evidence) { x.UnitType += "s" }, func(x *Evidence) { x.Unit++ })
	}
}

// everyRow makes every change to every row, and takes each out and doubles it.
func everyRow[T comparable](t *testing.T, c *Checker, sound *Record, table table[T], rows func(*Record) *[]T, changes ...func(*T)) {
	t.Helper()
	for i := range *rows(sound) {
		expect := func(what string, change func(*[]T)) {
			r := clone(sound)
			change(rows(r))
			t.Run(fmt.Sprintf("%s %s row %d %s", sound.Status, table.name, i, what), func(t *testing.T) {
				wantFinding(t, c.Check(r), table.name)
			})
		}
		expect("deleted", func(list *[]T) { *list = slices.Delete(*list, i, i+1) })
		expect("doubled", func(list *[]T) { *list = append(*list, (*list)[i]) })
		for n, change := range changes {
			expect(fmt.Sprintf("change %d", n+1), func(list *[]T) { change(&(*list)[i]) })
		}
	}
}
