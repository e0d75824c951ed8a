package cli

import (
	"fmt"
	"strings"
	"time"

	"setdoku/internal/generate"
	"setdoku/internal/plural"
)

// tallyText says how many puzzles were found and tried, and how many attempts met each wish.
func tallyText(n int, t generate.Tally, w *generate.Constraints, took time.Duration) string {
	head := fmt.Sprintf("%s in %.1f s", plural.Of(t.Found, "puzzle"), took.Seconds())
	if t.Found < n {
		head = fmt.Sprintf("%d of %s in %.1f s", t.Found, plural.Of(n, "puzzle"), took.Seconds())
	}
	parts := []string{fmt.Sprintf("of %d tried", t.Tried)}
	add := func(n int, what string) {
		if len(parts) > 1 {
			what = "of these " + what
		}
		parts = append(parts, fmt.Sprintf("%d %s", n, what))
	}
	switch {
	case w.Pattern != nil:
		add(t.Givens, "filled the pattern")
	case w.Clues != generate.Range{}:
		add(t.Givens, "had the number of givens")
	}
	if len(w.Require) > 0 {
		add(t.Required, "used "+strings.Join(w.Require, " and "))
	}
	if len(w.Levels)+len(w.Forbid) > 0 {
		add(t.Level, levelPhrase(w))
	}
	if w.Score != (generate.Range{}) {
		add(t.Score, "had the score")
	}
	if twice := t.Score - t.Found; twice > 0 {
		add(twice, "came twice")
	}
	if len(parts) == 1 {
		return head + fmt.Sprintf(", %d tried", t.Tried)
	}
	return head + ": " + parts[0] + " " + strings.Join(parts[1:], ", ")
}

// levelPhrase says which levels and which forbidden techniques the puzzles of a tally have met.
func levelPhrase(w *generate.Constraints) string {
	without := "did without " + strings.Join(w.Forbid, " and ")
	switch {
	case len(w.Levels) == 0:
		return without
	case len(w.Forbid) == 0:
		return "were " + strings.Join(w.Levels, " or ")
	}
	return "were " + strings.Join(w.Levels, " or ") + " and " + without
}
