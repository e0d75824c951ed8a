package board

import (
	"testing"

	"setdoku"
)

// TestEmptyUnit wants Close to see a unit without a place for a digit, in every unit. The cells of the unit keep
// all other candidates, so nothing else is wrong.
func TestEmptyUnit(t *testing.T) {
	for u, cells := range setdoku.Classic().Units[:27] {
		for d := uint8(1); d <= 9; d++ {
			s := NewDigits(Classic, &setdoku.Grid{})
			for _, i := range cells {
				s.Eliminate(i, int(d)-1)
			}
			if s.Close(AllChanged) {
				t.Errorf("%s has no place for %d, and Close does not see it", setdoku.UnitName(u+1), d)
			}
		}
	}
}
