package proof

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"sync"

	"setdoku"
)

// group is a group of clauses of a CNF, with the comment above it.
type group struct {
	comment string
	clauses [][]literal
}

// ruleSet has the rules of Sudoku as clauses. The clauses "at least one" come first, so that clause k has the number k+1.
type ruleSet struct {
	groups []group
	size   int
	pairs  [candidateCount][candidateCount]int16 // the numbers of the clauses "at most one", by the smaller candidate and the other
}

// rules returns the clauses that all puzzles share.
var rules = sync.OnceValue(func() *ruleSet {
	r := new(ruleSet)
	kinds := []string{"row", "column", "box"}
	cells := group{comment: "every cell holds a digit"}
	for k := range setdoku.CellCount {
		cells.clauses = append(cells.clauses, atLeastOne(k))
	}
	r.add(cells)
	for kind, name := range kinds {
		places := group{comment: "every digit has a place in every " + name}
		for k := range 9 * 9 {
			places.clauses = append(places.clauses, atLeastOne(setdoku.CellCount+kind*9*9+k))
		}
		r.add(places)
	}
	r.addPairs("no cell holds two digits", 0, setdoku.CellCount)
	for kind, name := range kinds {
		comment := "no " + name + " holds a digit twice"
		if name == "box" {
			comment += "; pairs of cells in one row or column are above"
		}
		r.addPairs(comment, setdoku.CellCount+kind*9*9, 9*9)
	}
	return r
})

func (r *ruleSet) add(g group) {
	r.groups = append(r.groups, g)
	r.size += len(g.clauses)
}

// addPairs adds "at most one" for the members of n clauses "at least one" from the first on. A pair is added once.
func (r *ruleSet) addPairs(comment string, first, n int) {
	g := group{comment: comment}
	for k := first; k < first+n; k++ {
		for i, a := range members[k] {
			for _, b := range members[k][i+1:] {
				if r.pairs[a][b] > 0 {
					continue
				}
				g.clauses = append(g.clauses, []literal{{a, false}, {b, false}})
				r.pairs[a][b] = int16(r.size + len(g.clauses))
			}
		}
	}
	r.add(g)
}

// atLeastOne returns the literals of clause k.
func atLeastOne(k int) []literal {
	list := make([]literal, 9)
	for i, c := range members[k] {
		list[i] = literal{c, true}
	}
	return list
}

// writeCNF writes the rules of Sudoku, the givens of a puzzle and what the proof is to refute. It returns the number of clauses.
func writeCNF(to io.Writer, givens setdoku.Grid, refuted *group) (size int, err error) {
	groups := append(rules().groups[:len(rules().groups):len(rules().groups)], givensOf(givens))
	if refuted != nil {
		groups = append(groups, *refuted)
	}
	for _, g := range groups {
		size += len(g.clauses)
	}
	out := bufio.NewWriter(to)
	fmt.Fprintf(out, "c Sudoku %v\n", givens)
	fmt.Fprintln(out, "c Variable (row - 1) * 81 + (column - 1) * 9 + digit is true if the cell holds the digit; rows, columns and digits are 1 to 9.")
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

// givensOf returns the unit clauses of the givens.
func givensOf(givens setdoku.Grid) group {
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
