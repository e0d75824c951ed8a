package verify

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"setdoku"
)

// shape is a position of an empty grid with some candidates crossed out.
type shape struct{ s setdoku.State }

// cells leaves only these digits in the cells.
func (x shape) cells(digits set, numbers ...int) shape {
	for _, n := range numbers {
		x.s.Deleted[setdoku.CellIndex(n)] |= setdoku.AllDigits &^ digits
	}
	return x
}

// only leaves the digits only these positions in unit number no.
func (x shape) only(digits set, no int, positions ...int) shape {
	for n, i := range setdoku.Units[no-1] {
		if !slices.Contains(positions, n+1) {
			x.s.Deleted[i] |= digits
		}
	}
	return x
}

func digits(list ...uint8) (s set) {
	for _, d := range list {
		s |= setdoku.SetOf(d)
	}
	return s
}

// filled is a position of these givens, row by row from the first row.
func filled(givens ...uint8) shape {
	var s setdoku.State
	copy(s.Givens[:], givens)
	return shape{s}
}

// deductions parses the expected deductions of a findCase.
func deductions(t *testing.T, placement bool, want map[int64]string) (list []Conclusion) {
	t.Helper()
	for pattern, text := range want {
		words := strings.Fields(text)
		for _, cell := range words[2:] {
			n, err := strconv.Atoi(cell)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range words[0] {
				list = append(list, Conclusion{placement, n, uint8(d - '0'), pattern})
			}
		}
	}
	slices.SortFunc(list, func(a, b Conclusion) int { return byCellDigit(a.Cell, a.Digit, b.Cell, b.Digit) })
	return list
}

// findCase is a position and all that a technique finds there.
type findCase struct {
	name      string
	technique string
	size      int
	shape     shape
	placement bool
	want      map[int64]string // pattern to deductions, "digits from cells"
}

