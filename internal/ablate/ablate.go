// Package ablate compares two selections of techniques. It solves puzzles with a selection and again with fewer
// techniques, and reports how the result of each puzzle changes.
package ablate

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/solver/batch"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
	"setdoku/store"
)

// Outcome is the change of a puzzle's result when techniques are left out.
type Outcome string

// The outcomes, worst first.
const (
	Lost    Outcome = "lost"    // logic solved it before, and does not solve it now
	Harder  Outcome = "harder"  // its hardest technique is harder, or its score is higher
	Easier  Outcome = "easier"  // neither is higher, and one of them is lower
	Changed Outcome = "changed" // other steps lead to the same rating
	Same    Outcome = "same"    // nothing changes
)

// Outcomes lists all outcomes, worst first.
var Outcomes = [...]Outcome{Lost, Harder, Easier, Changed, Same}

// Comparison is the comparison of one puzzle. The JSON field names are a contract.
type Comparison struct {
	ID      int64   `json:"id"` // set by the caller
	Givens  string  `json:"givens"`
	Outcome Outcome `json:"outcome"`
	With    Rating  `json:"with"`
	Without Rating  `json:"without"`
}

// Rating is the result of a puzzle with one selection of techniques.
type Rating struct {
	Status  string  `json:"status"`
	Level   *string `json:"level"`
	Score   int     `json:"score"`
	Hardest *string `json:"hardest"`
	Steps   int     `json:"steps"`
}

// String returns status, level, score and hardest technique. A puzzle without a step has only a status.
func (r Rating) String() string {
	if r.Hardest == nil {
		return r.Status
	}
	return fmt.Sprintf("%s %s %d %s", r.Status, *r.Level, r.Score, *r.Hardest)
}

// Ablation solves puzzles with two selections of techniques.
type Ablation struct {
	catalogue     catalogue.Catalogue
	with, without *batch.InMemory
}

// New prepares to compare two selections of a catalogue, with jobs puzzles at a time, or as many as there are
// cores if jobs is 0. The caller must call Close.
func New(all, with, without catalogue.Catalogue, jobs int) (*Ablation, error) {
	a := &Ablation{catalogue: all}
	for _, s := range []struct {
		to         **batch.InMemory
		techniques catalogue.Catalogue
	}{{&a.with, with}, {&a.without, without}} {
		var err error
		*s.to, err = batch.NewInMemory(all, driver.Options{
			Engine: driver.EngineAuto, Jobs: jobs, Techniques: s.techniques, Audit: setdoku.AuditNone,
		})
		if err != nil {
			return nil, err
		}
	}
	return a, nil
}

// Close closes the solvers that New has opened.
func (a *Ablation) Close(ctx context.Context) error {
	return errors.Join(a.with.Close(ctx), a.without.Close(ctx))
}

// Compare solves puzzles with both selections and returns a comparison of each, in order.
func (a *Ablation) Compare(ctx context.Context, puzzles []format.Puzzle) ([]Comparison, error) {
	if len(puzzles) == 0 {
		return nil, nil
	}
	with, err := a.with.Solve(ctx, puzzles)
	if err != nil {
		return nil, err
	}
	without, err := a.without.Solve(ctx, puzzles)
	if err != nil {
		return nil, err
	}
	list := make([]Comparison, len(puzzles))
	for i := range puzzles {
		list[i] = Comparison{
			Givens: with[i].Givens, Outcome: a.outcome(with[i], without[i]),
			With: ratingOf(with[i]), Without: ratingOf(without[i]),
		}
	}
	return list, nil
}

func ratingOf(r store.Result) Rating {
	return Rating{Status: r.Status, Level: r.Level, Score: r.Score, Hardest: r.Hardest, Steps: r.Steps}
}

// outcome compares the two results of a puzzle. A puzzle that logic does not solve with all techniques cannot be
// lost.
func (a *Ablation) outcome(with, without store.Result) Outcome {
	if byLogic(with) && !byLogic(without) {
		return Lost
	}
	if with.Status == without.Status && with.Score == without.Score && with.Steps == without.Steps && with.Techniques() == without.Techniques() {
		return Same
	}
	hardest := a.compareHardest(without, with)
	switch {
	case hardest > 0 || without.Score > with.Score:
		return Harder
	case hardest < 0 || without.Score < with.Score:
		return Easier
	}
	return Changed
}

// byLogic reports whether a puzzle was solved without search.
func byLogic(r store.Result) bool {
	return r.Status != setdoku.StatusStuck && (r.Hardest == nil || *r.Hardest != setdoku.RuleSearch)
}

// compareHardest compares the hardest techniques of two results by level, weight and position in the catalogue. A
// result without a technique is the easiest.
func (a *Ablation) compareHardest(x, y store.Result) int {
	t, u := a.hardest(x), a.hardest(y)
	return cmp.Or(cmp.Compare(t.LevelNo, u.LevelNo), cmp.Compare(t.Weight, u.Weight), cmp.Compare(t.Tier, u.Tier))
}

// hardest returns the hardest technique of a result, or the zero value.
func (a *Ablation) hardest(r store.Result) setdoku.Technique {
	if r.Hardest == nil {
		return setdoku.Technique{}
	}
	t, _ := a.catalogue.Find(*r.Hardest) // results name only techniques of the catalogue
	return t
}
