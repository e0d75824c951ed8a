package isomorph_test

import (
	"testing"

	"setdoku"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver/brute"
	"setdoku/solver/isomorph"
)

// cyclic is the full grid with the most automorphisms, 648.
const cyclic = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"

// mapping is a way to rearrange the cells of a grid: cell i goes to to[i].
type mapping struct{ to [81]int }

// fixing tries all arrangements of rows and columns and returns those that map the given cells to given cells, and
// if digits is true each digit to one digit.
func fixing(d setdoku.Grid, digits bool) (list []mapping) {
	lines := lineOrders()
	for _, turned := range []bool{false, true} {
		for _, rows := range lines {
			for _, columns := range lines {
				var m mapping
				if maps(&m, &d, turned, &rows, &columns, digits) {
					list = append(list, m)
				}
			}
		}
	}
	return list
}

func maps(m *mapping, d *setdoku.Grid, turned bool, rows, columns *[9]int, digits bool) bool {
	var image, back [10]uint8
	for i, v := range d {
		to := rows[i/9]*9 + columns[i%9]
		if turned {
			to = columns[i%9]*9 + rows[i/9]
		}
		w := d[to]
		if (v == 0) != (w == 0) {
			return false
		}
		if digits && v != 0 && image[v] != 0 && image[v] != w || digits && w != 0 && back[w] != 0 && back[w] != v {
			return false
		}
		image[v], back[w], m.to[i] = w, v, to
	}
	return true
}

// symmetricPuzzle returns a puzzle with one solution, made of the cyclic grid, that a mapping of the grid maps to
// itself.
func symmetricPuzzle(t *testing.T, m mapping, seed uint64) setdoku.Grid {
	p := parse(t, cyclic)
	for _, i := range gridtest.New(seed).Perm(81) {
		less := p
		for at := i; less[at] != 0; at = m.to[at] {
			less[at] = 0
		}
		if n, _ := brute.CountState(setdoku.State{Givens: less}, 2); n == 1 {
			p = less
		}
	}
	return p
}

// TestAutomorphisms compares both counts with all arrangements of a grid, on random puzzles, symmetric ones and full
// grids.
func TestAutomorphisms(t *testing.T) {
	full := parse(t, cyclic)
	all := fixing(full, true)
	if len(all) != 648 || isomorph.Automorphisms(full) != 648 {
		t.Errorf("%d arrangements map the cyclic grid to itself, counted %d, want 648", len(all),
			isomorph.Automorphisms(full))
	}
	rng := gridtest.New(6)
	puzzles := []setdoku.Grid{gridtest.Minimal(rng)}
	for i := range gridtest.Size(1, 12) {
		puzzles = append(puzzles, symmetricPuzzle(t, all[rng.IntN(len(all))], uint64(i)))
	}
	most := 0
	for _, p := range puzzles {
		want, pattern := len(fixing(p, true)), len(fixing(p, false))
		most = max(most, want)
		if got := isomorph.Automorphisms(p); got != want {
			t.Errorf("%s: %d automorphisms, want %d", p, got, want)
		}
		if got := isomorph.PatternAutomorphisms(p); got != pattern {
			t.Errorf("%s: %d automorphisms of the pattern, want %d", p, got, pattern)
		}
	}
	if most == 1 {
		t.Error("no puzzle has an automorphism other than the identity")
	}
	if got := isomorph.PatternAutomorphisms(full); got != 2*1296*1296 {
		t.Errorf("the pattern of a full grid has %d automorphisms, want all 3,359,232", got)
	}
}