func findCases() []findCase {
	row1 := filled(1, 2, 3, 4, 5, 6, 7, 8)
	return []findCase{
		{"full house in a row", "full_house", 0, row1, true, map[int64]string{1199: "9 in 19"}},
		{"no full house with two open cells", "full_house", 0, filled(1, 2, 3, 4, 5, 6, 7), true, nil},
		{"naked single", "naked_single", 0, shape{}.cells(digits(6), 47), true, map[int64]string{476: "6 in 47"}},
		{"hidden single in a row", "hidden_single", 0, row1, true, map[int64]string{1199: "9 in 19"}},
		{"hidden single in row, column and box", "hidden_single", 0,
			shape{}.only(digits(4), 5, 5).only(digits(4), 14, 5).only(digits(4), 23, 5), true,
			map[int64]string{5554: "4 in 55"}},

		{"locked pair in a row", "locked_pair", 0, shape{}.cells(digits(1, 2), 11, 12), false,
			map[int64]string{101003003: "12 from 13 14 15 16 17 18 19 21 22 23 31 32 33"}},
		{"locked pair in a column", "locked_pair", 0, shape{}.cells(digits(1, 2), 19, 29), false,
			map[int64]string{318003036: "12 from 17 18 27 28 37 38 39 49 59 69 79 89 99"}},
		{"no locked pair of three cells", "locked_pair", 0, shape{}.cells(digits(1, 2), 11, 12, 13), false, nil},
		{"no locked pair outside a line", "locked_pair", 0, shape{}.cells(digits(1, 2), 11, 22), false, nil},
		{"locked triple", "locked_triple", 0,
			shape{}.cells(digits(1, 2), 11).cells(digits(2, 3), 12).cells(digits(1, 3), 13), false,
			map[int64]string{101007007: "123 from 14 15 16 17 18 19 21 22 23 31 32 33"}},

		{"pointing", "pointing", 0, shape{}.only(digits(7), 23, 1, 3), false,
			map[int64]string{5047: "7 from 41 42 43 47 48 49"}},
		{"no pointing with one place", "pointing", 0, shape{}.only(digits(7), 23, 1), false, nil},
		{"claiming", "claiming", 0, shape{}.only(digits(3), 11, 4, 5), false,
			map[int64]string{1143: "3 from 41 43 51 53 61 63"}},

		{"naked pair", "naked_pair", 0, shape{}.cells(digits(1, 2), 11, 15), false,
			map[int64]string{1003017: "12 from 12 13 14 16 17 18 19"}},
		{"naked pair in row and box, the row is smaller", "naked_pair", 0, shape{}.cells(digits(1, 2), 11, 12), false,
			map[int64]string{1003003: "12 from 13 14 15 16 17 18 19", 19003003: "12 from 21 22 23 31 32 33"}},
		{"no naked pair of three cells", "naked_pair", 0, shape{}.cells(digits(1, 2), 11, 15, 18), false, nil},
		{"naked triple of three cells with two digits", "naked_triple", 0, shape{}.cells(digits(1, 2), 11, 15, 18), false,
			map[int64]string{
				1007145: "123 from 12 13 14 16 17 19", 1011145: "4 from 12 13 14 16 17 19", 1019145: "5 from 12 13 14 16 17 19",
				1035145: "6 from 12 13 14 16 17 19", 1067145: "7 from 12 13 14 16 17 19", 1131145: "8 from 12 13 14 16 17 19",
				1259145: "9 from 12 13 14 16 17 19",
			}},
		{"naked triple", "naked_triple", 0,
			shape{}.cells(digits(1, 2), 21).cells(digits(2, 3), 25).cells(digits(1, 3), 29), false,
			map[int64]string{2007273: "123 from 22 23 24 26 27 28"}},
		{"naked quadruple", "naked_quadruple", 0,
			shape{}.cells(digits(1, 2), 13).cells(digits(2, 3), 43).cells(digits(3, 4), 73).cells(digits(1, 4), 93), false,
			map[int64]string{12015329: "1234 from 23 33 53 63 83"}},
		{"naked subset of size 1", "naked_subset", 1, shape{}.cells(digits(9), 55), false,
			map[int64]string{
				5256016: "9 from 51 52 53 54 56 57 58 59", 14256016: "9 from 15 25 35 45 65 75 85 95",
				23256016: "9 from 44 46 64 66",
			}},
		{"naked pair in a unit of three open cells", "naked_pair", 0, filled(1, 2, 3, 4, 5, 6).cells(digits(7, 8), 17, 18), false,
			map[int64]string{1192192: "78 from 19", 21192003: "78 from 27 28 29 37 38 39"}},

		{"hidden pair", "hidden_pair", 0, shape{}.only(digits(8, 9), 5, 3, 7), false,
			map[int64]string{5384068: "1234567 from 53 57"}},
		{"no hidden pair of three digits", "hidden_pair", 0, shape{}.only(digits(7, 8, 9), 5, 3, 7), false, nil},
		{"hidden triple of three digits in two cells, any third cell", "hidden_triple", 0, shape{}.only(digits(7, 8, 9), 5, 3, 7), false,
			map[int64]string{
				5448069: "123456 from 51 53 57", 5448070: "123456 from 52", 5448076: "123456 from 54", 5448084: "123456 from 55",
				5448100: "123456 from 56", 5448196: "123456 from 58", 5448324: "123456 from 59",
			}},
		{"hidden triple", "hidden_triple", 0,
			shape{}.only(digits(4), 19, 1, 2).only(digits(5), 19, 2, 3).only(digits(6), 19, 1, 3), false,
			map[int64]string{19056007: "123789 from 11 12 13"}},
		{"hidden quadruple", "hidden_quadruple", 0, shape{}.only(digits(1, 2, 3, 4), 27, 1, 3, 7, 9), false,
			map[int64]string{27015325: "56789 from 77 79 97 99"}},

		{"x-wing in rows", "x_wing", 0, shape{}.only(digits(5), 2, 3, 7).only(digits(5), 8, 3, 7), false,
			map[int64]string{15130068: "5 from 13 17 33 37 43 47 53 57 63 67 73 77 93 97"}},
		{"no x-wing of three rows", "x_wing", 0,
			shape{}.only(digits(5), 2, 3, 7).only(digits(5), 5, 3, 7).only(digits(5), 8, 3, 7), false, nil},
		{"swordfish in columns", "swordfish", 0,
			shape{}.only(digits(6), 10, 1, 5).only(digits(6), 13, 5, 8).only(digits(6), 18, 1, 8), false,
			map[int64]string{26265145: "6 from 12 13 15 16 17 18 52 53 55 56 57 58 82 83 85 86 87 88"}},
		{"jellyfish", "jellyfish", 0,
			shape{}.only(digits(9), 1, 2, 4).only(digits(9), 3, 4, 6).only(digits(9), 5, 6, 8).only(digits(9), 7, 2, 8), false,
			map[int64]string{19085170: "9 from 22 24 26 28 42 44 46 48 62 64 66 68 82 84 86 88 92 94 96 98"}},
		{"fish of size 1", "basic_fish", 1, shape{}.only(digits(2), 4, 9), false,
			map[int64]string{12008256: "2 from 19 29 39 59 69 79 89 99"}},
		{"basic fish by size", "basic_fish", 2, shape{}.only(digits(5), 2, 3, 7).only(digits(5), 8, 3, 7), false,
			map[int64]string{15130068: "5 from 13 17 33 37 43 47 53 57 63 67 73 77 93 97"}},

		{"nothing in an empty grid", "naked_pair", 0, shape{}, false, nil},
		{"nothing in a contradiction", "hidden_single", 0, row1.cells(digits(1), 19), true, nil},
		{"nothing without a place", "naked_single", 0, shape{}.cells(digits(6), 47).only(digits(2), 18), true, nil},
	}
}

