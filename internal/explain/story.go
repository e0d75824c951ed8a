package explain

import (
	"context"
	"fmt"
	"strings"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain/picture"
	"setdoku/solver/minimize"
)

// Story describes a path.
type Story struct {
	Name string
	*setdoku.Path
	Techniques catalogue.Catalogue // has the titles, the levels and the words of the techniques
	Only       int                 // describe this step only, 0 for all
	Full       bool                // describe each step of refutations and branches with its reason
}

// NewStory returns the story of a path. id and name are those of its puzzle; name may be "". all has the techniques.
func NewStory(id int64, name string, path *setdoku.Path, all catalogue.Catalogue) *Story {
	s := &Story{Name: fmt.Sprintf("Puzzle %d", id), Path: path, Techniques: all}
	if v := path.Start.Variant; v != nil {
		s.Name += ", " + v.Title
	}
	if name != "" {
		s.Name += ", " + name
	}
	return s
}

// Needed returns the story of the path without the deductions that no later step needs, see minimize.Path.
func (s *Story) Needed(ctx context.Context) (*Story, error) {
	path, err := minimize.Path(ctx, s.Path)
	if err != nil {
		return nil, fmt.Errorf("%s, %w", s.Name, err)
	}
	short := *s
	short.Path = path
	return &short, nil
}

// ending describes how the path ends.
func (s *Story) ending(ctx context.Context) (string, error) {
	if s.Only > 0 {
		return fmt.Sprintf("After step %d:", s.Only), nil
	}
	from := 0
	if s.Contradiction != nil {
		from = s.Contradiction.Step
	}
	return Ending(ctx, s.Start, s.Status, s.Contradiction, from)
}

// Ending describes how solving a puzzle ended: its status, and why it is not solved. c is the contradiction that was
// found, or nil, and from the step after which the reader is.
func Ending(ctx context.Context, start setdoku.State, status setdoku.Status, c *setdoku.Contradiction,
	from int) (string, error) {
	switch {
	case status == setdoku.StatusSolved:
		return "The puzzle is solved.", nil
	case status == setdoku.StatusMultiple:
		return "The puzzle has more than one solution.", nil
	case c != nil:
		return "The puzzle has no solution. " + WhyNone(c, from), nil
	}
	why, err := Withheld(ctx, start)
	return strings.TrimSpace("The techniques find nothing more. " + why), err
}

// step is a step with its position in the story, or several steps of which nothing was stored.
type step struct {
	setdoku.Step
	number, last int // in the path that is described
	before       setdoku.Position
	by           *catalogue.Technique // nil if the technique is unknown or there is none
	full         bool
}

// steps returns the steps of the path as they are described.
func (s *Story) steps() (list []step) {
	for i, before := range s.Positions()[:len(s.Steps)] {
		if s.Only > 0 && i+1 != s.Only {
			continue
		}
		next := step{Step: s.Steps[i], number: i + 1, last: i + 1, before: before, full: s.Full}
		if n := len(list); next.Rule == "" && n > 0 && list[n-1].Rule == "" {
			list[n-1].last = next.last
			continue
		}
		if t, known := s.Techniques.Rule(next.Rule); known {
			next.by = &t
		}
		list = append(list, next)
	}
	return list
}

// title names the technique of the step.
func (s *step) title() string {
	switch {
	case s.by != nil:
		return s.by.Title
	case s.Rule == setdoku.RuleManual:
		return "by hand"
	case s.Rule == "":
		return "not stored"
	}
	return s.Rule
}

// heading returns a text such as "Step 12: X-Wing (hard)".
func (s *step) heading() string {
	text := fmt.Sprintf("Step %d: %s", s.number, s.title())
	if s.last > s.number {
		text = fmt.Sprintf("Steps %d to %d: %s", s.number, s.last, s.title())
	}
	if s.by != nil && s.by.Level != "" {
		text += " (" + string(s.by.Level) + ")"
	}
	if s.Step.Number > 0 && s.Step.Number != s.number {
		text += fmt.Sprintf(", step %d of the whole path", s.Step.Number)
	}
	return text
}

// note returns a sentence about rows that were not stored, or about a step that deduces nothing, or "".
func (s *step) note() string {
	switch {
	case s.last > s.number:
		return "The run did not store what these steps did (see --audit)."
	case s.Rule == "" || s.Missing > 0:
		return MissingText(&s.Step)
	case s.Rule == setdoku.RuleSearch && len(s.Deductions) == 0:
		return "The search finds more than one solution, so it places nothing."
	}
	return ""
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
func (s *step) figures(drawn []int) (list []figure) {
	one := picture.Diagram{Title: s.heading(), State: s.before.State, Unknown: !s.before.Known}
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

// patternMissing replaces the description of a pattern that the run did not store.
const patternMissing = "The run did not store the pattern (see --audit)."

// MissingText returns a sentence about the rows of a step that the run did not store, "" if it stored all.
func MissingText(s *setdoku.Step) string {
	switch n := s.Missing; {
	case s.Rule == "":
		return "The run did not store what this step did (see --audit)."
	case n > 0:
		kept := ""
		if len(s.Deductions) > 0 {
			kept = "other "
		}
		if n == 1 {
			return "The run did not store the " + kept + "elimination of this step (see --audit)."
		}
		return fmt.Sprintf("The run did not store the %s%d eliminations of this step (see --audit).", kept, n)
	case !s.Complete():
		return patternMissing
	}
	return ""
}
