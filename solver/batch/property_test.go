package batch

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver/brute"
	"setdoku/store/record"
)

// orders are the permutations of three things.
var orders = [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}

// TestBands counts the isomorphs of the bands in the list. If two of the list were isomorphs or one were missing, there
// would not be as many isomorphs as bands: 9! * 2,612,736 (Felgenhauer and Jarvis, Mathematics of Sudoku I, 2006).
func TestBands(t *testing.T) {
	const digits = 362880
	list := bands()
	if len(list) != 416 || !slices.IsSortedFunc(list, compareBands) {
		t.Errorf("%d bands, want 416 in order", len(list))
	}
	isomorphs := 0
	for _, b := range list {
		isomorphs += 6 * 6 * 6 * 6 * 6 * digits / fixing(b)
	}
	gridtest.Equal(t, "isomorphs", isomorphs, digits*2612736)
}

// fixing returns the number of permutations of rows, stacks and columns within stacks that map a band to itself, if the
// digits are renamed.
func fixing(b band) (n int) {
	for _, stacks := range orders {
		for k := range 216 {
			columns := [3][3]int{orders[k%6], orders[k/6%6], orders[k/36]}
			for _, rows := range orders {
				if fixes(b, rows, stacks, columns) {
					n++
				}
			}
		}
	}
	return n
}

func fixes(b band, rows, stacks [3]int, columns [3][3]int) bool {
	var to ['9' + 1]byte
	for i, d := range b {
		r, c := rows[i/9], i%9
		e := b[9*r+3*stacks[c/3]+columns[c/3][c%3]]
		if to[d] != 0 && to[d] != e {
			return false
		}
		to[d] = e
	}
	return true
}

// naiveSingles fills naked and hidden singles until there are none, and reports whether that fills the grid.
func naiveSingles(p setdoku.Grid) bool {
	for again := true; again; {
		again = false
		for i, d := range p {
			if d != 0 {
				continue
			}
			for v := uint8(1); v <= 9; v++ {
				if possible(&p, i, v) && forced(&p, i, v) {
					p[i], again = v, true
					break
				}
			}
		}
	}
	return !slices.Contains(p[:], 0)
}

func possible(p *setdoku.Grid, i int, v uint8) bool {
	if p[i] != 0 {
		return false
	}
	for j, d := range p {
		if d == v && setdoku.Classic().SeeEachOther(i, j) {
			return false
		}
	}
	return true
}

// forced reports whether no other digit is possible in a cell, or the digit nowhere else in a unit.
func forced(p *setdoku.Grid, i int, v uint8) bool {
	naked := true
	for w := uint8(1); w <= 9; w++ {
		naked = naked && (w == v || !possible(p, i, w))
	}
	if naked {
		return true
	}
	for _, unit := range setdoku.Classic().Units {
		if slices.Contains(unit[:], i) && !slices.ContainsFunc(unit[:], func(j int) bool {
			return j != i && possible(p, j, v)
		}) {
			return true
		}
	}
	return false
}

// naive returns the redundant givens and the backdoors of size 1 in the slow way, and the size of the least backdoor.
func naive(p setdoku.Grid) (cells []record.PropertyCell, size int) {
	_, solution := brute.Count(p, 2)
	for i, d := range p {
		less := p
		if less[i] = 0; d != 0 {
			if n, _ := brute.Count(less, 2); n == 1 {
				cells = append(cells, record.PropertyCell{Property: record.Redundant, Cell: setdoku.CellAt(i)})
			}
		}
	}
	if naiveSingles(p) {
		return cells, 0
	}
	size = 3
	for i := range p {
		one := p
		if one[i] = solution[i]; p[i] != 0 {
			continue
		}
		if naiveSingles(one) {
			cells, size = append(cells, record.PropertyCell{Property: record.Backdoor, Cell: setdoku.CellAt(i)}), 1
		}
	}
	for i := 0; i < len(p) && size > 2; i++ {
		for j := range i {
			two := p
			two[i], two[j] = solution[i], solution[j]
			if size > 2 && naiveSingles(two) {
				size = 2
			}
		}
	}
	return cells, size
}

// few are puzzles in which no single cell is a backdoor. The first two were made at random; the others are known as
// hard.
var few = []string{
	".....7.8..6.24...1..85......7..9...6.4..8...3.....6.4.4.......2..3......8.6.1..34",
	"........1....5429.2....35.4..6..7....2.5..9...3..9.4.2...7.9.3....61....8........",
	"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
	"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
	".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
	"57....9..........8.1.........168..4......28.9..2.9416.....2.....6.9.82.4...41.6..",
}

// TestCells compares redundant givens and backdoors with a slow reading of their definitions.
func TestCells(t *testing.T) {
	rng := gridtest.New(9)
	var puzzles []setdoku.Grid
	for range gridtest.Size(3, 40) {
		puzzles = append(puzzles, gridtest.Minimal(rng), gridtest.WithClues(rng, 26))
	}
	list := gridtest.Part(2, few)
	if gridtest.Full() { // of the hardest puzzles every fourth has no backdoor of two cells either
		text, err := os.ReadFile(filepath.Join(gridtest.SharedDir(t), "data", "forum_hardest_1106.txt"))
		gridtest.Must(t, err)
		list = append(list, strings.Split(string(text), "\n")[2])
	}
	for _, text := range list {
		p, err := setdoku.ParseGrid(text)
		gridtest.Must(t, err)
		puzzles = append(puzzles, p)
	}
	seen := map[int]int{}
	for _, p := range puzzles {
		got, cells, err := PropertiesFor(t.Context(), &setdoku.State{Givens: p})
		gridtest.Must(t, err)
		want, size := naive(p)
		seen[size]++
		if !slices.Equal(cells, want) {
			t.Errorf("%s: cells %v, want %v", p, cells, want)
		}
		if size <= 2 && (got.BackdoorSize == nil || *got.BackdoorSize != size) || size > 2 && got.BackdoorSize != nil {
			t.Errorf("%s: backdoor of size %v, want %d", p, got.BackdoorSize, size)
		}
		if len(cells) != *got.Redundant+*got.Backdoors {
			t.Errorf("%s: %d cells, %d redundant givens, %d backdoors", p, len(cells), *got.Redundant, *got.Backdoors)
		}
	}
	if gridtest.Full() && seen[3] == 0 || seen[0] == 0 || seen[1] == 0 || seen[2] == 0 {
		t.Errorf("puzzles by the size of their least backdoor: %v", seen)
	}
}
