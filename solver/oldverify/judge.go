package verify

import (
	"cmp"
	"fmt"
	"slices"

	"setdoku"
	"setdoku/internal/brute"
)

// judge proves every shown pattern from its evidence rows and checks every deduction against its pattern.
func (v *replay) judge(n int, t *selected, found []Conclusion, shown []setdoku.Evidence) *Finding {
	v.proofs = v.proofs[:0]
	for len(shown) > 0 {
		pattern := shown[0].Pattern
		end := slices.IndexFunc(shown, func(e setdoku.Evidence) bool { return e.Pattern != pattern })
		if end < 0 {
			end = len(shown)
		}
		proof, err := t.rule.proofOf(v.in, shown[:end])
		if err == nil && t.rule.whole != nil {
			err = t.rule.whole(v.in, shown[:end], proof)
		}
		if err != nil {
			return v.patternFinding(n, pattern, "is no %s: %v", t.Name, err)
		}
		v.proofs = append(v.proofs, patternProof{pattern, proof})
		shown = shown[end:]
	}
	for _, d := range found {
		if f := v.judgeOne(n, t, d, v.proofBy(d.Pattern)); f != nil {
			return f
		}
	}
	return nil
}

// patternProof is what a pattern of a step proves.
type patternProof struct {
	pattern int64
	proof   proof
}

// proofBy returns what a pattern of the step proves, or nil if the pattern has no rows. The proofs are sorted by
// pattern.
func (v *replay) proofBy(pattern int64) proof {
	i, shown := slices.BinarySearchFunc(v.proofs, pattern, func(p patternProof, pattern int64) int { return cmp.Compare(p.pattern, pattern) })
	if !shown {
		return nil
	}
	return v.proofs[i].proof
}

// proofOf returns what the rows of a pattern prove.
func (r *rule) proofOf(s *situation, rows []setdoku.Evidence) (proof, error) {
	if r.argue != nil {
		return r.argue(s, rows)
	}
	return r.prove(s.p, rows)
}

// judgeOne checks one deduction against the proof of its pattern, which is nil if the pattern has no rows.
func (v *replay) judgeOne(n int, t *selected, d Conclusion, shown proof) *Finding {
	switch {
	case d.Pattern <= 0 && !t.rule.ends:
		return v.deductionFinding(n, d, "has the pattern %d, want a number above 0", d.Pattern)
	case shown == nil && !t.rule.rowsOptional:
		return v.patternFinding(n, d.Pattern, "has no rows")
	case shown == nil && t.rule.userDefined && !v.p.sound(d):
		return v.deductionFinding(n, d, "contradicts a solution")
	case shown != nil && !shown.decides(d):
		return v.deductionFinding(n, d, "does not follow from pattern %d", d.Pattern)
	}
	return nil
}

// sound reports whether no solution of p contradicts d.
func (p *position) sound(d Conclusion) bool {
	opposite := p.state()
	i := setdoku.CellIndex(d.Cell)
	if d.Placement {
		opposite.Deleted[i] |= setdoku.SetOf(d.Digit)
	} else {
		opposite.Placed[i] = d.Digit
	}
	n, _ := brute.CountState(opposite, 1)
	return n == 0
}

func (v *replay) patternFinding(n int, pattern int64, problem string, args ...any) *Finding {
	return &Finding{Step: n, Table: v.evidence.name, Row: fmt.Sprintf("pattern %d", pattern), Problem: fmt.Sprintf(problem, args...)}
}

func (v *replay) deductionFinding(n int, d Conclusion, problem string, args ...any) *Finding {
	name := v.eliminations.name
	if d.Placement {
		name = v.placements.name
	}
	return &Finding{Step: n, Table: name, Row: cellDigit(d.Cell, d.Digit), Problem: fmt.Sprintf(problem, args...)}
}
