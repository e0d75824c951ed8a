package verify

import (
	"cmp"
	"fmt"
	"slices"

	"setdoku"
)

// treeMost is the largest number of branches of a tree that is stored completely.
const treeMost = 10_000

// tree is the search tree as the rows of the table branch give it.
type tree struct {
	rows   []setdoku.Branch
	at     []*position    // after the singles, by branch, 0 being the state before the search
	tried  []map[int]bool // digits that begin a branch there
	solved int
	step   int
}

// branches checks the rows of the table branch. Only a search by a run with full audit has rows, and they form its
// tree. Engines may number the branches in any order, and may stop anywhere after the second solution.
func (v *replay) branches() *Finding {
	t := &tree{rows: slices.SortedFunc(slices.Values(v.r.Branches), func(a, b setdoku.Branch) int { return cmp.Compare(a.Branch, b.Branch) }), step: v.done}
	switch {
	case !v.keepsTree() && len(t.rows) > 0:
		return t.finding(t.rows[0], "no run with audit full made a search")
	case !v.keepsTree():
		return nil
	case len(t.rows) == 0:
		return t.finding(setdoku.Branch{Branch: 1}, "the row is missing, a search was made")
	}
	if engine := v.c.runs[v.r.RunID].engine; engine != "" && t.rows[0].Engine != engine {
		return t.finding(t.rows[0], "its engine is %s, that of run %d is %s", t.rows[0].Engine, v.r.RunID, engine)
	}
	if f := t.shape(); f != nil || v.searchedAt == nil {
		return f
	}
	return t.holds(v.searchedAt, v.r)
}

// keepsTree reports whether the puzzle ends with a search whose tree is stored.
func (v *replay) keepsTree() bool {
	run := v.c.runs[v.r.RunID]
	if run == nil || run.audit != setdoku.AuditFull || run.endOnly {
		return false
	}
	last := slices.ContainsFunc(v.r.StepRows, func(s setdoku.Step) bool { return s.Step == v.done && s.Rule == setdoku.RuleSearch })
	none := slices.ContainsFunc(v.r.Contradictions, func(c setdoku.Contradiction) bool { return c.Kind == "no_solution" })
	return last || none
}

func (t *tree) finding(b setdoku.Branch, problem string, args ...any) *Finding {
	return &Finding{Step: t.step, Table: "branch", Row: fmt.Sprintf("branch %d", b.Branch), Problem: fmt.Sprintf(problem, args...)}
}

// shape checks what does not depend on the puzzle: branches are numbered from 1 without gaps, a parent comes
// before its children, the depth grows by one, and cells and digits exist.
func (t *tree) shape() *Finding {
	for i, b := range t.rows {
		depth := 1
		switch {
		case b.Branch != i+1:
			return t.finding(b, "the row comes where branch %d should", i+1)
		case b.Parent < 0 || b.Parent >= b.Branch:
			return t.finding(b, "its parent is branch %d", b.Parent)
		case b.Engine != t.rows[0].Engine:
			return t.finding(b, "its engine is %s, that of branch 1 is %s", b.Engine, t.rows[0].Engine)
		case !exists(b.Cell, b.Digit):
			return t.finding(b, "there is no cell %d with digit %d", b.Cell, b.Digit)
		case !slices.Contains([]string{setdoku.BranchSolved, setdoku.BranchInvalid, setdoku.BranchSplit, setdoku.BranchOpen}, b.Outcome):
			return t.finding(b, "its outcome is %q", b.Outcome)
		case b.Parent > 0:
			parent := t.rows[b.Parent-1]
			if parent.Outcome != setdoku.BranchSplit {
				return t.finding(b, "its parent is branch %d, which is %s", b.Parent, parent.Outcome)
			}
			depth = parent.Depth + 1
		}
		if b.Depth != depth {
			return t.finding(b, "its depth is %d, it should be %d", b.Depth, depth)
		}
	}
	return nil
}

