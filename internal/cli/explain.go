package cli

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain"
	"setdoku/internal/explain/picture"
	"setdoku/solver/memory"
	"setdoku/solver/proof"
	"setdoku/store"
	"setdoku/store/record"
)

// explainFormats are the formats that explain writes.
var explainFormats = []string{"text", "markdown", "html"}

// explainFlags are the flags of explain.
type explainFlags struct {
	selection
	outputFlags
	db     string
	full   bool // everything, also what no later step needs, and every step of refutations
	json   bool
	step   int    // the only one to explain, 0 for all
	folder string // for the pictures of Markdown, "" to draw them as text
}

func init() { register((*app).explainCommand) }

func (a *app) explainCommand() *cobra.Command {
	var f explainFlags
	cmd := &cobra.Command{
		Use:         "explain PUZZLE_ID... [--db] FILE | STATE|FILE|-...",
		Short:       "Write the whole solution path in words, each step with its picture",
		GroupID:     groupSolve,
		Annotations: next("setdoku solve {args} --db sudoku.db  # keeps every step"),
		Long: `Write the solution path of puzzles step by step, with the argument of every deduction and
the grid with its pattern marked: as text, as Markdown, or as an HTML page that loads no other file and prints
each puzzle from a new sheet of paper.
Once a technique has been explained, its patterns are
explained in short. Each pattern that is explained whole gets its own picture, up to four in a step, and a
step that is explained in short gets one picture, of its first pattern. A step that places several digits
gets one picture of all. HTML has drawings. Markdown has pictures of text, or with --pictures FOLDER
links to drawings in that folder, which are SVG files.

What no later step relies on is left out: explain walks back from the end and drops every elimination, pattern and
step without which the rest can still be proved from its patterns, and each pattern is still one of its technique. The
singles are made again in between, in as few passes as possible. A step that stays says which step of the whole path it
is. A refutation of forcing takes one line that has its length, and each branch of a set takes one line.

--full describes everything: the whole path, each step with all that its technique finds, and every step of refutations
and branches.

Without --db the puzzles are solved in memory. With --db a puzzle is named by its puzzle_id, and
explain reads its steps from the database, including steps played by hand. It solves a new puzzle from its
present state. A run below full audit keeps fewer rows. Then explain shows all cells, digits and rules that
were kept, and says what is missing. It also shows all of a path that does not follow from its rows.

--step explains only one step, and shows the grid before and after it. Its number is that of the whole path, as
'setdoku history' prints it.

Without --format the ending of the file of --output chooses the format: .html, .md or another.

The exit code is 3 when the path of a puzzle does not solve it.`,
		Example: `  setdoku explain puzzle.txt
  setdoku explain puzzle.txt --full
  setdoku explain puzzle.txt --step 12
  setdoku explain puzzle.txt --format markdown --pictures drawings -o path.md
  setdoku explain 7 --db sudoku.db --format html -o path.html
  setdoku explain puzzles.sdm --format html -o book.html`,
		RunE: func(cmd *cobra.Command, args []string) error {
			from, err := a.newSubject(cmd, f.db, args)
			if err != nil {
				return err
			}
			if err := f.resolve(a, cmd); err != nil {
				return err
			}
			if f.json && cmd.Flags().Changed("format") {
				return usageErrorf("explain: --json does not go with --format")
			}
			if f.folder != "" && f.format != "markdown" {
				return usageErrorf("explain: --pictures is for --format markdown; --format %s puts its pictures "+
					"into the text", f.format)
			}
			if err := f.check(cmd); err != nil {
				return err
			}
			from.selection = f.selection
			if f.json {
				f.format = "json"
			}
			return a.explain(cmd.Context(), f, from)
		},
	}
	f.flags(cmd)
	dbFlag(cmd, &f.db)
	a.variantFlag(cmd)
	f.addOutput(cmd, explainFormats...)
	fullFlag(cmd, &f.full)
	numberFlag(cmd, &f.step, "step", "", 1, math.MaxInt, "a step from 1",
		"explain only this `STEP` of the whole path, with all that its technique finds")
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON object a puzzle")
	folderFlag(cmd, &f.folder, "pictures", "", "draw the pictures of Markdown as SVG files in this `FOLDER`")
	return cmd
}

// storyWriter writes the paths of puzzles.
type storyWriter struct {
	explainFlags
	to        io.Writer
	page      *explain.Page // of --format html, else nil
	database  string        // that the stories are read from, "" for none
	screen    picture.Screen
	finder    *memory.Solver
	catalogue catalogue.Catalogue
	written   int  // puzzles so far
	unsolved  bool // one of them does not end solved
}

