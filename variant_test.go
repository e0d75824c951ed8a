package setdoku

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestClassic compares the variant with rows, columns and boxes that are computed from the numbers of cells, and the
// peers with what they share.
func TestClassic(t *testing.T) {
	if Classic().Name != "classic" || Classic().Size != 9 || len(Classic().Cells()) != CellCount {
		t.Fatalf("classic is %q of size %d with %d cells", Classic().Name, Classic().Size, len(Classic().Cells()))
	}
	for u, cells := range Classic().Units {
		var want []int
		for i := range CellCount {
			if row, column := i/9, i%9; row == u || column == u-9 || row/3*3+column/3 == u-18 {
				want = append(want, i)
			}
		}
		if !slices.Equal(cells, want) || Classic().HasUnit(u+1) != (u < 27) {
			t.Errorf("%s has the cells %v, want %v", UnitName(u+1), cells, want)
		}
	}
	for i := range CellCount {
		for j := range CellCount {
			want := i != j && (i/9 == j/9 || i%9 == j%9 || i/27 == j/27 && i%9/3 == j%9/3)
			if Classic().SeeEachOther(i, j) != want || slices.Contains(Classic().Peers[i], j) != want {
				t.Errorf("%s and %s see each other: %t", CellAt(i), CellAt(j), !want)
			}
		}
	}
}

