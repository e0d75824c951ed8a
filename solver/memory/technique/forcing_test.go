package technique

import (
	"cmp"
	"slices"
	"testing"

	"setdoku"
	"setdoku/internal/gridtest"
	"setdoku/solver/board"
	"setdoku/solver/trial"
)

// slow follows a hypothesis as the definition says, pass by pass, with hypotheses inside followed in the same way. It shares
// the finders of the singles, intersections, subsets and fish with the explainer, and nothing with package trial.
type slow struct {
	puzzle Puzzle
	rows   []setdoku.Evidence
	sound  bool
}

func (s *slow) follow(from *board.Board, inside trial.Kind, cell, digit int) {
	b := &s.puzzle
	b.Board = *from
	b.Board.Place(cell, digit)
	s.row("assume", cell, digit)
	for {
		switch {
		case b.Board.Left == 0:
			s.sound = true
			return
		case b.findSingles():
			if _, bad := b.Clash(); bad {
				b.Discard()
				return
			}
			s.take("place")
			continue
		}
		if _, bad := b.Contradiction(); bad {
			return
		}
		if s.sound = !s.further(inside); s.sound {
			return
		}
	}
}

// further makes a pass after the singles.
func (s *slow) further(inside trial.Kind) bool {
	b := &s.puzzle
	b.found.placing = false
	if inside == trial.Plus {
		for _, t := range plusTechniques {
			b.running = t
			if t.find(b, t.Size); b.found.count > 0 {
				s.take("eliminate")
				return true
			}
		}
	}
	for kind := trial.Singles; inside >= trial.Nested && kind <= trial.Nested; kind += trial.Nested {
		if kind == trial.Nested && inside != trial.NestedTwice {
			break
		}
		now := b.Board
		now.Open(func(cell, digit int) {
			var in slow
			if in.follow(&now, kind, cell, digit); !in.sound {
				b.found.note(cell, digit, 0)
			}
		})
		if b.found.count > 0 {
			s.take("refute")
			return true
		}
	}
	return false
}

// take applies a pass.
func (s *slow) take(role string) {
	f := &s.puzzle.found
	list := slices.Clone(f.at[:f.count])
	slices.Sort(list)
	for _, at := range list {
		s.row(role, int(at)/9, int(at)%9)
		if f.placing {
			s.puzzle.Board.Place(int(at)/9, int(at)%9)
		} else {
			s.puzzle.Board.Remove(int(at)/9, int(at)%9)
		}
	}
	f.clear()
}

func (s *slow) row(role string, cell, digit int) {
	s.rows = append(s.rows, setdoku.Evidence{Role: role, Cell: setdoku.CellNumber(cell), Digit: uint8(digit + 1)})
}

// deductionsOf returns what a technique proves, by the definition: eliminations with their smallest patterns, and the rows of
// each hypothesis without contradictions.
func deductionsOf(s *board.Board, inside trial.Kind, contradictions, verities, short bool) (keys map[setdoku.Candidate]int64, ends map[setdoku.Candidate]*slow) {
	keys, ends = map[setdoku.Candidate]int64{}, map[setdoku.Candidate]*slow{}
	note := func(cell, digit int, key int64) {
		c := setdoku.Candidate{Cell: cell, Digit: uint8(digit)}
		if old, known := keys[c]; !known || key < old {
			keys[c] = key
		}
	}
	s.Open(func(cell, digit int) {
		end := new(slow)
		end.follow(s, inside, cell, digit)
		ends[setdoku.Candidate{Cell: cell, Digit: uint8(digit)}] = end
		key := forcingKey(1, 0, 0, setdoku.CellNumber(cell), digit+1)
		if short {
			key = int64(setdoku.CellNumber(cell)*10 + digit + 1)
		}
		if contradictions && !end.sound {
			note(cell, digit, key)
		}
	})
	prove := func(unit, cell, digit int, set []setdoku.Candidate) {
		placements := 0
		for _, h := range set {
			if end := ends[h]; end.sound {
				placements += s.Left - end.puzzle.Left - 1
			}
		}
		s.Open(func(c, d int) {
			for _, h := range set {
				if end := ends[h]; end.sound && end.puzzle.Has(c, d) {
					return
				}
			}
			note(c, d, forcingKey(len(set), placements, unit, cell, digit))
		})
	}
	sets := map[[3]int][]setdoku.Candidate{}
	s.Open(func(cell, digit int) {
		c := setdoku.Candidate{Cell: cell, Digit: uint8(digit)}
		sets[[3]int{0, setdoku.CellNumber(cell), 0}] = append(sets[[3]int{0, setdoku.CellNumber(cell), 0}], c)
		for _, u := range board.Locations[cell].Unit {
			sets[[3]int{int(u) + 1, 0, digit + 1}] = append(sets[[3]int{int(u) + 1, 0, digit + 1}], c)
		}
	})
	for name, set := range sets {
		if verities {
			prove(name[0], name[1], name[2], set)
		}
	}
	return keys, ends
}

// forcings are the techniques under test.
var forcings = []struct {
	name, file                      string
	size                            int
	inside                          trial.Kind
	contradictions, verities, short bool
}{
	{"forcing", "forcing", 0, trial.Singles, true, false, true},
	{"forcing_verity", "forcing_verity", 0, trial.Singles, false, true, false},
	{"forcing_plus", "forcing_plus", 0, trial.Plus, true, true, false},
	{"nested_forcing", "nested_forcing", 1, trial.Nested, true, true, false},
	{"nested_forcing_2", "nested_forcing", 2, trial.NestedTwice, true, true, false},
}

