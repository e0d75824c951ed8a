package web

import (
	"slices"
	"strings"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain"
)

// explanation is a deduction in words, as pages show it.
type explanation struct {
	Notation string
	Folded   bool // the notation is long, and the argument below says the same
	Lines    []explanationLine
}

// explanationLine is a line of words, with the hypothesis that it is about, if it is about one.
type explanationLine struct {
	Text     string
	Argument *explain.Argument
	Several  bool // the pattern has other hypotheses
}

// explainedIn returns the words of a deduction of a technique in a state, see explained.
func explainedIn(state setdoku.State, d setdoku.Deduction, t *catalogue.Technique, drawn string,
	link func(path string) string) explanation {
	at := setdoku.Position{State: state, Known: true}
	e := explain.Explain(at, d, t)
	return explained(&e, at, drawn, link)
}

// explained returns the words of a deduction. drawn is the path of the hypothesis that the page draws, see
// explain.Argument; link returns the address of a page that draws another.
func explained(a *explain.Explanation, before setdoku.Position, drawn string,
	link func(path string) string) explanation {
	t := explanation{Notation: a.Notation}
	var list []explain.Argument
	if before.Known && a.HasPattern() {
		list = explain.Arguments(before.State, a.Deduction)
	}
	t.Folded = list != nil
	for k := len(list) - 1; drawn == "" && k >= 0; k-- {
		if len(list[k].Steps) > 0 && !slices.ContainsFunc(list[:k],
			func(a explain.Argument) bool { return len(a.Steps) > 0 }) {
			drawn = list[k].Path // as picture.Marked chooses
		}
	}
	first := 0 // the line of the first hypothesis
	if len(list) > 0 && len(a.Words) > len(list) {
		first = 1
	}
	for k, text := range a.Words {
		line := explanationLine{Text: text, Several: len(list) > 1}
		if n := k - first; n >= 0 && n < len(list) {
			line.Argument = &list[n]
			mark(line.Argument, drawn, link)
		}
		t.Lines = append(t.Lines, line)
	}
	return t
}

// mark sets what a page shows of an argument and of those inside: how to draw it, and whether it is drawn or opened.
func mark(a *explain.Argument, drawn string, link func(path string) string) {
	a.Link, a.Drawn, a.Opened = link(a.Path), a.Path == drawn, strings.HasPrefix(drawn+".", a.Path+".")
	for _, s := range a.Steps {
		if s.Inside != nil {
			mark(s.Inside, drawn, link)
		}
	}
}
