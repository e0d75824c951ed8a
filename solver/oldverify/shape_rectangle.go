package verify

import "slices"

// corners wants bare corners that have only the two digits of the rectangle. fit checks the corners.
func corners(want string, bare int, fit func(x *parsedPattern, bare, rich []int) bool) condition {
	return condition{want, func(x *parsedPattern) bool {
		b, r := x.corners()
		return len(x.rectangle) == 4 && (bare < 0 || len(b) == bare) && fit(x, b, r)
	}}
}

// extra returns the candidates of cells that are not digits of the rectangle.
func (x *parsedPattern) extra(cells []int) set { return x.marksOf(cells) &^ x.digits }

// alike reports whether each cell has one or both digits of the rectangle and the same single extra digit.
func (x *parsedPattern) alike(cells []int) bool {
	e := x.extra(cells)
	return e.Count() == 1 && !slices.ContainsFunc(cells, func(i int) bool {
		return x.p.marks[i]&e == 0 || x.p.marks[i]&x.digits == 0
	})
}

// filled returns the cells that hold a digit.
func (x *parsedPattern) filled(cells []int) (list []int) {
	for _, i := range cells {
		if x.p.digits[i] != 0 {
			list = append(list, i)
		}
	}
	return list
}

// floor wants this number of corners shown as cells, each with only the two digits of the rectangle. fit checks
// the corners.
func floor(want string, cells int, fit func(x *parsedPattern, floor, roof []int) bool) condition {
	return condition{want, func(x *parsedPattern) bool {
		bare, _ := x.corners()
		roof := slices.DeleteFunc(slices.Clone(x.rectangle), func(i int) bool { return slices.Contains(x.cells, i) })
		shown := !slices.ContainsFunc(x.cells, func(i int) bool { return !slices.Contains(bare, i) })
		return shown && len(x.cells) == cells && len(roof) == 4-cells && fit(x, x.cells, roof)
	}}
}

// basesMeet wants two bases of one digit that share a corner, or share none if meet is false.
func basesMeet(meet bool) condition {
	want := "two bases of one digit that share a corner"
	if !meet {
		want = "two bases of one digit that share no corner"
	}
	return condition{want, func(x *parsedPattern) bool {
		var digits []uint8
		for _, r := range x.rows {
			if r.Role == "base" {
				digits = append(digits, r.Digit)
			}
		}
		common := 0
		for _, i := range x.rectangle {
			if len(x.bases) == 2 && contains(x.bases[0], i) && contains(x.bases[1], i) {
				common++
			}
		}
		return len(digits) == 2 && digits[0] == digits[1] && (common == 1) == meet && common < 2
	}}
}
