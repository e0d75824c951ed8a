package explain

import (
	"fmt"
	"slices"
	"strings"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/solver/board"
	"setdoku/solver/forcing"
)

// trial describes a forcing pattern. The line about a refutation has its length, and the line about each branch of a
// set has the first placements. With full, the steps follow with their reasons. The steps that the outcome does not
// need are left out.
func (t *explainer) trial() error {
	p, err := t.Forcing()
	switch {
	case err != nil:
	case p.Set == nil:
		t.refutation(&p.Branches[0])
	default:
		t.verity(p)
	}
	return err
}

// refutation says that a candidate leads to a contradiction.
func (t *explainer) refutation(b *forcing.Branch) {
	nishio := ""
	if t.Technique == catalogue.Forcing {
		nishio = "Nishio: "
	}
	t.say("%sif %s were %d, %s%s, so %s.", nishio, b.Assumed.Cell, b.Assumed.Digit, wouldEnd(b.End), after(b),
		b.Assumed.Elimination())
	if !t.full {
		return
	}
	t.say("Assume that %s is %d.", b.Assumed.Cell, b.Assumed.Digit)
	t.steps(b)
	t.say("Now %s%s. That cannot be.", outcomeWords(b.End), endReason(b.End))
	t.say("So the assumption was wrong: %s.", t.effect())
}

// verity describes the consequences of each branch of a set, one of which is true.
func (t *explainer) verity(p *forcing.Pattern) {
	set := &p.Set[0]
	switch {
	case len(p.Set) > 1:
		t.tridagon(p)
	case set.Role == "base":
		t.say("Wherever the %d of %s goes, %s.", set.Digit, setdoku.UnitName(set.Unit), t.outcome())
	default:
		t.say("Whichever candidate %s takes, %s.", set.Cell, t.outcome())
	}
	for i := range p.Branches {
		b := &p.Branches[i]
		name := b.Assumed.Cell.String()
		if !t.full {
			switch {
			case len(p.Set) > 1:
				name = b.Assumed.Placement()
			case set.Role == "cell":
				name = fmt.Sprint(b.Assumed.Digit)
			}
			t.say("%s%s", name, t.branch(b))
			continue
		}
		t.say("Assume that %s is %d.", name, b.Assumed.Digit)
		t.steps(b)
		if b.End != nil {
			t.say("Now %s%s. So this assumption is wrong.", outcomeWords(b.End), endReason(b.End))
		} else {
			t.say("So %s.", t.effect())
		}
	}
}

// tridagon says why one of the branches of a set of twelve cells is true.
func (t *explainer) tridagon(p *forcing.Pattern) {
	var digits setdoku.DigitSet
	var cells []int
	for _, e := range p.Set {
		if e.Digit != 0 {
			digits |= setdoku.NewDigitSet(e.Digit)
		} else {
			cells = append(cells, e.Cell.Index())
		}
	}
	t.say("The digits %s cannot fill %s, three cells in each of four boxes. %s So one of their other candidates is true. "+
		"Whichever it is, %s.", digitNames(digits), cellNames(cells), t.leftward(cells), t.outcome())
}

// leftward says in which boxes the cells of a tridagon go to the left from row to row, and in which to the right.
func (t *explainer) leftward(cells []int) string {
	var way [2][]int // the boxes that go to the right, and those that go to the left
	for u := board.Lines; u < board.Lines+9; u++ {
		in := slices.DeleteFunc(distinct(cells), func(i int) bool { return !t.inUnit(u, i) })
		if len(in) == 3 {
			left := (in[1] - in[0] + 2) % 3
			way[left] = append(way[left], u)
		}
	}
	return fmt.Sprintf("From row to row the cells move one column to the left in %s and to the right in %s, where the first "+
		"column of a box follows the last. Three digits can fill such cells only if an even number of boxes goes to the "+
		"left. Here %s %s.", unitNames(way[1]), unitNames(way[0]), number(len(way[1])),
		either(len(way[1]), "does", "do"))
}

// outcome names the deductions of a verity and the cells that have one candidate left.
func (t *explainer) outcome() string {
	text := t.effect()
	if e := t.Eliminations; len(e) == 1 {
		text = fmt.Sprintf("%s is not %d", e[0].Cell, e[0].Digit)
	}
	var left []string
	cells, _ := t.Victims()
	for _, i := range cells {
		m := t.Live[i]
		for _, c := range t.Eliminations {
			if c.Cell.Index() == i {
				m &^= setdoku.NewDigitSet(c.Digit)
			}
		}
		if m.Count() == 1 {
			left = append(left, setdoku.CandidateAt(i, m.Lowest()).Placement())
		}
	}
	if len(left) > 0 {
		text += ", which leaves " + join(left, "and")
	}
	return text
}

// A folded line names mostSteps steps or refutations, and mostEliminated eliminations that were named before.
const (
	mostSteps      = 8
	mostEliminated = 3
)

// branch describes what follows in a branch in one line: ": r1c1=2, r3c4=7 -> r7c3<>4".
func (t *explainer) branch(b *forcing.Branch) string {
	var list []string
	for _, s := range b.Steps {
		list = append(list, stepName(s.Row))
	}
	if n := len(list); n > mostSteps {
		list = append(list[:mostSteps], fmt.Sprintf("%d more", n-mostSteps))
	}
	text := ""
	if len(list) > 0 {
		text = ": " + strings.Join(list, ", ")
	}
	if b.End != nil {
		return text + " -> " + outcomeWords(b.End)
	}
	return text + " -> " + t.eliminatedList()
}

