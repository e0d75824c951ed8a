package memory

import (
	"context"
	"slices"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/solver/forcing"
	"setdoku/store/record"
)

// Rater fills in what follows from the steps of a puzzle, whichever engine made them. It is not safe for concurrent
// use.
type Rater struct {
	techniques catalogue.Catalogue // all, because earlier runs may have used any
	index      map[string]int      // of techniques, by name
	audit      setdoku.Audit
	trial      *forcing.Engine // nil until it is needed
}

// NewRater returns a rater. all are all techniques. It leaves the rows that an audit level stores, none for "".
func NewRater(all catalogue.Catalogue, audit setdoku.Audit) *Rater {
	r := &Rater{techniques: all, index: make(map[string]int, len(all)), audit: audit}
	for i := range all {
		r.index[all[i].Name] = i
	}
	return r
}

// clone returns a rater that another goroutine may use at the same time.
func (r *Rater) clone() *Rater {
	return &Rater{techniques: r.techniques, index: r.index, audit: r.audit}
}

// Fill fills in what follows from the status, the steps and the filled cells of a puzzle. Of the rows it leaves a copy
// of those that the audit level stores. If ctx ends, Filled is empty: the puzzle is not done.
func (r *Rater) Fill(ctx context.Context, p *record.Puzzle, filled *setdoku.Grid) {
	p.StoredEvidence, p.Filled, p.Steps = true, filled.String(), p.LastStep()
	p.Solution, p.Depth = "", nil
	if p.Status == setdoku.StatusSolved {
		p.Solution, p.Depth = p.Filled, r.depth(ctx, p, filled)
	}
	if ctx.Err() != nil {
		p.Filled = "" // the depth is not known
	}
	r.rate(p)
	p.Rows = r.stored(&p.Rows)
}

// useCount counts the steps of a technique in a puzzle, and their placements and eliminations. A list of it for each
// technique takes half the memory of one of setdoku.Use, and has no pointers: that makes a tenth of the time of an easy
// puzzle.
type useCount struct{ steps, deductions int }

// rate adds the techniques of the steps that were made to those of the steps that stay, and sets the score, level and
// hardest technique.
func (r *Rater) rate(p *record.Puzzle) {
	work := make([]useCount, len(r.techniques))
	for _, u := range p.Uses {
		if i, ok := r.index[u.Technique]; ok {
			work[i] = useCount{u.Steps, u.Deductions}
		}
	}
	for _, s := range p.StepRows {
		i := r.index[s.Rule]
		work[i].steps++
		work[i].deductions += s.Placements + s.Eliminations
		p.Score += r.techniques[i].Weight * max(s.Rounds, 1)
		p.Rounds = max(p.Rounds, s.Rounds)
	}
	p.Uses, p.Hardest, p.Level = nil, "", ""
	var hardest *catalogue.Technique
	for i := range r.techniques {
		if work[i].steps == 0 {
			continue
		}
		t := &r.techniques[i]
		p.Uses = append(p.Uses, setdoku.Use{Technique: t.Name, Steps: work[i].steps, Deductions: work[i].deductions})
		if hardest == nil || t.Harder(hardest) {
			hardest = t
		}
	}
	if hardest != nil {
		p.Hardest, p.Level = hardest.Name, hardest.Level
	}
}

// stored returns a copy of the rows that the audit level stores.
func (r *Rater) stored(p *record.Rows) (rows record.Rows) {
	switch r.audit {
	case "":
		return rows
	case setdoku.AuditFull:
		return p.Clone()
	case setdoku.AuditSteps:
		rows.StepRows = slices.Clone(p.StepRows)
	}
	rows.Placements = slices.Clone(p.Placements)
	for i := range rows.Placements {
		rows.Placements[i].Pattern = 0
	}
	return rows
}

// depths are the trial depths that a result may point to.
var depths = func() (d [forcing.MaxDepth + 1]int) {
	for i := range d {
		d[i] = i
	}
	return d
}()

// depth returns the trial depth of a solved puzzle, nil if it has none. If singles solved the puzzle from its givens,
// the depth is 0 without a computation.
func (r *Rater) depth(ctx context.Context, p *record.Puzzle, solution *setdoku.Grid) *int {
	if !p.Start.Plain() || p.BaseStep > 0 {
		return anyDepth(forcing.Depth(ctx, p.Start)) // the givens may have other solutions
	}
	if r.onlySingles(p.StepRows) {
		return &depths[0]
	}
	if r.trial == nil {
		r.trial = new(forcing.Engine)
	}
	return anyDepth(r.trial.Depth(ctx, &p.Start, solution))
}

func anyDepth(n int, ok bool) *int {
	if !ok {
		return nil
	}
	return &depths[n]
}

// onlySingles reports whether steps are singles, and whether there are any.
func (r *Rater) onlySingles(steps []record.StepRow) bool {
	for _, s := range steps {
		if !r.techniques[r.index[s.Rule]].Single() {
			return false
		}
	}
	return len(steps) > 0
}
