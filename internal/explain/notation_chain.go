package explain

import (
	"slices"
	"strconv"
	"strings"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain/picture"
)

// chain returns the line of a chain of candidates, groups and almost locked sets.
func (w *chainWriter) chain() string {
	c := w.Chain()
	if !w.whole(c) {
		return ""
	}
	nodes, links := c.Nodes, c.Links[:len(c.Nodes)-1]
	if c.Kind == catalogue.ContinuousLoop && c.Before == nil && c.After == nil {
		nodes = append(nodes, nodes[0])
		links = append(links, picture.Link{Part: picture.Part{Role: "weak"}})
	}
	var b strings.Builder
	if c.Before != nil {
		b.WriteString(w.set(w.lost, c.Before) + " - ")
	}
	for k, n := range nodes {
		first := k == 0 // or the node before is a set
		inside := false // the node before is in the same cell
		if k > 0 {
			link := links[k-1]
			first = link.Set != nil
			inside = sameCell(nodes[k-1], link, n)
			b.WriteString(w.sign(nodes[k-1], link, inside))
		}
		opens := k < len(links) && sameCell(n, links[k], nodes[k+1]) // the next node is in the same cell
		digit := strconv.Itoa(int(n.Digit))
		switch {
		case inside:
			b.WriteString(digit)
		case first || opens || n.Digit != nodes[k-1].Digit:
			b.WriteString("(" + digit)
		default: // the digit is that of the node before
			b.WriteString(groupName(n.Cells))
			continue
		}
		if !opens {
			b.WriteString(")" + groupName(n.Cells))
		}
	}
	after := c.After
	if after == nil && c.Kind == catalogue.DiscontinuousLoop && c.Closes() {
		after = c.Before // the loop proves the node next to the set, which loses its digit
	}
	if after != nil {
		b.WriteString(" - " + w.set(setdoku.NewDigitSet(nodes[len(nodes)-1].Digit), after))
	}
	return b.String()
}

// whole reports whether strong and weak links take turns between the nodes of a chain, strong ones at its ends, and
// each node has one digit. A set between two nodes is a weak link.
func (w *chainWriter) whole(c picture.Chain) bool {
	for k, link := range c.Links {
		if want := [2]string{"strong", "weak"}[k%2]; link.Role != want && (link.Set == nil || want == "strong") {
			return false
		}
	}
	for k, q := range w.Parts[1:] {
		if before := w.Parts[k]; q.Cell >= 0 && before.Cell >= 0 && q.Digit > 0 && before.Digit > 0 &&
			q.Digit != before.Digit {
			return false
		}
	}
	empty := func(n picture.Node) bool { return len(n.Cells) == 0 }
	return len(c.Nodes) > 0 && !slices.ContainsFunc(c.Nodes, empty) && len(c.Nodes)%2 == 0 &&
		len(c.Links) == len(c.Nodes)-1
}

// sign returns the text between two nodes. A set between them has a term of its own.
func (w *chainWriter) sign(before picture.Node, link picture.Link, inside bool) string {
	sign := "-"
	switch {
	case link.Set != nil:
		return " - " + w.set(setdoku.NewDigitSet(before.Digit), link.Set) + " - "
	case link.Role == "strong":
		sign = "="
	}
	if inside {
		return sign
	}
	return " " + sign + " "
}

// sameCell reports whether two nodes with a link are two candidates of one cell.
func sameCell(a picture.Node, link picture.Link, b picture.Node) bool {
	return link.Set == nil && len(a.Cells) == 1 && len(b.Cells) == 1 && a.Cells[0] == b.Cells[0] && a.Digit != b.Digit
}
