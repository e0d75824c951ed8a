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
	Title      string // of the technique
	Level      string // "" for what no technique did
	Before     grid.State
	Deductions []solver.Deduction
}

// Story is the solution path of a puzzle.
type Story struct {
	Name   string
	Start  grid.State
	Steps  []Step
	End    grid.State
	Ending string // a sentence
}

// heading is "Step 12: X-Wing (hard)".
func (s *Step) heading() string {
	text := fmt.Sprintf("Step %d: %s", s.Number, s.Title)
	if s.Level != "" {
		text += " (" + s.Level + ")"
	}
	return text
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
		m := marksOf(s.Before, d)
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
			list, marks = append(list, figure{Picture: Picture{State: s.Before}}), append(marks, make(marked))
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

func tellManual(t *teller) {
	t.say("By hand: %s.", t.effect())
}
