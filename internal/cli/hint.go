package cli

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"setdoku"
	"setdoku/internal/explain"
	"setdoku/internal/explain/picture"
	"setdoku/internal/format"
	"setdoku/solver"
	"setdoku/store"
	"setdoku/store/record"
)

// hintFlags are the flags of hint.
type hintFlags struct {
	selection
	db string
	outputFlags
	level string
	at    int  // step after which the hint is, -1 for the last
	any   bool // the first deduction found, needed or not
	full  bool // every step of refutations
	json  bool
}

func init() { register((*app).hintCommand) }

func (a *app) hintCommand() *cobra.Command {
	var f hintFlags
	cmd := &cobra.Command{
		Use:     "hint PUZZLE_ID... [--db] FILE | STATE|FILE|-...",
		Short:   "Explain the next deduction: where to look, which technique, or all of it",
		GroupID: groupSolve,
		Annotations: next("setdoku explain {args} --db {db}  # the whole path in words",
			"setdoku explain {args}  # the whole path in words"),
		Long: `Explain the next deduction in a puzzle, in words that a player can follow on the grid. The techniques are
tried in the order of the catalogue. The hint is the first deduction that is needed: hint solves the puzzle in
memory and leaves out what no later step relies on, as 'setdoku explain' does. --any explains the first
deduction of the first technique that finds one, needed or not. It is also the hint when the techniques do not
get any further.

--level where says where to look. what also names the technique. why, the default, gives the whole argument
and marks the pattern in the grid: with colors on a terminal, elsewhere with a letter after each digit and a
legend below the grid. A refutation of forcing takes one line, and so does each branch of a set; --full describes
their steps too.

A puzzle is 81 characters or a file, as for solve. Its placed digits and crossed-out pencil marks
(pencil-mark grids, 729 characters, library lines) are used. With --db a puzzle is named by its puzzle_id,
and hint uses its present state, with everything that was played by hand. When what was played cannot be
right, hint says so instead.

--at gives the hint in the state after a step of the path, as 'setdoku show --at' shows it; without --db the
puzzle is solved in memory for that. --format html writes a page that prints each hint on a page of its own.

The exit code is 3 when a puzzle is not solved and has no next deduction.`,
		Example: `  setdoku hint puzzle.txt --level where
  setdoku hint 4.....8.5 .3....... ...7..... .2.....6. ....8.4.. ....1.... ...6.3.7. 5..2..... 1.4......
  setdoku hint 7 --db sudoku.db --level what
  setdoku hint puzzle.txt --at 12
  setdoku hint puzzles.sdm --format html -o hints.html`,
		RunE: func(cmd *cobra.Command, args []string) error {
			from, err := a.newSubject(cmd, f.db, args)
			if err != nil {
				return err
			}
			if err := f.resolve(a, cmd); err != nil {
				return err
			}
			if f.json && f.format == "html" {
				return usageErrorf("hint: --json does not go with --format html")
			}
			if err := f.check(cmd); err != nil {
				return err
			}
			return a.hint(cmd.Context(), f, from)
		},
	}
	f.flags(cmd)
	dbFlag(cmd, &f.db)
	a.variantFlag(cmd)
	f.addOutput(cmd, "text", "html")
	atFlag(cmd, &f.at, "give the hint")
	choiceFlag(cmd, &f.level, "level", "why", "how much to say: where, what or why", solver.HintLevels()...)
	cmd.Flags().BoolVar(&f.any, "any", false, "explain the first deduction that is found, whether or not it is needed")
	fullFlag(cmd, &f.full)
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON object a puzzle")
	return cmd
}

// hintPrinter prints hints. It keeps whether a puzzle that is not solved had none.
type hintPrinter struct {
	hintFlags
	page     *explain.Page // of --format html, else nil
	out      *bufio.Writer
	screen   picture.Screen
	printed  int
	unsolved bool
}

func (a *app) hint(ctx context.Context, f hintFlags, from subject) (err error) {
	h := hintPrinter{hintFlags: f}
	if f.out == "" {
		h.screen = a.screen()
	}
	return writeOutput(ctx, f.out, from.path, a.Out, func(w io.Writer) (err error) {
		h.out = bufio.NewWriter(w)
		if f.format == "html" {
			h.page = explain.NewPage(h.out, "Hints")
		}
		err = a.hints(ctx, &h, from)
		if h.page != nil {
			err = cmp.Or(err, h.page.Close(), h.out.Flush())
		}
		return err
	})
}

