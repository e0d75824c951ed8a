package web_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/web"
)

// TestStepTold reads the steps of puzzles from the API. Each pattern has the words of the page. Its text is one line:
// the notation of players, or what it proves and the first sentence of the words.
func TestStepTold(t *testing.T) {
	t.Parallel()
	server := newServer(t, newDatabase(t, 4), web.Options{}).URL
	lines, sentences := 0, 0
	for id := 1; id <= 4; id++ {
		_, body := get(t, fmt.Sprintf("%s/api/puzzles/%d/steps", server, id))
		for step := range decode[[]any](t, body) {
			_, body := get(t, fmt.Sprintf("%s/api/puzzles/%d/steps/%d", server, id, step+1))
			for _, p := range decode[struct{ Deductions []explanation }](t, body).Deductions {
				if len(p.Words) == 0 {
					t.Errorf("puzzle %d, step %d: no words about %s", id, step+1, p.names())
					continue
				}
				first, _, _ := strings.Cut(p.Words[0], ". ")
				want := strings.Join(p.names(), ", ") + ": " + strings.TrimSuffix(first, ".") + "."
				if sentences++; p.Notation != nil {
					sentences--
					lines++
					want = *p.Notation
				}
				if p.Text != want {
					t.Errorf("puzzle %d, step %d: text %q, want %q", id, step+1, p.Text, want)
				}
			}
		}
	}
	if lines == 0 || sentences == 0 {
		t.Errorf("%d lines in notation and %d sentences, want some of both", lines, sentences)
	}
}

// explanation is a deduction or a hint as the API prints it.
type explanation struct {
	Placements, Eliminations, Words []string
	Text                            string
	Notation                        *string
}

// names returns what the deduction does.
func (d explanation) names() []string { return slices.Concat(d.Placements, d.Eliminations) }