func (a *app) explain(ctx context.Context, f explainFlags, from subject) (err error) {
	w := storyWriter{explainFlags: f, database: from.path}
	if f.out == "" {
		w.screen = a.screen()
	}
	var selected catalogue.Catalogue
	if w.catalogue, selected, err = f.builtIn(ctx); err != nil {
		return err
	}
	if w.finder, err = memory.NewPathfinder(w.catalogue,
		memory.OptionsFor(f.Options, selected)); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.finder.Close(context.WithoutCancel(ctx))) }()
	from.begin = func(s *store.Snapshot) error {
		stored, err := catalogue.LoadNames(ctx, s)
		for _, t := range stored { // a user's technique has a title and a level there, and no words
			if _, known := w.catalogue.Find(t.Name); !known {
				w.catalogue = append(slices.Clip(w.catalogue), t)
			}
		}
		return err
	}
	err = writeOutput(ctx, f.out, from.path, a.Out, func(to io.Writer) error {
		out := bufio.NewWriter(to)
		w.to = out
		if f.format == "html" {
			w.page = explain.NewPage(out, "Solution paths")
		}
		err := a.eachPath(ctx, from, func(p record.Puzzle, path *setdoku.Path) error {
			if err := w.write(ctx, p.PuzzleID, explain.NewStory(p.PuzzleID, p.Name, path, w.catalogue)); err != nil {
				return err
			}
			return out.Flush()
		})
		if w.page != nil && (err == nil || w.written > 0) {
			err = cmp.Or(err, w.page.Close(), out.Flush())
		}
		return err
	})
	return ended(err, ExitDone, w.unsolved)
}

// write writes the story of a puzzle in the format of the flags. It solves a new puzzle in memory.
func (w *storyWriter) write(ctx context.Context, id int64, story *explain.Story) error {
	if story.Status == setdoku.StatusNew {
		more, err := w.finder.Find(ctx, story.End().State)
		if err != nil {
			return err
		}
		story.Append(more)
	}
	if n := len(story.Steps); w.step > n {
		return fmt.Errorf("puzzle %d, step %d: %w, it has %d", id, w.step, setdoku.ErrNoStep, n)
	}
	story.Only = w.step
	if !w.full && w.step == 0 {
		switch needed, err := story.Needed(ctx); {
		case err == nil:
			story = needed
		case !errors.Is(err, setdoku.ErrPathIncomplete) && !errors.Is(err, proof.ErrNotProved):
			return err
		}
	}
	story.Full = w.full
	w.unsolved = w.unsolved || story.Status != setdoku.StatusSolved
	w.written++
	if w.format == "json" {
		return jsonLines(w.to).Encode(story)
	}
	if w.page != nil {
		return w.page.AddStory(ctx, story)
	}
	if w.written > 1 {
		fmt.Fprintln(w.to)
	}
	if w.format == "markdown" {
		if w.folder == "" {
			return story.WriteMarkdown(ctx, w.to, nil)
		}
		if err := os.MkdirAll(w.folder, 0o777); err != nil {
			return err
		}
		return story.WriteMarkdown(ctx, w.to, func(d picture.Diagram, name string) (string, error) {
			return w.drawFile(ctx, d, name)
		})
	}
	return story.WriteText(ctx, w.to, w.screen)
}

// drawFile draws a picture as a file in the folder and returns the link to it.
func (w *storyWriter) drawFile(ctx context.Context, d picture.Diagram, name string) (string, error) {
	path := filepath.Join(w.folder, fmt.Sprintf("puzzle-%d-%s.svg", w.written, name))
	err := writeOutput(ctx, path, w.database, nil, func(file io.Writer) error {
		return picture.SVG(file, d, picture.Options{})
	})
	if err != nil {
		return "", err
	}
	return link(path, w.out)
}

// link returns the link from the Markdown file out to the file path. With out "" the link is relative to the working
// folder.
func link(path, out string) (string, error) {
	if out != "" && filepath.IsAbs(path) != filepath.IsAbs(out) {
		var err [2]error
		path, err[0] = filepath.Abs(path)
		out, err[1] = filepath.Abs(out)
		if err := errors.Join(err[:]...); err != nil {
			return "", err
		}
	}
	if out != "" {
		var err error
		if path, err = filepath.Rel(filepath.Dir(out), path); err != nil {
			return "", err
		}
	}
	return (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath(), nil
}