func TestFind(t *testing.T) {
	for _, tt := range findCases() {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Find(tt.shape.s, tt.technique, tt.size)
			if err != nil {
				t.Fatal(err)
			}
			if want := deductions(t, tt.placement, tt.want); !slices.Equal(got, want) {
				t.Errorf("Find(%s) =\n%v, want\n%v", tt.technique, got, want)
			}
		})
	}
}

func TestFindErrors(t *testing.T) {
	tests := []struct {
		name, technique string
		size            int
		state           setdoku.State
	}{
		{"unknown technique", "xy_wing", 0, setdoku.State{}},
		{"size missing", "naked_subset", 0, setdoku.State{}},
		{"size too great", "basic_fish", 9, setdoku.State{}},
		{"size below 0", "hidden_subset", -1, setdoku.State{}},
		{"a digit twice", "x_wing", 0, filled(1, 1).s},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, err := Find(tt.state, tt.technique, tt.size); err == nil {
				t.Errorf("Find = %v, want an error", got)
			}
		})
	}
}

// TestSkipComplements compares the limit of solving with that of Find: in a row with three open cells Find finds a pair,
// and solving does not use it.
func TestSkipComplements(t *testing.T) {
	s := filled(1, 2, 3, 4, 5, 6).cells(digits(7, 8), 17, 18).s
	tests := []struct {
		technique string
		in        scope
		want      map[int64]string
	}{
		{"naked_pair", allSubsets, map[int64]string{1192192: "78 from 19", 21192003: "78 from 27 28 29 37 38 39"}},
		{"naked_pair", skipComplements, map[int64]string{21192003: "78 from 19 27 28 29 37 38 39"}},
		{"hidden_subset", allSubsets, map[int64]string{1256256: "78 from 19"}},
		{"hidden_subset", skipComplements, map[int64]string{1256256: "78 from 19"}},
	}
	for _, tt := range tests {
		t.Run(tt.technique, func(t *testing.T) {
			r, err := ruleNamed(tt.technique, 1, tt.in)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := r.deductions(newPosition(s)), deductions(t, false, tt.want); !slices.Equal(got, want) {
				t.Errorf("found\n%v, want\n%v", got, want)
			}
		})
	}
	hidden, err := ruleNamed("hidden_pair", 0, skipComplements)
	if err != nil {
		t.Fatal(err)
	}
	narrow := filled(1, 2, 3, 4, 5, 6).only(digits(7, 8), 1, 7, 8).s
	if got := hidden.deductions(newPosition(narrow)); len(got) != 0 {
		t.Errorf("hidden pair in a row of three open cells: %v", got)
	}
	if got, err := Find(narrow, "hidden_pair", 0); len(got) != 2 || err != nil {
		t.Errorf("Find = %v, %v, want 9 from r1c7 and r1c8", got, err)
	}
}

