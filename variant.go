package setdoku

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// UnitCount is the number of units that a variant can have: nine of each type.
const UnitCount = 9 * len(unitTypes)

// Variant is a board: its cells, its units, and the pairs of cells that cannot hold the same digit. A board smaller
// than 9x9 has the cells of its upper left corner, with the same numbers and indexes as on the board of 9x9.
type Variant struct {
	Name  string // such as classic, anti-knight, 6x6 or 111122223...+x
	Title string // its name for people, such as "Windoku"
	Size  int    // 4..9: the number of digits, and of cells in each unit
	// the cell indexes of each unit, ascending, by unit number - 1; nil if the variant does not have the unit
	Units [UnitCount][]int
	// the cells that cannot hold the digit of a cell, ascending; nil for a cell that the board does not have
	Peers [CellCount][]int
}

var classic = must(ParseVariant("classic"))

// Classic returns Sudoku with rows, columns and boxes of 9x9.
func Classic() *Variant { return classic }

// An extra adds units or peers to a board.
type extra struct {
	name, title string
	size        int // the size of board that it needs, 0 for any
	add         func(v *Variant)
}

// extras are the additions that a name can have, in the order of names.
var extras = []extra{
	{"x", "diagonals", 0, addDiagonals},
	{"windoku", "windoku", 9, addWindows},
	{"anti-knight", "anti-knight", 0, func(v *Variant) { v.addPeers(1, 2); v.addPeers(2, 1) }},
	{"anti-king", "anti-king", 0, func(v *Variant) { v.addPeers(1, 1) }},
}

// boards are the boards with boxes: their size and the size of a box.
var boards = []struct {
	name, title   string
	rows, columns int // of a box
}{
	{"classic", "Sudoku", 3, 3},
	{"4x4", "4x4", 2, 2},
	{"6x6", "6x6", 2, 3},
	{"8x8", "8x8", 2, 4},
}

// VariantNames lists the variants that have a name of one word, classic first.
func VariantNames() (names []string) {
	for _, b := range boards {
		names = append(names, b.name)
	}
	for _, e := range extras {
		names = append(names, e.name)
	}
	return names
}

// ParseVariant returns a variant by its name: a board and additions with + between them. The board is classic, 4x4,
// 6x6, 8x8, or a layout: one region digit for each cell, row by row. The additions are x (both diagonals), windoku
// (four windows), anti-knight and anti-king. If there are only additions, they are those to classic. The name of the
// result is the usual one: its regions are numbered by their first cells, and its additions are sorted. The error says
// what is wrong with the name.
func ParseVariant(name string) (*Variant, error) {
	parts := strings.Split(name, "+")
	var added []extra
	for _, e := range extras {
		if k := slices.Index(parts, e.name); k >= 0 {
			added = append(added, e)
			parts = slices.Delete(parts, k, k+1)
		}
	}
	base := "classic"
	if len(parts) > 0 {
		base = parts[0]
	}
	if len(parts) > 1 {
		return nil, fmt.Errorf("variant %q: %q is none of its additions, which are x, windoku, anti-knight and "+
			"anti-king, each once", name, parts[1])
	}
	v, err := board(base)
	if err != nil {
		return nil, fmt.Errorf("variant %q: %w", name, err)
	}
	names, titles := []string{v.Name}, []string{v.Title}
	if v.Name == "classic" && len(added) > 0 {
		names, titles = nil, nil
	}
	for _, e := range added {
		if e.size != 0 && e.size != v.Size {
			return nil, fmt.Errorf("variant %q: %s needs a board of %dx%[3]d", name, e.name, e.size)
		}
		e.add(v)
		names, titles = append(names, e.name), append(titles, e.title)
	}
	v.Name = strings.Join(names, "+")
	v.Title = strings.ToUpper(titles[0][:1]) + strings.Join(titles, ", ")[1:]
	v.setPeers()
	return v, nil
}

