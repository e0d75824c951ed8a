package explain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain/picture"
)

// section is a part of a path as it is explained: a step, or several steps of singles that follow each other.
type section struct {
	Number       int // of the first step
	Heading      string
	Explanations []Explanation
	Note         string
	Figures      []figure
	Undrawn      string // sentence about the patterns that are explained whole and have no picture, "" for none
	of           int    // number of deductions
	// Singles says that the section has only singles. The next picture shows what they have placed.
	Singles bool
}

// Numbered reports whether the section describes several deductions, each with its number.
func (t *section) Numbered() bool { return len(t.Explanations) > 0 && t.Explanations[0].Number > 0 }

// narrator keeps the techniques that a path has explained before.
type narrator struct{ known map[string]bool }

// sections divides the path into sections. A technique is explained where it appears first.
func (s *Story) sections() (list []section) {
	n, steps := narrator{make(map[string]bool)}, s.steps()
	for i := 0; i < len(steps); {
		end := i + 1
		for end < len(steps) && steps[i].isSingle() && steps[end].isSingle() {
			end++
		}
		var t section
		if run := steps[i:end]; len(run) > 1 {
			t = n.singles(run)
		} else {
			t = n.step(&run[0])
		}
		for k := range t.Figures {
			f := &t.Figures[k]
			f.Number, f.Caption = k+1, f.caption(t.of)
		}
		list = append(list, t)
		i = end
	}
	return list
}

// isSingle reports whether the step has only singles, and is stored completely.
func (s *Step) isSingle() bool {
	return catalogue.IsSingle(s.Rule) && s.by != nil && s.by.Text == "" && s.made.Complete() && s.before.Known
}

// explain explains a deduction of a step, in short if its technique has been explained before. again reports whether it
// has.
func (n narrator) explain(s *Step, d setdoku.Deduction) (e Explanation, again bool) {
	if n.known[d.Technique] && s.before.Known {
		if e, ok := newExplainer(s.before.State, d).again(s.by); ok {
			return e, true
		}
	}
	n.known[d.Technique] = true
	return s.explain(d), false
}

// step describes a step, the simplest pattern first.
func (n narrator) step(s *Step) section {
	list := InOrder(s.made.Deductions)
	t := section{Number: s.Number, Heading: s.heading(), Note: s.note(), of: len(list), Singles: s.isSingle()}
	var drawn []int // the deductions to draw: those that are explained whole, or the first
	for k, d := range list {
		e, again := n.explain(s, d)
		if s.isSingle() && again {
			e.Words = []string{upperFirst(e.Words[0]) + "."}
		}
		if t.of > 1 {
			e.Number = k + 1
		}
		t.Explanations = append(t.Explanations, e)
		if !again {
			drawn = append(drawn, k)
		}
	}
	if drawn == nil && t.of > 0 {
		drawn = []int{0}
	}
	t.Figures = s.figures(list, drawn)
	if n := len(drawn) - len(t.Figures); n > 0 && !t.Singles && len(list[0].Placements) == 0 {
		t.Undrawn = fmt.Sprintf("%s more of the patterns %s no picture here.", upperFirst(number(n)),
			either(n, "has", "have"))
	}
	return t
}

// singles describes steps of singles together, with one picture of all that they place.
func (n narrator) singles(run []Step) section {
	first, last := &run[0], &run[len(run)-1]
	t := section{Number: first.Number, Heading: fmt.Sprintf("Steps %d to %d: singles", first.Number, last.Number),
		Singles: true}
	all := figure{Diagram: picture.Diagram{Title: t.Heading, State: first.before.State}}
	var short []string // what steps of one technique that follow each other place
	say := func(s *Step, text string) {
		t.Explanations = append(t.Explanations, Explanation{Words: []string{s.title() + ": " + text}})
	}
	for i := range run {
		s := &run[i]
		for _, d := range s.made.Deductions {
			all.Placements = append(all.Placements, d.Placements...)
			all.shows = append(all.shows, t.of)
			t.of++
			e, again := n.explain(s, d)
			if again {
				short = append(short, e.Words[0])
			} else {
				say(s, strings.Join(e.Words, " "))
			}
		}
		if short != nil && (i+1 == len(run) || run[i+1].Rule != s.Rule) {
			say(s, strings.Join(short, "; ")+".")
			short = nil
		}
	}
	t.Figures = []figure{all}
	return t
}

// InOrder returns the deductions of a step in the order in which they are explained: the patterns with the fewest
// parts first.
func InOrder(list []setdoku.Deduction) []setdoku.Deduction {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b setdoku.Deduction) int { return cmp.Compare(parts(a), parts(b)) })
	return list
}

// parts counts the parts of a pattern.
func parts(d setdoku.Deduction) (n int) {
	for _, e := range d.Evidence {
		if e.Role != "body" { // the base units of a fish already give these
			n++
		}
	}
	return n
}
