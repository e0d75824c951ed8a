package cli

import (
	"fmt"
	"io"
	"strings"
	"time"

	"setdoku/internal/cli/render"
	"setdoku/internal/plural"
	"setdoku/solver/driver"
)

// The values of --verbose.
const (
	verbosePasses = "passes"
	verboseGrid   = "grid"
)

// printPasses makes the solver print its passes on standard error when --verbose is given.
func (f solveFlags) printPasses(a *app, opts *driver.Options) {
	if f.verbose == "" {
		return
	}
	opts.PassGrids = f.verbose == verboseGrid
	opts.OnPass = func(p driver.Pass) { writePass(a.Err, p) }
}

// writePass writes a line for a pass, and the grids after it when the pass has them.
func writePass(w io.Writer, p driver.Pass) {
	who := plural.Of(p.Puzzles, "puzzle")
	if p.Puzzles == 1 {
		who = fmt.Sprintf("puzzle %d", p.Puzzle)
	}
	fmt.Fprintf(w, "%-17s %-12s %8s  %s\n", p.Technique, who, rounded(p.Time), foundBy(p))
	for _, g := range p.Grids {
		fmt.Fprintf(w, "# puzzle %d after step %d, %s\n%s", g.Puzzle, g.Step, p.Technique, render.PencilMarks(g.State, render.Plain))
	}
}

// rounded returns a time with about three digits.
func rounded(d time.Duration) time.Duration {
	switch {
	case d < time.Millisecond:
		return d.Round(100 * time.Nanosecond)
	case d < time.Second:
		return d.Round(10 * time.Microsecond)
	}
	return d.Round(time.Millisecond)
}

// foundBy says what a pass found, such as "3 placements in 2 puzzles".
func foundBy(p driver.Pass) string {
	var parts []string
	if p.Placements > 0 {
		parts = append(parts, plural.Of(p.Placements, "placement"))
	}
	if p.Eliminations > 0 {
		parts = append(parts, plural.Of(p.Eliminations, "elimination"))
	}
	if len(parts) == 0 {
		return "nothing"
	}
	text := strings.Join(parts, " and ")
	if p.Puzzles > 1 {
		text += " in " + plural.Of(p.Changed, "puzzle")
	}
	return text
}
