package explain

import (
	"fmt"
	"strings"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain/picture"
	"setdoku/store/record"
)

// Step is a step of a path as texts, pages and JSON show it.
type Step struct {
	PuzzleID     int64                `json:"puzzle_id"`
	Number       int                  `json:"step"` // from 1, also in a shortened path
	Rule         string               `json:"rule"`
	Placements   setdoku.Placements   `json:"placements"`   // by cell
	Eliminations setdoku.Eliminations `json:"eliminations"` // by cell and digit
	// Deductions has one for each pattern, by pattern, after a call of Explain.
	Deductions []Explanation `json:"deductions,omitzero"`
	Missing    string        `json:"missing,omitempty"` // a sentence about what the run did not store
	AuditStep  *int          `json:"audit_step"`        // the step of the whole path, nil for singles that were made again

	made   setdoku.Step
	last   int // the number of the last of several steps of which nothing was stored, else that of the step
	before setdoku.Position
	by     *catalogue.Technique // nil if the technique is unknown or there is none
	full   bool                 // explain each step of refutations and branches with its reason
}

// NewStep returns a step with its number in a path. before is the position before it, by its technique, or nil for the
// technique of sql/ with the name.
func NewStep(puzzle int64, number int, s *setdoku.Step, before setdoku.Position, by *catalogue.Technique) Step {
	placements, eliminations := record.Changes(s)
	step := Step{PuzzleID: puzzle, Number: number, Rule: s.Rule, Missing: MissingText(s),
		made: *s, last: number, before: before, by: by}
	for _, c := range placements {
		step.Placements = append(step.Placements, c.Candidate())
	}
	for _, c := range eliminations {
		step.Eliminations = append(step.Eliminations, c.Candidate())
	}
	if s.Number > 0 {
		step.AuditStep = &s.Number
	}
	return step
}

// namesListed is the number of placements and eliminations that Summary names.
const namesListed = 2

// Summary names the first placements and eliminations of the step, and counts the others.
func (s *Step) Summary() string {
	names := append(s.Placements.Names(), s.Eliminations.Names()...)
	count := len(names) + s.Lost()
	if count == 0 {
		return ""
	}
	if len(names) == 0 {
		return fmt.Sprintf("%d not stored", count)
	}
	shown := min(namesListed, len(names))
	text := strings.Join(names[:shown], ", ")
	if count > shown {
		text += fmt.Sprintf(" and %d more", count-shown)
	}
	return text
}

// Patterns returns the number of patterns of the step.
func (s *Step) Patterns() int { return len(s.made.Deductions) }

// Notation returns the line of the first pattern in the notation of players, "" if it has none.
func (s *Step) Notation() string {
	if first := s.first(); first != nil {
		return Notation(s.before.State, *first)
	}
	return ""
}

// Where names the place of the first pattern, "" if it is unknown.
func (s *Step) Where() string {
	if first := s.first(); first != nil && catalogue.HasPatterns(s.Rule) {
		return newExplainer(s.before.State, *first).place(s.by)
	}
	return ""
}

// first returns the first deduction, nil if there is none or if its pattern or the pencil marks are unknown.
func (s *Step) first() *setdoku.Deduction {
	if len(s.made.Deductions) == 0 || !s.before.Known || !s.made.Deductions[0].HasPattern() {
		return nil
	}
	return &s.made.Deductions[0]
}

// Lost is the number of eliminations of the step that the run did not store.
func (s *Step) Lost() int { return s.made.Missing }

// Explain fills in Deductions.
func (s *Step) Explain() {
	s.Deductions = []Explanation{}
	for _, d := range s.made.Deductions {
		s.Deductions = append(s.Deductions, s.explain(d))
	}
}

// explain explains a deduction of the step.
func (s *Step) explain(d setdoku.Deduction) Explanation {
	t := newExplainer(s.before.State, d)
	t.full = s.full
	return t.explain(s.before.Known, s.by)
}

// title names the technique of the step.
func (s *Step) title() string {
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
func (s *Step) heading() string {
	text := fmt.Sprintf("Step %d: %s", s.Number, s.title())
	if s.last > s.Number {
		text = fmt.Sprintf("Steps %d to %d: %s", s.Number, s.last, s.title())
	}
	if s.by != nil && s.by.Level != "" {
		text += " (" + string(s.by.Level) + ")"
	}
	if s.made.Number > 0 && s.made.Number != s.Number {
		text += fmt.Sprintf(", step %d of the whole path", s.made.Number)
	}
	return text
}

// note returns a sentence about rows that were not stored, or about a step that deduces nothing, or "".
func (s *Step) note() string {
	switch {
	case s.last > s.Number:
		return "The run did not store what these steps did (see --audit)."
	case s.Rule == "" || s.made.Missing > 0:
		return MissingText(&s.made)
	case s.Rule == setdoku.RuleSearch && len(s.made.Deductions) == 0:
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

// figures draws some of the deductions of the step, given by their indexes, one picture each. A step that places
// several digits has one picture of all placements, without a pattern, because a picture never shows several patterns.
func (s *Step) figures(deductions []setdoku.Deduction, drawn []int) (list []figure) {
	one := picture.Diagram{Title: s.heading(), State: s.before.State, Unknown: !s.before.Known}
	if len(deductions) > 1 && len(deductions[0].Placements) > 0 {
		all := figure{Diagram: one}
		for k, d := range deductions {
			all.shows = append(all.shows, k)
			all.Placements = append(all.Placements, d.Placements...)
		}
		return []figure{all}
	}
	for _, k := range drawn[:min(len(drawn), mostPictures)] {
		one.Deduction = deductions[k]
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
