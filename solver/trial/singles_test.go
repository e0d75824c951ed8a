package trial

import (
	"testing"

	"setdoku"
)

// TestEmptyUnit wants close to see a unit without a place for a digit, in every unit. The cells of the unit keep
// all other candidates, so nothing else is wrong.
func TestEmptyUnit(t *testing.T) {
	for u, cells := range setdoku.Units {
		for d := uint8(1); d <= 9; d++ {
			var marks [setdoku.CellCount]setdoku.DigitSet
			for i := range marks {
				marks[i] = setdoku.AllDigits
			}
			for _, i := range cells {
				marks[i] &^= setdoku.SetOf(d)
			}
			s := NewState(&setdoku.Grid{}, &marks)
			if s.close(allDigits) {
				t.Errorf("%s has no place for %d, and close does not see it", setdoku.UnitName(u+1), d)
			}
		}
	}
}