// TestParseVariant reads names, and compares the board with facts that were counted by hand.
func TestParseVariant(t *testing.T) {
	jigsaw := strings.Repeat("111222333", 3) + strings.Repeat("444555666", 3) + strings.Repeat("777888999", 3)
	jigsaw = jigsaw[:3] + "1" + jigsaw[4:20] + "2" + jigsaw[21:] // r1c4 and r3c3 change their regions
	for _, c := range []struct {
		name, want, title string
		size, units       int
		peersOf, peers    int // the number of peers of a cell
	}{
		{"classic", "classic", "Sudoku", 9, 27, 40, 20},
		{"x", "x", "Diagonals", 9, 29, 40, 32}, // 20, and 16 cells of the diagonals without 4 of the box
		{"classic+x", "x", "Diagonals", 9, 29, 0, 26},
		{"windoku", "windoku", "Windoku", 9, 31, 10, 23},       // 20, and three cells of the window
		{"anti-king", "anti-king", "Anti-king", 9, 27, 40, 20}, // the box has the four diagonal neighbours
		{"anti-knight", "anti-knight", "Anti-knight", 9, 27, 40, 28},
		{"anti-knight+x", "x+anti-knight", "Diagonals, anti-knight", 9, 29, 40, 40},
		{"4x4", "4x4", "4x4", 4, 12, 0, 7},
		{"6x6", "6x6", "6x6", 6, 18, 0, 12},
		{"8x8", "8x8", "8x8", 8, 24, 0, 17},
		{"1122112233443344", "4x4", "4x4", 4, 12, 0, 7},
		{"2211221144334433+x", "4x4+x", "4x4, diagonals", 4, 14, 0, 9},
		{jigsaw, jigsaw, "Jigsaw 9x9", 9, 27, 20, 21},
		{jigsaw + "+x", jigsaw + "+x", "Jigsaw 9x9, diagonals", 9, 29, 80, 26},
		{"1122211333243334445444555", "1122211333243334445444555", "", 5, 15, 0, 0},
	} {
		v, err := ParseVariant(c.name)
		if c.title == "" { // regions of the wrong size
			if err == nil || !strings.Contains(err.Error(), "region ") {
				t.Errorf("%s: error %v, want one about a region", c.name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		units := 0
		for u, cells := range v.Units {
			if cells == nil {
				continue
			}
			units++
			if len(cells) != v.Size || !slices.IsSorted(cells) {
				t.Errorf("%s: %s has the cells %v", c.name, UnitName(u+1), cells)
			}
		}
		if v.Name != c.want || v.Title != c.title || v.Size != c.size || units != c.units ||
			len(v.Peers[c.peersOf]) != c.peers || len(v.Cells()) != c.size*c.size {
			t.Errorf("%s: %q %q, size %d, %d units, %d peers of %s, %d cells", c.name, v.Name, v.Title, v.Size, units,
				len(v.Peers[c.peersOf]), CellAt(c.peersOf), len(v.Cells()))
		}
		again, err := ParseVariant(v.Name)
		if err != nil || again.Name != v.Name || len(again.Units[30]) != len(v.Units[30]) {
			t.Errorf("%s: its name %s reads as %v, %v", c.name, v.Name, again, err)
		}
		for i, peers := range v.Peers {
			for _, j := range peers {
				if !v.SeeEachOther(j, i) || i == j {
					t.Errorf("%s: %d sees %d, but not the reverse", c.name, i, j)
				}
			}
		}
	}
}

// TestParseVariantErrors gives names that are wrong, and wants an error that says where.
func TestParseVariantErrors(t *testing.T) {
	for name, want := range map[string]string{
		"":                      "want one of classic, 4x4, 6x6, 8x8, x, windoku, anti-knight, anti-king",
		"xx":                    "want one of classic",
		"x+y":                   "want one of classic",
		"x+x":                   "want one of classic",
		"4x4+windoku":           "windoku needs a board of 9x9",
		"112211223344334":       "a layout of 15 cells, want 16, 25, 36, 49, 64 or 81",
		"1122112233443354":      "region 5 at cell 15 of the layout, want 1 to 4",
		"1122112233443344+9x9":  `"9x9" is none of its additions`,
		"1112112233443344":      "region 1 of the layout has 5 cells, want 4",
		strings.Repeat("1", 81): "region 1 of the layout has 81 cells, want 9",
	} {
		if _, err := ParseVariant(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", name, err, want)
		}
	}
}

// TestStateOfVariant asks a small board with diagonals, and one with knights, for candidates and repeats.
func TestStateOfVariant(t *testing.T) {
	small, err := ParseVariant("4x4+x")
	if err != nil {
		t.Fatal(err)
	}
	s := State{Variant: small, Givens: Grid{0: 1, 1: 2}}
	m := s.Candidates()
	// r3c3 (index 20) is on the diagonal of r1c1, r2c4 (index 12) is in no unit of the givens but on none of their
	// diagonals.
	for cell, want := range map[int]string{0: "", 2: "34", 10: "34", 20: "234", 12: "1234", 4: "", 80: ""} {
		if m[cell].String() != want {
			t.Errorf("candidates of %s: %q, want %q", CellAt(cell), m[cell], want)
		}
	}
	if s.Check() != nil {
		t.Error(s.Check())
	}
	s.Placed[30] = 1 // r4c4
	if err := s.Check(); err == nil || err.Error() != "digit 1 twice in diagonal 1: r1c1 and r4c4" {
		t.Errorf("error %v", err)
	}
	later := s.Reached(Grid{0: 1, 1: 2, 2: 3}, &m)
	if later.Variant != small || later.Placed[2] != 3 || later.Givens != s.Givens {
		t.Errorf("later state %+v", later)
	}
	knight, err := ParseVariant("anti-knight")
	if err != nil {
		t.Fatal(err)
	}
	s = State{Variant: knight, Givens: Grid{0: 5, 11: 5}} // in one box too
	if err := s.Check(); err == nil || err.Error() != "digit 5 twice in box 1: r1c1 and r2c3" {
		t.Errorf("error %v", err)
	}
	s.Givens = Grid{0: 5, 19: 0, 2: 0, 40: 7, 51: 7} // r5c5, r6c7
	if err := s.Check(); err == nil || err.Error() != "digit 7 twice in cells that see each other: r5c5 and r6c7" {
		t.Errorf("error %v", err)
	}
	if s := (State{Givens: s.Givens}); s.Check() != nil || s.Board() != Classic() {
		t.Errorf("classic: %v", s.Check())
	}
}

// TestStateIsJSON writes a state of a small board as JSON, with the name of the board, and reads it again.
func TestStateIsJSON(t *testing.T) {
	board, err := ParseVariant("6x6+x")
	if err != nil {
		t.Fatal(err)
	}
	want := State{Variant: board, Givens: Grid{0: 4}, Deleted: [CellCount]DigitSet{1: NewDigitSet(2)}}
	text, err := json.Marshal(want)
	if err != nil || !strings.HasPrefix(string(text), `{"variant":"6x6+x","givens":"4.`) {
		t.Errorf("got %s, error %v", text, err)
	}
	var got State
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-written +read):\n%s", diff)
	}
	if err := json.Unmarshal([]byte(`{"variant":"7x9"}`), &got); err == nil ||
		!strings.Contains(err.Error(), `variant "7x9"`) {
		t.Errorf("error %v, want one with the name", err)
	}
}
