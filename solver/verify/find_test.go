package verify

import (
	"slices"
	"testing"

	"setdoku/internal/grid"
)

// shape is a position of an empty grid with some marks crossed out.
type shape struct{ s grid.State }

// cells leaves the cells numbered these digits only.
func (x shape) cells(digits set, numbers ...int) shape {
	for _, n := range numbers {
		x.s.Deleted[grid.Index(n)] |= grid.All &^ digits
	}
	return x
}

// only leaves the digits no places in unit number no but the positions.
func (x shape) only(digits set, no int, positions ...int) shape {
	for n, i := range grid.Units[no-1] {
		if !slices.Contains(positions, n+1) {
			x.s.Deleted[i] |= digits
		}
	}
	return x
}

func digits(list ...uint8) (s set) {
	for _, d := range list {
		s |= grid.Mark(d)
	}
	return s
}

// filled is a position of these givens, row by row from the first row.
func filled(givens ...uint8) shape {
	var s grid.State
	copy(s.Givens[:], givens)
	return shape{s}
}

// findCase is a position made by hand, and all that a technique finds there.
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
	column9 := filled(0, 0, 0, 0, 0, 0, 0, 0, 1)
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
			map[int64]string{11043: "3 from 41 43 51 53 61 63"}},

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
			map[int64]string{19056007: "12345789-45 from 11"}},
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
		{"nothing without a place", "full_house", 0, column9.only(digits(2), 18), true, nil},
	}
}
