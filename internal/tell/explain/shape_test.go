package explain

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/gridtest"
	"setdoku/solver/catalogue"
	"setdoku/solver/memory"
)

var chainShape = regexp.MustCompile(`^(An open chain|A continuous loop|A discontinuous loop) begins (and ends )?at the (\d) of (` + cellsText + `)(?: and ends at the (\d) of (` + cellsText + `))?(?:[,:] .*)?\.$`)

// TestChainShapes compares the words about a whole chain with the parts of its pattern: where it begins and ends,
// and whether its ends are one candidate or exclude each other. Each kind of chain must occur.
func TestChainShapes(t *testing.T) {
	all, err := catalogue.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	singles, err := all.Select([]string{"singles"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]int)
	rng := gridtest.New(7)
	for range 12 {
		s := pathOf(t, all, memory.Options{Techniques: singles}, setdoku.State{Givens: gridtest.Minimal(rng)}).End().State
		for _, name := range []string{"x_chain", "xy_chain", "nice_loop", "aic", "grouped_nice_loop", "grouped_aic", "als_nice_loop", "als_aic"} {
			technique, _ := all.Find(name)
			for _, step := range pathOf(t, all, memory.Options{Techniques: catalogue.Catalogue{technique}, StopAtFirst: true}, s).Steps {
				for _, d := range step.Deductions {
					seen[checkShape(t, find{s, d})]++
				}
			}
		}
	}
	for _, kind := range []string{"An open chain", "A continuous loop", "A discontinuous loop"} {
		if seen[kind] == 0 {
			t.Errorf("no chain is called %q in %v", kind, seen)
		}
	}
}

// throughSet reports whether two nodes of different digits see all places of their digits in a set.
func throughSet(f find, set []int, nodes ...node) bool {
	live := f.state.Candidates()
	for _, n := range nodes {
		holds := false
		for _, i := range set {
			if !live[i].Has(n.Digit) {
				continue
			}
			holds = true
			if slices.ContainsFunc(n.Cells, func(j int) bool { return i == j || !setdoku.SeeEachOther(i, j) }) {
				return false
			}
		}
		if !holds {
			return false
		}
	}
	return nodes[0].Digit != nodes[1].Digit
}

// checkShape checks the first line about a chain and returns its beginning.
func checkShape(t *testing.T, f find) string {
	t.Helper()
	words := sentences(f)
	m := chainShape.FindStringSubmatch(words[0])
	if m == nil {
		t.Fatalf("%s: no shape in %q", f.Technique, words[0])
	}
	chain := newExplainer(f.state, f.Deduction).Chain()
	first, last := node(chain.First()), node(chain.Last())
	begin, beginDigit := indexes(m[4]), uint8(num(m[3]))
	end, endDigit := begin, beginDigit
	if m[2] == "" {
		end, endDigit = indexes(m[6]), uint8(num(m[5]))
	}
	excluded := beginDigit == endDigit || slices.Equal(begin, end) // the ends cannot both be true
	for _, i := range begin {
		for _, j := range end {
			excluded = excluded && (i == j && beginDigit != endDigit || i != j && setdoku.SeeEachOther(i, j))
		}
	}
	differ := m[2] == ""
	for kind, holds := range map[string]bool{"AIC type 1": beginDigit == endDigit, "AIC type 2": beginDigit != endDigit} {
		if strings.Contains(words[0], kind) != (holds && differ && m[1] != "A continuous loop") {
			t.Errorf("%s: %q, %s is %v", f.Technique, words[0], kind, holds)
		}
	}
	proof := fmt.Sprintf("so the loop proves %s=%d.", setdoku.CellAt(first.Cells[0]), first.Digit)
	if text := strings.Join(words, "\n"); len(first.Cells) == 1 && strings.Contains(text, proof) != !differ || strings.Contains(text, "the loop proves") != !differ {
		t.Errorf("%s: the loop must say %q\n%s", f.Technique, proof, text)
	}
	closed := excluded && len(chain.Nodes) > 2 || throughSet(f, chain.Before, first, last) || throughSet(f, chain.After, first, last)
	switch {
	case !slices.Equal(begin, first.Cells) || beginDigit != first.Digit || !slices.Equal(end, last.Cells) || endDigit != last.Digit,
		m[1] == "A continuous loop" != (closed && (first.Digit != last.Digit || !slices.Equal(first.Cells, last.Cells))),
		m[2] != "" && m[1] != "A discontinuous loop":
		t.Errorf("%s: %q is not true of\n%s", f.Technique, words[0], strings.Join(words, "\n"))
	}
	return m[1]
}
