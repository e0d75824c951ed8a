package setdoku

import "fmt"

// UnitTypes are the kinds of unit in their order. The units 1..9 are the rows, 10..18 the columns, 19..27 the boxes.
var UnitTypes = [3]string{"row", "column", "box"}

// UnitType returns the kind of a unit by its number 1..27, "" for any other number.
func UnitType(unit int) string {
	if unit < 1 || unit > 27 {
		return ""
	}
	return UnitTypes[(unit-1)/9]
}

// UnitIndex returns the number 1..9 of a unit among those of its kind, by its number 1..27. It is 0 for any other number.
func UnitIndex(unit int) int {
	if unit < 1 || unit > 27 {
		return 0
	}
	return (unit-1)%9 + 1
}

// UnitName names a unit by its number 1..27, such as "row 4".
func UnitName(unit int) string { return fmt.Sprintf("%s %d", UnitType(unit), UnitIndex(unit)) }
