package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"setdoku/internal/plural"
	"setdoku/solver/driver"
	"setdoku/solver/verify"
)

// verifyReport returns what verify prints when everything holds.
func verifyReport(r *verify.Report) string {
	lines := []string{fmt.Sprintf("%s, %s: all hold", plural.Of(r.Puzzles, "puzzle"), plural.Of(r.Steps, "step"))}
	checked := map[string]string{
		"full":          "with audit full, every deduction was proved from its evidence",
		"steps":         "with audit steps, no patterns and eliminations were there to prove",
		"none":          "with audit none, only the placements were there to check",
		verify.Unsolved: "not solved yet, only the start and steps by hand were there to check",
	}
	for _, level := range slices.Sorted(maps.Keys(r.Levels)) {
		lines = append(lines, fmt.Sprintf("  %d %s", r.Levels[level], checked[level]))
	}
	if r.Bare > 0 {
		lines = append(lines, fmt.Sprintf("  %s of techniques from files without evidence, proved from the whole grid", plural.Of(r.Bare, "pattern")))
	}
	if m := r.Remade; m != nil {
		by := "the engine in memory"
		if m.Engine == driver.EngineSQL {
			by = "the statements"
		}
		if m.Same > 0 {
			lines = append(lines, fmt.Sprintf("  %s made again by %s, and the same", plural.Of(m.Same, "step"), by))
		}
		for _, why := range slices.Sorted(maps.Keys(m.Left)) {
			lines = append(lines, fmt.Sprintf("  %s not made again: %s", plural.Of(m.Left[why], "step"), why))
		}
	}
	if r.NotCompared != nil {
		lines = append(lines, fmt.Sprintf("  views, triggers and indexes were not compared, which takes a schema to make them in: %v", r.NotCompared))
	}
	return strings.Join(lines, "\n")
}
