package verify

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"setdoku"
)

// rowsOfPattern reads rows from lines "role [cell] [digit] [unit type and number]", such as
// "cell 11", "link 45 7" and "base 5 row 2".
func rowsOfPattern(t *testing.T, lines ...string) (rows []setdoku.Evidence) {
	t.Helper()
	for _, line := range lines {
		words := strings.Fields(line)
		r := setdoku.Evidence{Step: 1, Pattern: 7, Ordinal: len(rows) + 1, Role: words[0]}
		kind := -1
		for k, w := range words[1:] {
			n, err := strconv.Atoi(w)
			switch {
			case err != nil:
				kind = slices.Index(setdoku.UnitTypes[:], w)
			case k > 0 && kind >= 0 && words[k] == setdoku.UnitTypes[kind]:
				r.Unit = kind*9 + n
			case n > 9:
				r.Cell = n
			default:
				r.Digit = uint8(n)
			}
		}
		rows = append(rows, r)
	}
	return rows
}

// shown is a position with the rows of a pattern and the candidates that it eliminates. proper is true if the
// givens count as having one solution.
type shown struct {
	name      string
	technique string
	shape     shape
	proper    bool
	rows      []string
	victims   string // digits from cells
}

func (s *shown) judge(t *testing.T, rows []setdoku.Evidence) error {
	t.Helper()
	in := &situation{p: newPosition(s.shape.s), givens: s.shape.s.Givens, proper: &s.proper}
	r := ruleOf(s.technique)
	proof, err := r.proofOf(in, rows)
	if err != nil {
		return err
	}
	for _, d := range deductions(t, false, map[int64]string{7: s.victims}) {
		if !proof.decides(d) {
			return &Finding{Table: "elimination", Row: cellDigit(d.Cell, d.Digit)}
		}
	}
	return nil
}

