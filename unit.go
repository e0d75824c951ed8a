package setdoku

import "fmt"

// unitTypes are the types of unit in their order. Each type has nine numbers: 1..9 are the rows, 10..18 the columns,
// 19..27 the boxes, 28..36 the regions of a jigsaw, 37 and 38 the diagonals, 46..49 the windows of a windoku. Classic
// has rows, columns and boxes.
var unitTypes = [6]string{"row", "column", "box", "region", "diagonal", "window"}

// UnitType returns the type of a unit by its number 1..54, "" for any other number.
func UnitType(unit int) string {
	if unit < 1 || unit > UnitCount {
		return ""
	}
	return unitTypes[(unit-1)/9]
}

// UnitIndex returns the number 1..9 of a unit among those of its type, by its number 1..54. It is 0 for any other
// number.
func UnitIndex(unit int) int {
	if unit < 1 || unit > UnitCount {
		return 0
	}
	return (unit-1)%9 + 1
}

// UnitName names a unit by its number 1..54, such as "row 4".
func UnitName(unit int) string { return fmt.Sprintf("%s %d", UnitType(unit), UnitIndex(unit)) }
