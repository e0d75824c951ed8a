package technique

import (
	"setdoku"
	"setdoku/solver/trial"
)

// force returns the finder of a technique that follows hypotheses. inside says what runs in them, and the technique takes
// contradictions, verities or both.
func force(inside trial.Kind, contradictions, verities bool) finder {
	return func(board *Board, _ int) {
		board.found.placing = false
		puzzle := board.state.trial()
		if inside != trial.Singles && puzzle.Complete() {
			return
		}
		ends := board.follower().trial.Hypotheses(inside, &puzzle)
		if contradictions {
			puzzle.Open(func(cell, digit int) {
				if ends.Of(cell, digit) == nil {
					board.found.note(cell, digit, board.contradictionKey(cell, digit))
				}
			})
		}
		if verities {
			ends.Verities(func(v *trial.Verity) {
				key := verityKey(v)
				v.Lost(func(cell, digit int) { board.found.note(cell, digit, key) })
			})
		}
	}
}

// nestedForcing is nested_forcing with size 1 and nested_forcing_2 with size 2.
func nestedForcing(board *Board, size int) { force(nested(size), true, true)(board, size) }

// nested returns what runs in the hypotheses of nested forcing.
func nested(size int) trial.Kind {
	if size == 2 {
		return trial.NestedTwice
	}
	return trial.Nested
}

// forcingKey is a pattern of the techniques after forcing. Of the cell, the unit and the digit, those are 0 that the
// pattern does not have.
func forcingKey(hypotheses, placements, unit, cell, digit int) int64 {
	return (((int64(hypotheses)*1000+int64(placements))*28+int64(unit))*100+int64(cell))*10 + int64(digit)
}

// contradictionKey is the pattern that refutes a candidate.
func (board *Board) contradictionKey(cell, digit int) int64 {
	if board.running.File == setdoku.RuleForcing {
		return number[cell]*10 + int64(digit+1)
	}
	return forcingKey(1, 0, 0, setdoku.CellNumber(cell), digit+1)
}

func verityKey(v *trial.Verity) int64 {
	if v.Cell >= 0 {
		return forcingKey(v.Hypotheses, v.Placements, 0, setdoku.CellNumber(v.Cell), 0)
	}
	return forcingKey(v.Hypotheses, v.Placements, v.Unit+1, 0, v.Digit+1)
}

// trial returns the state for package trial.
func (s *state) trial() trial.State {
	var marks [setdoku.CellCount]setdoku.DigitSet
	for i, m := range &s.candidates {
		marks[i] = setdoku.DigitSet(m)
	}
	return trial.NewState(&s.digit, &marks)
}

// explainForcing lists, for each hypothesis of the pattern, what follows from it, pass by pass, and the contradiction if it
// ends in one. For a verity the set of the hypotheses comes first.
func explainForcing(board *Board, p fields) {
	cell, digit, unit := p.of("cell"), p.of("digit")-1, 0
	if board.running.File != setdoku.RuleForcing {
		unit = p.of("unit")
	}
	switch {
	case unit > 0:
		board.part("base", -1, digit+1, unit)
		for _, i := range setdoku.Units[unit-1] {
			if board.state.candidates[i]>>digit&1 != 0 {
				board.tell(i, digit)
			}
		}
	case digit < 0:
		i := setdoku.CellIndex(cell)
		board.part("cell", i, 0, 0)
		for d := range 9 {
			if board.state.candidates[i]>>d&1 != 0 {
				board.tell(i, d)
			}
		}
	default:
		board.tell(setdoku.CellIndex(cell), digit)
	}
}

// tell appends the rows of a hypothesis. A hypothesis of several patterns is followed once.
func (board *Board) tell(cell, digit int) {
	f := board.follower()
	known := &f.told[cell*9+digit]
	if known.to == 0 {
		known.from = len(f.rows)
		f.follow(board, cell, digit)
		known.to = len(f.rows)
	}
	board.parts = append(board.parts, f.rows[known.from:known.to]...)
}
