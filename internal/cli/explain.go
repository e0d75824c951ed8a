package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"setdoku"
	"setdoku/internal/cli/complete"
	"setdoku/internal/cli/stream"
	"setdoku/internal/cli/usage"
	"setdoku/internal/diagram"
	"setdoku/internal/explain"
	"setdoku/internal/format"
	"setdoku/internal/picture"
	"setdoku/solver"
	"setdoku/store"
)

// explainFormats are what explain writes.
var explainFormats = []string{"text", "markdown", "html"}

// explainFlags are the flags of explain.
type explainFlags struct {
	selection
	db     string
	format string
	out    string
	folder string // for pictures of Markdown, "" to have them as text
}

func init() { register((*app).explainCommand) }

func (a *app) explainCommand() *cobra.Command {
	var f explainFlags
	cmd := &cobra.Command{
		Use:               "explain [FILE|-|STATE]... [--format text|markdown|html]",
		Short:             "Write the whole solution path in words, each step with its picture",
		GroupID:           groupSolve,
		Annotations:       next("setdoku solve {args} --db sudoku.db  # keeps every step"),
		ValidArgsFunction: complete.Files,
		Long: `Write the solution path of puzzles step by step, with the argument of every deduction and
the grid with its pattern marked, as text, Markdown or an HTML page that needs nothing beside
itself. A step has all that its technique finds. Each pattern has a picture of its own, at most four
in a step. A step that places several digits has one picture of what it places. In HTML the pictures
are drawings, in Markdown they are text, or with --pictures FOLDER drawings in SVG files there.

Without --db the puzzles are solved in memory. With --db puzzles are named by their puzzle_id and
told from the steps that the database has, also those played by hand; a puzzle that waits there
is taken on from where it stands. A run below full audit keeps fewer rows: then explain tells the cells,
digits and rules that it has, and says what was not kept.

The exit code is 3 when the path of a puzzle does not end with it solved.`,
		Example: `  setdoku explain puzzle.txt
  setdoku explain puzzle.txt --format markdown --pictures drawings -o path.md
  setdoku explain 7 --db sudoku.db --format html -o path.html`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !slices.Contains(explainFormats, f.format) {
				return usage.Errorf("explain: --format %q, want one of %s", f.format, strings.Join(explainFormats, ", "))
			}
			if args = takeDatabase(&f.db, args); f.db == "" {
				args = a.orPiped(args)
			}
			if f.db == "" && len(args) == 0 {
				return usage.Errorf("explain: no puzzle: name a file, - for standard input, or 81 characters; or --db with a puzzle_id")
			}
			if f.folder != "" && f.format != "markdown" {
				return usage.Errorf("explain: --pictures is for --format markdown, %s has its pictures within", f.format)
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
				if f.format == "html" && len(ids) > 1 {
					return usage.Errorf("explain: an HTML page is for one puzzle, and %d are named", len(ids))
				}
			}
			if f.out == "-" {
				f.out = ""
			}
			if f.out != "" && stream.SameFile(f.out, f.db) {
				return usage.Errorf("explain: %s is the database itself", f.out)
			}
			return a.explain(cmd.Context(), f, args, ids)
		},
	}
	f.flags(cmd)
	f.techniqueFlag(cmd)
	dbFlag(cmd, &f.db)
	cmd.Flags().StringVar(&f.format, "format", "text", "`FORMAT` to write: text, markdown or html")
	complete.Flag(cmd, "format", complete.Values(explainFormats...))
	cmd.Flags().StringVarP(&f.out, "output", "o", "", "write to `FILE` instead of standard output")
	cmd.Flags().StringVar(&f.folder, "pictures", "", "write the pictures of Markdown to this `FOLDER` as SVG, and links to them")
	complete.Flag(cmd, "pictures", complete.Folders)
	return cmd
}

// narrator writes the paths of puzzles.
type narrator struct {
	explainFlags
	w         io.Writer
	color     bool
	finder    *solver.Pathfinder
	catalogue solver.Catalogue
	told      int
	unsolved  bool // a puzzle that was told
}

