package proof

import "setdoku"

// The candidates are numbered 0..728: cell index times 9, plus the digit, minus 1.
const candidateCount = setdoku.CellCount * 9

// The clauses "at least one" are numbered 0..323: the 81 cells, then the nine digits of each of the 27 units.
const clauseCount = setdoku.CellCount + 27*9

var (
	members   [clauseCount][9]int16     // the candidates of a clause
	clausesOf [candidateCount][4]int16  // the clauses of a candidate
	opposites [candidateCount][28]int16 // the candidates that are false when a candidate is true
)

func init() {
	var taken [candidateCount]int
	for k := range clauseCount {
		for i := range 9 {
			c := int16(k*9 + i) // the digits of a cell
			if unit, digit := (k-setdoku.CellCount)/9, (k-setdoku.CellCount)%9; k >= setdoku.CellCount {
				c = int16(setdoku.Units[unit][i]*9 + digit)
			}
			members[k][i] = c
			clausesOf[c][taken[c]] = int16(k)
			taken[c]++
		}
	}
	for c := range candidateCount {
		n := 0
		for o := range candidateCount {
			if o != c && exclude(c, o) {
				opposites[c][n] = int16(o)
				n++
			}
		}
	}
}

// exclude reports whether at most one of two different candidates is true.
func exclude(a, b int) bool {
	return a/9 == b/9 || a%9 == b%9 && setdoku.SeeEachOther(a/9, b/9)
}

// number returns the number of a candidate, or -1 if there is no such cell or digit.
func number(c setdoku.Candidate) int {
	if !c.Valid() {
		return -1
	}
	return c.Cell.Index()*9 + int(c.Digit) - 1
}

// candidateOf returns the candidate with a number.
func candidateOf(c int) setdoku.Candidate {
	return setdoku.CandidateAt(c/9, uint8(c%9+1))
}