// arguments has a sound pattern of every kind.
func arguments() []shown {
	wing := shape{}.only(digits(5), 2, 3, 7).only(digits(5), 8, 3, 7, 8)
	rectangle := shape{}.cells(digits(1, 2), 11, 12, 41).cells(digits(1, 2, 7), 42)
	return []shown{
		{"xy-wing", "xy_wing", shape{}.cells(digits(1, 2), 11).cells(digits(1, 3), 15).cells(digits(2, 3), 22), false,
			[]string{"cell 11", "cell 15", "cell 22"}, "3 from 12 13 24 25 26"},
		{"xyz-wing", "xyz_wing", shape{}.cells(digits(1, 2, 3), 11).cells(digits(1, 3), 15).cells(digits(2, 3), 22), false,
			[]string{"cell 11", "cell 15", "cell 22"}, "3 from 12 13"},
		{"w-wing", "w_wing", shape{}.cells(digits(1, 2), 11, 55).only(digits(2), 9, 1, 5), false,
			[]string{"cell 11", "bridge_end 91 2", "base 2 row 9", "bridge_end 95 2", "cell 55"}, "1 from 15 51"},
		{"death blossom", "death_blossom", shape{}.cells(digits(1, 2), 11).cells(digits(1, 2, 3), 12, 13), false,
			[]string{"stem 11", "restricted 1", "restricted 2", "set", "cell 12", "cell 13"}, "3 from 14 21 22"},
		{"skyscraper", "skyscraper", shape{}.only(digits(4), 2, 3, 6).only(digits(4), 9, 3, 4), false,
			[]string{"link 26 4", "base 4 row 2", "link 23 4", "weak 4 column 3", "link 93 4", "base 4 row 9", "link 94 4"}, "4 from 14 34 76 86"},
		{"chain with a group", "grouped_aic", shape{}.only(digits(5), 1, 1, 2, 8).only(digits(5), 5, 3, 8), false,
			[]string{"link 11 5", "link 12 5", "base 5 row 1", "link 18 5", "weak 5 column 8", "link 58 5", "base 5 row 5", "link 53 5",
				"open_chain"}, "5 from 23 33"},
		{"chain through a cell", "aic", shape{}.cells(digits(5, 6), 15).only(digits(6), 5, 1, 5).only(digits(5), 10, 2, 5), false,
			[]string{"link 15 5", "cell 15", "link 15 6", "weak 6 column 5", "link 55 6", "base 6 row 5", "link 51 6",
				"weak 51", "link 51 5", "base 5 column 1", "link 21 5", "open_chain"}, "5 from 12 13 24 25 26"},
		{"closed loop", "nice_loop", shape{}.only(digits(5), 2, 3, 7).only(digits(5), 8, 3, 7), false,
			[]string{"link 23 5", "base 5 row 2", "link 27 5", "weak 5 column 7", "link 87 5", "base 5 row 8", "link 83 5", "continuous_loop"},
			"5 from 13 47 67 93"},
		{"coloring", "simple_colors", shape{}.only(digits(4), 2, 3, 6).only(digits(4), 12, 2, 8).only(digits(4), 8, 3, 5), false,
			[]string{"color 23 4", "color 85 4", "color_2 26 4", "color_2 83 4", "base 4 row 2", "base 4 row 8", "base 4 column 3"}, "4 from 15 35 76 96"},
		{"almost locked sets", "als_xz",
			shape{}.cells(digits(1, 2), 11).cells(digits(2, 3), 12).cells(digits(1, 4), 41).cells(digits(3, 4), 51), false,
			[]string{"set", "cell 11", "cell 12", "restricted 1", "set", "cell 41", "cell 51"}, "3 from 42 52 62"},
		{"finned fish", "finned_x_wing", wing, false,
			[]string{"base 5 row 2", "base 5 row 8", "cover 5 column 3", "cover 5 column 7", "fin 88 5",
				"body 23 5", "body 27 5", "body 83 5", "body 87 5"}, "5 from 77 97"},
		{"unique rectangle with a strong side", "unique_rectangle_4",
			shape{}.cells(digits(1, 2), 11, 12).cells(digits(1, 2, 7), 41, 42).only(digits(1), 4, 1, 2), true,
			[]string{"rectangle 11", "rectangle 12", "rectangle 41", "rectangle 42", "digit 1", "digit 2", "base 1 row 4", "cell 11", "cell 12"},
			"2 from 41 42"},
		{"unique rectangle", "unique_rectangle_1", rectangle, true,
			[]string{"rectangle 11", "rectangle 12", "rectangle 41", "rectangle 42", "digit 1", "digit 2", "cell 11", "cell 12", "cell 41"}, "12 from 42"},
		{"avoidable rectangle", "avoidable_rectangle_1",
			shape{setdoku.State{Placed: placed("111", "122", "412")}}.cells(digits(1, 7), 42), true,
			[]string{"rectangle 11", "rectangle 12", "rectangle 41", "rectangle 42", "digit 1", "digit 2"}, "1 from 42"},
	}
}

// placed reads "cell digit" triples.
func placed(list ...string) (d setdoku.Grid) {
	for _, s := range list {
		n, _ := strconv.Atoi(s)
		d[setdoku.CellIndex(n/10)] = uint8(n % 10)
	}
	return d
}

// TestArguments accepts every pattern, and rejects it if a row is missing that the proof needs.
func TestArguments(t *testing.T) {
	for _, tt := range arguments() {
		t.Run(tt.name, func(t *testing.T) {
			rows := rowsOfPattern(t, tt.rows...)
			if err := tt.judge(t, rows); err != nil {
				t.Fatal(err)
			}
			for i, r := range rows {
				if slices.Contains([]string{"restricted", "set"}, r.Role) {
					continue
				}
				if err := tt.judge(t, slices.Delete(slices.Clone(rows), i, i+1)); err == nil {
					t.Errorf("is accepted without row %d, %s", i+1, tt.rows[i])
				}
			}
		})
	}
}

