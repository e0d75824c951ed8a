package explain

import (
	"fmt"

	"setdoku"
	"setdoku/internal/tell/picture"
)

// Step is a step of a solution path.
type Step struct {
	Number     int
	Last       int                // last of several steps without stored rows, 0 for a single step
	Audit      int                // number in the whole path, of a step of a shortened one; 0 for singles found again
	Rule       string             // name of the technique, or manual
	Title      string             // title of the technique
	Level      string             // "" for a step without a technique
	By         *setdoku.Technique // nil for a technique of sql/; the deductions name it
	Before     setdoku.State
	Unknown    bool // the pencil marks before the step are unknown
	Deductions []setdoku.Deduction
	Complete   bool   // the deductions are all that the step did
	Full       bool   // tell the steps of refutations and of the branches of a set, see FullWords
	Note       string // sentence about what is unknown, or why the step deduces nothing; may be empty
}

// Path is the solution path of a puzzle.
type Path struct {
	Name   string
	Start  setdoku.State
	Steps  []Step
	End    setdoku.State
	Ending string // a sentence
	// EndUnknown is true if the pencil marks at the end are unknown.
	EndUnknown bool
	// Whole is the number of steps of the whole path, if this one is shortened; otherwise 0.
	Whole int
	// Singles are the singles that were selected, see shorten.Path.
	Singles       []string
	contradiction *setdoku.Contradiction // what the path ends in, or nil
}

// heading returns a text such as "Step 12: X-Wing (hard)".
func (s *Step) heading() string {
	text := fmt.Sprintf("Step %d: %s", s.Number, s.Title)
	if s.Last > s.Number {
		text = fmt.Sprintf("Steps %d to %d: %s", s.Number, s.Last, s.Title)
	}
	if s.Level != "" {
		text += " (" + s.Level + ")"
	}
	if s.Audit > 0 && s.Audit != s.Number {
		text += fmt.Sprintf(", step %d of the whole path", s.Audit)
	}
	return text
}

// mostPictures limits the pictures of a step. Further patterns are described in words only.
const mostPictures = 4

// figure is a picture of a step and the indexes of the deductions that it shows.
type figure struct {
	picture.Diagram
	shows   []int
	Number  int // in its section
	Caption string
}

// figures draws some deductions of a step, given by their indexes, one picture each. A step that places several digits
// has one picture of all placements, without a pattern, because a picture never shows several patterns.
func (s *Step) figures(drawn []int) (list []figure) {
	one := picture.Diagram{Title: s.heading(), State: s.Before, Unknown: s.Unknown}
	if len(s.Deductions) > 1 && len(s.Deductions[0].Placements) > 0 {
		all := figure{Diagram: one}
		for k, d := range s.Deductions {
			all.shows = append(all.shows, k)
			all.Placements = append(all.Placements, d.Placements...)
		}
		return []figure{all}
	}
	for _, k := range drawn[:min(len(drawn), mostPictures)] {
		one.Deduction = s.Deductions[k]
		list = append(list, figure{Diagram: one, shows: []int{k}})
	}
	return list
}

// caption states which of several deductions a figure shows. It is "" if the figure shows all of them.
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

// SearchPlacesNothing is the note of a search that found more than one solution.
const SearchPlacesNothing = "The search finds more than one solution, so it places nothing."
