package proof

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"setdoku"
)

// group is a group of clauses of a CNF, with the comment above it.
type group struct {
	comment string
	clauses [][]literal
}

// ruleSet has the rules of Sudoku as clauses. The clauses "at least one" come first, in the order of rules.clauses.
type ruleSet struct {
	groups []group
	size   int
	// the numbers of the clauses "at most one", by the smaller candidate and the other
	pairs [candidateCount][candidateCount]int16
}

// newRuleSet returns the clauses that all puzzles of a variant share.
func newRuleSet(of *rules) *ruleSet {
	r := new(ruleSet)
	cells := group{comment: "every cell holds a digit"}
	byType := make([]group, setdoku.UnitCount/9)
	var kinds [setdoku.UnitCount / 9][]int16
	var cellClauses []int16
	for _, k := range of.clauses {
		if k < setdoku.CellCount {
			cells.clauses, cellClauses = append(cells.clauses, of.atLeastOne(k)), append(cellClauses, k)
			continue
		}
		kind := (k - setdoku.CellCount) / 81
		byType[kind].clauses, kinds[kind] = append(byType[kind].clauses, of.atLeastOne(k)), append(kinds[kind], k)
	}
	r.add(cells)
	for kind := range kinds {
		if kinds[kind] != nil {
			byType[kind].comment = "every digit has a place in every " + setdoku.UnitType(9*kind+1)
			r.add(byType[kind])
		}
	}
	r.addPairs(of, "no cell holds two digits", cellClauses)
	for kind := range kinds {
		if kinds[kind] == nil {
			continue
		}
		comment := "no " + setdoku.UnitType(9*kind+1) + " holds a digit twice"
		if kind > 1 {
			comment += "; pairs of cells in one row or column are above"
		}
		r.addPairs(of, comment, kinds[kind])
	}
	if of.pairs {
		r.addFarPairs(of)
	}
	return r
}

func (r *ruleSet) add(g group) {
	r.groups = append(r.groups, g)
	r.size += len(g.clauses)
}

// addPairs adds "at most one" for the members of some clauses "at least one". A pair is added once.
func (r *ruleSet) addPairs(of *rules, comment string, clauses []int16) {
	g := group{comment: comment}
	for _, k := range clauses {
		for i, a := range of.members[k] {
			for _, b := range of.members[k][i+1:] {
				r.addPair(&g, a, b)
			}
		}
	}
	r.add(g)
}

// addFarPairs adds "at most one" for a digit in two cells that see each other without a common unit.
func (r *ruleSet) addFarPairs(of *rules) {
	g := group{comment: "no two cells that see each other hold the same digit; those of a unit are above"}
	for cell, peers := range of.Peers {
		for _, peer := range peers {
			for d := 0; d < of.Size && peer > cell; d++ {
				r.addPair(&g, int16(cell*9+d), int16(peer*9+d))
			}
		}
	}
	r.add(g)
}

// addPair adds "at most one" for two candidates, unless the rules have it already.
func (r *ruleSet) addPair(g *group, a, b int16) {
	if r.pairs[a][b] == 0 {
		g.clauses = append(g.clauses, []literal{{a, false}, {b, false}})
		r.pairs[a][b] = int16(r.size + len(g.clauses))
	}
}

// atLeastOne returns the literals of clause k.
func (r *rules) atLeastOne(k int16) (list []literal) {
	for _, c := range r.members[k] {
		list = append(list, literal{c, true})
	}
	return list
}

// writeCNF writes the rules of Sudoku, the givens of a puzzle and what the proof is to refute. It returns the number of
// clauses.
func writeCNF(to io.Writer, of *rules, givens setdoku.Grid, refuted *group) (size int, err error) {
	shared := of.asCNF().groups
	groups := append(shared[:len(shared):len(shared)], givenClauses(givens))
	if refuted != nil {
		groups = append(groups, *refuted)
	}
	for _, g := range groups {
		size += len(g.clauses)
	}
	out := bufio.NewWriter(to)
	fmt.Fprintf(out, "c Sudoku %v\n", givens)
	if of.Variant != setdoku.Classic() {
		fmt.Fprintf(out, "c The board is the variant %s.\n", of.Name)
	}
	fmt.Fprintln(out, "c Variable (row - 1) * 81 + (column - 1) * 9 + digit is true if the cell holds the digit; "+
		"rows, columns and digits are 1 to 9.")
	fmt.Fprintf(out, "p cnf %d %d\n", candidateCount, size)
	first := 1
	for _, g := range groups {
		fmt.Fprintf(out, "c From clause %d: %s\n", first, g.comment)
		first += len(g.clauses)
		for _, clause := range g.clauses {
			out.Write(append(appendLiterals(out.AvailableBuffer(), clause), "0\n"...))
		}
	}
	return size, out.Flush()
}

// givenClauses returns the unit clauses of the givens.
func givenClauses(givens setdoku.Grid) group {
	g := group{comment: "the givens"}
	for cell, d := range givens {
		if d != 0 {
			g.clauses = append(g.clauses, []literal{{int16(cell*9 + int(d) - 1), true}})
		}
	}
	return g
}

// appendLiterals appends literals in the form of DIMACS, with a blank after each.
func appendLiterals(b []byte, list []literal) []byte {
	for _, l := range list {
		n := int64(l.candidate) + 1
		if !l.positive {
			n = -n
		}
		b = append(strconv.AppendInt(b, n, 10), ' ')
	}
	return b
}
