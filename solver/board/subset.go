package board

import "math/bits"

// Subset is a set of values together with as many members: digits and their cells, cells and their digits, or lines and
// their crossing lines.
type Subset struct {
	Set     uint16
	Members uint16 // by index, 0..8
}

// Subsets finds k members that have k values between them. Naked subsets, hidden subsets and fish are such sets. It
// keeps its memory for the next call.
type Subsets struct {
	union [512]uint16 // of the masks of each set of members
	masks [9]uint16   // of the members, their values
	index [9]uint8    // of each member in the list that was given
	n     int         // members
	found []Subset
	exact [512]uint16 // sets with as many values as members
}

// gather takes the members that have from least to most values.
func (k *Subsets) gather(all *[9]uint16, least, most uint8) {
	k.n = 0
	for i, m := range all {
		if n := ones[m&511]; n >= least && n <= most {
			k.masks[k.n], k.index[k.n] = m, uint8(i)
			k.n++
		}
	}
}

// ones is the number of bits of a mask.
var ones = func() (n [512]uint8) {
	for m := range n {
		n[m] = uint8(bits.OnesCount(uint(m)))
	}
	return n
}()

// Each calls found for each set of least to most members that have no more values between them than members, and extra
// ones. It ignores members without values.
func (k *Subsets) Each(all *[9]uint16, least, most, extra int, found func(members, values uint16)) {
	if k.gather(all, 1, uint8(most+extra)); k.n >= least {
		k.join(least, most, extra, 0, 0, 0, 0, found)
	}
}

// join adds one more member, from from on, to members with some values, in all ways that leave few enough values.
func (k *Subsets) join(least, most, extra, from, taken int, members, values uint16,
	found func(members, values uint16)) {
	taken++
	for i := from; i <= k.n-max(least-taken, 0)-1; i++ {
		all := values | k.masks[i]
		n := int(ones[all&511])
		if n > most+extra {
			continue
		}
		with := members | 1<<k.index[i]
		if taken >= least && n <= taken+extra {
			found(with, all)
		}
		if taken < most {
			k.join(least, most, extra, i+1, taken, with, all, found)
		}
	}
}

// Find returns all sets of size values that have exactly size of the masks as subsets. It ignores masks that are 0 or
// have more than size values.
func (k *Subsets) Find(all *[9]uint16, size int) []Subset {
	k.found = k.found[:0]
	k.Each(all, size, size, 0, func(_, values uint16) { k.add(size, values) })
	return k.found
}

// add adds the sets of size values that contain set and exactly size of the masks. There is more than one only if size
// masks have fewer than size values together, which proves that there is no solution.
func (k *Subsets) add(size int, set uint16) {
	if bits.OnesCount16(set) < size {
		for free := 511 &^ set; free != 0; free &= free - 1 {
			k.add(size, set|free&-free)
		}
		return
	}
	var members uint16
	for i, m := range k.masks[:k.n] {
		if m&^set == 0 {
			members |= 1 << k.index[i]
		}
	}
	if bits.OnesCount16(members) != size {
		return
	}
	for _, known := range k.found {
		if known.Set == set {
			return
		}
	}
	k.found = append(k.found, Subset{set, members})
}

// Tighten removes from the masks the values that no full assignment of values to members has. By Hall's theorem these
// are the values that sets of k members with k values, of all sizes, take from the other members. It reports whether a
// mask has changed, and ok is false if there is no assignment. With fewer than four members of several values such a
// set is a single, and Tighten leaves it out.
func (k *Subsets) Tighten(all *[9]uint16) (changed, ok bool) {
	if k.gather(all, 2, 9); k.n < 4 {
		return false, true
	}
	exact := 0
	for s := 1; s < 1<<k.n; s++ {
		u := k.union[s&(s-1)] | k.masks[bits.TrailingZeros(uint(s))]
		k.union[s] = u
		if have, need := ones[u&511], ones[s&511]; have <= need {
			if have < need {
				return false, false
			}
			k.exact[exact] = uint16(s)
			exact++
		}
	}
	for _, s := range k.exact[:exact] {
		u := k.union[s]
		for i := range k.n {
			if s>>i&1 == 0 && k.masks[i]&u != 0 {
				k.masks[i] &^= u
				changed = true
			}
		}
	}
	for i, m := range k.masks[:k.n] {
		all[k.index[i]] = m
	}
	return changed, true
}
