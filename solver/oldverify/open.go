package verify

import (
	"slices"

	"setdoku"
)

// Open counts the steps and the ends of puzzles for which Check could not decide two things: whether an easier
// technique finds something, and whether a step contains all that its technique proves.
type Open struct {
	Steps      int      // steps by such a technique, or after one
	Techniques []string // techniques with steps that Check does not search for
	Ends       int      // puzzles that ended unsolved with such a technique selected
}

// Add counts a record that Check has accepted.
func (o *Open) Add(c *Checker, r *setdoku.Record) {
	for _, row := range r.StepRows {
		run := c.runs[row.Run]
		if run == nil || run.shell {
			continue
		}
		t := c.techniques[row.Rule]
		if t.Tier < run.blind {
			continue
		}
		o.Steps++
		if said := run.named(row.Rule); said != nil && said.rule.find == nil && !slices.Contains(o.Techniques, row.Rule) {
			o.Techniques = append(o.Techniques, row.Rule)
		}
	}
	if run := c.runs[r.RunID]; run != nil && r.Status == setdoku.StatusStuck && run.blind < noTier {
		o.Ends++
	}
}

// Finds reports whether Check searches for a technique itself. It then knows whether a step is complete. For other
// techniques it only proves the patterns from their evidence.
func Finds(technique string) bool { return ruleOf(technique).find != nil }

// Bare counts the patterns of a record without evidence, of techniques that the catalogue does not have. Check has proved them from
// the whole grid.
func (c *Checker) Bare(r *setdoku.Record) int {
	var own []int // steps of such techniques
	for _, row := range r.StepRows {
		if run := c.runs[row.Run]; run != nil && run.audit == setdoku.AuditFull {
			if said := run.named(row.Rule); said != nil && said.rule.userDefined {
				own = append(own, row.Step)
			}
		}
	}
	if own == nil {
		return 0
	}
	type pattern struct {
		step   int
		number int64
	}
	bare := make(map[pattern]bool)
	for _, e := range r.Eliminations {
		if slices.Contains(own, e.Step) {
			bare[pattern{e.Step, e.Pattern}] = true
		}
	}
	for _, e := range r.Evidence {
		delete(bare, pattern{e.Step, e.Pattern})
	}
	return len(bare)
}
