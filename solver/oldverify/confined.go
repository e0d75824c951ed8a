package verify

import "setdoku"

// matrix has rows with sets of columns: the cells of a unit with their candidates, the digits of a unit with their
// places, or the lines of one type with the places of a digit. Naked subsets, hidden subsets and fish are all k rows
// whose members lie in k columns.
type matrix struct {
	sets    [9]set
	numbers [9]uint8 // number of each row, 1..9
	size    int
	found   []confinement
}

// confinement is a set of rows whose members lie in at most as many columns.
type confinement struct {
	rows, columns set
}

// reset removes the rows and what was found.
func (m *matrix) reset() { m.size, m.found = 0, m.found[:0] }

// add adds a row unless it is empty.
func (m *matrix) add(number uint8, columns set) {
	if columns != 0 {
		m.sets[m.size], m.numbers[m.size] = columns, number
		m.size++
	}
}

// largestSet is the largest subset or basic fish of the catalogue.
const largestSet = 4

// search finds all sets of 2 to most rows in at most as many columns.
func (m *matrix) search(most int) { m.searchFrom(0, 0, min(most, largestSet), 0, 0) }

func (m *matrix) searchFrom(i, chosen, most int, rows, columns set) {
	for ; i < m.size; i++ {
		union := columns | m.sets[i]
		n := union.Count()
		if n > most {
			continue
		}
		with := rows | setdoku.SetOf(m.numbers[i])
		if chosen > 0 && n <= chosen+1 {
			m.found = append(m.found, confinement{with, union})
		}
		if chosen+1 < most {
			m.searchFrom(i+1, chosen+1, most, with, union)
		}
	}
}

// follows reports whether the elimination of digit d from cell i follows from an intersection, from a subset or from
// a basic fish of up to four lines. In a contradiction everything follows: a pass of eliminations may take all that a
// cell or a unit has, one row after the other.
func (p *position) follows(i int, d uint8) bool {
	if p.contradicted() {
		return true
	}
	row, column, box := unitsOf(i)
	for _, u := range [3]int{row, column, box} {
		if p.confines(u, i, d) {
			return true
		}
	}
	return p.fishTakes(0, i, d) || p.fishTakes(1, i, d)
}

// confines reports whether a unit without cell i has all its places for d in unit u, which contains i, or whether a
// naked or hidden subset of u takes d from i.
func (p *position) confines(u, i int, d uint8) bool {
	for base, cells := range setdoku.Units {
		if contains(base, i) {
			continue
		}
		inside, outside := false, false
		for _, j := range cells {
			if p.marks[j].Has(d) {
				inside = inside || contains(u, j)
				outside = outside || !contains(u, j)
			}
		}
		if inside && !outside {
			return true
		}
	}
	var cells, digits matrix
	here := set(0)
	for n, j := range setdoku.Units[u] {
		if j == i {
			here = setdoku.SetOf(uint8(n + 1))
		} else {
			cells.add(uint8(n+1), p.marks[j])
		}
	}
	for e := uint8(1); e <= 9; e++ {
		if e != d {
			digits.add(e, p.places(u, e))
		}
	}
	return cells.takes(setdoku.SetOf(d)) || digits.takes(here)
}

// fishTakes reports whether a basic fish with rows (baseType 0) or columns (1) takes d from cell i.
func (p *position) fishTakes(baseType, i int, d uint8) bool {
	line, crossing := i/9, i%9
	if baseType == 1 {
		line, crossing = crossing, line
	}
	var lines matrix
	for n := range 9 {
		if n != line {
			lines.add(uint8(n+1), p.places(baseType*9+n, d))
		}
	}
	return lines.takes(1 << crossing)
}

// takes reports whether up to four rows leave one of these columns to no other row. More rows than columns are a
// contradiction: they leave any further column to no other row too.
func (m *matrix) takes(columns set) bool {
	m.search(largestSet)
	for _, c := range m.found {
		if c.columns&columns != 0 || c.columns.Count() < c.rows.Count() {
			return true
		}
	}
	return false
}