// TestFalseArguments changes one thing in a sound pattern, which must then be rejected.
func TestFalseArguments(t *testing.T) {
	tests := []struct {
		name, pattern string
		row           int
		instead       string // replacement of the row, which counts from 1
		victims       string // other victims, if no row changes
	}{
		{"another cell", "xy-wing", 3, "cell 33", ""},
		{"the other pincer twice", "xy-wing", 3, "cell 15", ""},
		{"no cell", "xy-wing", 2, "cell 10", ""},
		{"no unit", "w-wing", 3, "base 2 row 0", ""},
		{"an end of a bridge that the cell beside it does not see", "w-wing", 2, "bridge_end 95 2", ""},
		{"an end of a bridge with another digit", "w-wing", 2, "bridge_end 91 1", ""},
		{"an end of a bridge in another unit", "w-wing", 2, "bridge_end 81 2", ""},
		{"a digit too many", "xy-wing", 1, "cell 11 1", ""},
		{"a cell of a base", "w-wing", 3, "base 91 2 row 9", ""},
		{"unknown role", "xy-wing", 1, "hub 11", ""},
		{"a victim that sees one pincer", "xy-wing", 0, "", "3 from 16"},
		{"a victim of the pivot", "xy-wing", 0, "", "1 from 12"},
		{"a victim that does not see the pivot", "xyz-wing", 0, "", "3 from 24"},
		{"another row", "skyscraper", 2, "base 4 row 8", ""},
		{"a link that is no candidate", "chain with a group", 2, "link 13 5", ""},
		{"a link elsewhere", "chain with a group", 6, "link 68 5", ""},
		{"a link of another digit", "chain with a group", 4, "link 18 6", ""},
		{"a weak joint elsewhere", "chain with a group", 5, "weak 5 column 7", ""},
		{"a weak joint of another digit", "chain with a group", 5, "weak 6 column 8", ""},
		{"a strong joint with a third place", "chain with a group", 7, "base 5 column 8", ""},
		{"a victim that sees one end", "chain with a group", 0, "", "5 from 43"},
		{"a joint in another cell", "chain through a cell", 2, "cell 16", ""},
		{"an open chain said of a loop that closes", "closed loop", 8, "open_chain", ""},
		{"a break said of a loop that closes", "closed loop", 8, "discontinuous_loop", ""},
		{"a weak link and no kind", "closed loop", 8, "weak 5 column 3", ""},
		{"a kind with a cell", "closed loop", 8, "continuous_loop 23", ""},
		{"a kind twice", "closed loop", 4, "continuous_loop", ""},
		{"a loop said of an open chain", "chain with a group", 9, "continuous_loop", ""},
		{"a break said of an open chain", "chain through a cell", 12, "discontinuous_loop", ""},
		{"a kind of a skyscraper", "skyscraper", 4, "open_chain", ""},
		{"a color of a third place", "coloring", 1, "color 43 4", ""},
		{"one color", "coloring", 3, "color 26 4", ""},
		{"a base that is not colored", "coloring", 5, "base 5 row 2", ""},
		{"a color beside the bases", "coloring", 6, "base 4 row 2", ""},
		{"another restricted common", "almost locked sets", 4, "restricted 3", ""},
		{"a restricted common of one set", "almost locked sets", 4, "restricted 2", ""},
		{"no restricted common", "almost locked sets", 4, "restricted 9", ""},
		{"a color that is no candidate", "coloring", 1, "color 24 4", ""},
		{"a victim that sees one color", "coloring", 0, "", "4 from 56"},
		{"a set with too many digits", "almost locked sets", 3, "cell 13", ""},
		{"a set in two units", "almost locked sets", 3, "cell 51", ""},
		{"a set without cells", "almost locked sets", 4, "set", ""},
		{"a victim that sees one set", "almost locked sets", 0, "", "3 from 15"},
		{"a fin that is none", "finned fish", 5, "fin 89 5", ""},
		{"a fin in a cover", "finned fish", 5, "fin 87 5", ""},
		{"a body cell that is no candidate", "finned fish", 6, "body 24 5", ""},
		{"a body cell that is the fin", "finned fish", 6, "body 88 5", ""},
		{"a body cell of no base", "finned fish", 6, "body 13 5", ""},
		{"another cover", "finned fish", 4, "cover 5 column 6", ""},
		{"a base for a cover", "finned fish", 4, "base 5 row 7", ""},
		{"two digits", "finned fish", 3, "cover 6 column 3", ""},
		{"a victim that does not see the fin", "finned fish", 0, "", "5 from 47"},
		{"a victim outside the covers", "finned fish", 0, "", "5 from 98"},
		{"a side elsewhere", "unique rectangle with a strong side", 7, "base 1 row 3", ""},
		{"a side of another digit", "unique rectangle with a strong side", 7, "base 7 row 4", ""},
		{"a cell off the rectangle", "unique rectangle", 4, "rectangle 43", ""},
		{"another digit", "unique rectangle", 6, "digit 3", ""},
		{"a third digit", "unique rectangle", 4, "digit 3", ""},
		{"a victim that is in no solution of the rectangle", "unique rectangle", 0, "", "7 from 42"},
		{"a digit that a cell does not hold", "avoidable rectangle", 5, "digit 3", ""},
	}
	for _, tt := range tests {
		t.Run(tt.pattern+", "+tt.name, func(t *testing.T) {
			list := arguments()
			s := list[slices.IndexFunc(list, func(s shown) bool { return s.name == tt.pattern })]
			if tt.row > 0 {
				s.rows[tt.row-1] = tt.instead
			} else {
				s.victims = tt.victims
			}
			if err := s.judge(t, rowsOfPattern(t, s.rows...)); err == nil {
				t.Errorf("%v is accepted for %s", s.rows, s.victims)
			}
		})
	}
}

