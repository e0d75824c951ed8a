package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"setdoku"
	"setdoku/internal/ablate"
	"setdoku/internal/cli/complete"
	"setdoku/internal/cli/render"
	"setdoku/internal/cli/usage"
	"setdoku/internal/format"
	"setdoku/internal/plural"
	"setdoku/solver/driver"
	"setdoku/store"
)

// ablateFlags are the flags of ablate.
type ablateFlags struct {
	selection
	db, tag string
	jobs    int
	json    bool
}

func init() { register((*app).ablateCommand) }

func (a *app) ablateCommand() *cobra.Command {
	var f ablateFlags
	cmd := &cobra.Command{
		Use:               "ablate [FILE|-|PUZZLE]... --without TECHNIQUE",
		Short:             "Tell which puzzles are lost or get harder without a technique",
		GroupID:           groupTechniques,
		Annotations:       next(),
		ValidArgsFunction: complete.Files,
		Long: `Solve puzzles twice, with all techniques and without some, and print what becomes of each:

  lost      logic solved it and does not any more: it is stuck, or it needs search
  harder    its hardest technique is harder, or its score is higher
  easier    neither is higher, and one of them is lower
  changed   other steps lead to the same rating
  same      nothing changes

The puzzles come from files, or with --db alone from the givens in a database. The database is not
changed: all solving is done in memory. For each puzzle that is not the same, ablate prints a line with
level, score and hardest technique before and after. The line begins with the puzzle's number in the
input, or with its puzzle_id. A summary ends the output.

--without and --techniques take names and families. --techniques names the techniques to begin with.
--technique-file adds a technique of your own, which --without may name.`,
		Example: `  setdoku ablate puzzles.sdm --without x_wing
  setdoku ablate --db sudoku.db --without subsets,basic_fish --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.db == "" {
				args = a.orPiped(args)
			}
			switch {
			case len(f.without) == 0:
				return usage.Missing(cmd, "nothing to leave out: name techniques or families with --without", "")
			case len(args) == 0 && f.db == "":
				return usage.Missing(cmd, "no puzzles: name a file, - for standard input, or 81 characters; or --db with puzzles", "")
			case len(args) > 0 && f.db != "":
				return usage.Errorf("ablate: puzzles come from files or from --db, not from both")
			case f.tag != "" && f.db == "":
				return usage.Errorf("ablate: --tag goes with --db")
			case f.jobs < 0:
				return usage.Errorf("ablate: --jobs %d, want 0 for all cores or a number", f.jobs)
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
	f.flags(cmd)
	fl.IntVar(&f.jobs, "jobs", 0, "how many puzzles are computed at a time in memory, 0 for all cores")
	fl.BoolVar(&f.json, "json", false, "print one JSON object a puzzle")
	return cmd
}

// ablate compares the puzzles of the input, or of the database when there are no arguments.
func (a *app) ablate(ctx context.Context, f ablateFlags, args []string) (err error) {
	ablation, err := f.ablation(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, ablation.Close(context.WithoutCancel(ctx))) }()
	in := a.open(args)
	bar := a.progress(in, false)
	out := &comparisonPrinter{w: bufio.NewWriter(bar.Above(a.Out)), json: f.json, count: make(map[ablate.Outcome]int)}
	code := usage.ExitDone
	if len(args) > 0 {
		err = in.Chunks(ctx, func(chunk []format.Puzzle) error {
			list, err := ablation.Compare(ctx, chunk)
			if err != nil {
				return err
			}
			err = out.print(list, nil)
			bar.At(in.Position(), out.puzzles)
			return err
		})
		bar.Finish()
		code = in.Finish()
	} else {
		err = ablateStored(ctx, f, ablation, out)
	}
	if ctx.Err() != nil && out.puzzles > 0 {
		fmt.Fprintf(a.Err, "setdoku: interrupted, %s compared\n", plural.Of(out.puzzles, "puzzle"))
		return errors.Join(out.w.Flush(), usage.Exit(usage.ExitError))
	}
	if err == nil && !f.json && (out.puzzles > 0 || code == usage.ExitDone) {
		out.summary(f.without)
	}
	err = errors.Join(err, out.w.Flush())
	if err == nil && code != usage.ExitDone {
		err = usage.Exit(code)
	}
	return err
}

// ablation returns what compares the techniques of the flags with and without those of --without.
func (f *ablateFlags) ablation(ctx context.Context) (*ablate.Ablation, error) {
	all := f.selection
	all.without = nil
	catalogue, with, err := all.builtIn(ctx)
	if err != nil {
		return nil, err
	}
	without, err := catalogue.Select(f.words(), f.without)
	if err != nil {
		return nil, usage.Wrong(fmt.Errorf("ablate: %w", err))
	}
	if len(without) == len(with) {
		return nil, usage.Errorf("ablate: nothing to leave out: %s is not among --techniques", strings.Join(f.without, ", "))
	}
	return ablate.New(catalogue, with, without, f.jobs)
}

// ablateStored compares the puzzles of a database.
func ablateStored(ctx context.Context, f ablateFlags, ablation *ablate.Ablation, out *comparisonPrinter) error {
	return readChecked(ctx, f.db, func(s *store.Snapshot) error {
		if err := checkTag(ctx, s, f.tag); err != nil {
			return err
		}
		var chunk []format.Puzzle
		var ids []int64
		flush := func() error {
			list, err := ablation.Compare(ctx, chunk)
			if err == nil {
				err = out.print(list, ids)
			}
			chunk, ids = chunk[:0], ids[:0]
			return err
		}
		err := s.Export(ctx, store.Filter{Low: 1, High: math.MaxInt64, Tag: f.tag}, func(p store.Puzzle, state setdoku.State) error {
			chunk, ids = append(chunk, format.Puzzle{State: state}), append(ids, p.PuzzleID)
			if len(chunk) < driver.ChunkSize {
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

// comparisonPrinter prints comparisons and counts their outcomes.
type comparisonPrinter struct {
	w       *bufio.Writer
	json    bool
	puzzles int
	count   map[ablate.Outcome]int
}

// print prints a chunk of comparisons. ids are the numbers of the puzzles; nil numbers them from 1.
func (p *comparisonPrinter) print(list []ablate.Comparison, ids []int64) error {
	for i, c := range list {
		p.puzzles++
		p.count[c.Outcome]++
		c.ID = int64(p.puzzles)
		if ids != nil {
			c.ID = ids[i]
		}
		var err error
		switch {
		case p.json:
			err = render.JSON(p.w).Encode(c)
		case c.Outcome != ablate.Same:
			_, err = fmt.Fprintf(p.w, "%d %-7s %s  %s  ->  %s\n", c.ID, c.Outcome, c.Givens, c.With, c.Without)
		}
		if err != nil {
			return err
		}
	}
	return p.w.Flush()
}

// summary prints how many puzzles have each outcome.
func (p *comparisonPrinter) summary(without []string) {
	fmt.Fprintf(p.w, "without %s\n", strings.Join(without, ", "))
	t := render.Table(p.w, "outcome", "puzzles")
	for _, o := range ablate.Outcomes {
		t.AppendRow([]any{o, p.count[o]})
	}
	t.Render()
}
