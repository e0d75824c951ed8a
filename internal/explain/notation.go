package explain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain/picture"
)

// Notation returns a deduction that was found in a state in one line, in the notation of players that is named after
// the forum Eureka. Chains, loops, wings, colorings and chains of almost locked sets have one. It returns "" for others,
// such as fish, and for a pattern that was not stored.
//
//	(4)r8c3 = r8c7 - r1c7 = (4-2)r1c5 = r4c5 - (2=1)r4c1 => r7c3<>4
//
// A node is a digit in parentheses and its cells. The digit is left out when it is that of the node before. The
// nodes of one cell share its name. A = between two nodes is a strong link: if one of them is false, the other is
// true. A - is a weak link: if one of them is true, the other is false. The cells of a node are written with the digits
// of their rows and columns:
//
//	r4c56        a group: one of r4c5 and r4c6 holds the digit
//	(9=178)r7c157    an almost locked set: if it lacks the 9, it holds all of 1, 7 and 8
//	r1c12,r2c3   the cells r1c1, r1c2 and r2c3
//	{r1c1,r4c5}  a color: all of the cells hold the digit, or none of them
//
// A continuous loop ends with a weak link to its first node, unless a set beyond an end closes it. Then the line is the
// chain from one set to the other. A | separates chains of which at least one is true, because their first nodes are
// all candidates of a cell.
//
// The view notation makes the same text in SQL.
func Notation(s setdoku.State, d setdoku.Deduction) string {
	return notation(*picture.NewPattern(s, d))
}

// notation is Notation of a pattern.
func notation(p picture.Pattern) string {
	p.Eliminations = slices.SortedFunc(slices.Values(p.Eliminations), setdoku.Candidate.Compare)
	w := chainWriter{Pattern: &p}
	_, w.lost = w.Victims()
	if w.lost == 0 {
		return ""
	}
	line := w.line()
	if line == "" {
		return ""
	}
	return line + " => " + w.conclusion()
}

// chainWriter writes the line of one deduction, whose eliminations are sorted.
type chainWriter struct {
	*picture.Pattern
	lost setdoku.DigitSet // the eliminated digits
}

// line returns the line up to its conclusion, or "" if the pattern has none. A pattern with parts of other roles has no
// line, because its argument may be another one. A WXYZ-Wing is known by its name, because its only role also occurs in
// other patterns.
func (w *chainWriter) line() string {
	switch kind := w.Kind(); {
	case kind == picture.OfChain && w.Has("start"):
		return w.chain()
	case kind == picture.OfNets && w.only("color", "color_2", "base"):
		return w.colors()
	case kind == picture.OfSets && w.Has("stem") && w.only("stem", "restricted"):
		return w.blossom()
	case kind == picture.OfSets && w.Has(catalogue.SetRolePrefix+"a") && w.only("restricted"):
		return w.sets()
	case kind != picture.Plain:
		return ""
	case w.Has("bridge"):
		return w.wWing()
	case w.Has("pivot") && w.only("pivot", "pincer"):
		return w.pivotWing()
	case w.only("bivalue"):
		return w.remotePair()
	case w.Technique == "wxyz_wing":
		return w.wxyzWing()
	}
	return ""
}

// conclusion returns the eliminations, such as "r7c3<>4, r8c1<>4". The conclusion of a chain that ends where it began
// is that the candidate is true, so it comes first.
func (w *chainWriter) conclusion() string {
	lead := ""
	if c := w.Chain(); w.Has("start") && c.Closes() && c.Before == nil && c.After == nil {
		lead = fmt.Sprintf("%s=%d, so ", groupName(c.First().Cells), c.First().Digit)
	}
	return lead + strings.Join(w.Eliminations.Names(), ", ")
}

// only reports whether all parts of the pattern have one of these roles, or are cells of sets.
func (w *chainWriter) only(names ...string) bool {
	return !slices.ContainsFunc(w.Parts, func(q picture.Part) bool {
		return q.Class != catalogue.ClassSet && !slices.Contains(names, q.Role)
	})
}

// set returns the term of a set of cells, such as (9=178)r7c157. in are its digits before the strong link.
func (w *chainWriter) set(in setdoku.DigitSet, cells []int) string {
	all := w.Union(cells...)
	return fmt.Sprintf("(%s=%s)%s", digits(in&all), digits(all&^in), groupName(cells))
}

// digits returns digits as text, such as 178.
func digits(m setdoku.DigitSet) string {
	text := ""
	for _, d := range m.Digits() {
		text += strconv.Itoa(int(d))
	}
	return text
}

// groupName returns the name of a group of cells: r4c56, or r1c12,r2c3. Rows with cells in the same columns share
// a name.
func groupName(cells []int) string {
	var columns [9]setdoku.DigitSet
	for _, i := range cells {
		if i >= 0 && i < setdoku.CellCount {
			columns[i/9] |= setdoku.NewDigitSet(uint8(i%9) + 1)
		}
	}
	var list []string
	for r, c := range columns {
		if c == 0 || slices.Contains(columns[:r], c) {
			continue
		}
		rows := setdoku.DigitSet(0)
		for same := r; same < len(columns); same++ {
			if columns[same] == c {
				rows |= setdoku.NewDigitSet(uint8(same) + 1)
			}
		}
		list = append(list, "r"+digits(rows)+"c"+digits(c))
	}
	return strings.Join(list, ",")
}