// TestRectangleNeedsOneSolution refuses rectangles if the givens have several solutions, if a cell is a given, or
// if the cells lie in one or four boxes.
func TestRectangleNeedsOneSolution(t *testing.T) {
	base := shown{technique: "unique_rectangle_1", proper: true, victims: "12 from 42",
		rows: []string{"rectangle 11", "rectangle 12", "rectangle 41", "rectangle 42", "digit 1", "digit 2", "cell 11", "cell 12", "cell 41"}}
	open := shape{}.cells(digits(1, 2), 11, 12, 41).cells(digits(1, 2, 7), 42)
	base.shape = open
	if err := base.judge(t, rowsOfPattern(t, base.rows...)); err != nil {
		t.Fatal(err)
	}
	several := base
	several.proper = false
	counted := &situation{p: newPosition(open.s)}
	if counted.unique() {
		t.Error("an empty grid counts as having one solution")
	}
	given := base
	given.shape = shape{setdoku.State{Givens: placed("111", "122", "412")}}.cells(digits(1, 7), 42)
	given.victims = "1 from 42"
	box := base
	box.shape = shape{}.cells(digits(1, 2), 11, 12, 21).cells(digits(1, 2, 7), 22)
	box.rows = []string{"rectangle 11", "rectangle 12", "rectangle 21", "rectangle 22", "digit 1", "digit 2"}
	box.victims = "12 from 22"
	boxes := base
	boxes.shape = shape{}.cells(digits(1, 2), 11, 14, 41).cells(digits(1, 2, 7), 44)
	boxes.rows = []string{"rectangle 11", "rectangle 14", "rectangle 41", "rectangle 44", "digit 1", "digit 2"}
	boxes.victims = "12 from 44"
	for name, s := range map[string]shown{"several": several, "given": given, "one box": box, "four boxes": boxes} {
		if err := s.judge(t, rowsOfPattern(t, s.rows...)); err == nil {
			t.Errorf("%s: the rectangle is accepted", name)
		}
	}
}

// TestHardChoice ends a search that would take too long.
func TestHardChoice(t *testing.T) {
	in := shown{technique: "xy_wing", victims: "1 from 55", shape: shape{}}
	var rows []string
	for d := 2; d <= 9; d++ {
		for _, unit := range setdoku.UnitTypes {
			for n := 1; n <= 9; n++ {
				rows = append(rows, "base "+strconv.Itoa(d)+" "+unit+" "+strconv.Itoa(n))
			}
		}
	}
	rows = append(rows, "cell 55", "base 1 row 5")
	in.shape = in.shape.cells(digits(2, 3, 4, 5, 6, 7, 8, 9, 1), 55)
	if err := in.judge(t, rowsOfPattern(t, rows...)); err == nil {
		t.Error("a candidate that may be true is refuted")
	}
}

