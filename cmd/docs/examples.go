package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/solver/generate"
	"setdoku/solver/memory"
	"setdoku/solver/solutions"
	"setdoku/store/record"
)

// rounds is the number of puzzles that searchExamples takes at most.
const rounds = 20_000

// searchExamples finds a state for every technique that has none, and writes the file of examples. It takes random
// puzzles. After a while it also removes some wrong candidates from them, because a rare technique then occurs more
// often.
func searchExamples(ctx context.Context) error {
	all, err := catalogue.BuiltIn()
	if err != nil {
		return err
	}
	states, err := readExamples()
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(70, 0))
	round := 0
	_, err = generate.Run(ctx, generate.Options{Catalogue: all, N: rounds, Seed: 70, Jobs: 1},
		func(puzzles []generate.Found, _ generate.Tally) error {
			for _, p := range puzzles {
				if len(states) == len(all) {
					return errComplete
				}
				if err := search(rng, all, states, p.Givens, round); err != nil {
					return err
				}
				round++
			}
			return nil
		})
	if err != nil && !errors.Is(err, errComplete) {
		return err
	}
	var text strings.Builder
	var missing []string
	for _, technique := range all {
		if s, ok := states[technique.Name]; ok {
			fmt.Fprintf(&text, "%s %s\n", technique.Name, format.Short(s))
		} else {
			missing = append(missing, technique.Name)
		}
	}
	if err := os.WriteFile(examplesFile, []byte(text.String()), 0o666); err != nil {
		return err
	}
	if missing != nil {
		return fmt.Errorf("no example of %s in %d puzzles", strings.Join(missing, ", "), round)
	}
	return nil
}

// errComplete ends the generator when every technique has an example.
var errComplete = errors.New("every technique has an example")

// search looks for techniques without an example in a puzzle.
func search(rng *rand.Rand, all catalogue.Catalogue, states map[string]setdoku.State, p setdoku.Grid, round int) error {
	for n, technique := range all {
		if _, known := states[technique.Name]; known {
			continue
		}
		if round > 500 {
			n = min(n, 16) // look for rare techniques in more positions
		}
		s, open, err := positionBefore(all[:n], p)
		if err != nil {
			return err
		}
		if !open {
			continue // solved before
		}
		if round > 500 {
			cross(rng, &s, p)
		}
		found, err := finds(technique, s)
		if err != nil {
			return err
		}
		if found {
			states[technique.Name] = s
		}
	}
	return nil
}

// cross removes wrong candidates from a state at random, in some rounds more of them.
func cross(rng *rand.Rand, s *setdoku.State, givens setdoku.Grid) {
	solution, _, _ := solutions.Solve(context.Background(), givens)
	one, heavy := 2+rng.IntN(4), rng.IntN(2) == 0
	for i, m := range s.Candidates() {
		for rest := m &^ setdoku.NewDigitSet(solution[i]); rest != 0; rest &= rest - 1 {
			if (rng.IntN(one) == 0) != heavy {
				s.Deleted[i] |= setdoku.NewDigitSet(rest.Lowest())
			}
		}
	}
}

// inMemory returns the techniques of a catalogue that the engine in memory has.
func inMemory(list catalogue.Catalogue) (out []memory.Selected) {
	for _, t := range list {
		if in, has := memory.SelectedFor(t); has {
			out = append(out, in)
		}
	}
	return out
}

// positionBefore returns the state of a puzzle in which easier techniques find nothing more. open is false if they
// solve it.
func positionBefore(easier catalogue.Catalogue, p setdoku.Grid) (s setdoku.State, open bool, err error) {
	logic, err := memory.NewLogic(inMemory(easier), false)
	if err != nil {
		return s, false, err
	}
	r := &record.Puzzle{Start: setdoku.State{Givens: p}}
	err = logic.Solve(context.Background(), r)
	return logic.End(), r.Status == setdoku.StatusStuck, err
}

// finds reports whether a technique finds something in a state. It uses the engine in memory.
func finds(technique catalogue.Technique, s setdoku.State) (bool, error) {
	list := inMemory(catalogue.Catalogue{technique})
	if len(list) == 0 {
		return false, nil
	}
	logic, err := memory.NewLogic(list, true)
	if err != nil {
		return false, err
	}
	p := &record.Puzzle{Start: s}
	err = logic.Solve(context.Background(), p)
	return len(p.StepRows) > 0, err
}
