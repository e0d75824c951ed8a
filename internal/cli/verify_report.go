package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"setdoku/internal/plural"
	"setdoku/internal/verification"
	"setdoku/solver/driver"
	"setdoku/solver/retrace"
	"setdoku/solver/verify"
)

// verifyReport returns what verify prints when everything holds.
func verifyReport(r *verification.Report) string {
	lines := []string{fmt.Sprintf("%s, %s: all hold", plural.Of(r.Puzzles, "puzzle"), plural.Of(r.Steps, "step"))}
	checked := map[string]string{
		"full":                "with audit full, every pattern and elimination was checked",
		"steps":               "with audit steps, no patterns and eliminations were there to check",
		"none":                "with audit none, only the placements and the rating were there to check",
		verification.Unsolved: "not solved yet, only the start and steps by hand were there to check",
	}
	for _, level := range slices.Sorted(maps.Keys(r.Levels)) {
		lines = append(lines, fmt.Sprintf("  %d %s", r.Levels[level], checked[level]))
	}
	if r.Bare > 0 {
		lines = append(lines, fmt.Sprintf("  %s of techniques from files without evidence, proved from the whole grid", plural.Of(r.Bare, "pattern")))
	}
	if r.Covered != nil {
		lines = append(lines, madeAgain(r.Covered)...)
	} else {
		lines = append(lines, notComplete(r.Open)...)
	}
	if r.NotCompared != nil {
		lines = append(lines, fmt.Sprintf("  views, triggers and indexes were not compared, which takes a schema to make them in: %v", r.NotCompared))
	}
	return strings.Join(lines, "\n")
}

// madeAgain says how many steps were made again by which engine, and why others were not.
func madeAgain(c *retrace.Covered) (lines []string) {
	by := map[driver.Engine]string{driver.EngineSQL: "the statements", driver.EngineAuto: "the engine in memory"}
	for _, engine := range slices.Sorted(maps.Keys(c.Same)) {
		lines = append(lines, fmt.Sprintf("  %s made again by %s, and the same", plural.Of(c.Same[engine], "step"), by[engine]))
	}
	for _, why := range slices.Sorted(maps.Keys(c.Left)) {
		lines = append(lines, fmt.Sprintf("  %s not made again: %s", plural.Of(c.Left[why], "step"), why))
	}
	return lines
}

// notComplete says what verify checks with --complete alone.
func notComplete(o verify.Open) []string {
	var parts []string
	if o.Steps > 0 {
		parts = append(parts, fmt.Sprintf("%s (%s)", plural.Of(o.Steps, "step"), plural.Of(len(o.Techniques), "technique")))
	}
	if o.Ends > 0 {
		parts = append(parts, "the end of "+plural.Of(o.Ends, "stuck puzzle"))
	}
	if parts == nil {
		return nil
	}
	return []string{"  completeness was not looked at for " + strings.Join(parts, " and ") + ": --complete does"}
}