// eliminatedList lists the eliminations, such as "r7c3<>4, r8c1<>2", or counts them if there are many.
func (t *explainer) eliminatedList() string {
	if n := len(t.Eliminations); n > mostEliminated {
		return fmt.Sprintf("all %s eliminations", number(n))
	}
	return strings.Join(t.Eliminations.Names(), ", ")
}

// stepName is the short form of a step, r4c5=7 or r4c5<>7.
func stepName(row setdoku.Evidence) string {
	c := row.Candidate()
	if row.Role == "place" {
		return c.Placement()
	}
	return c.Elimination()
}

// after counts the steps of a refutation, such as " after 9 placements and after refuting r2c2=3 and r5c6=1". It is ""
// if there are none.
func after(b *forcing.Branch) string {
	var refuted []string
	placed, eliminated := 0, 0
	for _, s := range b.Steps {
		switch s.Row.Role {
		case "place":
			placed++
		case "eliminate":
			eliminated++
		default:
			refuted = append(refuted, s.Row.Candidate().Placement())
		}
	}
	var list []string
	if placed > 0 {
		list = append(list, format.Plural(placed, "placement"))
	}
	if eliminated > 0 {
		list = append(list, format.Plural(eliminated, "elimination"))
	}
	if len(refuted) > mostSteps {
		list = append(list, format.Plural(len(refuted), "refutation"))
		refuted = nil
	}
	text := ""
	if b.End.Reason.Kind == forcing.TwoPlaces && len(b.Steps) > 0 {
		text = "," // the line names cells last
	}
	if len(list) > 0 {
		text += " after " + join(list, "and")
	}
	if len(refuted) > 0 {
		if len(list) > 0 {
			text += " and"
		}
		text += " after refuting " + join(refuted, "and")
	}
	return text
}

// endings describe contradictions: in the conditional, and at the end of a hypothesis that is described.
var endings = map[forcing.ReasonKind]struct{ would, does string }{
	forcing.NoCandidate: {"%[1]s would have no candidate", "%[1]s has no candidate left"},
	forcing.TwoDigits:   {"%[1]s would have to be %[3]s at once", "%[1]s must hold %[3]s at once"},
	forcing.TwoPlaces:   {"%[2]s would need the %[3]s twice, in %[1]s", "%[2]s must hold the %[3]s twice, in %[1]s"},
	forcing.NoPlace:     {"%[2]s would have no place for %[3]s", "%[2]s has no place left for %[3]s"},
}

// wouldEnd describes the contradiction of a hypothesis, such as "r1c2 would have no candidate". It names the techniques
// of two singles that exclude each other.
func wouldEnd(end *forcing.Consequence) string {
	r := end.Reason
	cells, digits := cellNames(r.Cells), digitNames(r.Digits)
	switch {
	case len(r.Both) == 0:
	case r.Kind == forcing.TwoDigits:
		digits = join(nameEach(r.Both, func(s forcing.Consequence) string {
			return fmt.Sprintf("%d (%s)", s.Row.Digit, by(s.Reason))
		}), "and")
	default:
		cells = join(nameEach(r.Both, func(s forcing.Consequence) string {
			return fmt.Sprintf("%s (%s)", s.Row.Cell, by(s.Reason))
		}), "and")
	}
	return ended(endings[r.Kind].would, r, cells, digits)
}

// outcomeWords describes the contradiction at the end of what was assumed, such as "r1c2 has no candidate left".
func outcomeWords(end *forcing.Consequence) string {
	r := end.Reason
	return ended(endings[r.Kind].does, r, cellNames(r.Cells), digitNames(r.Digits))
}

// ended fills in the cells, the unit and the digits of a contradiction.
func ended(format string, r forcing.Reason, cells, digits string) string {
	// The verb %.0s writes nothing: not every format has all three.
	return fmt.Sprintf(format+"%.0[1]s%.0[2]s%.0[3]s", cells, pairWords(r), digits)
}

// pairWords names the unit that needs a digit twice, or the two cells if they see each other without a unit.
func pairWords(r forcing.Reason) string {
	if r.Unit < 0 {
		return "the pair " + strings.Join(names(r.Cells), "/")
	}
	return unitName(r.Unit)
}

// steps adds a sentence about each step of a hypothesis, with its reason.
func (t *explainer) steps(b *forcing.Branch) {
	for _, s := range b.Steps {
		is := "is"
		if s.Row.Role != "place" {
			is = "is not"
		}
		t.say("Then %s %s %d (%s): %s.", s.Row.Cell, is, s.Row.Digit, techniqueForReason(s.Reason), because(s))
	}
}

// inside describes a refutation inside a hypothesis.
func inside(b *forcing.Branch) string {
	var list []string
	for _, s := range b.Steps {
		list = append(list, reasoned(s))
	}
	if len(list) == 0 {
		return "a contradiction: " + wouldEnd(b.End)
	}
	return strings.Join(list, ", ") + ", and " + wouldEnd(b.End)
}

// isList reports whether a line is an item of a list, not a sentence.
func isList(line string) bool { return !strings.HasSuffix(line, ".") }

// hasList reports whether a line of the words is an item of a list.
func hasList(words []string) bool { return slices.ContainsFunc(words, isList) }