// board returns a board with rows, columns, and boxes or regions.
func board(name string) (*Variant, error) {
	layout := name
	for _, b := range boards {
		if b.name == name {
			layout = boxLayout(b.rows, b.columns)
		}
	}
	size := 0
	for n := 4; n <= 9; n++ {
		if n*n == len(layout) {
			size = n
		}
	}
	if size == 0 || strings.Trim(layout, "0123456789") != "" {
		if strings.Trim(name, "0123456789") == "" && len(name) > 9 {
			return nil, fmt.Errorf("a layout of %d cells, want 16, 25, 36, 49, 64 or 81", len(name))
		}
		return nil, fmt.Errorf("want one of %s, or a layout of one region digit for each cell, such as "+
			"1122112233443344", strings.Join(VariantNames(), ", "))
	}
	regions := make([][]int, size)
	number := map[byte]int{} // the region of each digit of the layout, numbered by first cells
	for k := range layout {
		digit := layout[k]
		if digit < '1' || int(digit-'0') > size {
			return nil, fmt.Errorf("region %c at cell %d of the layout, want 1 to %d", digit, k+1, size)
		}
		r, seen := number[digit]
		if !seen {
			r = len(number)
			number[digit] = r
		}
		regions[r] = append(regions[r], k/size*9+k%size)
	}
	for _, digit := range slices.Sorted(maps.Keys(number)) {
		if r := number[digit]; len(regions[r]) != size {
			return nil, fmt.Errorf("region %c of the layout has %d cells, want %d", digit, len(regions[r]), size)
		}
	}
	v := &Variant{Size: size}
	usual := usualLayout(layout, number)
	v.Name, v.Title = usual, fmt.Sprintf("jigsaw %dx%d", size, size)
	first := regionUnits
	for _, b := range boards {
		if usual == boxLayout(b.rows, b.columns) {
			v.Name, v.Title, first = b.name, b.title, boxUnits
		}
	}
	for r, cells := range regions {
		v.Units[first+r] = cells
		for k := range size {
			v.Units[r] = append(v.Units[r], r*9+k)
			v.Units[columnUnits+r] = append(v.Units[columnUnits+r], k*9+r)
		}
	}
	return v, nil
}

// The indexes of the first units of each type.
const (
	columnUnits   = 9
	boxUnits      = 18
	regionUnits   = 27
	diagonalUnits = 36
	windowUnits   = 45
)

// boxLayout returns the layout of boxes of so many rows and columns.
func boxLayout(rows, columns int) string {
	var b strings.Builder
	size := rows * columns
	for k := range size * size {
		row, column := k/size, k%size
		b.WriteString(strconv.Itoa(row/rows*rows + column/columns + 1))
	}
	return b.String()
}

// usualLayout numbers the regions of a layout by their first cells.
func usualLayout(layout string, number map[byte]int) string {
	return strings.Map(func(c rune) rune { return rune('1' + number[byte(c)]) }, layout)
}

func addDiagonals(v *Variant) {
	for k := range v.Size {
		v.Units[diagonalUnits] = append(v.Units[diagonalUnits], k*9+k)
		v.Units[diagonalUnits+1] = append(v.Units[diagonalUnits+1], k*9+v.Size-1-k)
	}
}

func addWindows(v *Variant) {
	for w := range 4 {
		for k := range 9 {
			row, column := w/2*4+1+k/3, w%2*4+1+k%3
			v.Units[windowUnits+w] = append(v.Units[windowUnits+w], row*9+column)
		}
	}
}

// addPeers makes each two cells peers that are so many rows and columns apart.
func (v *Variant) addPeers(rows, columns int) {
	for i := range CellCount {
		for j := range CellCount {
			if v.has(i) && v.has(j) && abs(i/9-j/9) == rows && abs(i%9-j%9) == columns {
				v.Peers[i] = append(v.Peers[i], j)
			}
		}
	}
}

// setPeers adds the cells that share a unit to the peers of each cell, and sorts them.
func (v *Variant) setPeers() {
	for _, unit := range v.Units {
		for _, i := range unit {
			v.Peers[i] = append(v.Peers[i], unit...)
		}
	}
	for i := range v.Peers {
		slices.Sort(v.Peers[i])
		v.Peers[i] = slices.DeleteFunc(slices.Compact(v.Peers[i]), func(j int) bool { return j == i })
	}
}

// has reports whether the board has a cell.
func (v *Variant) has(cell int) bool { return cell/9 < v.Size && cell%9 < v.Size }

// OrClassic returns the variant, Classic for nil.
func (v *Variant) OrClassic() *Variant {
	if v == nil {
		return classic
	}
	return v
}

// Digits returns the set of the digits of the variant, 1 to its size.
func (v *Variant) Digits() DigitSet { return 1<<v.Size - 1 }

// Check returns Repeats if two cells that see each other have the same digit, else nil.
func (v *Variant) Check(d Grid) error {
	if v == classic {
		return d.Check()
	}
	for i, digit := range d {
		for _, p := range v.Peers[i] {
			if digit != 0 && d[p] == digit {
				return Repeats{d, v}
			}
		}
	}
	return nil
}

