package verify

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/brute"
	"setdoku/internal/grid"
)

func bruteOf(t *testing.T, p grid.Digits) (int, grid.Digits) {
	t.Helper()
	n, solution := brute.Count(p, 2)
	if n != 1 {
		t.Fatalf("%s has %d solutions, want 1", p, n)
	}
	return n, solution
}

// wantFinding fails unless err is a finding in the table.
func wantFinding(t *testing.T, err error, table string) {
	t.Helper()
	var f *Finding
	if !errors.As(err, &f) {
		t.Fatalf("error %v, want a finding in %s", err, table)
	}
	if f.Table != table || f.Row == "" || f.Problem == "" {
		t.Errorf("finding %v, want one in %s", f, table)
	}
}

// tampering is one change to a sound record, and the table it must be found in.
type tampering struct {
	name   string
	change func(*Record)
	table  string
}

func runTamperings(t *testing.T, c *Checker, sound *Record, tests []tampering) {
	t.Helper()
	if err := c.Check(sound); err != nil {
		t.Fatalf("before any change: %v", err)
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := clone(sound)
			tt.change(r)
			wantFinding(t, c.Check(r), tt.table)
		})
	}
}

// otherDigit returns a digit that is not d.
func otherDigit(d uint8) uint8 { return d%9 + 1 }

