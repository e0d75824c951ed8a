package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain"
	"setdoku/internal/format"
	"setdoku/solver/memory"
)

// The techniques that lead to few lessons are reached without these others.
var forcingNames = []string{"forcing", "forcing_verity", "forcing_plus", "nested_forcing", "nested_forcing_2"}

var without = map[string][]string{
	"template_set": {"sue_de_coq", "als_xz", "als_xy_wing", "als_chain", "death_blossom", "als_nice_loop", "als_aic",
		"franken_fish", "mutant_fish"},
	"forcing_verity": forcingNames[:1], "forcing_plus": forcingNames[:2], "nested_forcing": forcingNames[:3],
	"nested_forcing_2": forcingNames[:4],
	"search":           forcingNames,
}

// pathWithout solves a state with the catalogue but some techniques.
func pathWithout(ctx context.Context, all catalogue.Catalogue, names []string, s setdoku.State,
	first bool) (_ *setdoku.Path, err error) {
	selected := slices.DeleteFunc(slices.Clone(all),
		func(x catalogue.Technique) bool { return slices.Contains(names, x.Name) })
	f, err := memory.NewPathfinder(all, memory.Options{Techniques: selected, StopAtFirst: first})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close(ctx)) }()
	return f.Find(ctx, s)
}

// difficulty says how hard a step is to see.
type difficulty struct {
	rows       int // of the smallest pattern
	candidates int // in the grid
	patterns   int
}

// compare compares the smallest patterns, then the candidates for each pattern.
func (d difficulty) compare(e difficulty) int {
	return cmp.Or(cmp.Compare(d.rows, e.rows), cmp.Compare(d.candidates*e.patterns, e.candidates*d.patterns))
}

func measureDifficulty(s setdoku.State, step setdoku.Step) (d difficulty) {
	d.patterns = max(1, len(step.Deductions))
	for k, found := range step.Deductions {
		if n := len(found.Evidence); k == 0 || n < d.rows {
			d.rows = n
		}
	}
	for _, m := range s.Candidates() {
		d.candidates += m.Count()
	}
	return d
}

// lessonsFile has the lessons.
const lessonsFile = "docs/lessons.txt"

// position is a position in which a technique is the next step.
type position struct {
	difficulty
	setdoku.State
}

// chooseLessons chooses the easiest, the middle and the hardest position of each technique NAME from the puzzles of the
// file NAME.txt of a folder, and writes the lessons.
func chooseLessons(ctx context.Context, folder string) error {
	all, err := catalogue.BuiltIn()
	if err != nil {
		return err
	}
	var text strings.Builder
	for _, technique := range all {
		list, err := positions(ctx, all, technique.Name, filepath.Join(folder, technique.Name+".txt"))
		if err != nil {
			return err
		}
		if len(list) < 3 {
			return fmt.Errorf("%s has %s of different difficulty, want at least 3", technique.Name,
				format.Plural(len(list), "position"))
		}
		for _, p := range []position{list[0], list[len(list)/2], list[len(list)-1]} {
			text.WriteString(technique.Name + " ")
			if names := without[technique.Name]; names != nil {
				text.WriteString("-" + strings.Join(names, ",") + " ")
			}
			fmt.Fprintln(&text, format.Short(p.State))
		}
	}
	return os.WriteFile(lessonsFile, []byte(text.String()), 0o666)
}

// teaches says whether a step has a deduction that shows what its technique adds to those before it.
func teaches(s setdoku.State, step setdoku.Step) bool {
	return slices.ContainsFunc(step.Deductions, func(d setdoku.Deduction) bool { return explain.Typical(s, d) })
}

// positions returns the first position of a technique that teaches it in each puzzle of a file, the easiest first.
func positions(ctx context.Context, all catalogue.Catalogue, technique, file string) (list []position, err error) {
	puzzles, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(puzzles)) {
		givens, err := setdoku.ParseGrid(strings.TrimSpace(line))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		path, err := pathWithout(ctx, all, without[technique], setdoku.State{Givens: givens}, false)
		if err != nil {
			return nil, err
		}
		at := path.Positions()
		for i, step := range path.Steps {
			if step.Rule == technique && teaches(at[i].State, step) {
				list = append(list, position{measureDifficulty(at[i].State, step), at[i].State})
				break
			}
		}
	}
	slices.SortStableFunc(list, func(a, b position) int { return a.compare(b.difficulty) })
	return slices.CompactFunc(list, func(a, b position) bool { return a.compare(b.difficulty) == 0 }), nil
}