// runFamilies places singles and removes what intersections, subsets and basic fish eliminate, until nothing is
// left. It reports whether there is no contradiction.
func (c *closure) runFamilies() bool {
	for changed := true; changed; {
		if !c.run() {
			return false
		}
		changed = c.removeConfined()
	}
	return !c.dead
}

// removeConfined removes what intersections, subsets and basic fish eliminate, and reports whether that was anything.
func (c *closure) removeConfined() (changed bool) {
	f := families{closure: c}
	f.locate()
	for d := uint8(1); d <= 9; d++ {
		for _, x := range crossings {
			f.cross(x.box, x.line, x.inBox, d)
			f.cross(x.line, x.box, x.inLine, d)
		}
		for baseType := range 2 {
			f.fish(baseType, d)
		}
	}
	for u := range setdoku.Units {
		f.subsets(u)
	}
	return f.changed
}

// families removes what intersections, subsets and basic fish eliminate from a closure.
type families struct {
	*closure
	at      [27][9]set // places by unit and digit - 1, without placed digits
	changed bool
	matrix  matrix
}

func (f *families) locate() {
	for i, m := range f.marks {
		if f.settled[i] {
			continue
		}
		row, column, box := unitsOf(i)
		for ; m != 0; m &= m - 1 {
			k := m.Lowest() - 1
			f.at[row][k] |= 1 << (i % 9)
			f.at[column][k] |= 1 << (i / 9)
			f.at[box][k] |= 1 << inBox(i)
		}
	}
}

// take removes a candidate.
func (f *families) take(i int, d uint8) {
	if !f.settled[i] && f.marks[i].Has(d) {
		f.remove(i, d)
		f.changed = true
	}
}

// cross removes digit d from the unit cover if all its places in the unit base are at the positions shared.
func (f *families) cross(base, cover int, shared set, d uint8) {
	if places := f.at[base][d-1]; places == 0 || places&^shared != 0 {
		return
	}
	for _, i := range setdoku.Units[cover] {
		if !contains(base, i) {
			f.take(i, d)
		}
	}
}

// fish removes what basic fish of digit d with rows (baseType 0) or columns (1) eliminate.
func (f *families) fish(baseType int, d uint8) {
	f.matrix.reset()
	for n := range 9 {
		f.matrix.add(uint8(n+1), f.at[baseType*9+n][d-1])
	}
	f.matrix.search(f.matrix.size / 2)
	for _, x := range f.matrix.found {
		for n := range 9 {
			if x.rows&(1<<n) != 0 {
				continue
			}
			for rest := x.columns; rest != 0; rest &= rest - 1 {
				f.take(setdoku.Units[baseType*9+n][rest.Lowest()-1], d)
			}
		}
	}
}

// subsets removes what naked and hidden subsets of unit u eliminate. Subsets of more than half of the open cells are
// the complements of others.
func (f *families) subsets(u int) {
	cells := setdoku.Units[u]
	f.matrix.reset()
	for n, i := range cells {
		if !f.settled[i] {
			f.matrix.add(uint8(n+1), f.marks[i])
		}
	}
	f.matrix.search(f.matrix.size / 2)
	for _, x := range f.matrix.found {
		for n, i := range cells {
			for rest := x.columns; x.rows&(1<<n) == 0 && rest != 0; rest &= rest - 1 {
				f.take(i, rest.Lowest())
			}
		}
	}
	f.matrix.reset()
	for d := uint8(1); d <= 9; d++ {
		f.matrix.add(d, f.at[u][d-1])
	}
	f.matrix.search(f.matrix.size / 2)
	for _, x := range f.matrix.found {
		for rest := x.columns; rest != 0; rest &= rest - 1 {
			i := cells[rest.Lowest()-1]
			for others := f.marks[i] &^ x.rows; others != 0; others &= others - 1 {
				f.take(i, others.Lowest())
			}
		}
	}
}