func TestTamperingSolved(t *testing.T) {
	run := Run{ID: 5, Techniques: names(everything), Audit: auditFull}
	c := mustNew(t, run, Run{ID: 6, Techniques: names(singlesOnly), Audit: auditFull, StopAtFirst: true})
	_, sound := pick(t, c, run, "is solved with several rules and some eliminations", func(r *Record) bool {
		return r.Status == statusSolved && len(r.Eliminations) > 2 && uses(r, "hidden_single") && uses(r, "naked_single") &&
			r.StepRows[1].Rule != r.StepRows[2].Rule
	})
	given := slices.IndexFunc(sound.Cells, func(x Cell) bool { return x.Rule == ruleGiven })
	placed := slices.IndexFunc(sound.Cells, func(x Cell) bool { return x.Step > 1 })
	subset := slices.IndexFunc(sound.Evidence, func(e Evidence) bool { return e.Ordinal > 1 })
	lastEvidence := len(sound.Evidence) - 1
	swapped := func(r *Record, a, b int) {
		other := map[int]int{a: b, b: a}
		move := func(step *int) {
			if to, ok := other[*step]; ok {
				*step = to
			}
		}
		renumber(r, move)
	}

	runTamperings(t, c, sound, []tampering{
		{"givens changed", func(r *Record) {
			d := sound.Cells[given]
			b := []byte(r.Givens)
			b[grid.Index(d.Cell)] = '0' + otherDigit(d.Digit)
			r.Givens = string(b)
		}, "puzzle"},
		{"givens with 0", func(r *Record) { r.Givens = strings.ReplaceAll(r.Givens, ".", "0") }, "puzzle"},
		{"givens cut short", func(r *Record) { r.Givens = r.Givens[1:] }, "puzzle"},
		{"a given dropped from givens", func(r *Record) {
			b := []byte(r.Givens)
			b[grid.Index(sound.Cells[given].Cell)] = '.'
			r.Givens = string(b)
		}, "cell"},
		{"status stuck", func(r *Record) { r.Status = statusStuck }, "puzzle"},
		{"status new", func(r *Record) { r.Status = statusNew }, "puzzle"},
		{"status invalid", func(r *Record) { r.Status = statusInvalid }, "puzzle"},
		{"status unknown", func(r *Record) { r.Status = "multiple" }, "puzzle"},
		{"solution gone", func(r *Record) { r.Solution = "" }, "puzzle"},
		{"solution is no grid", func(r *Record) { r.Solution = "1" + r.Solution[1:80] + "1" }, "puzzle"},
		{"another solution", func(r *Record) {
			// Two rows of a band that trade places keep units valid but for boxes' order.
			r.Solution = r.Solution[9:18] + r.Solution[:9] + r.Solution[18:]
		}, "puzzle"},
		{"score", func(r *Record) { r.Score++ }, "puzzle"},
		{"steps", func(r *Record) { r.Steps++ }, "puzzle"},
		{"level", func(r *Record) { r.Level = "extreme" }, "puzzle"},
		{"hardest", func(r *Record) { r.Hardest = "full_house" }, "puzzle"},
		{"hardest gone", func(r *Record) { r.Hardest, r.Level = "", "" }, "puzzle"},
		{"unknown run", func(r *Record) { r.RunID = 99 }, "puzzle"},

		{"given's digit", func(r *Record) { r.Cells[given].Digit = otherDigit(r.Cells[given].Digit) }, "cell"},
		{"given's rule", func(r *Record) { r.Cells[given].Rule = ruleManual }, "cell"},
		{"given's step", func(r *Record) { r.Cells[given].Step = 1 }, "cell"},
		{"given deleted", func(r *Record) { r.Cells = slices.Delete(r.Cells, given, given+1) }, "cell"},
		{"cell's digit", func(r *Record) { r.Cells[placed].Digit = otherDigit(r.Cells[placed].Digit) }, "cell"},
		{"cell's digit 0", func(r *Record) { r.Cells[placed].Digit = 0 }, "cell"},
		{"cell's number", func(r *Record) { r.Cells[placed].Cell = 40 }, "cell"},
		{"cell's step earlier", func(r *Record) { r.Cells[placed].Step-- }, "cell"},
		{"cell's step later", func(r *Record) { r.Cells[placed].Step++ }, "cell"},
		{"cell's step below 0", func(r *Record) { r.Cells[placed].Step = -1 }, "cell"},
		{"cell's step 0", func(r *Record) { r.Cells[placed].Step = 0 }, "cell"},
		{"cell's rule", func(r *Record) { r.Cells[placed].Rule = "full_house_" }, "cell"},
		{"cell's rule manual", func(r *Record) { r.Cells[placed].Rule = ruleManual }, "cell"},
		{"cell deleted", func(r *Record) { r.Cells = slices.Delete(r.Cells, placed, placed+1) }, "cell"},
		{"cell doubled", func(r *Record) { r.Cells = append(r.Cells, r.Cells[placed]) }, "cell"},
		{"cell again later", func(r *Record) {
			x := r.Cells[placed]
			x.Step = r.Steps
			r.Cells = append(r.Cells, x)
		}, "cell"},
		{"candidate added", func(r *Record) { r.Candidates = append(r.Candidates, CellDigit{11, 1}) }, "candidate"},

		{"step's rule", func(r *Record) { r.StepRows[1].Rule = "jellyfish" }, "step"},
		{"step's rule unknown", func(r *Record) { r.StepRows[1].Rule = "xy_wing" }, "step"},
		{"step's rule manual", func(r *Record) { r.StepRows[1].Rule = ruleManual }, "step"},
		{"step's placements", func(r *Record) { r.StepRows[1].Placements++ }, "step"},
		{"step's eliminations", func(r *Record) { r.StepRows[1].Eliminations++ }, "step"},
		{"step's run unknown", func(r *Record) { r.StepRows[1].Run = 99 }, "step"},
		{"step's run by hand", func(r *Record) { r.StepRows[1].Run = 0 }, "step"},
		{"two steps of a run that stops at the first", func(r *Record) { r.StepRows[0].Run, r.StepRows[1].Run = 6, 6 }, "step"},
		{"first step deleted", func(r *Record) { r.StepRows = r.StepRows[1:] }, "step"},
		{"middle step deleted", func(r *Record) { r.StepRows = slices.Delete(r.StepRows, 2, 3) }, "step"},
		{"last step deleted", func(r *Record) { r.StepRows = r.StepRows[:len(r.StepRows)-1] }, "step"},
		{"step doubled", func(r *Record) { r.StepRows = append(r.StepRows, r.StepRows[0]) }, "step"},
		{"step after the end", func(r *Record) {
			r.StepRows = append(r.StepRows, Step{r.Steps + 1, "full_house", 1, 0, 5})
		}, "step"},
		{"step 0", func(r *Record) { r.StepRows = append(r.StepRows, Step{0, "full_house", 1, 0, 5}) }, "step"},
		{"two steps swapped", func(r *Record) { swapped(r, 2, 3) }, "step"},
		{"rows of two steps swapped, not the steps", func(r *Record) {
			steps := slices.Clone(r.StepRows)
			swapped(r, 2, 3)
			r.StepRows = steps
		}, "placement"},
		{"two steps merged", func(r *Record) {
			gone := r.StepRows[2]
			r.StepRows = slices.Delete(r.StepRows, 2, 3)
			r.StepRows[1].Placements += gone.Placements
			r.StepRows[1].Eliminations += gone.Eliminations
			renumber(r, func(step *int) {
				if *step > 2 {
					*step--
				}
			})
			r.Steps--
		}, "step"},

		{"placement's cell", func(r *Record) { r.Placements[0].Cell = 12 + r.Placements[0].Cell%9 }, "placement"},
		{"placement's digit", func(r *Record) { r.Placements[0].Digit = otherDigit(r.Placements[0].Digit) }, "placement"},
		{"placement's rule", func(r *Record) { r.Placements[0].Rule = "pointing" }, "placement"},
		{"placement's pattern", func(r *Record) { r.Placements[0].Pattern += 1000 }, "placement"},
		{"placement's step", func(r *Record) { r.Placements[0].Step++ }, "placement"},
		{"placement deleted", func(r *Record) { r.Placements = r.Placements[1:] }, "placement"},
		{"placement added", func(r *Record) { r.Placements = append(r.Placements, Placement{1, 11, 1, "full_house", 1111}) }, "placement"},
		{"placement after the end", func(r *Record) {
			r.Placements = append(r.Placements, Placement{r.Steps + 1, 11, 1, "full_house", 1111})
		}, "placement"},

		{"elimination's cell", func(r *Record) { r.Eliminations[0].Cell = 99 - r.Eliminations[0].Cell%9 }, "elimination"},
		{"elimination's digit", func(r *Record) { r.Eliminations[0].Digit = otherDigit(r.Eliminations[0].Digit) }, "elimination"},
		{"elimination's digit 10", func(r *Record) { r.Eliminations[0].Digit = 10 }, "elimination"},
		{"elimination's rule", func(r *Record) { r.Eliminations[0].Rule = "x_wing_" }, "elimination"},
		{"elimination's rule manual", func(r *Record) { r.Eliminations[0].Rule = ruleManual }, "elimination"},
		{"elimination's pattern", func(r *Record) { r.Eliminations[0].Pattern++ }, "elimination"},
		{"elimination moved later", func(r *Record) { r.Eliminations[0].Step++ }, "elimination"},
		{"elimination moved earlier", func(r *Record) { r.Eliminations[0].Step-- }, "elimination"},
		{"elimination made input", func(r *Record) {
			r.Eliminations[0].Step, r.Eliminations[0].Rule, r.Eliminations[0].Pattern = 0, ruleGiven, 7
		}, "elimination"},
		{"elimination deleted", func(r *Record) { r.Eliminations = r.Eliminations[1:] }, "elimination"},
		{"elimination added", func(r *Record) {
			x := r.Eliminations[0]
			x.Digit = otherDigit(x.Digit)
			r.Eliminations = append(r.Eliminations, x)
		}, "elimination"},

		{"evidence's role", func(r *Record) { r.Evidence[0].Role = "fin" }, "evidence"},
		{"evidence's cell", func(r *Record) { r.Evidence[0].Cell++ }, "evidence"},
		{"evidence's digit", func(r *Record) { r.Evidence[0].Digit++ }, "evidence"},
		{"evidence's unit", func(r *Record) { r.Evidence[subset].Unit++ }, "evidence"},
		{"evidence's unit type", func(r *Record) { r.Evidence[lastEvidence].UnitType = "line" }, "evidence"},
		{"evidence's ordinal", func(r *Record) { r.Evidence[subset].Ordinal++ }, "evidence"},
		{"evidence's pattern", func(r *Record) { r.Evidence[subset].Pattern++ }, "evidence"},
		{"evidence's step", func(r *Record) { r.Evidence[subset].Step++ }, "evidence"},
		{"evidence deleted", func(r *Record) { r.Evidence = slices.Delete(r.Evidence, subset, subset+1) }, "evidence"},
		{"evidence doubled", func(r *Record) { r.Evidence = append(r.Evidence, r.Evidence[subset]) }, "evidence"},
		{"evidence of no deduction", func(r *Record) {
			r.Evidence = append(r.Evidence, Evidence{1, 999, 1, "single", 11, 1, "row", 1})
		}, "evidence"},
		{"evidence of step 0", func(r *Record) {
			r.Evidence = append(r.Evidence, Evidence{0, 999, 1, "single", 11, 1, "row", 1})
		}, "evidence"},

		{"contradiction added", func(r *Record) {
			r.Contradictions = []Contradiction{{Step: r.Steps, Kind: "no_candidate", Cell: 11}}
		}, "contradiction"},
		{"not the state it came with", func(r *Record) {
			r.Start = &Start{Placed: []CellDigit{{sound.Cells[placed].Cell, sound.Cells[placed].Digit}}}
		}, "cell"},
		{"a mark crossed out that left no row", func(r *Record) {
			e := sound.Eliminations[0]
			r.Start = &Start{Deleted: []CellDigit{{e.Cell, e.Digit}}}
		}, "elimination"},
	})
}

