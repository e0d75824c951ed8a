package picture

import (
	"slices"
	"sync"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/solver/forcing"
)

// Pattern is the pattern of a deduction and the position in which the deduction was found.
type Pattern struct {
	setdoku.Deduction
	State  setdoku.State
	Filled setdoku.Grid
	Live   [setdoku.CellCount]setdoku.DigitSet // the candidates of each cell
	Parts
	forcing func() (*forcing.Pattern, error)
}

// NewPattern returns the pattern of a deduction that was found in a state.
func NewPattern(s setdoku.State, d setdoku.Deduction) *Pattern {
	p := &Pattern{Deduction: d, State: s, Filled: s.Filled(), Live: s.Candidates()}
	for _, e := range d.Evidence {
		p.Parts = append(p.Parts, p.part(e))
	}
	p.forcing = sync.OnceValues(p.readForcing)
	return p
}

// Kind is a kind of pattern, as texts and pictures show it.
type Kind int

// The kinds of patterns.
const (
	Plain     Kind = iota // cells, units and candidates: singles, subsets, intersections and wings
	OfChain               // a chain of candidates, groups and almost locked sets
	OfNets                // nets of two colors
	OfSets                // almost locked sets
	OfCorners             // a rectangle
	OfForcing             // hypotheses and their consequences
	OfFish                // base units and covers
)

// Kind returns the kind of the pattern, which follows from the roles of its parts.
func (p *Pattern) Kind() Kind {
	has := func(classes ...catalogue.RoleClass) bool { return len(p.Class(classes...)) > 0 }
	switch {
	case has(catalogue.ClassNode):
		return OfChain
	case p.Has("color"):
		return OfNets
	case has(catalogue.ClassSet):
		return OfSets
	case has(catalogue.ClassOpen, catalogue.ClassCorner):
		return OfCorners
	case p.Has("assume"), p.Has("contradiction"):
		return OfForcing
	case has(catalogue.ClassCover):
		return OfFish
	}
	return Plain
}

// Places returns the open cells of a unit, 0..53, in which a digit is a candidate.
func (p *Pattern) Places(unit int, digit uint8) []int {
	if unit < 0 {
		return nil
	}
	return p.Having(p.State.Board().Units[unit], digit)
}

// Having returns the cells in which a digit is a candidate.
func (p *Pattern) Having(cells []int, digit uint8) (list []int) {
	for _, i := range cells {
		if p.Live[i].Has(digit) {
			list = append(list, i)
		}
	}
	return list
}

// Union returns the candidates of the cells together.
func (p *Pattern) Union(cells ...int) (m setdoku.DigitSet) {
	for _, i := range cells {
		m |= p.Live[i]
	}
	return m
}

// Victims returns the cells of the eliminations, each once, and all eliminated digits.
func (p *Pattern) Victims() (cells []int, digits setdoku.DigitSet) {
	for _, c := range p.Eliminations {
		if i := c.Cell.Index(); !slices.Contains(cells, i) {
			cells = append(cells, i)
		}
		digits |= setdoku.NewDigitSet(c.Digit)
	}
	return cells, digits
}

// Losing returns the cells from which a digit is eliminated.
func (p *Pattern) Losing(digit uint8) (cells []int) {
	for _, c := range p.Eliminations {
		if c.Digit == digit {
			cells = append(cells, c.Cell.Index())
		}
	}
	return cells
}

// Forcing reads the hypotheses of a forcing pattern and leaves out the rows that the eliminations do not need. The
// error names a row that does not fit.
func (p *Pattern) Forcing() (*forcing.Pattern, error) { return p.forcing() }

func (p *Pattern) readForcing() (*forcing.Pattern, error) {
	all, err := forcing.Read(p.State, p.Evidence)
	if err != nil {
		return nil, err
	}
	return all.Needed(p.Eliminations), nil
}

// SeesAll reports whether a cell sees all the others.
func (p *Pattern) SeesAll(cell int, cells []int) bool {
	return !slices.ContainsFunc(cells, func(i int) bool { return !p.State.Board().SeeEachOther(i, cell) })
}

// Seen returns the first cell of a list that a cell sees, or -1.
func (p *Pattern) Seen(cell int, list []int) int {
	for _, i := range list {
		if p.State.Board().SeeEachOther(i, cell) {
			return i
		}
	}
	return -1
}
