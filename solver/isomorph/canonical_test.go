package isomorph_test

import (
	"testing"

	"setdoku"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver/isomorph"
)

// named are inputs with many symmetries or very few givens.
var named = []struct {
	name, givens string
}{
	{"empty", "................................................................................."},
	{"one given", "........................................5........................................"},
	{"two alike in a band", "3.................3.............................................................."},
	{"two in a box", "3.................9.............................................................."},
	{"three on the diagonal", "1........................................2......................................3"},
	{"five in a column", "....1............2...........3...............4...........5......................."},
	{"one digit nine times", "1...........1...........1..1...........1...........1...1...........1...........1."},
	{"nine digits, a line each", "1...........2...........3..4...........5...........6...7...........8...........9."},
	{"two boxes", "123......456......789.........................123......456......789.............."},
	{"a band", "123456789456789123789123456......................................................"},
	{"cyclic full grid", "123456789456789123789123456231564897564897231897231564312645978645978312978312645"},
	{"cyclic, diagonal empty", ".23456789456789123789123456231.64897564897231897231564312645.78645978312978312645"},
}

// smallest tries every arrangement of rows and columns, and labels digits in reading order.
func smallest(d setdoku.Grid) string {
	best := []byte(setdoku.Grid{}.String())
	for i := range best {
		best[i] = '~'
	}
	lines := lineOrders()
	for _, turned := range []bool{false, true} {
		for _, rows := range lines {
			for _, columns := range lines {
				improve(best, d, turned, rows, columns)
			}
		}
	}
	return string(best)
}

// improve replaces best by an arrangement if that is smaller.
func improve(best []byte, d setdoku.Grid, turned bool, rows, columns [9]int) {
	var label [10]byte
	next := byte('1')
	smaller := false
	for i := range best {
		from := rows[i/9]*9 + columns[i%9]
		if turned {
			from = columns[i%9]*9 + rows[i/9]
		}
		c := byte('.')
		if v := d[from]; v != 0 {
			if label[v] == 0 {
				label[v] = next
				next++
			}
			c = label[v]
		}
		if !smaller && c > best[i] {
			return
		}
		smaller = smaller || c < best[i]
		best[i] = c
	}
}

// lineOrders lists the 1,296 orders of nine lines that keep bands together.
func lineOrders() (list [][9]int) {
	orders := [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}
	for _, bands := range orders {
		for _, a := range orders {
			for _, b := range orders {
				for _, c := range orders {
					var to [9]int
					for i, lines := range [][3]int{a, b, c} {
						for j, line := range lines {
							to[3*i+j] = 3*bands[i] + line
						}
					}
					list = append(list, to)
				}
			}
		}
	}
	return list
}

func parse(t testing.TB, s string) setdoku.Grid {
	t.Helper()
	d, err := setdoku.ParseGrid(s)
	gridtest.Must(t, err)
	return d
}

// check checks that Canonical returns an image of the grid and its isomorphism, so that grids that are not isomorphs
// have different forms, and that isomorphs have the same form.
func check(t *testing.T, d setdoku.Grid, seed uint64, images int) {
	t.Helper()
	form, m := isomorph.Canonical(d)
	if got := m.Digits(d); got != form {
		t.Fatalf("%s: the isomorphism makes %s, the form is %s", d, got, form)
	}
	if again, _ := isomorph.Canonical(form); again != form {
		t.Fatalf("%s: the form of its form %s is %s", d, form, again)
	}
	if back := m.Inverse().Digits(form); back != d {
		t.Fatalf("the inverse makes %s of the form of %s", back, d)
	}
	rng := gridtest.New(seed)
	for range images {
		image := isomorph.Random(rng).Digits(d)
		if got, _ := isomorph.Canonical(image); got != form {
			t.Fatalf("%s has the form %s, its isomorph %s %s", d, form, image, got)
		}
	}
}

func TestFormIsSmallest(t *testing.T) {
	gridtest.Nightly(t, "all arrangements of a grid")
	rng := gridtest.New(1)
	inputs := []setdoku.Grid{gridtest.Minimal(rng), gridtest.WithClues(rng, 40), gridtest.Solution(rng)}
	// With few givens, many lines are empty or equal.
	full := gridtest.Solution(rng)
	for _, clues := range []int{4, 9} {
		var d setdoku.Grid
		for _, i := range rng.Perm(setdoku.CellCount)[:clues] {
			d[i] = full[i]
		}
		inputs = append(inputs, d)
	}
	for _, d := range inputs {
		if form, _ := isomorph.Canonical(d); form.String() != smallest(d) {
			t.Errorf("%s: form %s, want %s", d, form, smallest(d))
		}
	}
	for _, n := range named {
		t.Run(n.name, func(t *testing.T) {
			d := parse(t, n.givens)
			form, _ := isomorph.Canonical(d)
			if want := smallest(d); form.String() != want {
				t.Errorf("form %s, want %s", form, want)
			}
		})
	}
}

func TestIsomorphsHaveOneForm(t *testing.T) {
	for i, n := range named {
		t.Run(n.name, func(t *testing.T) { check(t, parse(t, n.givens), uint64(i), 20) })
	}
	rng := gridtest.New(2)
	full := gridtest.Solution(rng)
	for clues := range setdoku.CellCount + 1 {
		var d setdoku.Grid
		for _, i := range rng.Perm(setdoku.CellCount)[:clues] {
			d[i] = full[i]
		}
		check(t, d, uint64(clues), 5)
	}
}

func BenchmarkCanonical(b *testing.B) {
	for _, name := range []string{"17_clue", "generated_minimal", "generated_easy", "forum_hardest_1905"} {
		list := gridtest.List(b, name, 5000)
		b.Run(name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				isomorph.Canonical(list[i%len(list)])
			}
		})
	}
	for _, n := range named {
		d := parse(b, n.givens)
		b.Run(n.name, func(b *testing.B) {
			for b.Loop() {
				isomorph.Canonical(d)
			}
		})
	}
}

// TestCompare compares puzzles with random isomorphs, to which the mapping must lead, and with other puzzles.
func TestCompare(t *testing.T) {
	rng := gridtest.New(5)
	for range 50 {
		a := gridtest.WithClues(rng, 30)
		b := gridtest.Random(rng).Digits(a)
		c := isomorph.Compare(a, b)
		if !c.Same || c.Forms[0] != c.Forms[1] || c.Map.Digits(a) != b {
			t.Errorf("%v and its isomorph %v: %+v", a, b, c)
		}
		other := a
		for i, d := range other {
			if d != 0 {
				other[i] = 0
				break
			}
		}
		if c := isomorph.Compare(other, b); c.Same || c.Forms[0] == c.Forms[1] {
			t.Errorf("%v and %v with a given less are not isomorphs: %+v", b, other, c)
		}
	}
}
