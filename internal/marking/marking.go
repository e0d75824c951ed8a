// Package marking says how the parts of patterns are shown, by their roles: in text and in pictures. It is one table, so a technique whose
// parts have known roles is marked without code of its own.
package marking

import "setdoku"

// Look is how a picture shows a candidate, a cell or a unit.
type Look int

// The looks. The zero value shows nothing.
const (
	None     Look = iota
	Disc          // of a candidate: a place of the pattern
	Square        // of a candidate: the other one of two colors
	Diamond       // of a candidate: a fin
	Ring          // of a candidate: one of these holds the digit
	Rings         // of a candidate: it is assumed
	Solid         // of a cell or a unit of the pattern
	Double        // of a cell that a pattern hangs on
	Dotted        // of a cell or a unit where a contradiction is
	Covering      // of a unit that covers
	SetA          // of cells of set A; those of B, C and D follow
	SetB
	SetC
	SetD
)

// Mark is what a candidate, or the digit of a cell, is in a pattern that is shown as text. Without colours its letter stands behind the digit.
type Mark struct {
	Letter byte
	Means  string
	Colour string // parameters of the escape sequence SGR
}

// The marks. Those of sets are made by SetMark.
var (
	Goes    = Mark{'x', "goes", "1;31"}
	Placed  = Mark{'o', "placed", "1;32"}
	Pattern = Mark{'p', "pattern", "1;33"}
	Fin     = Mark{'f', "fin", "1;35"}
	EndoFin = Mark{'e', "fin in two bases", "1;35"}
	Linked  = Mark{'l', "strong link", "1;36"}
	Deadly  = Mark{'u', "digit of the rectangle", "1;33"}
	Besides = Mark{'m', "more than the rectangle has", "1;35"}
	Stem    = Mark{'s', "stem", "1;35"}
	Follows = Mark{'t', "then follows", "1;33"}
	OffNode = Mark{'a', "if this is not ...", "1;36"}
	OnNode  = Mark{'b', "... then this is", "1;33"}
	Colors  = [4]Mark{{'a', "color a", "1;36"}, {'b', "color b", "1;33"}, {'c', "color c", "1;34"}, {'d', "color d", "1;35"}}
)

// String is "x goes".
func (m Mark) String() string { return string(rune(m.Letter)) + " " + m.Means }

// SetMark is the mark of set number k, from 0.
func SetMark(k int, means string) Mark {
	return Mark{byte('A' + k), means, [4]string{"1;36", "1;33", "1;34", "1;35"}[k%4]}
}

// Role is how the parts of a role are shown. What a whole pattern makes of its parts, such as the nodes of a chain in turn or the sets
// by their letters, is added to that.
type Role struct {
	Mark  Mark   // of the candidates of its cell, or of the places of its digit in its unit
	Spot  Look   // of its candidate
	Frame Look   // of its cell or its unit
	Tab   string // a letter in the corner of its cell
	Means string // what the legend calls its cells, "" for what the look means
}

// roles are the exceptions among the roles of a class.
var roles = map[string]Role{
	"single":        {Mark: Placed, Spot: Disc, Frame: Solid},
	"fin":           {Mark: Fin, Spot: Diamond},
	"endo_fin":      {Mark: EndoFin, Spot: Disc},
	"color_2":       {Spot: Square},
	"pivot":         {Mark: Pattern, Frame: Double, Means: "pivot"},
	"bridge":        {Mark: Linked, Spot: Disc, Frame: Solid},
	"stem":          {Mark: Stem, Frame: Double, Means: "stem"},
	"roof":          {},
	"core":          {Mark: Pattern, Frame: SetA, Tab: "A", Means: "parts A, B, C"},
	"line_part":     {Mark: Pattern, Frame: SetB, Tab: "B", Means: "parts A, B, C"},
	"box_part":      {Mark: Pattern, Frame: SetC, Tab: "C", Means: "parts A, B, C"},
	"assume":        {Spot: Rings},
	"contradiction": {Spot: Ring, Frame: Dotted},
}

// classes are how the roles of each class are shown.
var classes = map[setdoku.Class]Role{
	setdoku.ClassCellTruth: {Mark: Pattern, Spot: Disc, Frame: Solid},
	setdoku.ClassUnitTruth: {Mark: Pattern, Spot: Disc, Frame: Solid},
	setdoku.ClassCover:     {Frame: Covering},
	setdoku.ClassNode:      {Spot: Disc},
	setdoku.ClassCandidate: {Spot: Disc},
	setdoku.ClassOpen:      {Frame: Solid},
	setdoku.ClassDigit:     {Mark: Pattern, Spot: Disc},
	setdoku.ClassOther:     {Spot: Disc, Frame: Solid},
}

// Of returns how the parts of a role are shown. A role that is not known is shown as a part of the pattern.
func Of(role string) Role {
	if r, ok := roles[role]; ok {
		return r
	}
	class, _ := setdoku.ClassOf(role)
	return classes[class]
}