// Text returns a character for each cell of the board, row by row: its digit in a grid, or '.' for an empty cell.
func (v *Variant) Text(d Grid) string {
	text := d.String()
	if v.OrClassic().Size == 9 {
		return text
	}
	var b strings.Builder
	for _, i := range v.Cells() {
		b.WriteByte(text[i])
	}
	return b.String()
}

// MarshalText returns the name of the variant.
func (v *Variant) MarshalText() ([]byte, error) { return []byte(v.Name), nil }

// UnmarshalText reads the name of a variant as ParseVariant does.
func (v *Variant) UnmarshalText(text []byte) error {
	named, err := ParseVariant(string(text))
	if err == nil {
		*v = *named
	}
	return err
}

// HasUnit reports whether the variant has the unit of a number.
func (v *Variant) HasUnit(number int) bool {
	return number >= 1 && number <= UnitCount && v.Units[number-1] != nil
}

// Cells returns the indexes of the cells of the board, row by row.
func (v *Variant) Cells() (cells []int) {
	for i := range CellCount {
		if v.has(i) {
			cells = append(cells, i)
		}
	}
	return cells
}

// SeeEachOther reports whether two cells, 0..80, cannot hold the same digit.
func (v *Variant) SeeEachOther(i, j int) bool {
	_, found := slices.BinarySearch(v.Peers[i], j)
	return found
}

func abs(n int) int { return max(n, -n) }

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// NewVariant returns a variant of units, each with its cell indexes, and of pairs of cells that cannot hold the same
// digit besides those in one unit. The error says what is wrong: a size out of 4..9, a row or column that is missing or
// has other cells, a unit with a wrong number of cells or a cell twice, a cell that the board does not have, or boxes
// that share a cell, which regions and windows may.
func NewVariant(name, title string, size int, units [UnitCount][]int, pairs [][2]int) (*Variant, error) {
	if size < 4 || size > 9 {
		return nil, fmt.Errorf("variant %q: size %d, want 4 to 9", name, size)
	}
	v := &Variant{Name: name, Title: title, Size: size}
	var inBox [CellCount]int // the number of the box of a cell
	for u, cells := range units {
		cells = slices.Clone(cells)
		slices.Sort(cells)
		line := u < boxUnits && u%9 < size
		switch outside := slices.IndexFunc(cells, func(i int) bool { return i < 0 || i >= CellCount || !v.has(i) }); {
		case outside >= 0:
			return nil, fmt.Errorf("variant %q: %s has %s, which a board of %dx%[4]d does not have", name,
				UnitName(u+1), CellAt(cells[outside]), size)
		case cells == nil && !line:
			continue
		case len(slices.Compact(slices.Clone(cells))) != size || len(cells) != size:
			return nil, fmt.Errorf("variant %q: %s has %d cells, want %d", name, UnitName(u+1),
				len(slices.Compact(cells)), size)
		case u < boxUnits && slices.ContainsFunc(cells,
			func(i int) bool { return u < columnUnits && i/9 != u || u >= columnUnits && i%9 != u-columnUnits }):
			return nil, fmt.Errorf("variant %q: %s has a cell of another %s", name, UnitName(u+1), UnitType(u+1))
		}
		v.Units[u] = cells
		for _, i := range cells {
			switch {
			case UnitType(u+1) != "box":
			case inBox[i] > 0:
				return nil, fmt.Errorf("variant %q: %s and %s share %s; units that overlap are regions or windows",
					name, UnitName(inBox[i]), UnitName(u+1), CellAt(i))
			default:
				inBox[i] = u + 1
			}
		}
	}
	for _, p := range pairs {
		if p[0] == p[1] || p[0] < 0 || p[1] < 0 || p[0] >= CellCount || p[1] >= CellCount || !v.has(p[0]) ||
			!v.has(p[1]) {
			return nil, fmt.Errorf("variant %q: %s and %s are not a pair on a board of %dx%[4]d", name, CellAt(p[0]),
				CellAt(p[1]), size)
		}
		v.Peers[p[0]] = append(v.Peers[p[0]], p[1])
		v.Peers[p[1]] = append(v.Peers[p[1]], p[0])
	}
	v.setPeers()
	return v, nil
}

// Pairs returns the pairs of cells that cannot hold the same digit although they share no unit, by their indexes, the
// smaller one first.
func (v *Variant) Pairs() (pairs [][2]int) {
	together := func(i, j int) bool {
		return slices.ContainsFunc(v.Units[:],
			func(unit []int) bool { return slices.Contains(unit, i) && slices.Contains(unit, j) })
	}
	for i, peers := range v.Peers {
		for _, j := range peers {
			if j > i && !together(i, j) {
				pairs = append(pairs, [2]int{i, j})
			}
		}
	}
	return pairs
}
