package verify

import (
	"fmt"
	"slices"

	"setdoku"
)

// basicFish finds exactly k base lines of one type that miss a digit and have all their places in k cover lines of
// the other type. The digit is eliminated from the cover lines outside the base lines. Pattern: base type (1 row,
// 2 column), digit, base set, cover set.
func basicFish(k int) rule {
	return rule{
		find: func(s *positionIndex, f *findings) {
			for d := uint8(1); d <= 9; d++ {
				for baseType := range 2 {
					findFish(s, f, k, baseType, d)
				}
			}
		},
		evidence: func(p *position, rows []setdoku.Evidence, pattern int64) ([]setdoku.Evidence, error) {
			f := fields{rest: pattern}
			cover := f.set("cover set", k)
			base := f.set("base set", k)
			d := f.digit()
			baseType := f.last("base type", 1, 2)
			if f.err != nil {
				return rows, f.err
			}
			e := newEvidence(rows, pattern)
			for _, n := range members(base) {
				e.row(1, n, "base", 0, d, (baseType-1)*9+n)
			}
			for _, n := range members(cover) {
				e.row(2, n, "cover", 0, d, (2-baseType)*9+n)
			}
			for i, cell := range fishBody(p, baseType-1, base, d) {
				e.row(rowsPart, i+1, "body", cell, d, 0)
			}
			return e.rows, nil
		},
		prove: whole(proveFish),
	}
}

// fishBody returns the cell numbers where digit d can stand in the base lines, which are rows (baseType 0) or
// columns (1).
func fishBody(p *position, baseType int, base set, d uint8) (cells []int) {
	for _, n := range members(base) {
		u := baseType*9 + n - 1
		for _, c := range members(p.places(u, d)) {
			cells = append(cells, setdoku.CellNumber(setdoku.Units[u][c-1]))
		}
	}
	slices.Sort(cells)
	return cells
}

// findFish finds fish of digit d with rows (baseType 0) or columns (1) as base lines. A position in a line is the
// number of the crossing line.
func findFish(in *positionIndex, f *findings, k, baseType int, d uint8) {
	var places [9]set // empty for a line that holds d
	var p parts
	for n := range places {
		if places[n] = in.places(baseType*9+n, d); places[n] != 0 {
			p.add(uint8(n+1), places[n], k)
		}
	}
	p.fit(k, func(base, cover set) {
		pattern := ((int64(baseType+1)*10+int64(d))*1000+int64(base))*1000 + int64(cover)
		for n, s := range places {
			if base&(1<<n) != 0 {
				continue
			}
			for rest := s & cover; rest != 0; rest &= rest - 1 {
				f.add(setdoku.Units[baseType*9+n][rest.Lowest()-1], d, pattern)
			}
		}
	})
}

// proveFish calls proveCover. It also checks that the base contains every line of its type whose places lie in the
// cover, and that the body contains all these places.
func proveFish(p *position, rows []setdoku.Evidence) (proved, error) {
	var lines []setdoku.Evidence
	var body []int
	for _, r := range rows {
		if r.Role == "body" {
			body = append(body, r.Cell)
		} else {
			lines = append(lines, r)
		}
	}
	c, err := readCover(lines)
	if err != nil {
		return proved{}, err
	}
	var base set
	for _, u := range c.base {
		base |= 1 << (u % 9)
	}
	if want := fishBody(p, c.base[0]/9, base, c.digit); !slices.Equal(body, want) {
		return proved{}, fmt.Errorf("the cells of the body are %v, want %v", body, want)
	}
	baseType, coverType := c.base[0]/9, c.cover[0]/9
	if len(c.base) != len(c.cover) || baseType+coverType != 1 {
		return proved{}, fmt.Errorf("%d base and %d cover lines, want as many of each, rows and columns", len(c.base), len(c.cover))
	}
	for u := baseType * 9; u < baseType*9+9; u++ {
		isBase := false
		for _, b := range c.base {
			isBase = isBase || b == u
			if b/9 != baseType {
				return proved{}, fmt.Errorf("base lines of two types")
			}
		}
		places := p.places(u, c.digit)
		if !isBase && places != 0 && c.covers(u, places) {
			return proved{}, fmt.Errorf("%s fits the cover too", setdoku.UnitName(u+1))
		}
	}
	for _, u := range c.cover {
		if u/9 != coverType {
			return proved{}, fmt.Errorf("cover lines of two types")
		}
	}
	return c.prove(p)
}