// renumber calls move with every step number of r.
func renumber(r *Record, move func(*int)) {
	for i := range r.StepRows {
		move(&r.StepRows[i].Step)
	}
	for i := range r.Placements {
		move(&r.Placements[i].Step)
	}
	for i := range r.Eliminations {
		move(&r.Eliminations[i].Step)
	}
	for i := range r.Cells {
		move(&r.Cells[i].Step)
	}
	for i := range r.Evidence {
		move(&r.Evidence[i].Step)
	}
	slices.SortFunc(r.StepRows, func(a, b Step) int { return a.Step - b.Step })
}

func TestTamperingStuck(t *testing.T) {
	run := Run{ID: 1, Techniques: names(singlesOnly), Audit: auditFull}
	c := mustNew(t, run, Run{ID: 2, Techniques: names(everything), Audit: auditFull})
	_, sound := pick(t, c, run, "is stuck after some singles", func(r *Record) bool {
		return r.Status == statusStuck && r.Steps > 2
	})
	runTamperings(t, c, sound, []tampering{
		{"candidate removed", func(r *Record) { r.Candidates = r.Candidates[1:] }, "candidate"},
		{"candidate added", func(r *Record) {
			r.Candidates = append(r.Candidates, CellDigit{sound.Cells[0].Cell, 1})
		}, "candidate"},
		{"candidate doubled", func(r *Record) { r.Candidates = append(r.Candidates, r.Candidates[0]) }, "candidate"},
		{"candidate's digit", func(r *Record) { r.Candidates[0].Digit = otherDigit(r.Candidates[0].Digit) }, "candidate"},
		{"status new", func(r *Record) { r.Status = statusNew }, "puzzle"},
		{"status solved", func(r *Record) { r.Status = statusSolved }, "puzzle"},
		{"status invalid", func(r *Record) { r.Status = statusInvalid }, "puzzle"},
		{"another run", func(r *Record) { r.RunID = 2 }, "puzzle"},
		{"an attempt of a run that goes on", func(r *Record) { r.RunID, r.Attempts[0].Run = 2, 2 }, "step"},
		{"no run", func(r *Record) { r.RunID = 0 }, "puzzle"},
	})
}

