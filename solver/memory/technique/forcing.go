package technique

import (
	"setdoku"
	"setdoku/solver/forcing"
)

// force returns the finder of a technique that follows hypotheses. inside says what runs in them, and the technique
// takes contradictions, verities or both.
func force(inside forcing.Kind, contradictions, verities bool) finder {
	return func(puzzle *Board, _ int) {
		puzzle.found.placing = false
		if inside != forcing.Singles && forcing.Complete(puzzle.Context, &puzzle.Digits) {
			return
		}
		what := forcing.Search{Kind: inside, Least: puzzle.running.least}
		if contradictions {
			what.Refuted = func(cell, digit, rounds int) {
				key := forcingKey(rounds, 1, 0, 0, setdoku.CellAt(cell), digit+1)
				puzzle.found.note(cell, digit, key)
			}
		}
		if verities {
			what.Verity = func(v *forcing.Verity, rounds int) {
				key := verityKey(v, rounds)
				v.Lost(func(cell, digit int) { puzzle.found.note(cell, digit, key) })
			}
		}
		puzzle.rounds = puzzle.follower().trial.Prove(puzzle.Context, &puzzle.Digits, what)
	}
}

// nestedForcing is nested_forcing with size 1 and nested_forcing_2 with size 2.
func nestedForcing(puzzle *Board, size int) { force(nested(size), true, true)(puzzle, size) }

// nested returns what runs in the hypotheses of nested forcing.
func nested(size int) forcing.Kind {
	if size == 2 {
		return forcing.NestedTwice
	}
	return forcing.Nested
}

// forcingKey is a pattern of forcing. A cell, unit or digit that the pattern does not have is 0.
func forcingKey(rounds, hypotheses, placements, unit int, cell setdoku.Cell, digit int) int64 {
	// @key number 1000 rounds, number 10 hypotheses, number 1000 placements, number 1000000 unit, cell, digit
	return ofSet(rounds, hypotheses, placements, (int64(unit)*100+int64(cell))*10+int64(digit))
}

// ofSet is a pattern of forcing with a set of hypotheses, 0 to 999,999,999.
func ofSet(rounds, hypotheses, placements int, set int64) int64 {
	return ((int64(rounds)*10+int64(hypotheses))*1000+int64(placements))*1_000_000_000 + set
}

func verityKey(v *forcing.Verity, rounds int) int64 {
	if v.Cell >= 0 {
		return forcingKey(rounds, v.Hypotheses, v.Placements, 0, setdoku.CellAt(v.Cell), 0)
	}
	return forcingKey(rounds, v.Hypotheses, v.Placements, v.Unit+1, 0, v.Digit+1)
}

// explainForcing lists the consequences of each hypothesis of the pattern, round by round up to those that the pattern
// needs, and its contradiction if there is one. For a verity the set of the hypotheses comes first.
func explainForcing(puzzle *Board, p fields) {
	rounds, digit, unit := p.of("rounds"), p.of("digit")-1, p.of("unit")
	switch {
	case unit > 0:
		puzzle.part("base", -1, digit+1, unit)
		for _, i := range puzzle.G.Variant.Units[unit-1] {
			if puzzle.Board.Candidates[i]>>digit&1 != 0 {
				puzzle.hypothesis(i, digit, rounds)
			}
		}
	case digit < 0:
		i := p.cell("cell")
		puzzle.part("cell", i, 0, 0)
		for d := range 9 {
			if puzzle.Board.Candidates[i]>>d&1 != 0 {
				puzzle.hypothesis(i, d, rounds)
			}
		}
	default:
		puzzle.hypothesis(p.cell("cell"), digit, rounds)
	}
}

// hypothesis appends the rows of some rounds of a hypothesis. If several patterns need the same rounds, it is followed
// once.
func (puzzle *Board) hypothesis(cell, digit, rounds int) {
	f := puzzle.follower()
	known := &f.listed[cell*9+digit]
	if known.rounds != rounds {
		known.rounds, known.from = rounds, len(f.rows)
		f.follow(puzzle, insideOf(puzzle.running), cell, digit, rounds)
		known.to = len(f.rows)
	}
	puzzle.parts = append(puzzle.parts, f.rows[known.from:known.to]...)
}
