package verify

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/brute"
)

func bruteOf(t *testing.T, p setdoku.Grid) (int, setdoku.Grid) {
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
	change func(*setdoku.Record)
	table  string
}

func runTamperings(t *testing.T, c *Checker, sound *setdoku.Record, tests []tampering) {
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
	run := setdoku.Run{ID: 5, Techniques: names(everything), Audit: setdoku.AuditFull}
	c := mustNew(t, run, setdoku.Run{ID: 6, Techniques: names(singlesOnly), Audit: setdoku.AuditFull, StopAtFirst: true})
	_, sound := pick(t, c, run, "is solved with several rules and some eliminations", func(r *setdoku.Record) bool {
		return r.Status == setdoku.StatusSolved && len(r.Eliminations) > 2 && uses(r, "hidden_single") && uses(r, "naked_single") &&
			r.StepRows[1].Rule != r.StepRows[2].Rule
	})
	given := slices.IndexFunc(sound.Cells, func(x setdoku.FilledCell) bool { return x.Rule == setdoku.RuleGiven })
	placed := slices.IndexFunc(sound.Cells, func(x setdoku.FilledCell) bool { return x.Step > 1 })
	subset := slices.IndexFunc(sound.Evidence, func(e setdoku.Evidence) bool { return e.Ordinal > 1 })
	lastEvidence := len(sound.Evidence) - 1
	swapped := func(r *setdoku.Record, a, b int) {
		other := map[int]int{a: b, b: a}
		move := func(step *int) {
			if to, ok := other[*step]; ok {
				*step = to
			}
		}
		renumber(r, move)
	}

	runTamperings(t, c, sound, []tampering{
		{"givens changed", func(r *setdoku.Record) {
			d := sound.Cells[given]
			b := []byte(r.Givens)
			b[setdoku.CellIndex(d.Cell)] = '0' + otherDigit(d.Digit)
			r.Givens = string(b)
		}, "puzzle"},
		{"givens with 0", func(r *setdoku.Record) { r.Givens = strings.ReplaceAll(r.Givens, ".", "0") }, "puzzle"},
		{"givens cut short", func(r *setdoku.Record) { r.Givens = r.Givens[1:] }, "puzzle"},
		{"a given dropped from givens", func(r *setdoku.Record) {
			b := []byte(r.Givens)
			b[setdoku.CellIndex(sound.Cells[given].Cell)] = '.'
			r.Givens = string(b)
		}, "cell"},
		{"status stuck", func(r *setdoku.Record) { r.Status = setdoku.StatusStuck }, "puzzle"},
		{"status new", func(r *setdoku.Record) { r.Status = setdoku.StatusNew }, "puzzle"},
		{"status invalid", func(r *setdoku.Record) { r.Status = setdoku.StatusInvalid }, "puzzle"},
		{"status unknown", func(r *setdoku.Record) { r.Status = "multiple" }, "puzzle"},
		{"solution gone", func(r *setdoku.Record) { r.Solution = "" }, "puzzle"},
		{"solution is no grid", func(r *setdoku.Record) { r.Solution = "1" + r.Solution[1:80] + "1" }, "puzzle"},
		{"another solution", func(r *setdoku.Record) {
			// Two rows of a band that trade places keep units valid but for boxes' order.
			r.Solution = r.Solution[9:18] + r.Solution[:9] + r.Solution[18:]
		}, "puzzle"},
		{"score", func(r *setdoku.Record) { r.Score++ }, "puzzle"},
		{"steps", func(r *setdoku.Record) { r.Steps++ }, "puzzle"},
		{"level", func(r *setdoku.Record) { r.Level = "extreme" }, "puzzle"},
		{"hardest", func(r *setdoku.Record) { r.Hardest = "full_house" }, "puzzle"},
		{"hardest gone", func(r *setdoku.Record) { r.Hardest, r.Level = "", "" }, "puzzle"},
		{"unknown run", func(r *setdoku.Record) { r.RunID = 99 }, "puzzle"},

		{"given's digit", func(r *setdoku.Record) { r.Cells[given].Digit = otherDigit(r.Cells[given].Digit) }, "cell"},
		{"given's rule", func(r *setdoku.Record) { r.Cells[given].Rule = setdoku.RuleManual }, "cell"},
		{"given's step", func(r *setdoku.Record) { r.Cells[given].Step = 1 }, "cell"},
		{"given deleted", func(r *setdoku.Record) { r.Cells = slices.Delete(r.Cells, given, given+1) }, "cell"},
		{"cell's digit", func(r *setdoku.Record) { r.Cells[placed].Digit = otherDigit(r.Cells[placed].Digit) }, "cell"},
		{"cell's digit 0", func(r *setdoku.Record) { r.Cells[placed].Digit = 0 }, "cell"},
		{"cell's number", func(r *setdoku.Record) { r.Cells[placed].Cell = 40 }, "cell"},
		{"cell's step earlier", func(r *setdoku.Record) { r.Cells[placed].Step-- }, "cell"},
		{"cell's step later", func(r *setdoku.Record) { r.Cells[placed].Step++ }, "cell"},
		{"cell's step below 0", func(r *setdoku.Record) { r.Cells[placed].Step = -1 }, "cell"},
		{"cell's step 0", func(r *setdoku.Record) { r.Cells[placed].Step = 0 }, "cell"},
		{"cell's rule", func(r *setdoku.Record) { r.Cells[placed].Rule = "full_house_" }, "cell"},
		{"cell's rule manual", func(r *setdoku.Record) { r.Cells[placed].Rule = setdoku.RuleManual }, "cell"},
		{"cell deleted", func(r *setdoku.Record) { r.Cells = slices.Delete(r.Cells, placed, placed+1) }, "cell"},
		{"cell doubled", func(r *setdoku.Record) { r.Cells = append(r.Cells, r.Cells[placed]) }, "cell"},
		{"cell again later", func(r *setdoku.Record) {
			x := r.Cells[placed]
			x.Step = r.Steps
			r.Cells = append(r.Cells, x)
		}, "cell"},
		{"candidate added", func(r *setdoku.Record) { r.Candidates = append(r.Candidates, setdoku.Candidate{Cell: 11, Digit: 1}) }, "candidate"},

		{"step's rule", func(r *setdoku.Record) { r.StepRows[1].Rule = "jellyfish" }, "step"},
		{"step's rule unknown", func(r *setdoku.Record) { r.StepRows[1].Rule = "xy_wing" }, "step"},
		{"step's rule manual", func(r *setdoku.Record) { r.StepRows[1].Rule = setdoku.RuleManual }, "step"},
		{"step's placements", func(r *setdoku.Record) { r.StepRows[1].Placements++ }, "step"},
		{"step's eliminations", func(r *setdoku.Record) { r.StepRows[1].Eliminations++ }, "step"},
		{"step's run unknown", func(r *setdoku.Record) { r.StepRows[1].Run = 99 }, "step"},
		{"step's run by hand", func(r *setdoku.Record) { r.StepRows[1].Run = 0 }, "step"},
		{"two steps of a run that stops at the first", func(r *setdoku.Record) { r.StepRows[0].Run, r.StepRows[1].Run = 6, 6 }, "step"},
		{"first step deleted", func(r *setdoku.Record) { r.StepRows = r.StepRows[1:] }, "step"},
		{"middle step deleted", func(r *setdoku.Record) { r.StepRows = slices.Delete(r.StepRows, 2, 3) }, "step"},
		{"last step deleted", func(r *setdoku.Record) { r.StepRows = r.StepRows[:len(r.StepRows)-1] }, "step"},
		{"step doubled", func(r *setdoku.Record) { r.StepRows = append(r.StepRows, r.StepRows[0]) }, "step"},
		{"step after the end", func(r *setdoku.Record) {
			r.StepRows = append(r.StepRows, setdoku.Step{Step: r.Steps + 1, Rule: "full_house", Placements: 1, Eliminations: 0, Run: 5})
		}, "step"},
		{"step 0", func(r *setdoku.Record) {
			r.StepRows = append(r.StepRows, setdoku.Step{Step: 0, Rule: "full_house", Placements: 1, Eliminations: 0, Run: 5})
		}, "step"},
		{"two steps swapped", func(r *setdoku.Record) { swapped(r, 2, 3) }, "step"},
		{"rows of two steps swapped, not the steps", func(r *setdoku.Record) {
			steps := slices.Clone(r.StepRows)
			swapped(r, 2, 3)
			r.StepRows = steps
		}, "placement"},
		{"two steps merged", func(r *setdoku.Record) {
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

		{"placement's cell", func(r *setdoku.Record) { r.Placements[0].Cell = 12 + r.Placements[0].Cell%9 }, "placement"},
		{"placement's digit", func(r *setdoku.Record) { r.Placements[0].Digit = otherDigit(r.Placements[0].Digit) }, "placement"},
		{"placement's rule", func(r *setdoku.Record) { r.Placements[0].Rule = "pointing" }, "placement"},
		{"placement's pattern", func(r *setdoku.Record) { r.Placements[0].Pattern += 1000 }, "placement"},
		{"placement's step", func(r *setdoku.Record) { r.Placements[0].Step++ }, "placement"},
		{"placement deleted", func(r *setdoku.Record) { r.Placements = r.Placements[1:] }, "placement"},
		{"placement added", func(r *setdoku.Record) {
			r.Placements = append(r.Placements, setdoku.Change{Step: 1, Cell: 11, Digit: 1, Rule: "full_house", Pattern: 1111})
		}, "placement"},
		{"placement after the end", func(r *setdoku.Record) {
			r.Placements = append(r.Placements, setdoku.Change{Step: r.Steps + 1, Cell: 11, Digit: 1, Rule: "full_house", Pattern: 1111})
		}, "placement"},

		{"elimination's cell", func(r *setdoku.Record) { r.Eliminations[0].Cell = 99 - r.Eliminations[0].Cell%9 }, "elimination"},
		{"elimination's digit", func(r *setdoku.Record) { r.Eliminations[0].Digit = otherDigit(r.Eliminations[0].Digit) }, "elimination"},
		{"elimination's digit 10", func(r *setdoku.Record) { r.Eliminations[0].Digit = 10 }, "elimination"},
		{"elimination's rule", func(r *setdoku.Record) { r.Eliminations[0].Rule = "x_wing_" }, "elimination"},
		{"elimination's rule manual", func(r *setdoku.Record) { r.Eliminations[0].Rule = setdoku.RuleManual }, "elimination"},
		{"elimination's pattern", func(r *setdoku.Record) { r.Eliminations[0].Pattern++ }, "elimination"},
		{"elimination moved later", func(r *setdoku.Record) { r.Eliminations[0].Step++ }, "elimination"},
		{"elimination moved earlier", func(r *setdoku.Record) { r.Eliminations[0].Step-- }, "elimination"},
		{"elimination made input", func(r *setdoku.Record) {
			r.Eliminations[0].Step, r.Eliminations[0].Rule, r.Eliminations[0].Pattern = 0, setdoku.RuleGiven, 7
		}, "elimination"},
		{"elimination deleted", func(r *setdoku.Record) { r.Eliminations = r.Eliminations[1:] }, "elimination"},
		{"elimination added", func(r *setdoku.Record) {
			x := r.Eliminations[0]
			x.Digit = otherDigit(x.Digit)
			r.Eliminations = append(r.Eliminations, x)
		}, "elimination"},

		{"evidence's role", func(r *setdoku.Record) { r.Evidence[0].Role = "fin" }, "evidence"},
		{"evidence's cell", func(r *setdoku.Record) { r.Evidence[0].Cell++ }, "evidence"},
		{"evidence's digit", func(r *setdoku.Record) { r.Evidence[0].Digit++ }, "evidence"},
		{"evidence's unit", func(r *setdoku.Record) { r.Evidence[subset].Unit++ }, "evidence"},
		{"evidence's unit that is none", func(r *setdoku.Record) { r.Evidence[lastEvidence].Unit = 28 }, "evidence"},
		{"evidence's ordinal", func(r *setdoku.Record) { r.Evidence[subset].Ordinal++ }, "evidence"},
		{"evidence's pattern", func(r *setdoku.Record) { r.Evidence[subset].Pattern++ }, "evidence"},
		{"evidence's step", func(r *setdoku.Record) { r.Evidence[subset].Step++ }, "evidence"},
		{"evidence deleted", func(r *setdoku.Record) { r.Evidence = slices.Delete(r.Evidence, subset, subset+1) }, "evidence"},
		{"evidence doubled", func(r *setdoku.Record) { r.Evidence = append(r.Evidence, r.Evidence[subset]) }, "evidence"},
		{"evidence of no deduction", func(r *setdoku.Record) {
			r.Evidence = append(r.Evidence, setdoku.Evidence{Step: 1, Pattern: 999, Ordinal: 1, Role: "single", Cell: 11, Digit: 1, Unit: 1})
		}, "evidence"},
		{"evidence of step 0", func(r *setdoku.Record) {
			r.Evidence = append(r.Evidence, setdoku.Evidence{Step: 0, Pattern: 999, Ordinal: 1, Role: "single", Cell: 11, Digit: 1, Unit: 1})
		}, "evidence"},

		{"contradiction added", func(r *setdoku.Record) {
			r.Contradictions = []setdoku.Contradiction{{Step: r.Steps, Kind: "no_candidate", Cell: 11}}
		}, "contradiction"},
		{"not the state it came with", func(r *setdoku.Record) {
			r.Start = &setdoku.Start{Placed: []setdoku.Candidate{{Cell: sound.Cells[placed].Cell, Digit: sound.Cells[placed].Digit}}}
		}, "cell"},
		{"a mark crossed out that left no row", func(r *setdoku.Record) {
			e := sound.Eliminations[0]
			r.Start = &setdoku.Start{Deleted: []setdoku.Candidate{{Cell: e.Cell, Digit: e.Digit}}}
		}, "elimination"},
	})
}

// renumber calls move with every step number of r.
func renumber(r *setdoku.Record, move func(*int)) {
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
	slices.SortFunc(r.StepRows, func(a, b setdoku.Step) int { return a.Step - b.Step })
}

func TestTamperingStuck(t *testing.T) {
	run := setdoku.Run{ID: 1, Techniques: names(singlesOnly), Audit: setdoku.AuditFull}
	c := mustNew(t, run, setdoku.Run{ID: 2, Techniques: names(everything), Audit: setdoku.AuditFull})
	_, sound := pick(t, c, run, "is stuck after some singles", func(r *setdoku.Record) bool {
		return r.Status == setdoku.StatusStuck && r.Steps > 2
	})
	runTamperings(t, c, sound, []tampering{
		{"candidate removed", func(r *setdoku.Record) { r.Candidates = r.Candidates[1:] }, "candidate"},
		{"candidate added", func(r *setdoku.Record) {
			r.Candidates = append(r.Candidates, setdoku.Candidate{Cell: sound.Cells[0].Cell, Digit: 1})
		}, "candidate"},
		{"candidate doubled", func(r *setdoku.Record) { r.Candidates = append(r.Candidates, r.Candidates[0]) }, "candidate"},
		{"candidate's digit", func(r *setdoku.Record) { r.Candidates[0].Digit = otherDigit(r.Candidates[0].Digit) }, "candidate"},
		{"status new", func(r *setdoku.Record) { r.Status = setdoku.StatusNew }, "puzzle"},
		{"status solved", func(r *setdoku.Record) { r.Status = setdoku.StatusSolved }, "puzzle"},
		{"status invalid", func(r *setdoku.Record) { r.Status = setdoku.StatusInvalid }, "puzzle"},
		{"another run", func(r *setdoku.Record) { r.RunID = 2 }, "puzzle"},
		{"an attempt of a run that goes on", func(r *setdoku.Record) { r.RunID, r.Attempts[0].Run = 2, 2 }, "step"},
		{"no run", func(r *setdoku.Record) { r.RunID = 0 }, "puzzle"},
	})
}

func TestTamperingInvalid(t *testing.T) {
	run := setdoku.Run{ID: 1, Techniques: names(everything), Audit: setdoku.AuditFull}
	c := mustNew(t, run)
	puzzles, solutions := generate(t, 9, 8)
	var sound *setdoku.Record
	for k, p := range puzzles {
		for i := range p {
			s := setdoku.State{Givens: p}
			wrong := s.Candidates()[i] &^ setdoku.SetOf(solutions[k][i])
			if wrong == 0 {
				continue
			}
			s.Givens[i] = wrong.Lowest()
			r := mustSolve(t, c, s, run)
			if r.Status == setdoku.StatusInvalid && r.Steps > 1 && r.Contradictions[0].Unit != 0 {
				sound = r
			}
		}
	}
	if sound == nil {
		t.Fatal("no wrong given leads to a contradiction in a unit")
	}
	runTamperings(t, c, sound, []tampering{
		{"contradiction deleted", func(r *setdoku.Record) { r.Contradictions = nil }, "contradiction"},
		{"contradiction doubled", func(r *setdoku.Record) { r.Contradictions = append(r.Contradictions, r.Contradictions[0]) }, "contradiction"},
		{"contradiction's step", func(r *setdoku.Record) { r.Contradictions[0].Step-- }, "contradiction"},
		{"contradiction's kind", func(r *setdoku.Record) { r.Contradictions[0].Kind = "no_candidate" }, "contradiction"},
		{"contradiction's cell", func(r *setdoku.Record) { r.Contradictions[0].Cell = 11 }, "contradiction"},
		{"contradiction without its unit", func(r *setdoku.Record) { r.Contradictions[0].Unit = 0 }, "contradiction"},
		{"contradiction's unit", func(r *setdoku.Record) { r.Contradictions[0].Unit++ }, "contradiction"},
		{"contradiction's digit", func(r *setdoku.Record) { r.Contradictions[0].Digit++ }, "contradiction"},
		{"candidate added", func(r *setdoku.Record) { r.Candidates = []setdoku.Candidate{{Cell: 11, Digit: 1}} }, "candidate"},
		{"status stuck", func(r *setdoku.Record) { r.Status = setdoku.StatusStuck }, "puzzle"},
		{"score", func(r *setdoku.Record) { r.Score-- }, "puzzle"},
	})
}

func TestTamperingByHand(t *testing.T) {
	for _, audit := range []setdoku.Audit{setdoku.AuditFull, setdoku.AuditNone} {
		t.Run(string(audit), func(t *testing.T) {
			singles := setdoku.Run{ID: 1, Techniques: names(singlesOnly), Audit: audit}
			all := setdoku.Run{ID: 2, Techniques: names(everything), Audit: audit}
			c := mustNew(t, singles, all)
			p, stuck := pick(t, c, singles, "is stuck after some singles", func(r *setdoku.Record) bool {
				return r.Status == setdoku.StatusStuck && r.Steps > 1
			})
			_, solution := bruteOf(t, p)
			mark := stuck.Candidates[0]
			if solution[setdoku.CellIndex(mark.Cell)] == mark.Digit {
				mark = stuck.Candidates[1]
			}
			sound := cross(stuck, mark.Cell, mark.Digit)
			cell := sound.Candidates[len(sound.Candidates)-1].Cell
			sound = goOn(t, c, place(t, sound, cell, solution[setdoku.CellIndex(cell)]), all)
			crossed := slices.IndexFunc(sound.Eliminations, func(e setdoku.Change) bool { return e.Rule == setdoku.RuleManual })
			placed := slices.IndexFunc(sound.Cells, func(x setdoku.FilledCell) bool { return x.Rule == setdoku.RuleManual })
			firstStep := slices.IndexFunc(sound.StepRows, func(s setdoku.Step) bool { return s.Rule == setdoku.RuleManual })

			runTamperings(t, c, sound, []tampering{
				{"placed digit of a peer", func(r *setdoku.Record) {
					peers := setdoku.Peers[setdoku.CellIndex(cell)]
					k := slices.IndexFunc(r.Cells, func(x setdoku.FilledCell) bool {
						return x.Rule == setdoku.RuleGiven && slices.Contains(peers[:], setdoku.CellIndex(x.Cell))
					})
					r.Cells[placed].Digit = r.Cells[k].Digit
				}, "cell"},
				{"placed in a filled cell", func(r *setdoku.Record) { r.Cells[placed].Cell = r.Cells[0].Cell }, "cell"},
				{"placed digit deleted", func(r *setdoku.Record) { r.Cells = slices.Delete(r.Cells, placed, placed+1) }, "cell"},
				{"placed digit's rule", func(r *setdoku.Record) { r.Cells[placed].Rule = "naked_single" }, "cell"},
				{"mark's rule", func(r *setdoku.Record) { r.Eliminations[crossed].Rule = "pointing" }, "elimination"},
				{"placed digit doubled", func(r *setdoku.Record) { r.Cells = append(r.Cells, r.Cells[placed]) }, "cell"},
				{"mark of no candidate", func(r *setdoku.Record) { r.Eliminations[crossed].Cell = r.Cells[0].Cell }, "elimination"},
				{"mark with a pattern", func(r *setdoku.Record) { r.Eliminations[crossed].Pattern = 5 }, "elimination"},
				{"mark deleted", func(r *setdoku.Record) { r.Eliminations = slices.Delete(r.Eliminations, crossed, crossed+1) }, "elimination"},
				{"step of the mark deleted", func(r *setdoku.Record) { r.StepRows = slices.Delete(r.StepRows, firstStep, firstStep+1) }, "step"},
				{"step of the mark has a run", func(r *setdoku.Record) { r.StepRows[firstStep].Run = 1 }, "step"},
				{"step of the mark counts a placement", func(r *setdoku.Record) { r.StepRows[firstStep].Placements = 1 }, "step"},
				{"step of the mark counts nothing", func(r *setdoku.Record) { r.StepRows[firstStep].Eliminations = 0 }, "step"},
				{"step of the digit counts a mark", func(r *setdoku.Record) {
					r.StepRows[firstStep+1].Placements, r.StepRows[firstStep+1].Eliminations = 0, 1
				}, "step"},
				{"step of the digit became a technique", func(r *setdoku.Record) {
					r.StepRows[firstStep+1].Rule, r.StepRows[firstStep+1].Run = "full_house", 2
				}, "step"},
				{"nothing by hand", func(r *setdoku.Record) {
					r.StepRows[firstStep].Eliminations = 0
					r.Eliminations = slices.Delete(r.Eliminations, crossed, crossed+1)
				}, "step"},
			})
		})
	}
}

func TestTamperingLowerAudits(t *testing.T) {
	for _, audit := range []setdoku.Audit{setdoku.AuditSteps, setdoku.AuditNone} {
		t.Run(string(audit), func(t *testing.T) {
			run := setdoku.Run{ID: 1, Techniques: names(everything), Audit: audit}
			full := setdoku.Run{ID: 2, Techniques: names(everything), Audit: setdoku.AuditFull}
			c := mustNew(t, run, full)
			p, _ := pick(t, c, full, "is solved with eliminations", func(r *setdoku.Record) bool {
				return r.Status == setdoku.StatusSolved && len(r.Eliminations) > 2
			})
			sound := mustSolve(t, c, setdoku.State{Givens: p}, run)
			placed := slices.IndexFunc(sound.Cells, func(x setdoku.FilledCell) bool { return x.Step > 1 })
			tests := []tampering{
				{"cell's digit", func(r *setdoku.Record) { r.Cells[placed].Digit = otherDigit(r.Cells[placed].Digit) }, "cell"},
				{"cell's step", func(r *setdoku.Record) { r.Cells[placed].Step++ }, "cell"},
				{"cell's rule", func(r *setdoku.Record) { r.Cells[placed].Rule = "pointing" }, "cell"},
				{"cell's rule manual", func(r *setdoku.Record) { r.Cells[placed].Rule = setdoku.RuleManual }, "cell"},
				{"cell deleted", func(r *setdoku.Record) { r.Cells = slices.Delete(r.Cells, placed, placed+1) }, "cell"},
				{"placement's pattern", func(r *setdoku.Record) { r.Placements[0].Pattern = 1111 }, "placement"},
				{"placement deleted", func(r *setdoku.Record) { r.Placements = r.Placements[1:] }, "placement"},
				{"elimination added", func(r *setdoku.Record) {
					r.Eliminations = append(r.Eliminations, setdoku.Change{Step: 1, Cell: 11, Digit: 1, Rule: "pointing", Pattern: 0})
				}, "elimination"},
				{"evidence added", func(r *setdoku.Record) {
					r.Evidence = append(r.Evidence, setdoku.Evidence{Step: 1, Pattern: 1111, Ordinal: 1, Role: "single", Cell: 11, Digit: 1, Unit: 1})
				}, "evidence"},
				{"steps", func(r *setdoku.Record) { r.Steps-- }, "puzzle"},
				{"score", func(r *setdoku.Record) { r.Score-- }, "puzzle"},
				{"hardest", func(r *setdoku.Record) { r.Hardest = "full_house" }, "puzzle"},
			}
			if audit == setdoku.AuditSteps {
				tests = append(tests,
					tampering{"step's rule", func(r *setdoku.Record) { r.StepRows[1].Rule = "claiming" }, "step"},
					tampering{"step's counts", func(r *setdoku.Record) { r.StepRows[0].Placements++ }, "step"},
					tampering{"step deleted", func(r *setdoku.Record) { r.StepRows = r.StepRows[1:] }, "step"})
			} else {
				tests = append(tests,
					tampering{"step added", func(r *setdoku.Record) {
						r.StepRows = append(r.StepRows, setdoku.Step{Step: 1, Rule: r.Cells[placed].Rule, Placements: 1, Eliminations: 0, Run: 1})
					}, "step"})
			}
			runTamperings(t, c, sound, tests)
		})
	}
}
