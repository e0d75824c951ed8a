package setdoku

// Evidence is one part of a pattern, a row of the view evidence. Role says what the part does in the proof; sql/README.md lists
// the roles.
type Evidence struct {
	Ordinal int // orders the parts of a pattern
	Role    string
	Cell    int // 11..99, 0 for none
	Digit   int // 1..9, 0 for none
	Unit    int // the number of the unit, 1..27 (rows, columns, boxes), 0 for none
}