func TestTamperingInvalid(t *testing.T) {
	run := Run{ID: 1, Techniques: names(everything), Audit: auditFull}
	c := mustNew(t, run)
	puzzles, solutions := generate(t, 9, 8)
	var sound *Record
	for k, p := range puzzles {
		for i := range p {
			s := grid.State{Givens: p}
			wrong := s.Candidates()[i] &^ grid.Mark(solutions[k][i])
			if wrong == 0 {
				continue
			}
			s.Givens[i] = wrong.Lowest()
			r := mustSolve(t, c, s, run)
			if r.Status == statusInvalid && r.Steps > 1 && r.Contradictions[0].UnitType != "" {
				sound = r
			}
		}
	}
	if sound == nil {
		t.Fatal("no wrong given leads to a contradiction in a unit")
	}
	runTamperings(t, c, sound, []tampering{
		{"contradiction deleted", func(r *Record) { r.Contradictions = nil }, "contradiction"},
		{"contradiction doubled", func(r *Record) { r.Contradictions = append(r.Contradictions, r.Contradictions[0]) }, "contradiction"},
		{"contradiction's step", func(r *Record) { r.Contradictions[0].Step-- }, "contradiction"},
		{"contradiction's kind", func(r *Record) { r.Contradictions[0].Kind = "no_candidate" }, "contradiction"},
		{"contradiction's cell", func(r *Record) { r.Contradictions[0].Cell = 11 }, "contradiction"},
		{"contradiction's unit type", func(r *Record) { r.Contradictions[0].UnitType = "" }, "contradiction"},
		{"contradiction's unit", func(r *Record) { r.Contradictions[0].Unit++ }, "contradiction"},
		{"contradiction's digit", func(r *Record) { r.Contradictions[0].Digit++ }, "contradiction"},
		{"candidate added", func(r *Record) { r.Candidates = []CellDigit{{11, 1}} }, "candidate"},
		{"status stuck", func(r *Record) { r.Status = statusStuck }, "puzzle"},
		{"score", func(r *Record) { r.Score-- }, "puzzle"},
	})
}