// TestPatternsProve proves what was found from the evidence rows of every pattern alone. If any row is missing,
// the pattern must be rejected.
func TestPatternsProve(t *testing.T) {
	for _, tt := range findCases() {
		t.Run(tt.name, func(t *testing.T) {
			r, err := ruleNamed(tt.technique, tt.size, allSubsets)
			if err != nil {
				t.Fatal(err)
			}
			p := newPosition(tt.shape.s)
			for pattern, text := range tt.want {
				rows, err := EvidenceOf(tt.shape.s, tt.technique, pattern)
				if err != nil {
					t.Fatal(err)
				}
				proof, err := r.prove(p, rows)
				if err != nil {
					t.Errorf("pattern %d: %v", pattern, err)
				}
				for _, d := range deductions(t, tt.placement, map[int64]string{pattern: text}) {
					if !proof.decides(d) {
						t.Errorf("%v does not follow from %v", d, rows)
					}
				}
				for i := range rows {
					less := slices.Delete(slices.Clone(rows), i, i+1)
					if _, err := r.prove(p, less); err == nil {
						t.Errorf("%v is accepted without row %d", rows, i+1)
					}
				}
			}
		})
	}
}

// TestFalsePatterns expects every family to refuse well-formed evidence of a pattern that is not there.
func TestFalsePatterns(t *testing.T) {
	pair := shape{}.cells(digits(1, 2), 11, 15)
	row1 := filled(1, 2, 3, 4, 5, 6, 7, 8)
	wing := shape{}.only(digits(5), 2, 3, 7).only(digits(5), 8, 3, 7)
	tests := []struct {
		name, technique string
		shape           shape
		pattern         int64
	}{
		{"full house beside an open cell", "full_house", filled(1, 2, 3, 4, 5, 6, 7), 1199},
		{"full house in another unit", "full_house", row1, 2199},
		{"full house of a digit that is no candidate", "full_house", row1, 1198},
		{"naked single with more candidates", "naked_single", pair, 111},
		{"hidden single with another place", "hidden_single", pair, 1111},
		{"hidden single in a unit without the cell", "hidden_single", row1, 18199},
		{"naked pair of another cell", "naked_pair", pair, 1003033},
		{"naked pair of other digits", "naked_pair", pair, 1006017},
		{"naked pair of three", "naked_pair", pair.cells(digits(1, 2), 18), 1003017},
		{"naked triple of two", "naked_triple", pair, 1007049},
		{"locked pair not in the box", "locked_pair", pair, 101003017},
		{"locked pair of a line beside the box", "locked_pair", shape{}.cells(digits(1, 2), 11, 12), 105003003},
		{"hidden pair that is everywhere", "hidden_pair", pair, 1384006},
		{"hidden pair of a digit that stands there", "hidden_pair", row1, 1257257},
		{"pointing with places elsewhere", "pointing", pair, 5047},
		{"pointing with one place", "pointing", shape{}.only(digits(7), 23, 1), 5047},
		{"claiming with places elsewhere", "claiming", pair, 1143},
		{"x-wing of other columns", "x_wing", wing, 15130132},
		{"x-wing of another row", "x_wing", wing, 15129068},
		{"x-wing of another digit", "x_wing", wing, 16130068},
		{"x-wing of three rows", "x_wing", wing.only(digits(5), 5, 3, 7), 15130068},
		{"x-wing in a row that holds the digit", "x_wing", filled(5), 15129003},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := ruleNamed(tt.technique, 0, allSubsets)
			if err != nil {
				t.Fatal(err)
			}
			rows, err := EvidenceOf(tt.shape.s, tt.technique, tt.pattern)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := r.prove(newPosition(tt.shape.s), rows); err == nil {
				t.Errorf("%v stands", rows)
			}
		})
	}
}
