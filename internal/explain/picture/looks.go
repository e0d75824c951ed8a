package picture

import "setdoku/internal/catalogue"

// The roles of the parts of a pattern decide how texts and pictures show the parts. The tables roles and classes have
// all of them, so a new technique whose parts have known roles needs no code of its own.

// Look is how a picture shows a candidate, a cell or a unit.
type Look int

// The looks. The zero value shows nothing.
const (
	None     Look = iota
	Disc          // candidate: a place of the pattern
	Square        // candidate: the second of two colors
	Diamond       // candidate: a fin
	Ring          // candidate: one of these holds the digit
	Rings         // candidate: the assumption
	Solid         // cell or unit of the pattern
	Double        // central cell of the pattern
	Dotted        // cell or unit with a contradiction
	Covering      // cover unit
	Blocking      // filled cell that keeps a digit out
	SetA          // cells of set A; the next looks are for B, C and D
	SetB
	SetC
	SetD
)

// PatternMark is the meaning of a candidate, or of a cell's digit, in a pattern shown as text. Without color, its
// letter follows the digit.
type PatternMark struct {
	Letter byte
	Means  string
	Color  string // parameters of the escape sequence SGR
}

// The marks. setMark makes those of sets.
var (
	Goes       = PatternMark{'x', "goes", "1;31"}
	Placed     = PatternMark{'o', "placed", "1;32"}
	InPattern  = PatternMark{'p', "pattern", "1;33"}
	BlocksMark = PatternMark{'b', "blocks", "1;33"}
	Fin        = PatternMark{'f', "fin", "1;35"}
	EndoFin    = PatternMark{'e', "fin in two bases", "1;35"}
	Linked     = PatternMark{'l', "strong link", "1;36"}
	OfBase     = PatternMark{'l', "place of a digit of the base", "1;36"}
	Deadly     = PatternMark{'u', "could be swapped", "1;33"}
	Besides    = PatternMark{'m', "cannot be swapped", "1;35"}
	Stem       = PatternMark{'s', "stem", "1;35"}
	Follows    = PatternMark{'t', "then follows", "1;33"}
	Barred     = PatternMark{'n', "then goes", "1;35"}
	Assumed    = PatternMark{'s', "assumed", "1;36"}
	OffNode    = PatternMark{'a', "if this is not ...", "1;36"}
	OnNode     = PatternMark{'b', "... then this is", "1;33"}
	Colors     = [4]PatternMark{{'a', "color a", "1;36"}, {'b', "color b", "1;33"}, {'c', "color c", "1;34"},
		{'d', "color d", "1;35"}}
)

// String returns letter and meaning, such as "x goes".
func (m PatternMark) String() string { return string(rune(m.Letter)) + " " + m.Means }

// almostLocked is the meaning of the digits of an almost locked set.
const almostLocked = "almost locked set"

// Meanings lists the meanings that a mark can have.
func Meanings() []string {
	list := []string{almostLocked}
	for _, m := range append([]PatternMark{Goes, Placed, InPattern, BlocksMark, Fin, EndoFin, Linked, OfBase, Deadly,
		Besides,
		Stem, Follows, Barred, Assumed, OffNode, OnNode}, Colors[:]...) {
		list = append(list, m.Means)
	}
	for k := range 26 {
		list = append(list, "set "+SetName(k))
	}
	return list
}

// setMark returns the mark of set number k, from 0.
func setMark(k int, means string) PatternMark {
	return PatternMark{byte('A' + k), means, [4]string{"1;36", "1;33", "1;34", "1;35"}[k%4]}
}

// Style defines how the parts of a role are shown. Marks that depend on the whole pattern, such as alternating
// nodes of a chain or letters of sets, are added to that.
type Style struct {
	Mark  PatternMark // mark of the candidates of the cell, or of the places of the digit in the unit
	Spot  Look        // look of the candidate
	Frame Look        // look of the cell or the unit
	Tab   string      // letter in the corner of the cell
	Means string      // name of the cells in the legend, "" for the meaning of the look
}

// roleStyles are of the roles that are not shown like the others of their class.
var roleStyles = map[string]Style{
	"single":        {Mark: Placed, Spot: Disc, Frame: Solid},
	"fin":           {Mark: Fin, Spot: Diamond},
	"endo_fin":      {Mark: EndoFin, Spot: Disc},
	"color_2":       {Spot: Square},
	"pivot":         {Mark: InPattern, Frame: Double, Means: "pivot"},
	"bridge":        {Mark: Linked, Spot: Disc, Frame: Solid},
	"stem":          {Mark: Stem, Frame: Double, Means: "stem"},
	"roof":          {},
	"core":          {Mark: InPattern, Frame: SetA, Tab: "A", Means: "parts A, B, C"},
	"line_part":     {Mark: InPattern, Frame: SetB, Tab: "B", Means: "parts A, B, C"},
	"box_part":      {Mark: InPattern, Frame: SetC, Tab: "C", Means: "parts A, B, C"},
	"base_cell":     {Mark: InPattern, Spot: Disc, Frame: Double, Means: "base"},
	"target":        {Mark: InPattern, Spot: Disc, Frame: SetA, Tab: "T", Means: "targets"},
	"crossing":      {Mark: OfBase, Frame: Covering},
	"mirror":        {Mark: OfBase, Frame: Covering},
	"locked_cell":   {Mark: InPattern, Spot: Disc, Frame: Solid, Means: "locked set"},
	"assume":        {Mark: Assumed, Spot: Rings},
	"place":         {Mark: Follows, Spot: Disc},
	"eliminate":     {Mark: Barred, Spot: Diamond},
	"refute":        {Mark: Barred, Spot: Diamond},
	"contradiction": {Spot: Ring, Frame: Dotted},
}

// classStyles define how the roles of each class are shown.
var classStyles = map[catalogue.RoleClass]Style{
	catalogue.ClassCellTruth: {Mark: InPattern, Spot: Disc, Frame: Solid},
	catalogue.ClassUnitTruth: {Mark: InPattern, Spot: Disc, Frame: Solid},
	catalogue.ClassCover:     {Frame: Covering},
	catalogue.ClassNode:      {Spot: Disc},
	catalogue.ClassCandidate: {Spot: Disc},
	catalogue.ClassOpen:      {Frame: Solid},
	catalogue.ClassDigit:     {Mark: InPattern, Spot: Disc},
	catalogue.ClassOther:     {Spot: Disc, Frame: Solid},
}

// StyleFor returns how the parts of a role are shown. An unknown role is shown as a part of the pattern.
func StyleFor(role string) Style {
	if s, ok := roleStyles[role]; ok {
		return s
	}
	class, _ := catalogue.ClassForRole(role)
	return classStyles[class]
}