// hints prints the hints of a subject.
func (a *app) hints(ctx context.Context, h *hintPrinter, from subject) (err error) {
	if err := h.readFiles(ctx); err != nil {
		return err
	}
	if from.path == "" && h.at < 0 {
		return a.inputHints(ctx, h, from)
	}
	from.selection = h.selection
	from.begin = func(s *store.Snapshot) error {
		if err := s.CheckReference(ctx); err != nil {
			return fmt.Errorf("%s: %w", store.Name(from.path), err)
		}
		return nil
	}
	err = a.eachPath(ctx, from, func(p record.Puzzle, path *setdoku.Path) error {
		end, steps := path.End(), p.Steps
		if h.at >= 0 {
			if end, err = path.At(h.at); err != nil {
				return fmt.Errorf("puzzle %d, %w", p.PuzzleID, err)
			}
			steps = h.at
		}
		name := fmt.Sprintf("puzzle %d after %s", p.PuzzleID, format.Plural(steps, "step"))
		if end.Known {
			return h.find(ctx, p.PuzzleID, name, end.State)
		}
		return h.print(p.PuzzleID, name, withoutMarks(end.State, p.Status, path.Contradiction), true)
	})
	return ended(err, ExitDone, h.unsolved)
}

// inputHints prints the hints of the puzzles of the input.
func (a *app) inputHints(ctx context.Context, h *hintPrinter, from subject) error {
	in := a.open(from.args)
	err := in.Chunks(ctx, func(chunk []format.Puzzle) error {
		for _, p := range chunk {
			name := fmt.Sprintf("puzzle %d, %s", h.printed+1, format.Short(p.State))
			if len(chunk) == 1 && h.printed == 0 && h.page == nil {
				name = ""
			}
			if err := h.find(ctx, int64(h.printed+1), name, p.State); err != nil {
				return err
			}
		}
		return nil
	})
	return ended(err, in.Finish(), h.unsolved)
}

// withoutMarks returns a hint about a puzzle that a run ended as invalid or multiple without storing the pencil marks.
// c is the contradiction that the run found, or nil.
func withoutMarks(s setdoku.State, status setdoku.Status, c *setdoku.Contradiction) *solver.Hint {
	h := &solver.Hint{State: s, Status: setdoku.StatusMultiple, Message: "The puzzle has more than one solution."}
	if status == setdoku.StatusInvalid {
		h.Status, h.Message = setdoku.StatusInvalid, "The puzzle has no solution."
	}
	if c != nil {
		h.Detail = explain.WhyNone(c, c.Step) + " "
	}
	h.Detail += "The run did not store the eliminations (see --audit), so the pencil marks are not known."
	return h
}

// find finds and prints the hint for a state. name is "" when the only puzzle needs no name.
func (h *hintPrinter) find(ctx context.Context, id int64, name string, s setdoku.State) error {
	next := solver.Next
	if h.any {
		next = solver.First
	}
	hint, err := next(ctx, s, h.Options)
	if err != nil {
		return err
	}
	return h.print(id, name, hint, false)
}

// print prints a hint. unknown says that the pencil marks of its state are unknown.
func (h *hintPrinter) print(id int64, name string, hint *solver.Hint, unknown bool) (err error) {
	hint.Level, hint.Full = h.level, h.full
	h.printed++
	h.unsolved = h.unsolved || hint.Status != solver.StatusStep && hint.Status != setdoku.StatusSolved
	drawing := picture.Diagram{State: hint.State, Unknown: unknown, Deduction: hint.Shown()}
	switch {
	case h.json:
		err = jsonLines(h.out).Encode(struct {
			PuzzleID int64        `json:"puzzle_id"`
			Hint     *solver.Hint `json:"hint"`
		}{id, hint})
	case h.page != nil:
		err = h.page.AddHint(strings.ToUpper(name[:1])+name[1:], hint.Words(), drawing)
	default:
		if h.printed > 1 {
			fmt.Fprintln(h.out)
		}
		if name != "" {
			fmt.Fprintf(h.out, "# %s\n", name)
		}
		for _, line := range hint.Words() {
			fmt.Fprintln(h.out, h.screen.Wrap("", line))
		}
		if hint.Status != setdoku.StatusSolved {
			_, err = io.WriteString(h.out, "\n"+picture.Text(drawing, h.screen))
		}
	}
	return cmp.Or(err, h.out.Flush())
}
