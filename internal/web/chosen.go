package web

import (
	"bytes"
	"fmt"
	"html/template"
	"net/http"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain"
	"setdoku/internal/explain/picture"
)

// choose chooses a pattern of the step by its number, from 1; 0 means the first one, if there is any.
func (v *shown) choose(number int) error {
	switch all := len(v.Patterns); {
	case number > all && v.Step == 0:
		return problemf(http.StatusNotFound, "pattern=%d: a puzzle before all steps has no pattern", number)
	case number > all:
		return problemf(http.StatusNotFound, "pattern=%d: the patterns of step %d are 1 to %d", number, v.Step,
			all)
	case number == 0:
		number = min(1, all)
	}
	v.Chosen = number
	return nil
}

// patternsListed is the number of patterns that a page lists. A step of forcing may have a thousand.
const patternsListed = 100

// listed returns the numbers of the first and the last pattern that the page lists. The chosen one is among them.
func (v *shown) listed() (first, last int) {
	first = max(1, min(v.Chosen-patternsListed/2, len(v.Patterns)-patternsListed+1))
	return first, min(len(v.Patterns), first+patternsListed-1)
}

// markPatterns adds the words of the chosen pattern, and the line in the notation of players of every pattern that the
// page lists.
func (v *shown) markPatterns(rule *catalogue.Technique) {
	first, last := v.listed()
	for n := first; n <= last; n++ {
		if p := &v.Patterns[n-1]; n == v.Chosen {
			*p = explain.Explain(v.Before, p.Deduction, rule)
			p.Number = n
		} else if v.Before.Known {
			p.Notation = explain.Notation(v.Before.State, p.Deduction)
		}
	}
}

// said returns the text that a screen reader reads when the page shows another step or pattern.
func (v *shown) said() string {
	if v.Step == 0 {
		return "Before all steps."
	}
	text := fmt.Sprintf("Step %d of %d: %s.", v.Step, v.Puzzle.Steps, ruleTitle(v.Done.Rule))
	if len(v.Patterns) > 1 {
		text += fmt.Sprintf(" Pattern %d of %d.", v.Chosen, len(v.Patterns))
	}
	if v.Chosen > 0 {
		text += " " + explain.Effect(v.Patterns[v.Chosen-1].Deduction) + "."
	}
	return text
}

// newDiagram draws the puzzle before a step, with the chosen pattern of the step and the deduction that this pattern
// proves. It draws no other pattern. For step 0 it draws the puzzle before all steps. If the place asks for that, it
// draws the puzzle after the step, or one hypothesis of the pattern.
func newDiagram(v *shown, p place) picture.Diagram {
	at := v.Before
	if p.After {
		at = v.After
	}
	d := picture.Diagram{State: at.State, Digit: uint8(v.Digit)}
	if v.Chosen > 0 && !p.After {
		d.Deduction = v.Patterns[v.Chosen-1].Deduction
		if p.Branch != "" && at.Known {
			if a := explain.Find(explain.Arguments(at.State, d.Deduction), p.Branch); a != nil {
				d.State, d.Deduction = a.Before, a.Shows
			}
		}
	}
	d.Marks, d.Unknown = at.Known, !at.Known
	if v.Cell != 0 {
		d.Evidence = append(d.Evidence, setdoku.Evidence{Role: "cell", Cell: v.Cell})
	}
	return d
}

// drawing returns a diagram as an element of a page.
func drawing(d picture.Diagram, label string) (template.HTML, error) {
	var b bytes.Buffer
	err := picture.SVG(&b, d, picture.Options{Inline: true, Label: label})
	return template.HTML(b.String()), err // picture escapes its texts
}
