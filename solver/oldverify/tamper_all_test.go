package verify

import (
	"fmt"
	"slices"
	"testing"

	"setdoku"
)

// TestEveryRowMatters deletes, doubles and changes in every column each row of a
// solved and of a stuck record, one at a time. Each change must be found, and in
// the table that was changed.
func TestEveryRowMatters(t *testing.T) {
	all := setdoku.Run{ID: 1, Techniques: names(everything), Audit: setdoku.AuditFull}
	some := setdoku.Run{ID: 2, Techniques: names(withoutPairs), Audit: setdoku.AuditFull}
	c := mustNew(t, all, some)
	_, solved := pick(t, c, all, "is solved with a subset", func(r *setdoku.Record) bool {
		return r.Status == setdoku.StatusSolved && (uses(r, "naked_pair") || uses(r, "hidden_pair"))
	})
	p, _ := pick(t, c, some, "is stuck after an elimination", func(r *setdoku.Record) bool {
		return r.Status == setdoku.StatusStuck && len(r.Eliminations) > 0
	})
	for _, sound := range []*setdoku.Record{solved, mustSolve(t, c, setdoku.State{Givens: p}, some)} {
		everyRow(t, c, sound, stepTable(), func(r *setdoku.Record) *[]setdoku.Step { return &r.StepRows },
			func(s *setdoku.Step) { s.Step++ }, func(s *setdoku.Step) { s.Step = -s.Step }, func(s *setdoku.Step) { s.Rule += "s" },
			func(s *setdoku.Step) { s.Placements++ }, func(s *setdoku.Step) { s.Eliminations-- }, func(s *setdoku.Step) { s.Run = 0 })
		everyRow(t, c, sound, placementTable(), func(r *setdoku.Record) *[]setdoku.Change { return &r.Placements },
			func(x *setdoku.Change) { x.Step++ }, func(x *setdoku.Change) { x.Step = 0 }, func(x *setdoku.Change) { x.Cell = -x.Cell },
			func(x *setdoku.Change) { x.Digit++ }, func(x *setdoku.Change) { x.Rule += "s" }, func(x *setdoku.Change) { x.Pattern = 0 })
		everyRow(t, c, sound, eliminationTable(), func(r *setdoku.Record) *[]setdoku.Change { return &r.Eliminations },
			func(x *setdoku.Change) { x.Step++ }, func(x *setdoku.Change) { x.Step = 0 }, func(x *setdoku.Change) { x.Cell = -x.Cell },
			func(x *setdoku.Change) { x.Digit++ }, func(x *setdoku.Change) { x.Rule += "s" }, func(x *setdoku.Change) { x.Pattern = 0 })
		everyRow(t, c, sound, cellTable(), func(r *setdoku.Record) *[]setdoku.FilledCell { return &r.Cells },
			func(x *setdoku.FilledCell) { x.Cell = -x.Cell }, func(x *setdoku.FilledCell) { x.Digit = x.Digit%9 + 1 }, func(x *setdoku.FilledCell) { x.Digit = 77 },
			func(x *setdoku.FilledCell) { x.Step++ }, func(x *setdoku.FilledCell) { x.Step-- }, func(x *setdoku.FilledCell) { x.Rule += "s" })
		everyRow(t, c, sound, candidateTable(), func(r *setdoku.Record) *[]setdoku.Candidate { return &r.Candidates },
			func(x *setdoku.Candidate) { x.Cell++ }, func(x *setdoku.Candidate) { x.Digit = 0 })
		everyRow(t, c, sound, evidenceTable(), func(r *setdoku.Record) *[]setdoku.Evidence { return &r.Evidence },
			func(x *setdoku.Evidence) { x.Step++ }, func(x *setdoku.Evidence) { x.Pattern++ }, func(x *setdoku.Evidence) { x.Ordinal-- },
			func(x *setdoku.Evidence) { x.Role += "s" }, func(x *setdoku.Evidence) { x.Cell++ }, func(x *setdoku.Evidence) { x.Digit++ },
			func(x *setdoku.Evidence) { x.Unit += 28 }, func(x *setdoku.Evidence) { x.Unit++ })
	}
}

// everyRow makes every change to every row, and takes each out and doubles it.
func everyRow[T comparable](t *testing.T, c *Checker, sound *setdoku.Record, table table[T], rows func(*setdoku.Record) *[]T, changes ...func(*T)) {
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
