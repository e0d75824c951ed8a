package explain

import (
	"fmt"
	"slices"
	"strings"

	"setdoku"
	"setdoku/internal/tell/picture"
)

// section is a part of a path as it is told: a step, or several steps of singles that follow each other.
type section struct {
	number  int // of the first step
	heading string
	told    []told
	note    string
	figures []figure
	undrawn string // how many patterns that are told whole have no picture, "" for none
	of      int    // number of deductions
	// singles is true if the section has singles alone. The next picture shows what they have placed.
	singles bool
}

// told is what a section says about one deduction, or about several that are told together.
type told struct {
	lines  []string
	number int // of the deduction in its step, 0 if the step has one or they are told together
}

// narrator keeps the techniques that a path has explained before.
type narrator struct{ known map[string]bool }

// sections returns the path as it is told. What a technique is about is said where it appears first.
func (s *Path) sections() (list []section) {
	n := narrator{make(map[string]bool)}
	for i := 0; i < len(s.Steps); {
		end := i + 1
		for end < len(s.Steps) && s.Steps[i].isSingle() && s.Steps[end].isSingle() {
			end++
		}
		if run := s.Steps[i:end]; len(run) > 1 {
			list = append(list, n.singles(run))
		} else {
			list = append(list, n.step(&run[0]))
		}
		i = end
	}
	return list
}

// isSingle reports whether the step has only singles, and is stored completely.
func (s *Step) isSingle() bool {
	return slices.Contains([]string{"full_house", "naked_single", "hidden_single"}, s.Rule) && s.By != nil && s.By.Text == "" &&
		s.kept() && !s.Unknown && s.Note == ""
}

// words describes a deduction of a step, in short if its technique has been explained before. again says so.
func (n narrator) words(s *Step, d setdoku.Deduction) (lines []string, again bool) {
	if n.known[d.Technique] && !s.Unknown {
		if lines := Again(s.Before, d, s.By); lines != nil {
			return lines, true
		}
	}
	n.known[d.Technique] = true
	return s.words(d), false
}

// step tells a step, the simplest pattern first.
func (n narrator) step(s *Step) section {
	t := section{number: s.Number, heading: s.heading(), note: s.Note, of: len(s.Deductions), singles: s.isSingle()}
	step := *s
	step.Deductions = inOrder(s.Deductions)
	var drawn []int // the deductions to draw: those that are told whole, or the first
	for k, d := range step.Deductions {
		lines, again := n.words(s, d)
		if s.isSingle() && again {
			lines = []string{upperFirst(lines[0]) + "."}
		}
		item := told{lines: lines}
		if t.of > 1 {
			item.number = k + 1
		}
		t.told = append(t.told, item)
		if !again {
			drawn = append(drawn, k)
		}
	}
	if drawn == nil && t.of > 0 {
		drawn = []int{0}
	}
	t.figures = step.figures(drawn)
	if n := len(drawn) - len(t.figures); n > 0 && !t.singles && len(s.Deductions[0].Placements) == 0 {
		t.undrawn = fmt.Sprintf("%s more of the patterns %s no picture here.", upperFirst(number(n)), either(n, "has", "have"))
	}
	return t
}

// singles tells steps of singles together, with one picture of all that they place.
func (n narrator) singles(run []Step) section {
	first, last := &run[0], &run[len(run)-1]
	t := section{number: first.Number, heading: fmt.Sprintf("Steps %d to %d: singles", first.Number, last.Number), singles: true}
	all := figure{Diagram: picture.Diagram{Title: t.heading, State: first.Before}}
	var short []string // what steps of one technique that follow each other place
	for i := range run {
		s := &run[i]
		for _, d := range s.Deductions {
			all.Placements = append(all.Placements, d.Placements...)
			all.shows = append(all.shows, t.of)
			t.of++
			lines, again := n.words(s, d)
			if again {
				short = append(short, lines[0])
			} else {
				t.told = append(t.told, told{lines: []string{s.Title + ": " + strings.Join(lines, " ")}})
			}
		}
		if short != nil && (i+1 == len(run) || run[i+1].Rule != s.Rule) {
			t.told = append(t.told, told{lines: []string{s.Title + ": " + strings.Join(short, "; ") + "."}})
			short = nil
		}
	}
	t.figures = []figure{all}
	return t
}
