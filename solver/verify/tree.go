package verify

import (
	"fmt"
	"slices"

	"setdoku"
	"setdoku/solver/proof"
	"setdoku/store/record"
)

// tree checks the rows of the table branch, in the state before the search. Only a search of a run with full audit has
// rows. Engines may try branches in any order and may stop after the second solution, but each branch must end as its
// outcome says, and a branch that was split must try every candidate of one cell.
func (v *recordCheck) tree() *Finding {
	run := v.runs[v.r.RunID]
	searched := len(v.path.Steps) > 0 && v.path.Steps[len(v.path.Steps)-1].Rule == setdoku.RuleSearch ||
		slices.ContainsFunc(v.r.Contradictions, func(c setdoku.Contradiction) bool { return c.Kind == "no_solution" })
	rows := slices.SortedFunc(slices.Values(v.r.Branches), func(a, b record.Branch) int { return a.Branch - b.Branch })
	switch {
	case !searched || run.Audit != setdoku.AuditFull || run.EndOnly:
		if len(rows) > 0 {
			return branchFinding(v.r.Steps, rows[0], "no run with audit full made a search")
		}
		return nil
	case v.partial: // nobody knows where the search began
		return nil
	case len(rows) == 0:
		return branchFinding(v.r.Steps, record.Branch{Branch: 1}, "the row is missing, a search was made")
	case run.Engine != "" && rows[0].Engine != run.Engine:
		return branchFinding(v.r.Steps, rows[0], "its engine is %s, that of run %d is %s", rows[0].Engine, run.ID,
			run.Engine)
	}
	if f := v.treeShape(rows); f != nil {
		return f
	}
	return v.treeHolds(rows)
}

// treeShape checks the columns of the rows that do not depend on the puzzle.
func (v *recordCheck) treeShape(rows []record.Branch) *Finding {
	for i, b := range rows {
		depth := 1
		if b.Parent > 0 && b.Parent < b.Branch {
			depth = rows[b.Parent-1].Depth + 1
		}
		problem := ""
		switch {
		case b.Branch != i+1:
			problem = fmt.Sprintf("the row comes where branch %d should", i+1)
		case b.Parent < 0 || b.Parent >= b.Branch || b.Parent > 0 && rows[b.Parent-1].Outcome != record.BranchSplit:
			problem = fmt.Sprintf("its parent is branch %d, which was not split before it", b.Parent)
		case b.Engine != rows[0].Engine:
			problem = fmt.Sprintf("its engine is %s, that of branch 1 is %s", b.Engine, rows[0].Engine)
		case !b.Candidate().Valid():
			problem = "there is no such cell and digit"
		case !slices.Contains([]string{record.BranchSolved, record.BranchInvalid, record.BranchSplit,
			record.BranchOpen},
			b.Outcome):
			problem = fmt.Sprintf("its outcome is %q", b.Outcome)
		case b.Depth != depth:
			problem = fmt.Sprintf("its depth is %d, it should be %d", b.Depth, depth)
		}
		if problem != "" {
			return branchFinding(v.r.Steps, b, "%s", problem)
		}
	}
	return nil
}

// treeMost is the largest number of branches that a search keeps.
const treeMost = 10_000

// treeHolds follows every branch by singles.
func (v *recordCheck) treeHolds(rows []record.Branch) *Finding {
	children := make([][]record.Branch, len(rows)+1)
	for _, b := range rows {
		children[b.Parent] = append(children[b.Parent], b)
	}
	solved, open := 0, false
	for at := range children {
		var end proof.Assumption
		if at == 0 {
			end = v.p.Follow(nil)
		} else {
			b := rows[at-1]
			end = v.p.Follow(assumed(rows, at))
			switch {
			case !end.Live:
				return branchFinding(v.r.Steps, b, "%d is not a candidate of %s there", b.Digit, b.Cell.String())
			case b.Outcome == record.BranchOpen:
				open = true
				continue
			case end.Outcome != b.Outcome:
				return branchFinding(v.r.Steps, b, "it is %s, it should be %s", b.Outcome, end.Outcome)
			}
		}
		switch end.Outcome {
		case record.BranchSolved:
			solved++
		case record.BranchSplit:
			if f := v.splits(at, children[at], &end); f != nil {
				return f
			}
		}
	}
	want := map[setdoku.Status]int{setdoku.StatusSolved: 1, setdoku.StatusMultiple: 2}[v.r.Status]
	if len(rows) < treeMost && (min(solved, 2) != want || open && solved < 2) {
		return branchFinding(v.r.Steps, rows[0], "the tree has %d solutions, but the puzzle is %s", solved, v.r.Status)
	}
	return nil
}

// assumed returns what a branch and its parents assume, the first parent first.
func assumed(rows []record.Branch, at int) (list []setdoku.Candidate) {
	for ; at > 0; at = rows[at-1].Parent {
		list = append(list, rows[at-1].Candidate())
	}
	slices.Reverse(list)
	return list
}

// splits checks that the children of a branch try every candidate of one cell once. Branch 0 is the state before the
// search.
func (v *recordCheck) splits(at int, children []record.Branch, end *proof.Assumption) *Finding {
	if len(children) == 0 {
		return branchFinding(v.r.Steps, record.Branch{Branch: at}, "no branch of it tries anything")
	}
	first := children[0]
	var tried setdoku.DigitSet
	for _, b := range children {
		if b.Cell != first.Cell || tried.Has(b.Digit) {
			return branchFinding(v.r.Steps, b,
				"it tries %d in cell %d, but branch %d tries cell %d, and each digit once", b.Digit, b.Cell,
				first.Branch, first.Cell)
		}
		tried |= setdoku.NewDigitSet(b.Digit)
	}
	if want := end.Candidates[first.Cell.Index()]; tried != want {
		return branchFinding(v.r.Steps, first, "it and its sibling branches do not try all candidates of cell %d",
			first.Cell)
	}
	return nil
}
