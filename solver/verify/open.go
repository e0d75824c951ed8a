package verify

import (
	"slices"

	"setdoku"
)

// Open counts of what Check did not see whether it is complete: whether an easier technique would have found something, and
// whether a pass took all that its technique proves.
type Open struct {
	Steps      int      // that such a technique made, or could have come before
	Techniques []string // that Check does not look for, of which there are steps
	Ends       int      // puzzles that are stuck, or were left, with such a technique selected
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

// Finds reports whether Check looks for a technique itself, so that it sees whether a step is complete. It judges
// the patterns of the others by their evidence.
func Finds(technique string) bool { return ruleOf(technique).find != nil }
