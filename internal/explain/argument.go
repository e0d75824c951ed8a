package explain

import (
	"fmt"
	"slices"
	"strings"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain/picture"
	"setdoku/internal/format"
	"setdoku/solver/board"
	"setdoku/solver/forcing"
)

// Argument describes a hypothesis step by step. The rows of the pattern say what follows and in which order. The
// reasons are not in the rows: package forcing derives them by following the rows.
type Argument struct {
	// Path names the argument among those of the pattern: 2 is the second hypothesis, and 2.5 refutes what step 5 of it
	// eliminates.
	Path    string
	Assumed setdoku.Candidate
	Steps   []ArgumentStep
	End     string // a sentence about the contradiction, or about what the hypothesis eliminates
	// Before and Shows are the state before the assumption and the hypothesis as a pattern of its own, for a picture.
	Before setdoku.State
	Shows  setdoku.Deduction

	Link   string // the address of a page that draws the argument, for another page
	Drawn  bool   // the page draws this argument
	Opened bool   // it draws this one, or one inside
}

// Find returns the argument with a path, nil if there is none.
func Find(list []Argument, path string) *Argument {
	for i := range list {
		a := &list[i]
		if a.Path == path {
			return a
		}
		for k := range a.Steps {
			if inside := a.Steps[k].Inside; inside != nil && strings.HasPrefix(path+".", inside.Path+".") {
				return Find([]Argument{*inside}, path)
			}
		}
	}
	return nil
}

// ArgumentStep is something that follows from a hypothesis.
type ArgumentStep struct {
	Does      string // r4c5=7 or r4c5<>7
	Technique string // the title of the technique, such as Hidden Single, or Refutation
	Why       string // a sentence
	// Inside is the hypothesis that refutes the candidate, nil if the step is not a refutation.
	Inside *Argument
}

// Arguments returns the hypotheses of a forcing pattern, nil for other patterns and for rows that do not fit.
func Arguments(s setdoku.State, d setdoku.Deduction) (list []Argument) {
	t := newExplainer(s, d)
	if t.Kind() != picture.OfForcing {
		return nil
	}
	p, err := t.Forcing()
	if err != nil {
		return nil
	}
	for i := range p.Branches {
		rows := append(slices.Clone(p.Set), p.Branches[i].Rows()...)
		shows := setdoku.Deduction{Technique: d.Technique, Eliminations: d.Eliminations, Evidence: rows}
		list = append(list, t.argument(fmt.Sprint(i+1), &p.Branches[i], s, shows))
	}
	return list
}

// argument describes a branch that begins in a state.
func (t *explainer) argument(path string, b *forcing.Branch, before setdoku.State,
	shows setdoku.Deduction) Argument {
	a := Argument{Path: path, Assumed: b.Assumed, Before: before, Shows: shows}
	at := before.Apply(setdoku.Deduction{Placements: []setdoku.Candidate{b.Assumed}})
	for k, s := range b.Steps {
		step := ArgumentStep{Does: stepName(s.Row), Technique: techniqueForReason(s.Reason), Why: upperFirst(because(s)) + "."}
		lost := setdoku.Deduction{Eliminations: []setdoku.Candidate{s.Row.Candidate()}}
		if inside := s.Reason.Inside; inside != nil {
			refutes := setdoku.Deduction{Technique: t.Technique, Eliminations: lost.Eliminations,
				Evidence: inside.Rows()}
			argument := t.argument(fmt.Sprintf("%s.%d", path, k+1), inside, at, refutes)
			step.Inside = &argument
		}
		a.Steps = append(a.Steps, step)
		if s.Row.Role == "place" {
			lost = setdoku.Deduction{Placements: lost.Changes()}
		}
		at = at.Apply(lost)
	}
	a.End = upperFirst(t.effect()) + "."
	if b.End != nil {
		a.End = upperFirst(outcomeWords(b.End)) + endReason(b.End) + ". That cannot be."
	}
	return a
}

// techniqueForReason returns the title of the technique that makes a step of a hypothesis.
func techniqueForReason(r forcing.Reason) string {
	subset := func(kind string, n int) string {
		return kind + [...]string{"", "single", "pair", "triple", "quadruple"}[min(n, 4)]
	}
	switch r.Kind {
	case forcing.OnlyDigit:
		return techniqueTitle("naked_single")
	case forcing.OnlyPlace:
		return techniqueTitle("hidden_single")
	case forcing.Intersection:
		if r.Unit >= board.Lines {
			return techniqueTitle("pointing")
		}
		return techniqueTitle("claiming")
	case forcing.NakedSubset:
		return techniqueTitle(subset("naked_", len(r.Cells)))
	case forcing.HiddenSubset:
		return techniqueTitle(subset("hidden_", r.Digits.Count()))
	case forcing.Fish:
		return techniqueTitle([...]string{"x_wing", "swordfish", "jellyfish"}[min(max(len(r.Units), 2), 4)-2])
	}
	return "Refutation"
}

// techniqueTitle returns the title of a technique of sql/.
func techniqueTitle(name string) string {
	if h := catalogue.HeaderNamed(name); h != nil {
		for _, t := range h.Techniques {
			if t.Name == name {
				return t.Title
			}
		}
	}
	return name
}

