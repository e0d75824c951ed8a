package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"setdoku"
	"setdoku/internal/explain"
	"setdoku/internal/format"
	"setdoku/store/record"
)

// showFlags are the flags of show.
type showFlags struct {
	db         string
	candidates bool
	at         int // step after which the puzzle is shown, -1 for the last
	json       bool
	pictureFlags
}

func init() { register((*app).showCommand) }

func (a *app) showCommand() *cobra.Command {
	var f showFlags
	cmd := &cobra.Command{
		Use:     "show PUZZLE_ID... [--db] FILE | PUZZLE|FILE|-...",
		Short:   "Show the grid of a puzzle, at any step",
		GroupID: groupLook,
		Annotations: next(
			"setdoku history {arg} --db {db}  # its steps, one by one",
			"setdoku history {args}  # its steps, one by one",
		),
		Long: `Show the present state of puzzles of a database, or with --at their state after a step. Step 0 is the
puzzle before its first step. On a terminal givens are bold, unless NO_COLOR is set.

Without --db the puzzles come from files, standard input (-) or the command line. They are solved in
memory, and their ids are their numbers in the input. show prints them before their first step unless
--at or --step names another.

--candidates fills the open cells with their pencil marks. A run below full audit keeps no eliminations, so
the pencil marks between its steps may be unknown; show says so.

The output can be read again, because the lines before the grid are comments:
'setdoku show 7 --db sudoku.db --candidates | setdoku find --technique x_wing -' works.
Placed digits are then read as givens. With --variant this holds for variants of 9x9 with boxes; borders of
regions, and the grids of smaller boards, are not read.

--svg and --png draw one puzzle as a picture. With --step the picture shows what a step does: the grid and
its pencil marks before the step, the pattern with shaded units and arrows for links, eliminated digits
struck out, and placed digits on a disc. When the run stored less, the picture shows what is known and says
what is missing. For a step that eliminates by several patterns it shows the first; --pattern chooses another.
--rows draws the rows of the step next to the grid.
--theme auto follows the reader's screen and is light on paper; a PNG of it is light.`,
		Example: `  setdoku show 7 --db sudoku.db
  setdoku show puzzle.txt --at 12
  setdoku show 7 --db sudoku.db --candidates --at 12
  setdoku show 7 --db sudoku.db --step 12 --rows --svg step.svg
  setdoku show 7 --db sudoku.db --step 12 --png step.png --theme dark --width 1200`,
		RunE: func(cmd *cobra.Command, args []string) error {
			from, err := a.newSubject(cmd, f.db, args)
			if err != nil {
				return err
			}
			f.db = from.path
			if err := f.check(a, cmd, f, from.most()); err != nil {
				return err
			}
			if from.path == "" && !cmd.Flags().Changed("at") {
				f.at = 0
			}
			return a.show(cmd.Context(), f, from)
		},
	}
	dbFlag(cmd, &f.db)
	a.variantFlag(cmd)
	cmd.Flags().BoolVar(&f.candidates, "candidates", false, "show the pencil marks of open cells")
	atFlag(cmd, &f.at, "show the puzzle")
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON object a puzzle")
	f.add(cmd)
	return cmd
}

func (a *app) show(ctx context.Context, f showFlags, from subject) error {
	out := bufio.NewWriter(a.Out)
	style := plainGrid
	if isColored(a.Out) {
		style = coloredGrid
	}
	shown := 0
	if f.drawn() {
		from.oneOnly = usageErrorf("show: a picture shows one puzzle, and the input has more")
	}
	return a.eachPath(ctx, from, func(p record.Puzzle, path *setdoku.Path) error {
		if f.drawn() {
			return a.drawPuzzle(ctx, p, path, f)
		}
		v, err := f.view(p, path)
		if err != nil {
			return err
		}
		if f.json {
			line := v.JSON()
			if !f.candidates {
				line.Candidates = nil
			}
			err = jsonLines(out).Encode(line)
		} else {
			if shown++; shown > 1 {
				fmt.Fprintln(out)
			}
			err = f.write(out, &v, style)
		}
		if err != nil {
			return err
		}
		return out.Flush()
	})
}

// view returns a puzzle at the step of the flags.
func (f *showFlags) view(p record.Puzzle, path *setdoku.Path) (v explain.View, err error) {
	if v, err = explain.NewView(p, path, f.at); err == nil && f.candidates && !v.After.Known {
		err = unknownError{fmt.Errorf("puzzle %d: its pencil marks after step %d are unknown, for its run stored "+
			"no eliminations (see --audit)", p.PuzzleID, v.Step)}
	}
	return v, err
}

// mostLines limits the lines of notation that show prints above the grid.
const mostLines = 5

// write prints comment lines and the grid.
func (f *showFlags) write(w io.Writer, v *explain.View, style gridStyle) error {
	fmt.Fprintf(w, "# %s\n", headerFor(&v.Puzzle, v.Board()))
	if line := whenShown(v); line != "" {
		fmt.Fprintf(w, "# %s\n", line)
		lines := v.Notation()
		for k, line := range lines {
			if k == mostLines {
				fmt.Fprintf(w, "# and %s, see setdoku history\n", format.Plural(len(lines)-k, "more line"))
				break
			}
			fmt.Fprintf(w, "# %s\n", line)
		}
	}
	if c := v.Contradiction(); c != nil {
		fmt.Fprintf(w, "# no solution: %v\n", c)
	}
	text := digitGrid(v.After.State, style)
	if f.candidates {
		text = pencilMarkGrid(v.After.State, style)
	}
	_, err := io.WriteString(w, text)
	return err
}

// whenShown says which step is shown, "" for the last.
func whenShown(v *explain.View) string {
	switch {
	case v.Step == v.Puzzle.Steps:
		return ""
	case v.Step == 0:
		return "before the first step"
	}
	return fmt.Sprintf("after step %d, %s", v.Step, v.Done.Rule)
}

// headerFor returns the line that names and rates a puzzle of a variant, nil for classic.
func headerFor(p *record.Puzzle, v *setdoku.Variant) string {
	parts := []string{fmt.Sprintf("puzzle %d", p.PuzzleID)}
	if v != nil {
		parts = append(parts, v.Title)
	}
	parts = append(parts, string(p.Status))
	if p.Hardest != "" {
		parts = append(parts, "level "+orDash(p.Level), fmt.Sprintf("score %d", p.Score), "hardest "+p.Hardest)
	}
	return strings.Join(append(parts, format.Plural(p.Steps, "step")), ", ")
}