// holds checks every branch by placing singles. A node must try all candidates of one cell. Then the solved
// branches are all the solutions, unless some branches are open.
func (t *tree) holds(before *position, r *setdoku.Record) *Finding {
	t.at, t.tried = make([]*position, len(t.rows)+1), make([]map[int]bool, len(t.rows)+1)
	t.at[0], t.tried[0] = before, map[int]bool{}
	var open *setdoku.Branch
	for i, b := range t.rows {
		if f := t.branch(b, r.Solution); f != nil {
			return f
		}
		if b.Outcome == setdoku.BranchOpen && open == nil {
			open = &t.rows[i]
		}
	}
	for i, p := range t.at {
		if p == nil {
			continue
		}
		cell := p.tightest()
		for _, d := range members(p.marks[cell]) {
			if !t.tried[i][d] {
				return t.finding(setdoku.Branch{Branch: i}, "no branch of it tries %d in %s", d, setdoku.CellName(cell))
			}
		}
	}
	whole := len(t.rows) <= treeMost
	if open != nil && t.solved < 2 && whole {
		return t.finding(*open, "it is open, but there is only %d solution", t.solved)
	}
	if n := min(t.solved, 2); whole && n != map[string]int{setdoku.StatusSolved: 1, setdoku.StatusMultiple: 2}[r.Status] {
		return t.finding(t.rows[0], "the tree has %d solutions (2 are two or more), but the puzzle is %s", n, r.Status)
	}
	return nil
}

// branch checks a row. Its parent was checked before.
func (t *tree) branch(b setdoku.Branch, solution string) *Finding {
	parent := t.at[b.Parent]
	cell := setdoku.CellIndex(b.Cell)
	switch {
	case cell != parent.tightest():
		return t.finding(b, "it tries %s, the first with the fewest candidates is %s", setdoku.CellName(cell), setdoku.CellName(parent.tightest()))
	case !parent.marks[cell].Has(b.Digit):
		return t.finding(b, "%d is no candidate of %s", b.Digit, setdoku.CellName(cell))
	case t.tried[b.Parent][int(b.Digit)]:
		return t.finding(b, "%d in %s is tried twice", b.Digit, setdoku.CellName(cell))
	}
	t.tried[b.Parent][int(b.Digit)] = true
	if b.Outcome == setdoku.BranchOpen {
		return nil
	}
	child := *parent
	child.place(cell, b.Digit)
	outcome := child.fill()
	switch {
	case outcome != b.Outcome:
		return t.finding(b, "it is %s, it should be %s", b.Outcome, outcome)
	case outcome == setdoku.BranchSplit:
		t.at[b.Branch], t.tried[b.Branch] = &child, map[int]bool{}
	case outcome == setdoku.BranchSolved:
		t.solved++
		if solution != "" && child.digits.String() != solution {
			return t.finding(b, "it ends in %s, which is not the solution", child.digits)
		}
	}
	return nil
}

// tightest returns the first open cell with the fewest candidates.
func (p *position) tightest() int {
	best := -1
	for i, d := range p.digits {
		if d == 0 && (best < 0 || p.marks[i].Count() < p.marks[best].Count()) {
			best = i
		}
	}
	return best
}

// fill places singles until none is left, and returns the outcome.
func (p *position) fill() string {
	c := closureOf(p)
	if !c.run() {
		return setdoku.BranchInvalid
	}
	switch *p = *c.position(); {
	case p.full():
		return setdoku.BranchSolved
	}
	return setdoku.BranchSplit
}

// grow adds the tree of a search to a record. It goes depth first and stops at two solutions.
func grow(r *setdoku.Record, p *position) { growFrom(r, p, 0, 0, new(int)) }

func growFrom(r *setdoku.Record, p *position, parent, depth int, solved *int) {
	cell := p.tightest()
	for _, d := range members(p.marks[cell]) {
		at := len(r.Branches)
		r.Branches = append(r.Branches, setdoku.Branch{
			Engine: "verify", Branch: at + 1, Parent: parent, Depth: depth + 1, Cell: setdoku.CellNumber(cell), Digit: uint8(d), Outcome: setdoku.BranchOpen,
		})
		if *solved > 1 || at >= treeMost {
			continue
		}
		child := *p
		child.place(cell, uint8(d))
		outcome := child.fill()
		r.Branches[at].Outcome = outcome
		switch outcome {
		case setdoku.BranchSolved:
			*solved++
		case setdoku.BranchSplit:
			growFrom(r, &child, at+1, depth+1, solved)
		}
	}
}
