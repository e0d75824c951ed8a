package cli

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/store"
	"setdoku/store/record"
)

// exportFlags are the flags of export.
type exportFlags struct {
	db    string
	marks bool // pencil marks in print
	paperFlags
	picking
	outputFlags
}

func init() { register((*app).exportCommand) }

func (a *app) exportCommand() *cobra.Command {
	var f exportFlags
	cmd := &cobra.Command{
		Use:         "export [--db] FILE",
		Short:       "Write puzzles in an exchange format",
		GroupID:     groupLists,
		Annotations: next(),
		Long: `Write the puzzles of a database, ordered by puzzle_id, in one of the exchange formats:

  81 sdm          81 characters a line, with . or 0 for an empty cell
  sdk ss          grids of nine lines (SudoCue, Simple Sudoku)
  csv             the columns id, puzzle, solution, clues, level, score, depth and source
  opensudoku      XML
  pencil 729 sdx  pencil marks: a bordered grid, 729 characters, SudoCue's fields
  library         a line of a technique library
  print pdf       for paper, as a web page or as PDF, with --per-page puzzles on each page
  datasette       no puzzles, but metadata for Datasette (https://datasette.io)

The formats of the first four lines, and those for paper, hold the givens. The others hold the present state:
given digits, placed digits and candidates. A solved puzzle has no candidates. A puzzle that ended with
open cells has the candidates that its eliminations left, as far as the run stored them.

--solutions fills the column solution of csv, writes the solution in place of the givens in 81
and sdm, and adds pages with solutions on paper. The id of csv is the puzzle's name, or its puzzle_id
when it has no name.

On paper the id, name, level and score of each puzzle are above it. --candidates adds pencil marks: the present
ones of new and stuck puzzles, and for other puzzles those that the givens leave.

The metadata for Datasette says what tables, views and columns hold, and has the named queries with fields
for their parameters. Tables that only techniques need are hidden until the reader asks for them. Start
Datasette with 'datasette sudoku.db --metadata metadata.json'.

A puzzle that the format cannot hold is reported and left out, and the exit code is 1. With -o the file
appears when it is complete, and without --format its ending chooses the format: .html is print.
An interrupted export leaves no file.`,
		Example: `  setdoku export --db sudoku.db --format csv --solutions --status solved -o solved.csv
  setdoku export --db sudoku.db --format pencil --ids 1,2,5-9
  setdoku export --db sudoku.db --format pdf --per-page 6 --solutions -o puzzles.pdf
  setdoku export --db sudoku.db --format datasette -o metadata.json`,
		Args: databaseArg(&f.db),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.needDB(cmd, &f.db); err != nil {
				return err
			}
			if err := f.resolve(a, cmd); err != nil {
				return err
			}
			if err := f.check(cmd); err != nil {
				return err
			}
			return a.export(cmd.Context(), f)
		},
	}
	dbFlag(cmd, &f.db)
	fl := cmd.Flags()
	f.addOutput(cmd, formatNames()...)
	f.picking.add(cmd)
	fl.BoolVar(&f.marks, "candidates", false, "print pencil marks (print, pdf)")
	f.paperFlags.add(cmd, "write solutions (csv, 81, sdm, print, pdf)")
	return cmd
}

// The formats for paper. setdoku writes them and does not read them.
const (
	printed    = "print" // a web page
	printedPDF = "pdf"
)

// onPaper returns the formats for paper.
func onPaper() []string { return []string{printed, printedPDF} }

// datasette is the format of metadata for Datasette.
const datasette = "datasette"

// formatNames returns the formats that export writes.
func formatNames() []string { return append(append(exchangeNames(), onPaper()...), datasette) }

// exchangeNames returns the formats that setdoku writes and reads.
func exchangeNames() (names []string) {
	for _, f := range format.Formats() {
		names = append(names, string(f))
	}
	return names
}

// check reads the flags and returns a usage error for values that make no sense.
func (f *exportFlags) check(cmd *cobra.Command) (err error) {
	if f.solutions && !f.is(format.CSV, format.Line81, format.SDM, printed, printedPDF) {
		return usageErrorf("export: --solutions does not go with --format %s, only with csv, 81, sdm, print and pdf",
			f.format)
	}
	if cmd.Flags().Changed("candidates") && !f.is(printed, printedPDF) {
		return usageErrorf("export: --candidates does not go with --format %s, only with print and pdf", f.format)
	}
	for _, name := range pickingFlags {
		if cmd.Flags().Changed(name) && f.is(datasette) {
			return usageErrorf("export: --%s does not go with --format %s, which has no puzzles", name, f.format)
		}
	}
	if f.is(datasette) && store.IsServer(f.db) {
		return usageErrorf("export: --db is a server, and Datasette opens only files of SQLite")
	}
	if err := f.paperFlags.check(cmd, f.format); err != nil {
		return err
	}
	return f.picking.check(cmd)
}

// is reports whether the format is one of list.
func (f *exportFlags) is(list ...format.Format) bool {
	return slices.Contains(list, format.Format(f.format))
}

func (a *app) export(ctx context.Context, f exportFlags) error {
	e := &exporter{flags: f, err: a.Err, refused: refusals{w: a.Err}}
	err := writeOutput(ctx, f.out, f.db, a.Out, func(w io.Writer) error {
		e.out = &sink{Writer: w}
		return e.run(ctx)
	})
	if err != nil || f.is(datasette) {
		return err
	}
	return e.finish()
}

// exporter writes puzzles and counts those that it wrote and refused.
type exporter struct {
	flags   exportFlags
	err     io.Writer
	out     *sink
	w       puzzleWriter
	written int
	refused refusals // puzzles that the format cannot hold, and ids without a puzzle
}

// run writes all puzzles that the flags select, or the metadata for Datasette.
func (e *exporter) run(ctx context.Context) (err error) {
	if e.flags.is(datasette) {
		return writeDatasette(ctx, e.out, e.flags.db)
	}
	if e.w, err = e.flags.newWriter(e.out); err != nil {
		return err
	}
	err = read(ctx, e.flags.db, func(s *store.Snapshot) error {
		return e.flags.each(ctx, s, e.refused.add, func(f store.Filter) (int, error) {
			before := e.written + e.refused.count
			err := e.runFilter(ctx, s, f)
			return e.written + e.refused.count - before, err
		})
	})
	if err != nil {
		return err
	}
	return e.w.Close()
}

// runFilter writes the puzzles that a filter selects.
func (e *exporter) runFilter(ctx context.Context, s *store.Snapshot, filter store.Filter) error {
	filter.States = e.flags.is(format.Pencil, format.Line729, format.SDX, format.Library) || e.flags.marks
	return s.Export(ctx, filter, func(p record.Puzzle, state setdoku.State) error {
		if p.Refused != nil {
			e.refused.add(fmt.Errorf("puzzle %d: %w", p.PuzzleID, p.Refused))
			return nil
		}
		err := e.w.write(e.written+1, p, state)
		switch {
		case e.out.Err != nil:
			return e.out.Err
		case err != nil:
			e.refused.add(fmt.Errorf("puzzle %d: %w", p.PuzzleID, err))
		default:
			e.written++
		}
		return nil
	})
}

// finish prints how many puzzles were written and left out, and returns the exit code.
func (e *exporter) finish() error {
	code := e.refused.finish()
	line := format.Plural(e.written, "puzzle") + " written"
	if e.refused.count > 0 {
		line += fmt.Sprintf(", %d left out", e.refused.count)
	}
	fmt.Fprintln(e.err, line)
	if code != ExitDone {
		return Exit(code)
	}
	return nil
}
