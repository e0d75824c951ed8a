package web

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"setdoku"
)

// place names the part of a puzzle that a page shows: a step of one of its paths, and a pattern of the step.
type place struct {
	Puzzle  int64
	Step    int          // -1 for the last step, or firstLook
	Pattern int          // from 1; 0 for the first one
	Cell    setdoku.Cell // that the address marks, 0 for none
	Digit   int          // the only digit whose candidates are emphasized, 0 for all
	From    int          // a step of the whole path; the place is the first needed step from there on. -1 for none
	Needed  bool         // the path is the shortened one
	// the hypothesis of a forcing pattern that the picture shows, see explain.Argument; "" for the first
	Branch string
	After  bool // the picture is the grid after the step, and not before it with what the step does
}

// lastPlace returns the last step of a puzzle.
func lastPlace(puzzle int64) place { return place{Puzzle: puzzle, Step: -1, From: -1} }

// firstLook is the step of an address that names none: the last step of an unfinished puzzle, from which it goes on,
// and the givens of a finished one, so that nobody sees the solution before asking for it.
const firstLook = -2

// branchPath is the form of the path of a hypothesis.
var branchPath = regexp.MustCompile(`^[0-9]{1,3}(\.[0-9]{1,3}){0,4}$`)

// branchAsked returns the path of a hypothesis in an address, "" for none.
func branchAsked(q url.Values) (string, error) {
	path := q.Get("branch")
	if path != "" && !branchPath.MatchString(path) {
		return "", problemf(http.StatusBadRequest, "branch=%s, want numbers and dots such as 1.4", path)
	}
	return path, nil
}

// digitAsked returns the digit of an address or a form, 0 for none.
func digitAsked(v url.Values) (digit int, err error) {
	if digit, err = formNumber(v, "digit", 0, 0); err == nil && digit > 9 {
		err = problemf(http.StatusBadRequest, "digit=%d, want 1 to 9", digit)
	}
	return digit, err
}

// parsePlace reads the place from the address of a request.
func parsePlace(r *http.Request) (p place, err error) {
	if p.Puzzle, err = puzzleID(r); err != nil {
		return p, err
	}
	q := r.URL.Query()
	if q.Get("step") == "last" {
		q.Del("step")
		defer func() { p.Step = -1 }()
	}
	for _, part := range []struct {
		name         string
		low, missing int
		to           *int
	}{{"step", 0, firstLook, &p.Step}, {"pattern", 1, 0, &p.Pattern}, {"from", 0, -1, &p.From}} {
		if *part.to, err = formNumber(q, part.name, part.low, part.missing); err != nil {
			return p, err
		}
	}
	if p.Digit, err = digitAsked(q); err != nil {
		return p, err
	}
	if p.Cell, err = formCell(r); err != nil {
		return p, err
	}
	if p.Needed, err = isSecond(q, "path", "whole", "needed"); err != nil {
		return p, err
	}
	if p.Branch, err = branchAsked(q); err != nil {
		return p, err
	}
	p.After, err = isSecond(q, "view", "before", "after")
	return p, err
}

// isSecond reports whether a parameter has the second of two values. If it is absent, it has the first.
func isSecond(q url.Values, name, first, second string) (bool, error) {
	switch value := q.Get(name); value {
	case "", first:
		return false, nil
	case second:
		return true, nil
	default:
		return false, problemf(http.StatusBadRequest, "%s=%s, want %s or %s", name, value, first, second)
	}
}

// String returns the address of the place.
func (p place) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "/puzzles/%d?step=%d", p.Puzzle, p.Step)
	if p.Needed {
		b.WriteString("&path=needed")
	}
	if p.Pattern > 0 {
		fmt.Fprintf(&b, "&pattern=%d", p.Pattern)
	}
	if p.Branch != "" {
		b.WriteString("&branch=" + p.Branch)
	}
	if p.Cell > 0 {
		fmt.Fprintf(&b, "&cell=%d", p.Cell)
	}
	if p.Digit > 0 {
		fmt.Fprintf(&b, "&digit=%d", p.Digit)
	}
	if p.After {
		b.WriteString("&view=after")
	}
	return b.String()
}

// At returns the address of another step of the same path.
func (p place) At(step int) string {
	return place{Puzzle: p.Puzzle, Step: step, Needed: p.Needed, Digit: p.Digit}.String()
}

// With returns the address of another pattern of the step.
func (p place) With(pattern int) string {
	return place{Puzzle: p.Puzzle, Step: p.Step, Needed: p.Needed, Digit: p.Digit, Pattern: pattern}.String()
}

// Drawing returns the address of another hypothesis of the pattern.
func (p place) Drawing(branch string) string {
	return place{Puzzle: p.Puzzle, Step: p.Step, Needed: p.Needed, Digit: p.Digit, Pattern: p.Pattern,
		Branch: branch}.String()
}

// Viewed returns the address of the grid after the step, or before it.
func (p place) Viewed(after bool) string {
	p.After = after
	return p.String()
}

// Filtered returns the address of the same place with the candidates of a digit, 0 for all digits.
func (p place) Filtered(digit int) string {
	p.Digit = digit
	return p.String()
}
