package proof_test

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver/brute"
	"setdoku/solver/proof"
)

// TestCNF compares the clauses of a puzzle with the rules, written here once more from rows, columns and boxes.
func TestCNF(t *testing.T) {
	t.Parallel()
	givens, err := setdoku.ParseGrid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	gridtest.Must(t, err)
	_, solution := brute.Count(givens, 2)
	start := setdoku.State{Givens: givens, Placed: solutionOf(t, givens)}
	var cnf bytes.Buffer
	if _, err := (proof.Files{CNF: &cnf, LRAT: io.Discard, Lemmas: io.Discard}).Write(t.Context(),
		&setdoku.Path{Start: start}); err != nil {
		t.Fatal(err)
	}
	var want []string
	add := func(literals ...int) {
		slices.SortFunc(literals, func(a, b int) int { return max(a, -a) - max(b, -b) })
		want = append(want, strings.Trim(fmt.Sprint(literals), "[]")+" 0")
	}
	variable := func(row, column, digit int) int { return (row-1)*81 + (column-1)*9 + digit }
	var negation []int
	for a := 1; a <= 9; a++ {
		for b := 1; b <= 9; b++ {
			var cell, row, column, box []int
			for c := 1; c <= 9; c++ {
				cell = append(cell, variable(a, b, c))
				row, column = append(row, variable(a, c, b)), append(column, variable(c, a, b))
				box = append(box, variable((a-1)/3*3+(c-1)/3+1, (a-1)%3*3+(c-1)%3+1, b))
			}
			for _, set := range [][]int{cell, row, column, box} {
				add(set...)
				for i, x := range set {
					for _, y := range set[i+1:] {
						add(-x, -y)
					}
				}
			}
			if d := givens[(a-1)*9+b-1]; d != 0 {
				add(variable(a, b, int(d)))
			}
			negation = append(negation, -variable(a, b, int(solution[(a-1)*9+b-1])))
		}
	}
	add(negation...)
	slices.Sort(want)
	want = slices.Compact(want)
	var got []string
	header := ""
	for line := range strings.Lines(cnf.String()) {
		switch line = strings.TrimSpace(line); {
		case strings.HasPrefix(line, "p "):
			header = line
		case !strings.HasPrefix(line, "c "):
			got = append(got, line)
		}
	}
	if size := "p cnf 729 " + strconv.Itoa(len(got)); header != size {
		t.Errorf("header %q, want %q", header, size)
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("%d clauses, want the %d of the rules, the givens and the solution", len(got), len(want))
	}
}
