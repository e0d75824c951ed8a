package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"setdoku"
	"setdoku/internal/cli/complete"
	"setdoku/internal/cli/render"
	"setdoku/internal/cli/usage"
	"setdoku/internal/format"
	"setdoku/internal/tell/explain"
	"setdoku/internal/tell/notation"
	"setdoku/internal/tell/picture"
	"setdoku/solver/batch"
	"setdoku/solver/catalogue"
	"setdoku/store"
)

// hintLevels say how much a hint tells. Each level tells more than the one before it.
var hintLevels = []string{"where", "what", "why"}

// hintFlags are the flags of hint.
type hintFlags struct {
	selection
	db    string
	level string
	any   bool // the first deduction found, needed or not
	full  bool // every step of refutations
	json  bool
}

// tells reports whether the level of the flags tells at least as much as level.
func (f *hintFlags) tells(level string) bool {
	return slices.Index(hintLevels, f.level) >= slices.Index(hintLevels, level)
}

func init() { register((*app).hintCommand) }

func (a *app) hintCommand() *cobra.Command {
	var f hintFlags
	cmd := &cobra.Command{
		Use:               "hint [FILE|-|STATE]... [--level where|what|why]",
		Short:             "Tell the next deduction: where to look, which technique, or all of it",
		GroupID:           groupSolve,
		Annotations:       next("setdoku explain {args}  # the whole path in words"),
		ValidArgsFunction: complete.Files,
		Long: `Tell the next deduction in a puzzle, in words that a player can follow on the grid. The techniques are
tried in the order of the catalogue. The hint is the first deduction that is needed: hint solves the puzzle in
memory and leaves out what no later step relies on, as 'setdoku explain --needed' does. --any tells the first
deduction of the first technique that finds one, needed or not. It is also the hint when the techniques do not
get any further.

--level where says where to look. what also names the technique. why, the default, gives the whole argument
and marks the pattern in the grid: with colors on a terminal, elsewhere with a letter after each digit and a
legend below the grid. A refutation of forcing takes one line, and so does each branch of a set; --full tells
their steps too.

A puzzle is 81 characters or a file, as for solve. Its placed digits and crossed-out pencil marks
(pencil-mark grids, 729 characters, library lines) are used. With --db a puzzle is named by its puzzle_id,
and hint uses its present state, with everything that was played by hand. When what was played cannot be
right, hint says so instead.

The exit code is 3 when a puzzle is not solved and has no next deduction.`,
		Example: `  setdoku hint puzzle.txt --level where
  setdoku hint 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
  setdoku hint 7 --db sudoku.db --level what`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !slices.Contains(hintLevels, f.level) {
				return usage.Errorf("hint: --level %q, want one of %s", f.level, strings.Join(hintLevels, ", "))
			}
			if args = takeDatabase(&f.db, args); f.db == "" {
				args = a.orPiped(args)
			}
			if f.db == "" && len(args) == 0 {
				return usage.Missing(cmd, "no puzzle: name a file, - for standard input, or 81 characters; or --db with a puzzle_id", "")
			}
			if err := f.check(cmd); err != nil {
				return err
			}
			var ids []int64
			if f.db != "" {
				var err error
				if ids, err = puzzleIDs(cmd, args); err != nil {
					return err
				}
			}
			return a.hint(cmd.Context(), f, args, ids)
		},
	}
	f.flags(cmd)
	f.techniqueFlag(cmd)
	dbFlag(cmd, &f.db)
	cmd.Flags().StringVar(&f.level, "level", "why", "how much to tell: where, what or why")
	complete.Flag(cmd, "level", complete.Values(hintLevels...))
	cmd.Flags().BoolVar(&f.any, "any", false, "tell the first deduction that is found, whether or not it is needed")
	fullFlag(cmd, &f.full)
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON object a puzzle")
	return cmd
}

// adviser prints hints. It keeps whether a puzzle that is not solved had none.
type adviser struct {
	hintFlags
	out       *bufio.Writer
	screen    picture.Screen
	next, all *batch.Pathfinder
	whole     *batch.Pathfinder // finds whole paths with the techniques of next
	known     catalogue.Catalogue
	printed   int
	unsolved  bool
}

func (a *app) hint(ctx context.Context, f hintFlags, args []string, ids []int64) (err error) {
	h := adviser{hintFlags: f, out: bufio.NewWriter(a.Out), screen: a.screen()}
	if h.next, _, err = f.pathfinder(ctx, true); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.next.Close(context.WithoutCancel(ctx))) }()
	if h.all, _, err = (&selection{}).pathfinder(ctx, false); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.all.Close(context.WithoutCancel(ctx))) }()
	if h.whole, h.known, err = f.pathfinder(ctx, false); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.whole.Close(context.WithoutCancel(ctx))) }()
	code := usage.ExitDone
	if ids == nil {
		in := a.open(args)
		err = in.Chunks(ctx, func(chunk []format.Puzzle) error {
			for _, p := range chunk {
				name := fmt.Sprintf("puzzle %d, %s", h.printed+1, p.Text)
				if len(chunk) == 1 && h.printed == 0 {
					name = ""
				}
				if err := h.advise(ctx, int64(h.printed+1), name, p.State); err != nil {
					return err
				}
			}
			return nil
		})
		code = in.Finish()
	} else {
		err = readChecked(ctx, f.db, func(s *store.Snapshot) error {
			return a.eachPuzzle(ctx, s, ids, func(p store.Puzzle) error {
				return h.adviseStored(ctx, s, p)
			})
		})
	}
	if flushErr := h.out.Flush(); err == nil {
		err = flushErr
	}
	switch {
	case err != nil:
		return err
	case code != usage.ExitDone:
		return usage.Exit(code)
	case h.unsolved:
		return usage.Exit(usage.ExitUnsolved)
	}
	return nil
}

