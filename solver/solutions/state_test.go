package solutions

import (
	"math/bits"
	"slices"
	"testing"

	"setdoku"
	"setdoku/internal/gridtest"
)

// marks returns the candidates of a cell, 0 to 80, including a placed digit.
func (s *bandState) marks(i int) (m setdoku.DigitSet) {
	at := i/9%3*10 + i%9
	for d := range 9 {
		word := s.openLower[d] | s.placedLower[d]
		if i < 54 {
			word = (s.openUpper[d] | s.placedUpper[d]) >> (i / 27 * 32)
		}
		if word>>at&1 != 0 {
			m |= setdoku.SetOf(uint8(d + 1))
		}
	}
	return m
}

func TestBandStart(t *testing.T) {
	d := gridtest.Minimal(gridtest.New(1))
	s, ok := bandStart(&d)
	if !ok {
		t.Fatal("givens refused")
	}
	for i, v := range d {
		want := setdoku.AllDigits
		if v != 0 {
			want = setdoku.SetOf(v)
		}
		if got := s.marks(i); got != want {
			t.Errorf("%s: candidates %09b, want %09b", setdoku.CellName(i), got, want)
		}
	}
	if got, want := bits.OnesCount64(s.naked.Upper)+bits.OnesCount64(s.naked.Lower), gridtest.Clues(d); got != want {
		t.Errorf("%d cells with one candidate, want %d", got, want)
	}
	s.remove(53, setdoku.SetOf(4))
	s.remove(54, setdoku.AllDigits)
	if d[53] == 0 && s.marks(53) != setdoku.AllDigits&^setdoku.SetOf(4) || s.marks(54) != 0 {
		t.Errorf("r6c9 has %09b, r7c1 %09b after removal", s.marks(53), s.marks(54))
	}
}

// TestPropagate checks that no conclusion is wrong and that no single is missed.
func TestPropagate(t *testing.T) {
	open := 0
	for seed := range uint64(200) {
		d := gridtest.Minimal(gridtest.New(seed))
		solution, err := gridtest.Solve(d)
		if err != nil {
			t.Fatal(err)
		}
		s, _ := bandStart(&d)
		switch s.propagate() {
		case bandDead:
			t.Fatalf("%s: no solution left", d)
		case bandSolved:
			if s.solution() != solution {
				t.Fatalf("%s: solved as %s", d, s.solution())
			}
			continue
		}
		open++
		checkMarks(t, &s, solution)
		checkNoSingles(t, &s)
		m := s.matrices()
		if !s.triples(&m) {
			t.Fatalf("%s: no solution left", d)
		}
		checkMarks(t, &s, solution)
	}
	if open < 20 {
		t.Errorf("only %d puzzles stayed open", open)
	}
}

func checkMarks(t *testing.T, s *bandState, solution setdoku.Grid) {
	t.Helper()
	for i, v := range solution {
		if !s.marks(i).Has(v) {
			t.Fatalf("%s: %d at %s is gone", solution, v, setdoku.CellName(i))
		}
	}
}

// checkNoSingles reports a single that the candidates show but the state has not placed.
func checkNoSingles(t *testing.T, s *bandState) {
	t.Helper()
	for u, unit := range setdoku.Units {
		for d := uint8(1); d <= 9; d++ {
			places, at := 0, 0
			for _, i := range unit {
				if s.marks(i).Has(d) {
					places++
					at = i
				}
			}
			if places == 0 || places == 1 && s.marks(at) != setdoku.SetOf(d) {
				t.Errorf("digit %d has %d places in unit %d and is not placed", d, places, u)
			}
		}
	}
	for i := range setdoku.CellCount {
		m := s.marks(i)
		for _, p := range setdoku.Peers[i] {
			if m.Count() == 1 && s.marks(p)&m != 0 {
				t.Errorf("%s has one candidate, its peer %s the same", setdoku.CellName(i), setdoku.CellName(p))
			}
		}
	}
}

// TestTriples confines digits to a minirow or minicolumn of an otherwise empty grid, and a minirow or minicolumn to
// some digits.
func TestTriples(t *testing.T) {
	for name, c := range map[string]struct {
		cells []int
		unit  [9]int
	}{
		"minirow":    {[]int{0, 1, 2}, setdoku.Units[0]},
		"minicolumn": {[]int{53, 44, 35}, setdoku.Units[17]},
		"lower":      {[]int{78, 79, 80}, setdoku.Units[8]},
	} {
		// after returns the state after triples. Either the digits are confined to the cells, or the cells to the
		// digits.
		after := func(t *testing.T, digits setdoku.DigitSet, confined bool) (s bandState, alive bool) {
			s, _ = bandStart(new(setdoku.Grid))
			for _, i := range c.unit {
				switch within := slices.Contains(c.cells, i); {
				case confined && !within:
					s.remove(i, digits)
				case !confined && within:
					s.remove(i, setdoku.AllDigits&^digits)
				}
			}
			if s.propagate() != bandOpen {
				t.Fatal("singles or arrangements see it")
			}
			m := s.matrices()
			return s, s.triples(&m)
		}
		t.Run(name+" must", func(t *testing.T) {
			s, alive := after(t, 7, true)
			if !alive || s.marks(c.cells[1]) != 7 || s.todo != 0b111111000 {
				t.Errorf("candidates %09b, changed %09b", s.marks(c.cells[1]), s.todo)
			}
			if _, alive := after(t, 15, true); alive {
				t.Error("four digits fit into three cells")
			}
		})
		t.Run(name+" can", func(t *testing.T) {
			s, alive := after(t, 7, false)
			changed := s.todo
			if s.propagate() == bandDead {
				t.Error("dead")
			}
			for _, i := range c.unit {
				if !slices.Contains(c.cells, i) && s.marks(i)&7 != 0 {
					t.Errorf("%s has candidates %09b", setdoku.CellName(i), s.marks(i))
				}
			}
			if !alive || changed != 7 {
				t.Errorf("changed %09b", changed)
			}
			if _, alive := after(t, 3, false); alive {
				t.Error("two digits fill three cells")
			}
		})
	}
}

// TestArrangementsSplit checks that the arrangements of a branch give states without common solutions, which together
// have all solutions.
func TestArrangementsSplit(t *testing.T) {
	lines := make(map[uint]int)
	for seed := range uint64(60) {
		d := gridtest.Several(gridtest.New(seed))
		s, _ := bandStart(&d)
		if s.propagate() != bandOpen {
			continue
		}
		m := s.matrices()
		b := m.branch()
		if bits.OnesCount8(b.possible) < 2 {
			t.Fatalf("%s: no choice: %+v", d, b)
		}
		lines[b.line]++
		sum := 0
		for b := b; b.possible != 0; b.possible &= b.possible - 1 {
			child := s
			child.take(b)
			c := bandCounter{limit: 1 << 30}
			c.search(&child)
			sum += c.n
		}
		if want := Count(d, 1<<30); sum != want {
			t.Errorf("%s: %d solutions below %+v, want %d", d, sum, b, want)
		}
	}
	if len(lines) != 6 {
		t.Errorf("branches by band (0 to 2) and stack (3 to 5): %v, want some of each", lines)
	}
}