// notation returns the line of a pattern in notation: that of players, or that of a forcing pattern, "" if it has none.
func (t *explainer) notation() string {
	line := notation(*t.Pattern)
	if line != "" || t.Kind() != picture.OfForcing {
		return line
	}
	p, err := t.Forcing()
	if err != nil {
		return ""
	}
	outcome := strings.Join(t.Eliminations.Names(), ", ")
	var list []string
	for i := range p.Branches {
		list = append(list, branchChain(&p.Branches[i], outcome))
	}
	return strings.Join(list, " | ") + " => " + outcome
}

// branchChain returns a hypothesis in one line, such as
//
//	r1c2=5: r3c4=7 (Hidden Single in row 3), r3c6=2 (Naked Single) -> row 9 has two 6s
//
// Each step follows from the assumption and the steps before it, and the end from all of them. outcome is what a branch
// without a contradiction eliminates.
func branchChain(b *forcing.Branch, outcome string) string {
	line := b.Assumed.Placement()
	for k, s := range b.Steps {
		line += either(k+1, ": ", ", ") + reasoned(s)
	}
	if b.End != nil {
		return line + " -> " + endName(b.End)
	}
	return line + " -> " + outcome
}

// reasoned names a step with its technique, and a hidden single with its unit: r3c4=7 (Hidden Single in row 3). A
// refutation has its line in brackets.
func reasoned(s forcing.Consequence) string {
	if inside := s.Reason.Inside; inside != nil {
		return stepName(s.Row) + " [" + branchChain(inside, "") + "]"
	}
	return fmt.Sprintf("%s (%s)", stepName(s.Row), by(s.Reason))
}

// by names the technique of a step, and its units unless it is a naked single.
func by(r forcing.Reason) string {
	units := r.Units
	switch r.Kind {
	case forcing.OnlyDigit:
		return techniqueForReason(r)
	case forcing.Fish:
	default:
		units = []int{r.Unit}
	}
	return techniqueForReason(r) + " in " + unitNames(units)
}

// nameEach returns the name of each step.
func nameEach(list []forcing.Consequence, name func(forcing.Consequence) string) (names []string) {
	for _, s := range list {
		names = append(names, name(s))
	}
	return names
}

// endName names a contradiction in notation, with the two singles that exclude each other.
func endName(end *forcing.Consequence) string {
	if both := end.Reason.Both; len(both) > 0 {
		return join(nameEach(both, reasoned), "and")
	}
	switch r := end.Reason; r.Kind {
	case forcing.NoCandidate:
		return cellNames(r.Cells) + " is empty"
	case forcing.TwoDigits:
		return fmt.Sprintf("%s=%s", cellNames(r.Cells), strings.Join(digitTexts(r.Digits), " and "))
	case forcing.TwoPlaces:
		return fmt.Sprintf("%s has two %s", pairWords(r), format.Noun(2, digitNames(r.Digits)))
	default:
		return fmt.Sprintf("%s has no %s", unitName(r.Unit), digitNames(r.Digits))
	}
}

// because gives the reason of a step, with the rows that took the other candidates.
func because(s forcing.Consequence) string {
	r, digit := s.Reason, s.Row.Digit
	switch r.Kind {
	case forcing.OnlyDigit:
		return "no other candidate is left there" + since(r.Lost)
	case forcing.OnlyPlace:
		return fmt.Sprintf("%s has no other place for %d", unitName(r.Unit), digit) + since(r.Lost)
	case forcing.Intersection:
		return fmt.Sprintf("all places for %d in %s lie in %s", digit, unitName(r.Unit), unitName(r.Other)) +
			since(r.Lost)
	case forcing.NakedSubset:
		return fmt.Sprintf("%s hold no digits but %s in %s", cellNames(r.Cells), digitNames(r.Digits),
			unitName(r.Unit)) + tooFew(len(r.Cells)-r.Digits.Count()) + since(r.Lost)
	case forcing.HiddenSubset:
		return fmt.Sprintf("%s have no places but %s in %s", digitNames(r.Digits), cellNames(r.Cells),
			unitName(r.Unit)) + tooFew(r.Digits.Count()-len(r.Cells)) + since(r.Lost)
	case forcing.Fish:
		return fmt.Sprintf("all places for %d in %s lie in %s", digit, unitNames(r.Units), unitNames(r.Covers)) +
			tooFew(len(r.Units)-len(r.Covers)) + since(r.Lost)
	case forcing.Refuted:
		return s.Row.Candidate().Placement() + " would lead to " + inside(r.Inside)
	}
	return outcomeWords(&s)
}

// tooFew says that a set lacks something, from which every elimination follows.
func tooFew(lacking int) string {
	if lacking > 0 {
		return ", which are too few"
	}
	return ""
}

// endReason says why a contradiction holds.
func endReason(end *forcing.Consequence) string {
	if len(end.Reason.Both) == 0 {
		return since(end.Reason.Lost)
	}
	var list []string
	for _, s := range end.Reason.Both {
		list = append(list, fmt.Sprintf("%s is %d because %s", s.Row.Cell, s.Row.Digit, because(s)))
	}
	return ": " + strings.Join(list, "; ")
}
