package explain

import (
	"fmt"
	"slices"

	"setdoku"
	"setdoku/store"
)

// Step is a step of a solution path.
type Step struct {
	Number     int
	Last       int                // the last of several steps of which nothing is known, 0 for one step
	Title      string             // of the technique
	Level      string             // "" for what no technique did
	By         *setdoku.Technique // nil for a technique of sql/, which the deductions name
	Before     setdoku.State
	Unknown    bool // nobody knows the pencil marks before the step
	Deductions []setdoku.Deduction
	Note       string // a sentence about what is not known of the step, or why it deduces nothing; may be empty
}

// Story is the solution path of a puzzle.
type Story struct {
	Name   string
	Start  setdoku.State
	Steps  []Step
	End    setdoku.State
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
func (s *Step) words(d setdoku.Deduction) []string {
	if s.Unknown && d.PatternKept() {
		t := newTeller(s.Before, d)
		t.withoutMarks()
		return t.lines
	}
	return Words(s.Before, d, s.By)
}

// mostPictures is how many pictures a step may have. The patterns after these are told in words alone.
const mostPictures = 4

// figure is a picture of a step and the indexes of the deductions that it shows.
type figure struct {
	Picture
	shows []int
}

// figures draws the deductions of a step, one picture each. A step that places several digits has one picture of what it
// places, in which no pattern is marked, because patterns do not share a picture.
func (s *Step) figures() (list []figure) {
	if len(s.Deductions) > 1 && len(s.Deductions[0].Placements) > 0 {
		all := figure{Picture: Picture{State: s.Before, Unknown: s.Unknown, Deduction: &setdoku.Deduction{}}}
		for k, d := range s.Deductions {
			all.shows = append(all.shows, k)
			all.Deduction.Placements = append(all.Deduction.Placements, d.Placements...)
		}
		return []figure{all}
	}
	for k := range s.Deductions[:min(len(s.Deductions), mostPictures)] {
		list = append(list, figure{Picture{State: s.Before, Unknown: s.Unknown, Deduction: &s.Deductions[k]}, []int{k}})
	}
	return list
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

// withoutPattern is for deductions of which a database has kept the cells, the digits and the rule.
func (t *teller) withoutPattern() {
	t.say("The rule is %s: %s.", t.d.Technique, t.effect())
	t.say(store.PatternNotKept)
}

// withoutMarks is for deductions in a state whose pencil marks nobody knows.
func (t *teller) withoutMarks() {
	switch t.d.Technique {
	case setdoku.RuleManual:
		t.byHand()
	case setdoku.RuleSearch:
		t.say("All other tries end in a contradiction, so %s.", t.effect())
	default:
		t.rowByRow()
	}
}

func (t *teller) byHand() { t.say("By hand: %s.", t.effect()) }