// TestForcingIsAsDefined compares all deductions and the rows of all patterns with a slow reading of the definition, at states
// of generated puzzles on the way of forcing_verity, which takes little.
func TestForcingIsAsDefined(t *testing.T) {
	rng := gridtest.New(71)
	var puzzle Puzzle // one for all states, for it keeps what it knows of the state before
	hard, err := setdoku.ParseGrid("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..")
	if err != nil {
		t.Fatal(err)
	}
	states := map[string]int{}
	found := map[string]int{}
	for i := range 45 {
		p := gridtest.Minimal(rng)
		if i%15 == 0 {
			p = hard // where forcing finds little, so that hypotheses go deep
		}
		puzzle.Load(&p, nil)
		for puzzle.findSingles() {
			puzzle.running = &Technique{}
			puzzle.Apply(1, nil)
		}
		for steps := 0; puzzle.Left > 0 && steps < 3 && (p != hard || steps < 1); steps++ {
			if _, bad := puzzle.Contradiction(); bad {
				t.Fatalf("%s: contradiction", p)
			}
			open := 0
			puzzle.Open(func(int, int) { open++ })
			next := -1
			for i, x := range forcings {
				if x.inside == trial.Nested && open > 130 && p != hard || x.inside == trial.NestedTwice && open > 85 {
					continue
				}
				states[x.name]++
				n := compareForcing(t, &puzzle, i)
				if found[x.name] += n; n > 0 && (next < 0 || x.name == "forcing_verity") {
					next = i
				}
			}
			if next < 0 {
				break
			}
			puzzle.Find(technique(t, next))
			puzzle.found.count = min(puzzle.found.count, 2) // a small step, for more states
			for at := range puzzle.found.has {
				puzzle.found.has[at] = 0
			}
			puzzle.Apply(1, nil)
			for puzzle.findSingles() {
				puzzle.Apply(1, nil)
			}
		}
	}
	for _, x := range forcings {
		t.Logf("%s: %d states, %d deductions", x.name, states[x.name], found[x.name])
		if states[x.name] < 4 || found[x.name] < 20 {
			t.Errorf("%s was compared in %d states with %d deductions", x.name, states[x.name], found[x.name])
		}
	}
}

func technique(t *testing.T, i int) *Technique {
	t.Helper()
	x := forcings[i]
	made, err := New(setdoku.Technique{Name: x.name, File: x.file, Size: x.size}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// compareForcing compares a technique at the state of a puzzle and returns the number of deductions.
func compareForcing(t *testing.T, puzzle *Puzzle, i int) int {
	t.Helper()
	x := forcings[i]
	want, ends := deductionsOf(&puzzle.Board, x.inside, x.contradictions, x.verities, x.short)
	n := puzzle.Find(technique(t, i))
	defer puzzle.Discard()
	if n != len(want) {
		t.Errorf("%s at %v: %d deductions, want %d", x.name, puzzle.Board.Filled, n, len(want))
	}
	for c, key := range want {
		if puzzle.found.has[c.Cell]>>c.Digit&1 == 0 || puzzle.found.key[c.Cell*9+int(c.Digit)] != key {
			t.Errorf("%s at %v: %s<>%d with pattern %d, want %d", x.name, puzzle.Board.Filled, setdoku.CellName(c.Cell), c.Digit+1,
				puzzle.found.key[c.Cell*9+int(c.Digit)], key)
		}
	}
	compareRows(t, x.name, puzzle.Explain(1, nil), ends)
	return n
}

// compareRows compares the rows of the patterns with those of the slow hypotheses.
func compareRows(t *testing.T, name string, rows []setdoku.Evidence, ends map[setdoku.Candidate]*slow) {
	t.Helper()
	for len(rows) > 0 {
		n := slices.IndexFunc(rows, func(e setdoku.Evidence) bool { return e.Pattern != rows[0].Pattern })
		if n < 0 {
			n = len(rows)
		}
		var want []setdoku.Evidence
		var told []setdoku.Candidate
		for i, e := range rows[:n] {
			if e.Ordinal != i+1 {
				t.Errorf("%s, pattern %d: row %d has ordinal %d", name, e.Pattern, i+1, e.Ordinal)
			}
			if e.Role != "assume" {
				continue
			}
			c := setdoku.Candidate{Cell: setdoku.CellIndex(e.Cell), Digit: e.Digit - 1}
			told = append(told, c)
			want = append(want, ends[c].rows...)
		}
		byPlace := func(a, b setdoku.Candidate) int { return cmp.Or(a.Cell-b.Cell, int(a.Digit)-int(b.Digit)) }
		if !slices.IsSortedFunc(told, byPlace) {
			t.Errorf("%s, pattern %d: hypotheses %v are not in order", name, rows[0].Pattern, told)
		}
		var got []setdoku.Evidence
		ended := 0
		for _, e := range rows[:n] {
			switch e.Role {
			case "cell", "base":
				if e.Ordinal != 1 {
					t.Errorf("%s, pattern %d: the set is row %d", name, e.Pattern, e.Ordinal)
				}
			case "contradiction":
				ended++
			default:
				got = append(got, setdoku.Evidence{Role: e.Role, Cell: e.Cell, Digit: e.Digit})
			}
		}
		unsound := 0
		for _, c := range told {
			if !ends[c].sound {
				unsound++
			}
		}
		if ended != unsound || !slices.Equal(got, want) {
			t.Errorf("%s, pattern %d: %d rows and %d contradictions, want %d and %d", name, rows[0].Pattern, len(got), ended, len(want), unsound)
		}
		rows = rows[n:]
	}
}