// TestLargeComplexFish refuses fish that are too large for a solve, whatever they prove.
func TestLargeComplexFish(t *testing.T) {
	rows := func(bases, fins int) (list []setdoku.Evidence) {
		for i := range bases {
			list = append(list, setdoku.Evidence{Role: "base", Digit: 1, Unit: i + 1})
		}
		for i := range fins {
			list = append(list, setdoku.Evidence{Role: "fin", Digit: 1, Cell: 11 + i})
		}
		return list
	}
	for _, tt := range []struct {
		bases, fins int
		want        string
	}{{5, 0, "5 bases, want 4 at most"}, {4, 6, "6 fins, want 5 at most"}} {
		for _, name := range []string{"franken_fish", "mutant_fish"} {
			if _, err := ruleOf(name).argue(nil, rows(tt.bases, tt.fins)); err == nil || err.Error() != tt.want {
				t.Errorf("%s: got %v, want %s", name, err, tt.want)
			}
		}
	}
}

// TestTerms accepts patterns in the roles that the techniques write, and refuses chain ends in other places.
func TestTerms(t *testing.T) {
	for _, tt := range []struct {
		name, like string
		rows       []string
		sound      bool
	}{
		{"xy-wing", "xy-wing", []string{"pivot 11", "pincer 15", "pincer 22"}, true},
		{"w-wing", "w-wing", []string{"bivalue 11", "bridge_end 91 2", "bridge 2 row 9", "bridge_end 95 2", "bivalue 55"}, true},
		{"almost locked sets", "almost locked sets", []string{"set_a 11", "set_a 12", "restricted 1", "set_b 41", "set_b 51"}, true},
		{"sets that are one", "almost locked sets", []string{"set_a 11", "set_a 12", "restricted 1", "set_a 41", "set_a 51"}, true},
		{"a petal of two candidates", "death blossom", []string{"stem 11", "restricted 1", "restricted 2", "set_a 12", "set_a 13"}, true},
		{"a petal with two letters", "death blossom", []string{"stem 11", "restricted 1", "set_a 12", "set_a 13", "restricted 2", "set_b 12", "set_b 13"}, false},
		{"a set less", "almost locked sets", []string{"set_a 11", "set_a 12", "restricted 1"}, false},
		{"unique rectangle", "unique rectangle", []string{"floor 11", "floor 12", "floor 41", "roof 42", "digit 1", "digit 2"}, true},
		{"a floor with more candidates", "unique rectangle", []string{"floor 11", "floor 12", "roof 41", "floor 42", "digit 1", "digit 2"}, false},
		{"avoidable rectangle", "avoidable rectangle", []string{"filled 11", "filled 12", "filled 41", "open 42", "digit 1", "digit 2"}, true},
		{"chain", "chain with a group", []string{"start 11 5", "start 12 5", "strong 5 row 1", "link 18 5", "weak 5 column 8", "link 58 5", "strong 5 row 5", "end 53 5", "open_chain"}, true},
		{"a start in the middle", "chain with a group", []string{"start 11 5", "start 12 5", "strong 5 row 1", "start 18 5", "weak 5 column 8", "link 58 5", "strong 5 row 5", "end 53 5", "open_chain"}, false},
		{"an end in the middle", "chain with a group", []string{"start 11 5", "start 12 5", "strong 5 row 1", "link 18 5", "weak 5 column 8", "end 58 5", "strong 5 row 5", "end 53 5", "open_chain"}, false},
		{"chain through a cell", "chain through a cell", []string{"start 15 5", "strong 15", "link 15 6", "weak 6 column 5", "link 55 6", "strong 6 row 5", "link 51 6",
			"weak 51", "link 51 5", "strong 5 column 1", "end 21 5", "open_chain"}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			list := arguments()
			s := list[slices.IndexFunc(list, func(s shown) bool { return s.name == tt.like })]
			if err := s.judge(t, rowsOfPattern(t, tt.rows...)); (err == nil) != tt.sound {
				t.Errorf("error %v, want it sound %t", err, tt.sound)
			}
		})
	}
}
