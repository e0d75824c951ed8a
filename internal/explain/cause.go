package explain

import (
	"fmt"
	"slices"
	"strings"

	"setdoku"
	"setdoku/solver/forcing"
)

// how says how rows of a hypothesis took candidates of cells.
type how int

const (
	seen   how = iota // each row put a digit into a cell, and all the cells see it
	filled            // the row put another digit into the cell itself
	barred            // rows before eliminated or refuted the candidates
)

// cause says why some cells have lost some digits: each of the cells has lost each of the digits by one of the rows.
type cause struct {
	how    how
	cells  []int
	digits setdoku.DigitSet
	by     []setdoku.Evidence
}

// groupCauses groups losses by their causes, so that each is in one of them.
func groupCauses(lost []forcing.Loss) []cause {
	var list []cause
	for _, l := range lost {
		c := cause{how: barred, cells: []int{l.Cell.Index()}, digits: setdoku.NewDigitSet(l.Digit),
			by: []setdoku.Evidence{l.By}}
		if l.By.Role == "place" || l.By.Role == "assume" {
			if c.how = seen; l.By.Cell == l.Cell {
				c.how = filled
			}
		}
		list = append(list, c)
	}
	list = together(list, func(a, b *cause) bool {
		if a.how == barred {
			return slices.Equal(a.cells, b.cells)
		}
		return slices.Equal(a.by, b.by)
	})
	return together(list, func(a, b *cause) bool {
		return a.how == seen && slices.Equal(a.cells, b.cells) || a.how == barred && a.digits == b.digits
	})
}

// together merges causes of one kind that are parts of one.
func together(list []cause, parts func(a, b *cause) bool) (merged []cause) {
	for _, c := range list {
		at := slices.IndexFunc(merged, func(o cause) bool { return o.how == c.how && parts(&o, &c) })
		if at < 0 {
			merged = append(merged, c)
			continue
		}
		o := &merged[at]
		o.cells, o.digits = distinct(slices.Concat(o.cells, c.cells)), o.digits|c.digits
		o.by = append(o.by, without(c.by, o.by)...)
	}
	return merged
}

// String returns a clause such as "r3c2 and r3c3 see the 7 of r5c2", "r5c2 is 7" or "r3c2 cannot be 4 or 7".
func (c *cause) String() string {
	cells := cellNames(c.cells)
	switch c.how {
	case filled:
		return fmt.Sprintf("%s is %d", cells, c.by[0].Digit)
	case barred:
		return cells + " cannot be " + orDigits(c.digits)
	}
	var list []string
	for _, row := range c.by {
		list = append(list, fmt.Sprintf("the %d of %s", row.Digit, row.Cell))
	}
	return cells + either(len(c.cells), " sees ", " see ") + join(list, "and")
}

// since says which rows took candidates, such as ", since r3c2 sees the 7 of r5c2", and "" if no row took one.
func since(lost []forcing.Loss) string {
	var list []string
	for _, c := range groupCauses(lost) {
		list = append(list, c.String())
	}
	if n := len(list) - 1; n > 0 {
		list[n] = "and " + list[n]
	}
	if len(list) == 0 {
		return ""
	}
	return ", since " + strings.Join(list, ", ")
}
