package explain

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
	"setdoku/internal/solvertest"
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
		s := solvertest.FindPath(t, all, memory.Options{Techniques: singles},
			setdoku.State{Givens: gridtest.Minimal(rng)}).End().State
		for _, name := range []string{"x_chain", "xy_chain", "nice_loop", "aic", "grouped_nice_loop", "grouped_aic",
			"als_nice_loop", "als_aic"} {
			technique, _ := all.Find(name)
			for _, step := range solvertest.FindPath(t, all,
				memory.Options{Techniques: catalogue.Catalogue{technique}, StopAtFirst: true}, s).Steps {
				for _, d := range step.Deductions {
					if own := name == "x_chain" || name == "xy_chain"; own && !newExplainer(s, d).closes() {
						checkTurns(t, find{s, d})
						seen[name]++
						continue
					}
					seen[checkShape(t, find{s, d})]++
				}
			}
		}
	}
	for _, kind := range []string{"x_chain", "xy_chain", "An open chain", "A continuous loop", "A discontinuous loop"} {
		if seen[kind] == 0 {
			t.Errorf("no chain is called %q in %v", kind, seen)
		}
	}
}

var (
	begins  = regexp.MustCompile(`^If (r\dc\d) is not (\d), then (r\dc\d) is (\d); (.*)\.$`)
	takesUp = regexp.MustCompile(`^(r\dc\d) sees it(?: in (row|column|box|region|diagonal|window) (\d))? and is (\d)$`)
	givesOn = regexp.MustCompile(`^(r\dc\d) sees it(?: in (row|column|box|region|diagonal|window) (\d))? and is not, so (r\dc\d) is$`)
	oneOfIt = regexp.MustCompile(`^So (r\dc\d) or (r\dc\d) (?:is (\d)|holds it), and no cell that sees both can`)
)

// checkTurns follows the words of a chain of one digit, or of cells with two candidates, from its first cell to its
// last.
func checkTurns(t *testing.T, f find) {
	t.Helper()
	words, live := sentences(f), f.state.Candidates()
	fail := func(why string) {
		t.Helper()
		t.Errorf("%s: %s\n%s\n%s", f.Technique, why, format.Short(f.state), strings.Join(words, "\n"))
	}
	m, end := begins.FindStringSubmatch(words[1]), oneOfIt.FindStringSubmatch(words[2])
	if m == nil || end == nil {
		fail("not the words of such a chain")
		return
	}
	// strong reports whether one of two candidates holds.
	strong := func(a int, d uint8, b int, e uint8) bool {
		if a == b {
			return live[a] == setdoku.SetOf(d)|setdoku.SetOf(e)
		}
		return d == e && slices.ContainsFunc(newExplainer(f.state, f.Deduction).commonUnits([]int{a, b}),
			func(u int) bool {
				return slices.Equal(placesIn(f.state, setdoku.UnitTypes[u/9], u%9+1, int(d)), distinct([]int{a, b}))
			})
	}
	first, cell, digit := indexes(m[1])[0], indexes(m[3])[0], uint8(num(m[4]))
	if !strong(first, uint8(num(m[2])), cell, digit) {
		fail("the first link is not strong")
	}
	for part := range strings.SplitSeq(m[5], "; ") {
		next := takesUp.FindStringSubmatch(part)
		to := digit
		if next != nil {
			to = uint8(num(next[4]))
			next = append(next[:4], next[1])
		} else if next = givesOn.FindStringSubmatch(part); next == nil {
			fail("not a link: " + part)
			return
		}
		over, at := indexes(next[1])[0], indexes(next[4])[0]
		inUnit := func(i int) bool { return f.state.Board().SeeEachOther(over, cell) }
		if next[2] != "" {
			inUnit = func(i int) bool {
				return slices.Contains(f.state.Board().Units[slices.Index(setdoku.UnitTypes[:],
					next[2])*9+num(next[3])-1], i)
			}
		}
		if over == cell || !inUnit(over) || !inUnit(cell) || !live[over].Has(digit) || !strong(over, digit, at, to) {
			fail("does not hold: " + part)
		}
		cell, digit = at, to
	}
	if indexes(end[1])[0] != first || indexes(end[2])[0] != cell || digit != uint8(num(m[2])) {
		fail("another end")
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
			if slices.ContainsFunc(n.Cells, func(j int) bool { return i == j || !f.state.Board().SeeEachOther(i, j) }) {
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
			excluded = excluded && (i == j && beginDigit != endDigit || i != j && f.state.Board().SeeEachOther(i, j))
		}
	}
	differ := m[2] == ""
	for kind, holds := range map[string]bool{"AIC type 1": beginDigit == endDigit,
		"AIC type 2": beginDigit != endDigit} {
		if strings.Contains(words[0], kind) != (holds && differ && m[1] != "A continuous loop") {
			t.Errorf("%s: %q, %s is %v", f.Technique, words[0], kind, holds)
		}
	}
	proof := fmt.Sprintf("so the loop proves %s=%d.", setdoku.CellAt(first.Cells[0]), first.Digit)
	if text := strings.Join(words, "\n"); len(first.Cells) == 1 && strings.Contains(text, proof) != !differ ||
		strings.Contains(text, "the loop proves") != !differ {
		t.Errorf("%s: the loop must say %q\n%s", f.Technique, proof, text)
	}
	closed := excluded && len(chain.Nodes) > 2 || throughSet(f, chain.Before, first, last) ||
		throughSet(f, chain.After, first, last)
	switch {
	case !slices.Equal(begin, first.Cells) || beginDigit != first.Digit || !slices.Equal(end, last.Cells) ||
		endDigit != last.Digit,
		m[1] == "A continuous loop" != (closed &&
			(first.Digit != last.Digit || !slices.Equal(first.Cells, last.Cells))),
		m[2] != "" && m[1] != "A discontinuous loop":
		t.Errorf("%s: %q is not true of\n%s", f.Technique, words[0], strings.Join(words, "\n"))
	}
	return m[1]
}
