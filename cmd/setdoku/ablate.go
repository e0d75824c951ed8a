package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/grid"
	"setdoku/solver"
	"setdoku/store"
)

// ablateFlags are the flags of ablate.
type ablateFlags struct {
	selection
	db, tag string
	jobs    int
	json    bool
}

func (a *app) ablateCommand() *cobra.Command {
	var f ablateFlags
	cmd := &cobra.Command{
		Use:   "ablate [FILE|-|PUZZLE]... --without TECHNIQUE",
		Short: "Tell which puzzles are lost or get harder without a technique",
		Long: `Solve puzzles twice, with all techniques and without some, and tell what becomes of each:

  lost      it was solved by logic and is not any more: it is stuck, or it needs search
  harder    its hardest technique is harder, and perhaps its level, or its score is higher
  easier    neither is, and one of them is lower
  changed   it takes other steps and comes to the same
  same      nothing changes

The puzzles are those of files, or with --db alone the givens in a database, of which nothing is
changed. Everything happens in memory. One line a puzzle that is not the same, with level, score
and hardest technique before and after, then a summary; the number is the ordinal in the input, or the
puzzle_id. --without and --techniques take names and families; --techniques says what there is to begin with, and
--technique-file adds a technique of your own to it, which --without may name too.`,
		Example: `  setdoku ablate puzzles.sdm --without x_wing
  setdoku ablate --db sudoku.db --without subsets,basic_fish --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.db == "" {
				args = a.orPiped(args)
			}
			switch {
			case len(f.without) == 0:
				return usagef("ablate: what is to be left out? Name techniques or families with --without")
			case len(args) == 0 && f.db == "":
				return usagef("ablate: no puzzles: name a file, - for standard input, or 81 characters; or --db with puzzles")
			case len(args) > 0 && f.db != "":
				return usagef("ablate: puzzles come from files or from --db, not from both")
			case f.tag != "" && f.db == "":
				return usagef("ablate: --tag goes with --db")
			case f.jobs < 0:
				return usagef("ablate: --jobs %d, want 0 for all cores or a number", f.jobs)
			}
			if err := f.check(cmd); err != nil {
				return err
			}
			return a.ablate(cmd.Context(), f, args)
		},
	}
	fl := cmd.Flags()
	dbFlag(cmd, &f.db)
	fl.StringVar(&f.tag, "tag", "", "only puzzles with the tag `NAME`")
	f.flags(fl)
	fl.IntVar(&f.jobs, "jobs", 0, "how many puzzles are computed at a time in memory, 0 for all cores")
	fl.BoolVar(&f.json, "json", false, "print one JSON object a puzzle")
	return cmd
}

// ablate solves the puzzles with and without techniques and prints what that makes of them.
func (a *app) ablate(ctx context.Context, f ablateFlags, args []string) (err error) {
	ablation, err := newAblation(ctx, f)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, ablation.close(context.WithoutCancel(ctx))) }()
	in := a.open(args)
	bar := a.progress(in, false)
	out := bufio.NewWriter(bar.above(a.Out))
	ablation.report = func(c comparison) error { return printComparison(out, c, f.json) }
	code := exitDone
	if len(args) > 0 {
		err = in.chunks(ctx, func(chunk []format.Puzzle) error {
			err := errors.Join(ablation.compare(ctx, chunk, nil), out.Flush())
			bar.at(in.position(), ablation.puzzles)
			return err
		})
		bar.finish()
		code = in.finish()
	} else {
		err = ablation.compareStored(ctx, f)
	}
	if ctx.Err() != nil && ablation.puzzles > 0 {
		fmt.Fprintf(a.Err, "setdoku: interrupted, %s compared\n", plural(ablation.puzzles, "puzzle"))
		return errors.Join(out.Flush(), outcome(exitError))
	}
	if err == nil && !f.json && (ablation.puzzles > 0 || code == exitDone) {
		fmt.Fprintf(out, "without %s\n", strings.Join(f.without, ", "))
		t := newTable(out, "outcome", "puzzles")
		for _, o := range ablationOutcomes {
			t.AppendRow([]any{o, ablation.count[o]})
		}
		t.Render()
	}
	err = errors.Join(err, out.Flush())
	if err == nil && code != exitDone {
		err = outcome(code)
	}
	return err
}

// ablationOutcomes are what can become of a puzzle, worst first.
var ablationOutcomes = []string{"lost", "harder", "easier", "changed", "same"}

// ablation solves puzzles with and without techniques.
type ablation struct {
	catalogue     solver.Catalogue
	with, without *solver.InMemory
	puzzles       int
	count         map[string]int // by outcome
	report        func(comparison) error
}

// comparison is what became of a puzzle. The JSON field names are a contract.
type comparison struct {
	ID      int64  `json:"id"`
	Givens  string `json:"givens"`
	Outcome string `json:"outcome"`
	With    rating `json:"with"`
	Without rating `json:"without"`
}

// rating is how a puzzle came out.
type rating struct {
	Status  string  `json:"status"`
	Level   *string `json:"level"`
	Score   int     `json:"score"`
	Hardest *string `json:"hardest"`
	Steps   int     `json:"steps"`
}

// newAblation prepares for both ways to solve.
func newAblation(ctx context.Context, f ablateFlags) (*ablation, error) {
	a := &ablation{count: make(map[string]int)}
	all := f.selection
	all.without = nil
	catalogue, with, err := all.builtIn(ctx)
	if err != nil {
		return nil, err
	}
	a.catalogue = catalogue
	without, err := catalogue.Select(f.words(), f.without)
	if err != nil {
		return nil, usageError{fmt.Errorf("ablate: %w", err)}
	}
	if len(without) == len(with) {
		return nil, usagef("ablate: nothing to leave out: %s is not among --techniques", strings.Join(f.without, ", "))
	}
	for _, way := range []struct {
		to         **solver.InMemory
		techniques solver.Catalogue
	}{{&a.with, with}, {&a.without, without}} {
		*way.to, err = solver.NewInMemory(catalogue, solver.Options{
			Engine: solver.EngineAuto, Jobs: f.jobs, Techniques: way.techniques, Audit: setdoku.AuditNone,
		})
		if err != nil {
			return nil, err
		}
	}
	return a, nil
}

func (a *ablation) close(ctx context.Context) error {
	return errors.Join(a.with.Close(ctx), a.without.Close(ctx))
}

// compareStored compares the puzzles of a database.
func (a *ablation) compareStored(ctx context.Context, f ablateFlags) error {
	return readChecked(ctx, f.db, func(s *store.Snapshot) error {
		if err := checkTag(ctx, s, f.tag); err != nil {
			return err
		}
		var chunk []format.Puzzle
		var ids []int64
		flush := func() error {
			err := a.compare(ctx, chunk, ids)
			chunk, ids = chunk[:0], ids[:0]
			return err
		}
		err := s.Export(ctx, store.Filter{Low: 1, High: math.MaxInt64, Tag: f.tag}, func(p store.Puzzle, state grid.State) error {
			chunk, ids = append(chunk, format.Puzzle{State: state}), append(ids, p.PuzzleID)
			if len(chunk) < solver.ChunkSize {
				return nil
			}
			return flush()
		})
		if err != nil {
			return err
		}
		return flush()
	})
}

// compare solves puzzles both ways and reports what becomes of each. ids are their numbers, nil for ordinals.
func (a *ablation) compare(ctx context.Context, puzzles []format.Puzzle, ids []int64) error {
	if len(puzzles) == 0 {
		return nil
	}
	with, err := a.with.Solve(ctx, puzzles)
	if err != nil {
		return err
	}
	without, err := a.without.Solve(ctx, puzzles)
	if err != nil {
		return err
	}
	for i := range puzzles {
		a.puzzles++
		c := comparison{
			ID: int64(a.puzzles), Givens: with[i].Givens, Outcome: a.outcome(with[i], without[i]),
			With: ratingOf(with[i]), Without: ratingOf(without[i]),
		}
		if ids != nil {
			c.ID = ids[i]
		}
		a.count[c.Outcome]++
		if err := a.report(c); err != nil {
			return err
		}
	}
	return nil
}

func ratingOf(r store.Result) rating {
	return rating{Status: r.Status, Level: r.Level, Score: r.Score, Hardest: r.Hardest, Steps: r.Steps}
}

// outcome says what becomes of a puzzle. What is not solved by logic to begin with cannot be lost.
func (a *ablation) outcome(with, without store.Result) string {
	if byLogic(with) && !byLogic(without) {
		return "lost"
	}
	if with.Status == without.Status && with.Score == without.Score && with.Steps == without.Steps && with.Techniques == without.Techniques {
		return "same"
	}
	hardest := a.compareHardest(without, with)
	switch {
	case hardest > 0 || without.Score > with.Score:
		return "harder"
	case hardest < 0 || without.Score < with.Score:
		return "easier"
	}
	return "changed"
}

// byLogic reports whether a puzzle came to its end without search.
func byLogic(r store.Result) bool {
	return r.Status != setdoku.StatusStuck && (r.Hardest == nil || *r.Hardest != setdoku.RuleSearch)
}

// compareHardest compares the hardest techniques of two results: their levels, then weights, then
// places in the catalogue. None is easiest.
func (a *ablation) compareHardest(x, y store.Result) int {
	t, u := a.hardest(x), a.hardest(y)
	return cmp.Or(cmp.Compare(t.LevelNo, u.LevelNo), cmp.Compare(t.Weight, u.Weight), cmp.Compare(t.Tier, u.Tier))
}

// hardest returns the hardest technique of a result, the zero value for none.
func (a *ablation) hardest(r store.Result) setdoku.Technique {
	if r.Hardest == nil {
		return setdoku.Technique{}
	}
	t, _ := a.catalogue.Find(*r.Hardest) // it is of the catalogue
	return t
}

// printComparison prints a puzzle that is not the same, as JSON any.
func printComparison(out *bufio.Writer, c comparison, asJSON bool) error {
	if asJSON {
		return newJSON(out).Encode(c)
	}
	if c.Outcome == "same" {
		return nil
	}
	_, err := fmt.Fprintf(out, "%d %-7s %s  %s  ->  %s\n", c.ID, c.Outcome, c.Givens, c.With, c.Without)
	return err
}

// String returns status, level, score and hardest technique, as far as there are any.
func (r rating) String() string {
	if r.Hardest == nil {
		return r.Status
	}
	return fmt.Sprintf("%s %s %d %s", r.Status, *r.Level, r.Score, *r.Hardest)
}
