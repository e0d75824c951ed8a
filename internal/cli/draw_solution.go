package cli

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"setdoku"
	"setdoku/internal/explain"
	"setdoku/internal/format"
)

// drawSolutions solves puzzles in memory and shows the grid of each. It carries out a call that has nothing but
// puzzles.
func (a *app) drawSolutions(ctx context.Context, args []string) (err error) {
	m, err := newInMemory(ctx, solveFlags{}, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.Close(context.WithoutCancel(ctx))) }()
	in := a.open(args)
	several := in.Several()
	out := bufio.NewWriter(a.Out)
	style := plainGrid
	if isColored(a.Out) {
		style = coloredGrid
	}
	shownSoFar, unsolved := 0, false
	err = in.Chunks(ctx, func(chunk []format.Puzzle) error {
		results, err := m.Solve(ctx, chunk)
		if err != nil {
			return err
		}
		for i, r := range results {
			if shownSoFar++; shownSoFar > 1 {
				fmt.Fprintln(out)
			}
			r.PuzzleID = int64(shownSoFar)
			unsolved = unsolved || r.Status != setdoku.StatusSolved
			filled, err := setdoku.ParseGrid(cmp.Or(r.Filled, strings.Repeat(".", setdoku.CellCount)))
			if err != nil {
				return err
			}
			header := headerFor(r, chunk[i].State.Variant)
			if !several {
				_, header, _ = strings.Cut(header, ", ")
			}
			fmt.Fprintf(out, "# %s\n", header)
			if r.Status != setdoku.StatusSolved {
				ending, err := explain.Ending(ctx, chunk[i].State, r.Status, r.Contradiction(), 0)
				if err != nil {
					return err
				}
				fmt.Fprintf(out, "# %s\n", ending)
			}
			state := chunk[i].State.Reached(filled, &[setdoku.CellCount]setdoku.DigitSet{}) // no pencil marks are shown
			fmt.Fprint(out, digitGrid(state, style))
		}
		return out.Flush()
	})
	return ended(err, in.Finish(), unsolved)
}
