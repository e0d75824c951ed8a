package verify

import (
	"slices"
	"testing"

	"setdoku"
)

// TestHypothesisKeepsSolution puts the digits of the solution in the place of those that a hypothesis eliminates or
// refutes. The assumption is true, so none of these rows can be.
func TestHypothesisKeepsSolution(t *testing.T) {
	for _, name := range []string{"forcing_plus", "nested_forcing", "nested_forcing_2"} {
		k := finder(name)
		k.contradictions = false
		tried := 0
		for _, s := range k.steps(t, 2) {
			n, solution := s.in.p.solutions()
			for _, rows := range s.rows {
				holds := false
				for i, row := range rows {
					switch {
					case row.Role == "assume":
						holds = solution[setdoku.CellIndex(row.Cell)] == row.Digit
					case holds && (row.Role == "eliminate" || row.Role == "refute"):
						for cell := range solution {
							wrong := slices.Clone(rows)
							wrong[i].Cell, wrong[i].Digit = setdoku.CellNumber(cell), solution[cell]
							tried++
							if _, err := forcingKinds[name].argue(s.in, wrong); err == nil {
								t.Fatalf("%s: row %d takes %d from %d, which is in one of %d solutions", name, i+1, solution[cell], wrong[i].Cell, n)
							}
						}
					}
				}
			}
		}
		if tried == 0 {
			t.Errorf("%s: no row to change", name)
		}
	}
}

// TestFalseSets refuses patterns whose assumptions are not all candidates of a cell or all places of a digit, or whose
// rows belong to another technique. r1c1 is 1 or 2, and 9 has the places r9c1 and r9c9 in row 9. Either way r1c6 is not 1 and r9c5 is not 4.
func TestFalseSets(t *testing.T) {
	s := shape{}.cells(digits(1, 2), 11).cells(digits(1, 2), 15).only(digits(9), 9, 1, 9).cells(digits(4, 9), 91, 99)
	cell := []string{"cell 11", "assume 11 1", "place 15 2", "assume 11 2", "place 15 1"}
	base := []string{"base 9 row 9", "assume 91 9", "place 99 4", "assume 99 9", "place 91 4"}
	tests := []struct {
		name, technique string
		rows            []string
		gone            int // a cell and a digit that the pattern eliminates, 0 for a false pattern
	}{
		{"all candidates", "forcing_verity", cell, 161},
		{"all places", "forcing_verity", base, 954},
		{"also forcing_plus", "forcing_plus", cell, 161},
		{"also nested forcing", "nested_forcing", base, 954},
		{"no verity of forcing", "forcing", cell, 0},
		{"a candidate less", "forcing_verity", cell[:3], 0},
		{"a place less", "forcing_verity", base[:3], 0},
		{"the candidates in another order", "forcing_verity", []string{cell[0], cell[3], cell[4], cell[1], cell[2]}, 0},
		{"a candidate twice", "forcing_verity", []string{cell[0], cell[1], cell[2], cell[1], cell[2]}, 0},
		{"the candidates of another cell", "forcing_verity", append([]string{"cell 15"}, cell[1:]...), 0},
		{"the places in another unit", "forcing_verity", append([]string{"base 9 row 8"}, base[1:]...), 0},
		{"the places of another digit", "forcing_verity", append([]string{"base 8 row 9"}, base[1:]...), 0},
		{"a cell with a digit", "forcing_verity", append([]string{"cell 11 1"}, cell[1:]...), 0},
		{"a base without a digit", "forcing_verity", append([]string{"base row 9"}, base[1:]...), 0},
		{"a set without assumptions", "forcing_verity", cell[:1], 0},
		{"no rows", "forcing_verity", nil, 0},
		{"no set", "forcing_verity", cell[1:3], 0},
		{"no contradiction", "forcing_plus", cell[1:3], 0},
		{"two refutations", "forcing_plus", cell[1:], 0},
		{"a set in the middle", "forcing_verity", []string{cell[0], cell[1], "cell 15", cell[3]}, 0},
		{"an elimination", "forcing_verity", append(slices.Clone(cell), "eliminate 12 2"), 0},
		{"a refutation", "forcing_plus", append(slices.Clone(cell), "refute 12 2"), 0},
		{"an elimination in nested forcing", "nested_forcing", append(slices.Clone(cell), "eliminate 12 2"), 0},
		{"an elimination that does not follow", "forcing_plus", append(slices.Clone(cell), "eliminate 77 7"), 0},
		{"a refutation that does not follow", "nested_forcing", append(slices.Clone(cell), "refute 77 7"), 0},
		{"a refutation that does not follow two levels down", "nested_forcing_2", append(slices.Clone(cell), "refute 77 7"), 0},
		{"an assumption of a cell that is none", "forcing_verity", []string{cell[0], "assume 10 1", cell[3]}, 0},
		{"an assumption without a digit", "forcing_verity", []string{cell[0], "assume 11", cell[3]}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			gone, err := ReadHypotheses(s.s, tt.technique, rowsOfPattern(t, tt.rows...))
			if (err == nil) != (tt.gone > 0) {
				t.Fatalf("error %v, want it sound %t", err, tt.gone > 0)
			}
			if err == nil && !gone[setdoku.CellIndex(tt.gone/10)].Has(uint8(tt.gone%10)) {
				t.Errorf("eliminates %v, want %d", gone, tt.gone)
			}
		})
	}
	if _, err := ReadHypotheses(s.s, "xy_wing", nil); err == nil {
		t.Error("xy_wing counts as a technique of the family")
	}
}
