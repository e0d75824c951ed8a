package verify

import (
	"fmt"

	"setdoku"
)

// whole checks what a stored pattern shows besides the proof: its key, and that its hypotheses were followed pass by
// pass to their end.
func (k *forcingKind) whole(s *situation, rows []setdoku.Evidence, p proof) error {
	r := p.(*reading)
	placements := 0
	for _, h := range r.hypotheses {
		if !h.dead {
			placements += h.placed
		}
		if h.whole {
			continue
		}
		if err := k.followsPasses(*s.p, h); err != nil {
			return fmt.Errorf("%s=%d: %w", setdoku.CellName(h.cell), h.digit, err)
		}
		h.whole = true
	}
	want := k.refutationKey(r.hypotheses[0].cell, r.hypotheses[0].digit)
	if r.isVerity {
		want = r.verity.key(len(r.hypotheses), placements)
	}
	if got := rows[0].Pattern; got != want {
		return fmt.Errorf("its rows have the key %d", want)
	}
	return nil
}

// followsPasses checks that a hypothesis has the passes of singles that p leads to, row for row, and that it ends where
// nothing more follows. It does not check that a pass of eliminations or refutations is complete. It follows
// nested_forcing_2 to its end only as far as nested_forcing, because more costs too much.
func (k *forcingKind) followsPasses(p position, h *hypothesis) error {
	var t trace
	rest := h.rows[1:]
	p.place(h.cell, h.digit)
	for {
		t.rows = t.rows[:0]
		ends, found := t.pass(&p)
		if len(rest) < len(t.rows) || !sameRows(rest[:len(t.rows)], t.rows) {
			return fmt.Errorf("after %d of its rows follows %s", len(h.rows)-len(rest), describe(t.rows))
		}
		rest = rest[len(t.rows):]
		switch {
		case ends && len(rest) > 0:
			return fmt.Errorf("%d rows follow its contradiction", len(rest))
		case ends:
			return nil
		case len(found) > 0:
			p.apply(found)
			continue
		}
		n := 0
		for n < len(rest) && (rest[n].Role == "eliminate" || rest[n].Role == "refute") {
			p.marks[setdoku.CellIndex(rest[n].Cell)] &^= setdoku.SetOf(rest[n].Digit)
			n++
		}
		switch rest = rest[n:]; {
		case n > 0:
		case len(rest) > 0:
			return fmt.Errorf("row %d, role %s, is not what follows", rest[0].Ordinal, rest[0].Role)
		default:
			return k.atEnd(&p)
		}
	}
}

// atEnd checks that nothing more follows in a hypothesis.
func (k *forcingKind) atEnd(p *position) error {
	start := closureOf(p)
	end := *start
	if !k.close(&end) {
		return fmt.Errorf("a contradiction follows that its rows do not show")
	}
	for i, m := range start.marks {
		if more := m &^ end.marks[i]; more != 0 {
			return fmt.Errorf("its rows do not show that %s<>%d follows", setdoku.CellName(i), more.Lowest())
		}
	}
	return nil
}

// describe names the rows of a pass, for an error.
func describe(rows []setdoku.Evidence) (text string) {
	for n, r := range rows {
		switch {
		case n > 2:
			return text + fmt.Sprintf(" and %d more", len(rows)-n)
		case n > 0:
			text += ", "
		}
		text += r.Role
		if r.Cell != 0 {
			text += " " + setdoku.CellName(setdoku.CellIndex(r.Cell))
		}
		if r.Digit != 0 {
			text += fmt.Sprintf(" %d", r.Digit)
		}
		if r.Unit != 0 {
			text += " " + setdoku.UnitName(r.Unit)
		}
	}
	return text
}