// adviseStored gives a hint for the present state of a puzzle of a database.
func (h *adviser) adviseStored(ctx context.Context, s *store.Snapshot, p store.Puzzle) error {
	pos, err := s.Position(ctx, p, p.Steps)
	if err != nil {
		return err
	}
	name := fmt.Sprintf("puzzle %d after %s", p.PuzzleID, usage.Plural(p.Steps, "step"))
	if pos.Known {
		return h.advise(ctx, p.PuzzleID, name, pos.State)
	}
	c, err := s.Contradiction(ctx, p.PuzzleID)
	if err != nil {
		return err
	}
	return h.say(p.PuzzleID, name, explain.AdviseWithoutMarks(pos.State, p.Status, c))
}

// advise gives a hint for a state. name is "" when the only puzzle needs no name.
func (h *adviser) advise(ctx context.Context, id int64, name string, s setdoku.State) error {
	var advice explain.Advice
	var err error
	if h.any {
		advice, err = explain.Advise(ctx, s, h.next, h.all)
	} else {
		advice, err = explain.AdviseNeeded(ctx, s, h.next, h.all, h.whole, h.known)
	}
	if err != nil {
		return err
	}
	return h.say(id, name, advice)
}

// say prints advice. name is "" when the only puzzle needs no name.
func (h *adviser) say(id int64, name string, advice explain.Advice) error {
	h.printed++
	h.unsolved = h.unsolved || advice.Status != explain.AdviceStep && advice.Status != setdoku.StatusSolved
	if h.json {
		return h.writeJSON(id, advice)
	}
	if h.printed > 1 {
		fmt.Fprintln(h.out)
	}
	if name != "" {
		fmt.Fprintf(h.out, "# %s\n", name)
	}
	return h.write(advice)
}

// write prints advice in words, and the grid.
func (h *adviser) write(a explain.Advice) error {
	for _, line := range h.words(a) {
		fmt.Fprintln(h.out, h.screen.Wrap("", line))
	}
	if a.Status == setdoku.StatusSolved {
		return nil
	}
	d := picture.Diagram{State: a.State, Unknown: a.Unknown}
	if a.Deduction != nil && h.tells("why") {
		d.Deduction = *a.Deduction
	}
	_, err := io.WriteString(h.out, "\n"+picture.Text(d, h.screen))
	return err
}

// words returns the lines of a hint that its level allows.
func (h *adviser) words(a explain.Advice) (lines []string) {
	if a.Deduction == nil {
		lines = append(lines, a.Message)
		if a.Detail != "" && h.tells("what") {
			lines = append(lines, a.Detail)
		}
		return lines
	}
	lines = append(lines, explain.Where(a.State, *a.Deduction, &a.Technique))
	if h.tells("what") {
		lines = append(lines, fmt.Sprintf("Technique: %s (%s).", a.Technique.Title, a.Technique.Level))
	}
	if h.tells("why") {
		words := explain.Words
		if h.full {
			words = explain.FullWords
		}
		lines = append(lines, words(a.State, *a.Deduction, &a.Technique)...)
	}
	if a.Message != "" {
		lines = append(lines, a.Message)
	}
	return lines
}

// jsonHint is a line of hint --json. Fields that the level does not tell are null.
type jsonHint struct {
	ID           int64                   `json:"id"`
	State        string                  `json:"state"`
	Status       string                  `json:"status"`
	Words        []string                `json:"words"`
	Technique    *string                 `json:"technique"`
	Placements   *[]string               `json:"placements"`
	Eliminations *[]string               `json:"eliminations"`
	Evidence     *[]setdoku.EvidenceJSON `json:"evidence"`
	Notation     *string                 `json:"notation"` // null too if the pattern has no line
}

func (h *adviser) writeJSON(id int64, a explain.Advice) error {
	line := jsonHint{ID: id, State: format.Short(a.State), Status: a.Status, Words: h.words(a)}
	if d := a.Deduction; d != nil && h.tells("what") {
		line.Technique = &d.Technique
	}
	if d := a.Deduction; d != nil && h.tells("why") {
		placements, eliminations := render.Candidates(d.Placements, setdoku.Candidate.Placement), render.Candidates(d.Eliminations, setdoku.Candidate.Elimination)
		evidence := setdoku.AppendJSON([]setdoku.EvidenceJSON{}, d.Evidence)
		line.Placements, line.Eliminations, line.Evidence = &placements, &eliminations, &evidence
		if text := notation.Line(a.State, *d); text != "" {
			line.Notation = &text
		}
	}
	return render.JSON(h.out).Encode(line)
}
