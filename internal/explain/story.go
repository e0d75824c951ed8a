package explain

import (
	"fmt"
	"slices"

	"setdoku/internal/grid"
	"setdoku/solver"
	"setdoku/store"
)

// Step is a step of a solution path.
type Step struct {
	Number     int
	Last       int    // the last of several steps of which nothing is known, 0 for one step
	Title      string // of the technique
	Level      string // "" for what no technique did
	Before     grid.State
	Unknown    bool // nobody knows the pencil marks before the step
	Deductions []solver.Deduction
	Note       string // a sentence about what is not known of the step, or why it deduces nothing; may be empty
}

// Story is the solution path of a puzzle.
type Story struct {
	Name   string
	Start  grid.State
	Steps  []Step
	End    grid.State
	Ending string // a sentence
	// EndUnknown says that nobody knows the pencil marks at the end.
	EndUnknown bool
}

// heading is "Step 12: X-Wing (hard)".
func (s *Step) heading() string {
	text := fmt.Sprintf("Step %d: %s", s.Number, s.Title)
	if s.Last > s.Number {
		text = fmt.Sprintf("Steps %d to %d: %s", s.Number, s.Last, s.Title)
	}
	if s.Level != "" {
		text += " (" + s.Level + ")"
	}
	return text
}

// words tells a deduction of the step. Where the pencil marks are not known its pattern is told as it is, without
// the argument.
func (s *Step) words(d solver.Deduction) []string {
	if s.Unknown && d.PatternKept() {
		t := newTeller(s.Before, d)
		tellWithoutMarks(t)
		return t.lines
	}
	return Words(s.Before, d)
}

// Most pictures of a step, and most patterns in one.
const (
	mostPictures = 4
	mostPatterns = 4
)

// figure is a picture of some deductions of a step, by their indexes.
type figure struct {
	Picture
	shows []int
}

// figures groups the deductions of a step. Placements are one picture. Patterns of cells and units share one while no candidate
// is marked differently by two of them; chains, sets and the like have one each. What comes after the most pictures a step
// may have is told in words alone.
func (s *Step) figures() (list []figure) {
	marks := []marked{}
	for k, d := range s.Deductions {
		m := make(marked)
		if !s.Unknown {
			m = marksOf(s.Before, d)
		}
		into := -1
		for i := range list {
			room := len(list[i].shows) < mostPatterns && simple(d) && simple(list[i].Deductions[0]) || len(d.Placements) > 0
			if into < 0 && room && marks[i].agrees(m) {
				into = i
			}
		}
		if into < 0 {
			if len(list) == mostPictures {
				continue
			}
			into = len(list)
			list, marks = append(list, figure{Picture: Picture{State: s.Before, Unknown: s.Unknown}}), append(marks, make(marked))
		}
		f := &list[into]
		f.shows = append(f.shows, k)
		f.Deductions = append(f.Deductions, d)
		for at, mark := range m {
			marks[into][at] = mark
		}
	}
	return list
}

// simple reports whether a pattern is cells and units without an order.
func simple(d solver.Deduction) bool {
	return !slices.ContainsFunc(d.Evidence, func(e store.Evidence) bool {
		return slices.Contains([]string{"link", "set", "rectangle", "color", "assume"}, e.Role)
	})
}

// agrees reports whether no candidate has different marks in two patterns.
func (m marked) agrees(other marked) bool {
	for at, mark := range other {
		if mine, known := m[at]; known && mine != mark {
			return false
		}
	}
	return true
}

// caption says which of several deductions a figure shows, "" for all of them.
func (f *figure) caption(of int) string {
	if len(f.shows) == of {
		return ""
	}
	var list []string
	for _, k := range f.shows {
		list = append(list, fmt.Sprint(k+1))
	}
	return "Picture of " + join(list, "and") + "."
}

// untold says how many of the deductions have no picture, "" for none.
func untold(figures []figure, of int) string {
	var shown []int
	for _, f := range figures {
		shown = append(shown, f.shows...)
	}
	slices.Sort(shown)
	if n := of - len(slices.Compact(shown)); n > 0 {
		return fmt.Sprintf("%s of the patterns %s no picture here.", upperFirst(number(n)), either(n, "has", "have"))
	}
	return ""
}

// SearchPlacesNothing is the note of a search that found more than one solution.
const SearchPlacesNothing = "The search finds more than one solution, so it places nothing."

// tellWithoutPattern is for deductions of which a database has kept the cells, the digits and the rule.
func tellWithoutPattern(t *teller) {
	t.say("The rule is %s: %s.", t.d.Technique, t.effect())
	t.say(store.PatternNotKept)
}

// tellWithoutMarks is for deductions in a state whose pencil marks nobody knows.
func tellWithoutMarks(t *teller) {
	switch t.d.Technique {
	case "manual":
		tellManual(t)
	case solver.SearchRule:
		t.say("All other tries end in a contradiction, so %s.", t.effect())
	default:
		tellAny(t)
	}
}

func tellManual(t *teller) {
	t.say("By hand: %s.", t.effect())
}
