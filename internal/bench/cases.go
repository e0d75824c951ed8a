package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
	"setdoku/solver/solutions"
	"setdoku/store"
)

// CaseResult is the result of the cases of one technique.
type CaseResult struct {
	Technique string
	Cases     int
	Passed    int
	Missed    int           // cases with missing deductions
	Wrong     int           // cases with a wrong or unwanted deduction
	Time      time.Duration // total time
	Failed    []string      // failed cases, each with the reason
}

// Cases runs every technique, as a statement, on its cases in technique_cases.txt.
func Cases(ctx context.Context, folder string) ([]CaseResult, error) {
	all, err := catalogue.BuiltIn()
	if err != nil {
		return nil, err
	}
	byTechnique, err := readCases(filepath.Join(folder, "technique_cases.txt"), all)
	if err != nil {
		return nil, err
	}
	db, err := store.OpenTemp(ctx)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	var results []CaseResult
	for _, t := range all {
		if cases := byTechnique[t.Name]; len(cases) > 0 {
			r, err := runCases(ctx, db, t, cases)
			if err != nil {
				return nil, err
			}
			results = append(results, r)
		}
	}
	return results, nil
}

// readCases reads the cases by technique.
func readCases(path string, all catalogue.Catalogue) (map[string][]format.Puzzle, error) {
	names := make(map[string]string)
	for _, t := range all {
		for _, c := range strings.Fields(t.LibraryCodes) {
			names[c] = t.Name
		}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%w (name its folder with --data)", err)
	}
	defer f.Close()
	cases := make(map[string][]format.Puzzle)
	for r := format.NewReader(f, path); ; {
		p, err := r.Read()
		if errors.Is(err, io.EOF) {
			return cases, nil
		}
		if err != nil {
			return nil, err
		}
		if p.Library == nil || names[p.Library.Code] == "" {
			return nil, fmt.Errorf("%s line %d: want a library line with the code of a technique", path, p.Line)
		}
		name := names[p.Library.Code]
		cases[name] = append(cases[name], p)
	}
}

func runCases(ctx context.Context, db *store.DB, t setdoku.Technique, cases []format.Puzzle) (CaseResult, error) {
	r := CaseResult{Technique: t.Name, Cases: len(cases)}
	finder, err := driver.NewFinder(ctx, db, catalogue.Catalogue{t})
	if err != nil {
		return r, err
	}
	defer finder.Close(ctx)
	for chunk := range slices.Chunk(cases, driver.ChunkSize) {
		began := time.Now()
		found, err := finder.Find(ctx, chunk)
		if err != nil {
			return r, err
		}
		r.Time += time.Since(began)
		for i, c := range chunk {
			missed, wrong := judgeCase(c, found[i])
			switch {
			case wrong != "":
				r.Wrong++
				r.Failed = append(r.Failed, wrong+" "+c.Text)
			case missed != "":
				r.Missed++
				r.Failed = append(r.Failed, missed+" "+c.Text)
			default:
				r.Passed++
			}
		}
	}
	return r, nil
}

// judgeCase describes a missing deduction and a wrong one. Both are empty if the case passes.
func judgeCase(c format.Puzzle, found []setdoku.Deduction) (missed, wrong string) {
	solution, _ := solutions.SolveState(c.State)
	have := make(map[string]bool)
	for _, d := range found {
		for _, x := range d.Placements {
			have[x.Placement()] = true
			if solution[setdoku.CellIndex(x.Cell)] != x.Digit {
				wrong = x.Placement() + " is wrong:"
			}
		}
		for _, x := range d.Eliminations {
			have[x.Elimination()] = true
			if solution[setdoku.CellIndex(x.Cell)] == x.Digit {
				wrong = x.Elimination() + " is wrong:"
			}
		}
	}
	if c.Library.Variant == "x" {
		if len(have) > 0 {
			wrong = "no deduction is expected:"
		}
		return "", wrong
	}
	for _, x := range c.Library.Placements {
		if name := x.Placement(); !have[name] {
			missed = name + " is not found:"
		}
	}
	for _, x := range c.Library.Eliminations {
		if name := x.Elimination(); !have[name] {
			missed = name + " is not found:"
		}
	}
	return missed, wrong
}