func TestTamperingByHand(t *testing.T) {
	for _, audit := range []string{auditFull, auditNone} {
		t.Run(audit, func(t *testing.T) {
			singles := Run{ID: 1, Techniques: names(singlesOnly), Audit: audit}
			all := Run{ID: 2, Techniques: names(everything), Audit: audit}
			c := mustNew(t, singles, all)
			p, stuck := pick(t, c, singles, "is stuck after some singles", func(r *Record) bool {
				return r.Status == statusStuck && r.Steps > 1
			})
			_, solution := bruteOf(t, p)
			mark := stuck.Candidates[0]
			if solution[grid.Index(mark.Cell)] == mark.Digit {
				mark = stuck.Candidates[1]
			}
			sound := cross(stuck, mark.Cell, mark.Digit)
			cell := sound.Candidates[len(sound.Candidates)-1].Cell
			sound = goOn(t, c, place(t, sound, cell, solution[grid.Index(cell)]), all)
			crossed := slices.IndexFunc(sound.Eliminations, func(e Elimination) bool { return e.Rule == ruleManual })
			placed := slices.IndexFunc(sound.Cells, func(x Cell) bool { return x.Rule == ruleManual })
			firstStep := slices.IndexFunc(sound.StepRows, func(s Step) bool { return s.Rule == ruleManual })

			runTamperings(t, c, sound, []tampering{
				{"placed digit of a peer", func(r *Record) {
					peers := grid.Peers[grid.Index(cell)]
					k := slices.IndexFunc(r.Cells, func(x Cell) bool {
						return x.Rule == ruleGiven && slices.Contains(peers[:], grid.Index(x.Cell))
					})
					r.Cells[placed].Digit = r.Cells[k].Digit
				}, "cell"},
				{"placed in a filled cell", func(r *Record) { r.Cells[placed].Cell = r.Cells[0].Cell }, "cell"},
				{"placed digit deleted", func(r *Record) { r.Cells = slices.Delete(r.Cells, placed, placed+1) }, "cell"},
				{"placed digit's rule", func(r *Record) { r.Cells[placed].Rule = "naked_single" }, "cell"},
				{"mark's rule", func(r *Record) { r.Eliminations[crossed].Rule = "pointing" }, "elimination"},
				{"placed digit doubled", func(r *Record) { r.Cells = append(r.Cells, r.Cells[placed]) }, "cell"},
				{"mark of no candidate", func(r *Record) { r.Eliminations[crossed].Cell = r.Cells[0].Cell }, "elimination"},
				{"mark with a pattern", func(r *Record) { r.Eliminations[crossed].Pattern = 5 }, "elimination"},
				{"mark deleted", func(r *Record) { r.Eliminations = slices.Delete(r.Eliminations, crossed, crossed+1) }, "elimination"},
				{"step of the mark deleted", func(r *Record) { r.StepRows = slices.Delete(r.StepRows, firstStep, firstStep+1) }, "step"},
				{"step of the mark has a run", func(r *Record) { r.StepRows[firstStep].Run = 1 }, "step"},
				{"step of the mark counts a placement", func(r *Record) { r.StepRows[firstStep].Placements = 1 }, "step"},
				{"step of the mark counts nothing", func(r *Record) { r.StepRows[firstStep].Eliminations = 0 }, "step"},
				{"step of the digit counts a mark", func(r *Record) {
					r.StepRows[firstStep+1].Placements, r.StepRows[firstStep+1].Eliminations = 0, 1
				}, "step"},
				{"step of the digit became a technique", func(r *Record) {
					r.StepRows[firstStep+1].Rule, r.StepRows[firstStep+1].Run = "full_house", 2
				}, "step"},
				{"nothing by hand", func(r *Record) {
					r.StepRows[firstStep].Eliminations = 0
					r.Eliminations = slices.Delete(r.Eliminations, crossed, crossed+1)
				}, "step"},
			})
		})
	}
}

