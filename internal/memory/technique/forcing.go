package technique

import (
	"setdoku"
	"setdoku/internal/trial"
)

// force returns the finder of a technique that follows hypotheses. inside says what runs in them, and the technique
// takes contradictions, verities or both.
func force(inside trial.Kind, contradictions, verities bool) finder {
	return func(puzzle *Board, _ int) {
		puzzle.found.placing = false
		if inside != trial.Singles && trial.Complete(&puzzle.Digits) {
			return
		}
		ends := puzzle.follower().trial.Hypotheses(inside, &puzzle.Digits)
		if contradictions {
			puzzle.Open(func(cell, digit int) {
				if ends.Of(cell, digit) == nil {
					puzzle.found.note(cell, digit, puzzle.contradictionKey(cell, digit))
				}
			})
		}
		if verities {
			ends.Verities(func(v *trial.Verity) {
				key := verityKey(v)
				v.Lost(func(cell, digit int) { puzzle.found.note(cell, digit, key) })
			})
		}
	}
}

// nestedForcing is nested_forcing with size 1 and nested_forcing_2 with size 2.
func nestedForcing(puzzle *Board, size int) { force(nested(size), true, true)(puzzle, size) }

// nested returns what runs in the hypotheses of nested forcing.
func nested(size int) trial.Kind {
	if size == 2 {
		return trial.NestedTwice
	}
	return trial.Nested
}

// forcingKey is a pattern of the techniques after forcing. A cell, unit or digit that the pattern does not have is 0. A
// unit above 27 is written as its number less 27, with 1 for the cell.
func forcingKey(hypotheses, placements, unit int, cell setdoku.Cell, digit int) int64 {
	if unit > 27 {
		unit, cell = unit-27, 1
	}
	// @key number 10 hypotheses, number 1000 placements, number 28 unit, cell, digit
	return (((int64(hypotheses)*1000+int64(placements))*28+int64(unit))*100+int64(cell))*10 + int64(digit)
}

// contradictionKey is the pattern that refutes a candidate.
func (puzzle *Board) contradictionKey(cell, digit int) int64 {
	if puzzle.running.File == setdoku.RuleForcing {
		// @key cell, digit
		return number[cell]*10 + int64(digit+1)
	}
	return forcingKey(1, 0, 0, setdoku.CellAt(cell), digit+1)
}

func verityKey(v *trial.Verity) int64 {
	if v.Cell >= 0 {
		return forcingKey(v.Hypotheses, v.Placements, 0, setdoku.CellAt(v.Cell), 0)
	}
	return forcingKey(v.Hypotheses, v.Placements, v.Unit+1, 0, v.Digit+1)
}

// explainForcing lists the consequences of each hypothesis of the pattern, pass by pass, and its contradiction if there
// is one. For a verity the set of the hypotheses comes first.
func explainForcing(puzzle *Board, p fields) {
	digit, unit := p.of("digit")-1, 0
	if puzzle.running.File != setdoku.RuleForcing {
		if unit = p.of("unit"); p.of("cell") == 1 {
			unit += 27
		}
	}
	switch {
	case unit > 0:
		puzzle.part("base", -1, digit+1, unit)
		for _, i := range puzzle.G.Variant.Units[unit-1] {
			if puzzle.Board.Candidates[i]>>digit&1 != 0 {
				puzzle.hypothesis(i, digit)
			}
		}
	case digit < 0:
		i := p.cell("cell")
		puzzle.part("cell", i, 0, 0)
		for d := range 9 {
			if puzzle.Board.Candidates[i]>>d&1 != 0 {
				puzzle.hypothesis(i, d)
			}
		}
	default:
		puzzle.hypothesis(p.cell("cell"), digit)
	}
}

// hypothesis appends the rows of a hypothesis. A hypothesis of several patterns is followed once.
func (puzzle *Board) hypothesis(cell, digit int) {
	f := puzzle.follower()
	known := &f.listed[cell*9+digit]
	if known.to == 0 {
		known.from = len(f.rows)
		f.follow(puzzle, cell, digit)
		known.to = len(f.rows)
	}
	puzzle.parts = append(puzzle.parts, f.rows[known.from:known.to]...)
}