func (a *app) explain(ctx context.Context, f explainFlags, args []string, ids []int64) (err error) {
	n := narrator{explainFlags: f, color: a.colors() && f.out == ""}
	if n.finder, n.catalogue, err = f.pathfinder(ctx, false); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, n.finder.Close(context.WithoutCancel(ctx))) }()
	var file *stream.File
	target := a.Out
	if f.out != "" {
		if file, err = stream.Create(ctx, f.out); err != nil {
			return err
		}
		target = file
	}
	out := bufio.NewWriter(target)
	n.w = out
	code := usage.ExitDone
	if ids == nil {
		in := a.open(args)
		err = in.Chunks(ctx, func(chunk []format.Puzzle) error {
			for _, p := range chunk {
				if err := n.tellInput(ctx, p); err != nil {
					return err
				}
			}
			return nil
		})
		code = in.Finish()
	} else {
		err = read(ctx, f.db, func(s *store.Snapshot) error {
			return a.eachPuzzle(ctx, s, ids, func(p store.Puzzle) error { return n.tellStored(ctx, s, p) })
		})
	}
	if flushErr := out.Flush(); err == nil && flushErr != nil {
		err = fmt.Errorf("write: %w", flushErr)
	}
	var told usage.Exit
	switch {
	case file == nil:
	case err != nil && !errors.As(err, &told) || n.told == 0:
		err = errors.Join(err, file.Discard())
	default:
		err = errors.Join(err, file.Commit())
	}
	switch {
	case err != nil:
		return err
	case code != usage.ExitDone:
		return usage.Exit(code)
	case n.unsolved:
		return usage.Exit(usage.ExitUnsolved)
	}
	return nil
}

// tellInput solves a puzzle in memory and tells how.
func (n *narrator) tellInput(ctx context.Context, p format.Puzzle) error {
	if n.format == "html" && n.told > 0 {
		return errors.New("an HTML page is for one puzzle, and the input has more")
	}
	story := &explain.Story{Name: fmt.Sprintf("Puzzle %d", n.told+1), Start: p.State, End: p.State}
	if p.Name != "" {
		story.Name += ", " + p.Name
	}
	path, err := n.finder.Find(ctx, p.State, 0)
	if err != nil {
		return err
	}
	n.addPath(story, path)
	return n.write(ctx, story)
}

// addPath adds steps that were found in memory.
func (n *narrator) addPath(story *explain.Story, path *solver.Path) {
	for _, s := range path.Steps {
		story.Steps = append(story.Steps, explain.Step{
			Number: s.Step, Title: s.Technique.Title, Level: s.Technique.Level, By: &s.Technique,
			Before: s.Before, Deductions: s.Deductions,
		})
		if len(s.Deductions) == 0 && s.Technique.Name == setdoku.RuleSearch {
			story.Steps[len(story.Steps)-1].Note = explain.SearchPlacesNothing
		}
	}
	story.End = path.End
	story.Ending = ending(path.Status, path.Contradiction)
	n.unsolved = n.unsolved || path.Status != setdoku.StatusSolved
}

// ending says how a path ends.
func ending(status string, c *setdoku.Contradiction) string {
	switch {
	case status == setdoku.StatusSolved:
		return "The puzzle is solved."
	case status == setdoku.StatusMultiple:
		return "The puzzle has more than one solution."
	case c != nil:
		return "The puzzle has no solution. " + explain.WhyNone(c, c.Step)
	}
	return "None of the techniques that were selected finds anything more."
}

// write writes a story in the format that was asked for.
func (n *narrator) write(ctx context.Context, story *explain.Story) error {
	n.told++
	if n.told > 1 {
		fmt.Fprintln(n.w)
	}
	switch n.format {
	case "html":
		return story.WriteHTML(n.w, inlineSVG)
	case "markdown":
		if n.folder == "" {
			return story.WriteMarkdown(n.w, nil)
		}
		if err := os.MkdirAll(n.folder, 0o777); err != nil {
			return err
		}
		return story.WriteMarkdown(n.w, func(p explain.Picture, name, title string) (string, error) {
			return n.drawFile(ctx, p, name, title)
		})
	}
	return story.WriteText(n.w, n.color)
}

// inlineSVG draws a picture into a page.
func inlineSVG(w io.Writer, p explain.Picture, id, title string) error {
	return picture.SVG(w, diagramOf(p, title), picture.Options{ID: id})
}

// drawFile draws a picture as a file in the folder and returns its path from where the Markdown is.
func (n *narrator) drawFile(ctx context.Context, p explain.Picture, name, title string) (string, error) {
	path := filepath.Join(n.folder, fmt.Sprintf("puzzle-%d-%s.svg", n.told, name))
	file, err := stream.Create(ctx, path)
	if err != nil {
		return "", err
	}
	if err := picture.SVG(file, diagramOf(p, title), picture.Options{}); err != nil {
		return "", errors.Join(err, file.Discard())
	}
	if err := file.Commit(); err != nil {
		return "", err
	}
	return link(path, n.out)
}

// link is how a Markdown file links to a file. Where out is "" both are seen from the working folder.
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

// diagramOf is a picture of an explanation as a drawing.
func diagramOf(p explain.Picture, title string) picture.Diagram {
	d := picture.Diagram{State: p.State, Marks: true}
	if p.Deduction != nil {
		d = diagram.Deduction(p.State, *p.Deduction)
	}
	d.Title, d.Unknown = title, p.Unknown
	return d
}
