package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"setdoku"
	"setdoku/internal/plural"
	"setdoku/solver/verify"
)

// tally counts what was verified.
type tally struct {
	puzzles, steps int
	doubt          error            // why the definitions of a server were not compared, nil if they were
	audits         map[int64]string // audit level by run
	level          map[string]int   // puzzles by audit level
	checker        *verify.Checker
	judge          *judge
	open           verify.Open // what was not looked at for completeness
}

func newTally(c *verify.Checker, j *judge, runs []setdoku.Run, doubt error) tally {
	t := tally{checker: c, judge: j, doubt: doubt, audits: make(map[int64]string), level: make(map[string]int)}
	for _, r := range runs {
		t.audits[r.ID] = string(r.Audit)
	}
	return t
}

func (t *tally) add(records []setdoku.Record) {
	for i, r := range records {
		if t.judge == nil {
			t.open.Add(t.checker, &records[i])
		}
		t.puzzles++
		t.steps += r.Steps
		level := t.audits[r.RunID]
		if r.RunID == 0 {
			level = "unsolved"
		}
		t.level[level]++
	}
}

func (t *tally) String() string {
	line := fmt.Sprintf("%s, %s: all hold", plural.Of(t.puzzles, "puzzle"), plural.Of(t.steps, "step"))
	told := map[string]string{
		"full":     "with audit full, every pattern and elimination was checked",
		"steps":    "with audit steps, no patterns and eliminations were there to check",
		"none":     "with audit none, only the placements and the rating were there to check",
		"unsolved": "not solved yet, only the start and steps by hand were there to check",
	}
	var parts []string
	for _, level := range slices.Sorted(maps.Keys(t.level)) {
		parts = append(parts, fmt.Sprintf("  %d %s", t.level[level], told[level]))
	}
	parts = append(parts, t.completeness()...)
	if t.doubt != nil {
		parts = append(parts, fmt.Sprintf("  views, triggers and indexes were not compared, which takes a schema to make them in: %v", t.doubt))
	}
	return strings.Join(append([]string{line}, parts...), "\n")
}
