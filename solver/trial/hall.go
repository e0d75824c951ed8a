package trial

import (
	"math/bits"

	"setdoku"
)

// hall finds what no full assignment of a set to another contains, by Hall's theorem: k members that have only k values
// between them take these values from all others.
type hall struct {
	union [512]uint16 // of the masks of each subset of the members
	exact [512]uint16 // subsets with as many values as members
	masks [9]uint16   // of the members, their values
	which [9]uint8    // which digit, or row, each member is
	n     int
}

// ones is the number of bits of a mask.
var ones = func() (n [512]uint8) {
	for m := range n {
		n[m] = uint8(bits.OnesCount(uint(m)))
	}
	return n
}()

// gather takes the members that have more than one value.
func (h *hall) gather(all *[9]uint16) {
	h.n = 0
	for i, m := range all {
		if m&(m-1) != 0 {
			h.masks[h.n], h.which[h.n] = m, uint8(i)
			h.n++
		}
	}
}

// filter removes from the masks what no assignment contains. It reports whether that changed any, and false if there is no
// assignment. Fewer than four members are left out: there a subset is a single.
func (h *hall) filter() (changed, ok bool) {
	if h.n < 4 {
		return false, true
	}
	exact := 0
	for s := 1; s < 1<<h.n; s++ {
		u := h.union[s&(s-1)] | h.masks[bits.TrailingZeros(uint(s))]
		h.union[s] = u
		if have, need := ones[u&511], ones[s&511]; have <= need {
			if have < need {
				return false, false
			}
			h.exact[exact] = uint16(s)
			exact++
		}
	}
	for _, s := range h.exact[:exact] {
		u := h.union[s]
		for i := range h.n {
			if s>>i&1 == 0 && h.masks[i]&u != 0 {
				h.masks[i] &^= u
				changed = true
			}
		}
	}
	return changed, true
}

// fish does the rows and columns of each digit that has changed since seen. It returns the digits that lost candidates.
func (h *hall) fish(s, seen *[9]cells) (todo uint, ok bool) {
	for d := range s {
		x := s[d]
		if x == seen[d] {
			continue
		}
		seen[d] = x
		var rows [9]uint16
		for r := range 3 {
			rows[r] = uint16(x.upper >> (10 * r) & 511)
			rows[r+3] = uint16(x.upper >> (10*r + 32) & 511)
			rows[r+6] = uint16(x.lower >> (10 * r) & 511)
		}
		h.gather(&rows)
		changed, ok := h.filter()
		if !ok {
			return 0, false
		}
		if !changed {
			continue
		}
		for i, m := range h.masks[:h.n] {
			if r := h.which[i]; r < 6 {
				at := r/3*32 + r%3*10
				x.upper = x.upper&^(511<<at) | uint64(m)<<at
			} else {
				at := (r - 6) * 10
				x.lower = x.lower&^(511<<at) | uint64(m)<<at
			}
		}
		s[d] = x
		todo |= 1 << d
	}
	return todo, true
}

// unitSets holds the cells of each unit.
var unitSets = func() (u [27]cells) {
	for i, list := range setdoku.Units {
		for _, cell := range list {
			row, column := cell/9, cell%9
			if row < 6 {
				u[i].upper |= 1 << (row/3*32 + row%3*10 + column)
			} else {
				u[i].lower |= 1 << ((row-6)*10 + column)
			}
		}
	}
	return u
}()

// units does the digits and cells of each unit that has changed since seen. It returns the digits that lost candidates.
func (h *hall) units(s, seen *[9]cells) (todo uint, ok bool) {
	var changes cells
	for d := range s {
		a, b := s[d], seen[d]
		changes.upper |= a.upper ^ b.upper
		changes.lower |= a.lower ^ b.lower
	}
	if changes.empty() {
		return 0, true
	}
	*seen = *s
	for u := range unitSets {
		if changes.and(unitSets[u]).empty() {
			continue
		}
		var places [9]uint16
		for d := range s {
			places[d] = placesIn(u, s[d])
		}
		h.gather(&places)
		changed, ok := h.filter()
		if !ok {
			return 0, false
		}
		if !changed {
			continue
		}
		for i, m := range h.masks[:h.n] {
			d := h.which[i]
			for lost := places[d] &^ m; lost != 0; lost &= lost - 1 {
				s[d] = s[d].without(cellOf[setdoku.Units[u][bits.TrailingZeros16(lost)]])
				todo |= 1 << d
			}
		}
	}
	return todo, true
}

// placesIn returns the positions of cells in a unit, 0..26.
func placesIn(unit int, x cells) uint16 {
	at := unit % 9
	bands := [3]uint32{uint32(x.upper), uint32(x.upper >> 32), uint32(x.lower)}
	switch unit / 9 {
	case 0:
		return uint16(bands[at/3] >> (at % 3 * 10) & 511)
	case 1:
		var m uint32
		for i, band := range bands {
			column := band >> at & bandLines
			m |= (column | column>>9 | column>>18) & 7 << (3 * i)
		}
		return uint16(m)
	}
	box := bands[at/3] >> (at % 3 * 3)
	return uint16(box&7 | box>>10&7<<3 | box>>20&7<<6)
}
