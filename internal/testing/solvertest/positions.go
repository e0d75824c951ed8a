package solvertest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"setdoku"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver/brute"
	"setdoku/solver/memory"
	"setdoku/store/record"
)

// Position is a state of an unsolved puzzle with its solution.
type Position struct {
	State    setdoku.State
	Solution setdoku.Grid
}

// Positions returns states at which the first sixteen techniques find nothing more. Each comes three times: as it is,
// and with some more wrong candidates crossed out, which makes patterns that are rare otherwise. The digits that were
// found are placed, not given. There are more positions where the folder shared is.
var Positions = sync.OnceValues(func() (list []Position, err error) {
	rng := gridtest.New(60)
	var puzzles []setdoku.Grid
	for len(puzzles) < 100 {
		puzzles = append(puzzles, gridtest.Minimal(rng))
	}
	if dir, err := gridtest.FindShared(); err == nil {
		for _, l := range []struct {
			name string
			n    int
		}{{"generated_qqwing", 250}, {"forum_hardest_1905", 10}, {"17_clue", 400}} {
			text, err := os.ReadFile(filepath.Join(dir, "data", l.name+".txt"))
			if err != nil {
				return nil, err
			}
			for _, line := range strings.Fields(string(text))[:l.n] {
				d, err := setdoku.ParseGrid(line)
				if err != nil {
					return nil, err
				}
				puzzles = append(puzzles, d)
			}
		}
	}
	logic, err := newLogic(false, Basics...)
	if err != nil {
		return nil, err
	}
	for _, d := range puzzles {
		p := &record.Puzzle{Start: setdoku.State{Givens: d}}
		if err := logic.Solve(context.Background(), p); err != nil || p.Status != setdoku.StatusStuck {
			continue
		}
		n, solution := brute.Count(d, 2)
		if n != 1 {
			return nil, fmt.Errorf("%s has %d solutions", d, n)
		}
		for _, crossed := range []int{0, 5, 3} { // one of so many, none at first
			s := logic.End()
			for i, m := range s.Candidates() {
				for rest := m &^ setdoku.NewDigitSet(solution[i]); rest != 0 && crossed > 0; rest &= rest - 1 {
					if rng.IntN(crossed) == 0 {
						s.Deleted[i] |= setdoku.NewDigitSet(rest.Lowest())
					}
				}
			}
			list = append(list, Position{s, solution})
		}
	}
	return list, nil
})

// newLogic returns techniques in memory, for one pass or until nothing is found.
func newLogic(onePass bool, names ...string) (*memory.Logic, error) {
	all, err := builtIn()
	if err != nil {
		return nil, err
	}
	list, err := all.Select(names, nil)
	if err != nil {
		return nil, err
	}
	var techniques []memory.Selected
	for _, x := range list {
		in, has := memory.SelectedFor(x)
		if !has {
			return nil, fmt.Errorf("%s is not known in memory", x.Name)
		}
		techniques = append(techniques, in)
	}
	return memory.NewLogic(techniques, onePass)
}
