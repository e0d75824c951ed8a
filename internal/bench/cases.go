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

	"setdoku/internal/format"
	"setdoku/internal/grid"
	"setdoku/solver"
	"setdoku/solver/bitmask"
	"setdoku/store"
)

// libraryCodes are the codes of the cases of each technique.
var libraryCodes = map[string]string{
	"full_house": "0000", "naked_single": "0003", "hidden_single": "0002",
	"locked_pair": "0110", "locked_triple": "0111", "pointing": "0100", "claiming": "0101",
	"naked_pair": "0200", "hidden_pair": "0210", "naked_triple": "0201", "hidden_triple": "0211",
	"naked_quadruple": "0202", "hidden_quadruple": "0212",
	"x_wing": "0300", "swordfish": "0301", "jellyfish": "0302",
	"remote_pair": "0703", "bug_plus_1": "0610",
	"skyscraper": "0400", "two_string_kite": "0401 0404", "turbot_fish": "0403", "empty_rectangle": "0402 0405",
	"w_wing": "0803", "xy_wing": "0800", "xyz_wing": "0801",
	"unique_rectangle_1": "0600", "unique_rectangle_2": "0601", "unique_rectangle_3": "0602",
	"unique_rectangle_4": "0603", "unique_rectangle_5": "0604", "unique_rectangle_6": "0605",
	"hidden_rectangle": "0606", "avoidable_rectangle_1": "0607", "avoidable_rectangle_2": "0608",
	"finned_x_wing": "0310", "sashimi_x_wing": "0320", "finned_swordfish": "0311 03111", "sashimi_swordfish": "0321 03211",
	"finned_jellyfish": "0312 03121", "sashimi_jellyfish": "0322 03221",
	"simple_colors": "0500 0501", "multi_colors": "0502 0503", "sue_de_coq": "1101",
	"x_chain": "0701", "xy_chain": "0702", "nice_loop": "0706 0707", "aic": "0708",
	"grouped_nice_loop": "0709 0710", "grouped_aic": "0711",
	"als_xz": "0901", "als_xy_wing": "0902", "als_chain": "0903", "death_blossom": "0904",
	"franken_fish": "0330 0331 0332 0340 0341 03411 0342 03421",
	"mutant_fish":  "0350 0351 0352 0360 0361 0362 03621 0363 0364",
	"template_set": "1201", "template_delete": "1202", "forcing": "1301 1302 1303 1304",
}

// CaseResult says how the cases of a technique went.
type CaseResult struct {
	Technique string
	Cases     int
	Passed    int
	Missed    int           // cases of which something was not found
	Wrong     int           // cases in which something was found that is not so, or that must not be found
	Time      time.Duration // of all cases
	Failed    []string      // the cases that did not pass, each with why
}

// Cases runs every technique on the cases of technique_cases.txt that are about it, as statements.
func Cases(ctx context.Context, folder string) ([]CaseResult, error) {
	byTechnique, err := readCases(filepath.Join(folder, "technique_cases.txt"))
	if err != nil {
		return nil, err
	}
	db, err := store.OpenTemp(ctx)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	catalogue, err := solver.LoadCatalogue(ctx, db)
	if err != nil {
		return nil, err
	}
	var results []CaseResult
	for _, t := range catalogue {
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
func readCases(path string) (map[string][]format.Puzzle, error) {
	names := make(map[string]string)
	for name, codes := range libraryCodes {
		for _, c := range strings.Fields(codes) {
			names[c] = name
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

func runCases(ctx context.Context, db *store.DB, t solver.Technique, cases []format.Puzzle) (CaseResult, error) {
	r := CaseResult{Technique: t.Name, Cases: len(cases)}
	finder, err := solver.NewFinder(ctx, db, solver.Catalogue{t})
	if err != nil {
		return r, err
	}
	defer finder.Close(ctx)
	for chunk := range slices.Chunk(cases, solver.ChunkSize) {
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

// judgeCase says what of a case was not found, and what was found that is wrong; both empty when it passes.
func judgeCase(c format.Puzzle, found []solver.Deduction) (missed, wrong string) {
	solution, _ := bitmask.SolveState(c.State)
	have := make(map[string]bool)
	for _, d := range found {
		for _, x := range d.Placements {
			have[x.Placement()] = true
			if int(solution[grid.Index(x.Cell)]) != x.Digit {
				wrong = x.Placement() + " is wrong:"
			}
		}
		for _, x := range d.Eliminations {
			have[x.Elimination()] = true
			if int(solution[grid.Index(x.Cell)]) == x.Digit {
				wrong = x.Elimination() + " is wrong:"
			}
		}
	}
	if c.Library.Variant == "x" {
		if len(have) > 0 {
			wrong = "nothing is to be found:"
		}
		return "", wrong
	}
	for _, x := range c.Library.Placements {
		if name := (solver.CellDigit{Cell: grid.Number(x.Cell), Digit: int(x.Digit)}).Placement(); !have[name] {
			missed = name + " is not found:"
		}
	}
	for _, x := range c.Library.Eliminations {
		if name := (solver.CellDigit{Cell: grid.Number(x.Cell), Digit: int(x.Digit)}).Elimination(); !have[name] {
			missed = name + " is not found:"
		}
	}
	return missed, wrong
}
