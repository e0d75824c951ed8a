package memory

import (
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
				puzzle.found.note(cell, digit, puzzle.key(rounds, 1, 0, 0, number[cell], digit+1))
			}
		}
		if verities {
			what.Verity = func(v *forcing.Verity, rounds int) {
				key := puzzle.verityKey(v, rounds)
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

// verityKey returns the pattern of a verity of the digits of a cell, or of the places of a digit in a unit.
func (puzzle *Board) verityKey(v *forcing.Verity, rounds int) int64 {
	if v.Cell >= 0 {
		return puzzle.key(rounds, v.Hypotheses, v.Placements, 0, number[v.Cell], 0)
	}
	return puzzle.key(rounds, v.Hypotheses, v.Placements, v.Unit+1, 0, v.Digit+1)
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
		f.follow(puzzle, forcingKind(puzzle.running), cell, digit, rounds)
		known.to = len(f.rows)
	}
	puzzle.parts = append(puzzle.parts, f.rows[known.from:known.to]...)
}