func TestTamperingLowerAudits(t *testing.T) {
	for _, audit := range []string{auditSteps, auditNone} {
		t.Run(audit, func(t *testing.T) {
			run := Run{ID: 1, Techniques: names(everything), Audit: audit}
			full := Run{ID: 2, Techniques: names(everything), Audit: auditFull}
			c := mustNew(t, run, full)
			p, _ := pick(t, c, full, "is solved with eliminations", func(r *Record) bool {
				return r.Status == statusSolved && len(r.Eliminations) > 2
			})
			sound := mustSolve(t, c, grid.State{Givens: p}, run)
			placed := slices.IndexFunc(sound.Cells, func(x Cell) bool { return x.Step > 1 })
			tests := []tampering{
				{"cell's digit", func(r *Record) { r.Cells[placed].Digit = otherDigit(r.Cells[placed].Digit) }, "cell"},
				{"cell's step", func(r *Record) { r.Cells[placed].Step++ }, "cell"},
				{"cell's rule", func(r *Record) { r.Cells[placed].Rule = "pointing" }, "cell"},
				{"cell's rule manual", func(r *Record) { r.Cells[placed].Rule = ruleManual }, "cell"},
				{"cell deleted", func(r *Record) { r.Cells = slices.Delete(r.Cells, placed, placed+1) }, "cell"},
				{"placement's pattern", func(r *Record) { r.Placements[0].Pattern = 1111 }, "placement"},
				{"placement deleted", func(r *Record) { r.Placements = r.Placements[1:] }, "placement"},
				{"elimination added", func(r *Record) {
					r.Eliminations = append(r.Eliminations, Elimination{1, 11, 1, "pointing", 0})
				}, "elimination"},
				{"evidence added", func(r *Record) {
					r.Evidence = append(r.Evidence, Evidence{1, 1111, 1, "single", 11, 1, "row", 1})
				}, "evidence"},
				{"steps", func(r *Record) { r.Steps-- }, "puzzle"},
				{"score", func(r *Record) { r.Score-- }, "puzzle"},
				{"hardest", func(r *Record) { r.Hardest = "full_house" }, "puzzle"},
			}
			if audit == auditSteps {
				tests = append(tests,
					tampering{"step's rule", func(r *Record) { r.StepRows[1].Rule = "claiming" }, "step"},
					tampering{"step's counts", func(r *Record) { r.StepRows[0].Placements++ }, "step"},
					tampering{"step deleted", func(r *Record) { r.StepRows = r.StepRows[1:] }, "step"})
			} else {
				tests = append(tests,
					tampering{"step added", func(r *Record) { r.StepRows = append(r.StepRows, Step{1, r.Cells[placed].Rule, 1, 0, 1}) }, "step"})
			}
			runTamperings(t, c, sound, tests)
		})
	}
}
