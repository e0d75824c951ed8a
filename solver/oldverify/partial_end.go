package verify

import (
	"encoding/json"
	"maps"
	"slices"

	"setdoku"
	"setdoku/internal/brute"
)

// partialEnd compares the end of the record with what can be known.
func (v *replay) partialEnd() *Finding {
	r := v.r
	count, _ := v.p.solutions()
	proper := r.Status == v.status()
	switch {
	case r.Status == setdoku.StatusInvalid:
		proper = count == 0
	case r.Status == setdoku.StatusMultiple:
		proper = v.multiple && count > 1
	}
	want := v.partialWanted()
	if run := v.c.runs[r.RunID]; run != nil && run.endOnly && r.Status != setdoku.StatusNew {
		end := v.wantedEnd()
		proper, want.Solution, want.Contradictions = r.Status == end.Status, end.Solution, end.Contradictions
	}
	if !proper {
		return puzzleFinding(v.done, "status", "is %s, but the puzzle has %d solutions (2 are two or more)", r.Status, count)
	}
	if f := contradictionTable().compare(v.done, want.Contradictions, r.Contradictions); f != nil {
		return f
	}
	if r.Status == setdoku.StatusStuck || r.Status == setdoku.StatusNew {
		if f := v.partialMarks(); f != nil {
			return f
		}
	} else if f := candidateTable().compare(v.done, nil, r.Candidates); f != nil {
		return f
	}
	if list := v.puzzleColumns(want); len(list) > 0 {
		return list[0]
	}
	if v.partial.unrated {
		if f := v.partialRating(); f != nil {
			return f
		}
	}
	return v.surplusAttempt()
}

// partialWanted returns the expected puzzle row and contradiction. Unknown values are copied from the record.
func (v *replay) partialWanted() *setdoku.Record {
	r := v.r
	want := &setdoku.Record{Status: r.Status, Steps: v.done}
	if r.Status == setdoku.StatusSolved {
		want.Solution = v.p.digits.String()
	}
	if r.Status == setdoku.StatusInvalid {
		want.Contradictions = []setdoku.Contradiction{v.partialContradiction()}
	}
	v.rated.write(want)
	if v.partial.unrated {
		want.Score, want.Hardest, want.Level, want.Techniques = r.Score, r.Hardest, r.Level, r.Techniques
		want.TechniqueSteps = r.TechniqueSteps
	}
	return want
}

// partialContradiction returns the contradiction of the record if it is possible. Otherwise it returns one that
// does not depend on unknown eliminations.
func (v *replay) partialContradiction() setdoku.Contradiction {
	seen := setdoku.Contradiction{Kind: "no_solution"}
	if v.bad != nil {
		seen = *v.bad
	}
	seen.Step = v.done
	if len(v.r.Contradictions) != 1 {
		return seen
	}
	c := v.r.Contradictions[0]
	u, err := unitOf(setdoku.Evidence{Unit: c.Unit})
	may := false
	switch c.Kind {
	case "no_candidate", "two_digits":
		may = c.Unit == 0 && c.Digit == 0 && setdoku.ValidCell(c.Cell) && v.p.digits[setdoku.CellIndex(c.Cell)] == 0
	case "no_place", "two_places":
		may = c.Cell == 0 && err == nil && exists(11, c.Digit) && v.p.missing(u).Has(c.Digit)
	}
	if !may || c.Step != v.done {
		return seen
	}
	return c
}

// partialMarks checks the remaining candidates. They may be live, they contain every solution, and the last run
// finds nothing more with the techniques that verify can search for.
func (v *replay) partialMarks() *Finding {
	left := position{digits: v.p.digits}
	for _, c := range slices.SortedFunc(slices.Values(v.r.Candidates), candidateTable().order) {
		row := Finding{Step: v.done, Table: "candidate", Row: cellDigit(c.Cell, c.Digit)}
		switch {
		case !exists(c.Cell, c.Digit) || !v.p.marks[setdoku.CellIndex(c.Cell)].Has(c.Digit):
			row.Problem = "the digit cannot be a candidate"
			return &row
		case left.marks[setdoku.CellIndex(c.Cell)].Has(c.Digit):
			row.Problem = "the row stands twice"
			return &row
		}
		left.marks[setdoku.CellIndex(c.Cell)] |= setdoku.SetOf(c.Digit)
	}
	if f := v.partialLost(&left); f != nil {
		return f
	}
	return v.partialStuck(&left)
}

// partialLost returns a finding if the puzzle has a solution but the remaining candidates have none.
func (v *replay) partialLost(left *position) *Finding {
	count, first := v.p.solutions()
	if kept, _ := brute.CountState(left.state(), 1); count == 0 || kept > 0 {
		return nil
	}
	for i, d := range first {
		if left.digits[i] == 0 && !left.marks[i].Has(d) {
			return &Finding{Step: v.done, Table: "candidate", Row: cellDigit(setdoku.CellNumber(i), d), Problem: "the row is missing, the digit is in a solution"}
		}
	}
	return nil
}

// partialStuck checks that the last run finds nothing in the remaining candidates.
func (v *replay) partialStuck(left *position) *Finding {
	run := v.c.runs[v.r.RunID]
	if v.r.Status != setdoku.StatusStuck || run == nil || v.stopped(run) {
		return nil
	}
	if bad, found := left.contradiction(); found {
		return puzzleFinding(v.done, "status", "is stuck, but the candidates left are a contradiction, %s", bad.Kind)
	}
	in := situation{p: left, givens: v.in.givens, proper: v.in.proper}
	if t, _ := run.pass(&in, nil); t != nil && !(run.stopAtFirst && v.partial.unrated) {
		return puzzleFinding(v.done, "status", "is stuck, but %s finds something", t.Name)
	}
	return nil
}

// partialRating checks that the rating columns agree with each other when some steps are unknown.
func (v *replay) partialRating() *Finding {
	var counts map[string]int
	if err := json.Unmarshal([]byte(v.r.Techniques), &counts); err != nil {
		return puzzleFinding(v.done, "techniques", "%v", err)
	}
	var steps map[string]int
	if err := json.Unmarshal([]byte(v.r.TechniqueSteps), &steps); err != nil {
		return puzzleFinding(v.done, "technique_steps", "%v", err)
	}
	var hardest *setdoku.Technique
	score, sum := 0, 0
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		t, known := v.c.techniques[name]
		switch {
		case !known:
			return puzzleFinding(v.done, "techniques", "names %s, which is not in the catalogue", name)
		case steps[name] < 1:
			return puzzleFinding(v.done, "technique_steps", "has no steps of %s, which techniques names", name)
		}
		if hardest == nil || harder(&t, hardest) {
			hardest = &t
		}
		score += steps[name] * t.Weight
		sum += steps[name]
	}
	switch {
	case len(steps) != len(counts) || sum != v.technical():
		return puzzleFinding(v.done, "technique_steps", "is %s, it should be %d steps of %d techniques", v.r.TechniqueSteps, v.technical(), len(counts))
	case hardest != nil && (v.r.Hardest != hardest.Name || v.r.Level != hardest.Level):
		return puzzleFinding(v.done, "hardest", "is %s of level %s, it should be %s of level %s", v.r.Hardest, v.r.Level, hardest.Name, hardest.Level)
	case v.r.Score != score:
		return puzzleFinding(v.done, "score", "is %d, the steps of the techniques make %d", v.r.Score, score)
	}
	return nil
}

// technical returns the number of steps made by techniques.
func (v *replay) technical() int {
	n := v.done
	for _, s := range v.r.StepRows {
		if s.Rule == setdoku.RuleManual {
			n--
		}
	}
	return n
}
