package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math"
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
	f.at = -1
	numberFlag(cmd, &f.at, "at", "", 0, math.MaxInt, "a step from 0",
		"show the puzzle after this `STEP`, 0 for before the first (default the last)")
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON object a puzzle")
	f.add(cmd)
	cmd.Flags().Lookup("at").DefValue = "0" // help would show -1
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
		v, err := newShown(p, path, f)
		if err != nil {
			return err
		}
		if f.json {
			err = v.writeJSON(out)
		} else {
			if shown++; shown > 1 {
				fmt.Fprintln(out)
			}
			err = v.write(out, style)
		}
		if err != nil {
			return err
		}
		return out.Flush()
	})
}

// shown holds the parts of one puzzle that show prints.
type shown struct {
	puzzle        record.Puzzle
	step          int    // after which the puzzle is shown
	rule          string // of that step
	position      setdoku.Position
	contradiction *setdoku.Contradiction // nil when that step has none
	candidates    bool
	notation      []string // of the patterns of that step
}

func newShown(p record.Puzzle, path *setdoku.Path, f showFlags) (v shown, err error) {
	v = shown{puzzle: p, step: f.at, candidates: f.candidates}
	if v.step < 0 {
		v.step = p.Steps
	}
	if v.position, err = path.At(v.step); err != nil {
		return v, fmt.Errorf("puzzle %d, %w", p.PuzzleID, err)
	}
	if f.candidates && !v.position.Known {
		return v, unknownError{fmt.Errorf("puzzle %d: its pencil marks after step %d are unknown, for its run stored "+
			"no eliminations (see --audit)", p.PuzzleID, v.step)}
	}
	if c := path.Contradiction; c != nil && c.Step <= v.step {
		v.contradiction = c
	}
	if v.step == 0 {
		return v, nil
	}
	before, err := path.At(v.step - 1)
	done := &path.Steps[v.step-1]
	v.rule = done.Rule
	for _, d := range done.Deductions {
		if line := explain.Notation(before.State, d); line != "" && before.Known {
			v.notation = append(v.notation, line)
		}
	}
	return v, err
}

// mostLines limits the lines of notation that show prints above the grid.
const mostLines = 5

// write prints comment lines and the grid.
func (v shown) write(w io.Writer, style gridStyle) error {
	fmt.Fprintf(w, "# %s\n", v.header())
	if line := v.when(); line != "" {
		fmt.Fprintf(w, "# %s\n", line)
		for k, line := range v.notation {
			if k == mostLines {
				fmt.Fprintf(w, "# and %s, see setdoku history\n", format.Plural(len(v.notation)-k, "more line"))
				break
			}
			fmt.Fprintf(w, "# %s\n", line)
		}
	}
	if v.contradiction != nil {
		fmt.Fprintf(w, "# no solution: %v\n", v.contradiction)
	}
	text := digitGrid(v.position.State, style)
	if v.candidates {
		text = pencilMarkGrid(v.position.State, style)
	}
	_, err := io.WriteString(w, text)
	return err
}

// when says which step is shown, "" for the last.
func (v shown) when() string {
	switch {
	case v.step == v.puzzle.Steps:
		return ""
	case v.step == 0:
		return "before the first step"
	}
	return fmt.Sprintf("after step %d, %s", v.step, v.rule)
}

// header returns the line that names and rates the puzzle.
func (v shown) header() string {
	p := v.puzzle
	parts := []string{fmt.Sprintf("puzzle %d", p.PuzzleID)}
	if b := v.position.State.Variant; b != nil {
		parts = append(parts, b.Title)
	}
	parts = append(parts, string(p.Status))
	if p.Hardest != "" {
		parts = append(parts, "level "+orDash(p.Level), fmt.Sprintf("score %d", p.Score), "hardest "+p.Hardest)
	}
	return strings.Join(append(parts, format.Plural(p.Steps, "step")), ", ")
}

// jsonShown is a line of show --json.
type jsonShown struct {
	record.Line
	Name   string  `json:"name"`
	Source string  `json:"source"`
	Step   int     `json:"step"` // the step shown
	Rule   *string `json:"rule"` // of that step
	// givens and placed digits, a character for each cell of the board
	Grid          string                 `json:"grid"`
	Candidates    []string               `json:"candidates,omitempty"` // 81 cells row by row, "" when filled
	Contradiction *setdoku.Contradiction `json:"contradiction"`
	Notation      []string               `json:"notation"` // the lines of the patterns of that step
}

func (v shown) writeJSON(w io.Writer) error {
	p, state := v.puzzle, v.position.State
	p.Start.Variant = state.Variant
	line := jsonShown{Line: p.Line(), Name: p.Name, Source: p.Source, Step: v.step,
		Grid: state.Variant.Text(state.Filled()), Contradiction: v.contradiction,
		Notation: append([]string{}, v.notation...)}
	if v.rule != "" {
		line.Rule = &v.rule
	}
	if v.candidates {
		for _, m := range state.Candidates() {
			line.Candidates = append(line.Candidates, m.String())
		}
	}
	return jsonLines(w).Encode(line)
}
