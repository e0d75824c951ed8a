package format

import (
	"bytes"

	"setdoku"
)

// LibraryLine holds the fields of a technique library line besides the state: the deductions that a technique
// should find.
type LibraryLine struct {
	Code         string // code of the technique, four or five digits
	Variant      string // text after the code and '-', or ""
	Digits       string // digits of the deduction, or "x"
	Eliminations []setdoku.Candidate
	Placements   []setdoku.Candidate
	Extra        string // length of a chain, or ""
}

// Short returns the short form of a state: 81 cells of '.', d (given) or +d (placed). If the state is more than
// givens, a ':' and the deleted candidates follow. The name of a variant is before it. A Reader reads it back to
// the same state.
func Short(s setdoku.State) string {
	switch {
	case s.Plain() && s.Variant != nil:
		return s.Variant.Name + " " + s.Variant.Text(s.Givens)
	case s.Plain():
		return s.Givens.String()
	}
	var b []byte
	if s.Variant != nil {
		b = append(b, s.Variant.Name+" "...)
	}
	b = append(appendGrid(b, s), ':')
	return string(appendDeleted(b, s))
}

// appendGrid appends the grid of a library line.
func appendGrid(b []byte, s setdoku.State) []byte {
	for i := range setdoku.CellCount {
		switch {
		case s.Placed[i] != 0:
			b = append(b, '+', '0'+s.Placed[i])
		case s.Givens[i] != 0:
			b = append(b, '0'+s.Givens[i])
		default:
			b = append(b, '.')
		}
	}
	return b
}

// appendDeleted appends the deleted candidates of a library line, by cell.
func appendDeleted(b []byte, s setdoku.State) []byte {
	return appendCandidates(b, setdoku.ListCandidates(&s.Deleted))
}

func appendCandidates(b []byte, list []setdoku.Candidate) []byte {
	for _, c := range list {
		b = append(b, '0'+c.Digit, '0'+byte(c.Cell/10), '0'+byte(c.Cell%10), ' ')
	}
	return bytes.TrimRight(b, " ")
}
