package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain/picture"
	"setdoku/internal/format"
	"setdoku/solver/generate"
	"setdoku/solver/memory"
)

// generated opens the output that the flags name, and writes what search finds. search calls its argument with found
// puzzles. where says where the puzzles are, for the last line of generate.
func (a *app) generated(ctx context.Context, f generateFlags, bar *progressBar,
	search func(found func([]generate.Found) error) error) (where string, err error) {
	if f.db != "" {
		return a.generatedDB(ctx, f, bar, search)
	}
	return "", writeOutput(ctx, f.out, f.db, bar.Above(a.Out), func(w io.Writer) (err error) {
		l := &generatedList{ctx: ctx, flags: f.paperFlags, csv: f.format == string(format.CSV)}
		if err := l.open(w, f); err != nil {
			return err
		}
		if l.rating != nil {
			defer func() { err = errors.Join(err, l.rating.Close(context.WithoutCancel(ctx))) }()
		}
		if err := search(l.write); err != nil {
			return err
		}
		return l.close()
	})
}

// generatedList writes puzzles in an exchange format, for paper, or as JSON.
type generatedList struct {
	ctx    context.Context
	w      *format.Writer
	paper  sheet          // nil for an exchange format
	lines  *bufio.Writer  // nil without --json
	rating *memory.Solver // nil without --json
	flags  paperFlags
	csv    bool
	n      int
}

// open begins to write to w.
func (l *generatedList) open(w io.Writer, f generateFlags) (err error) {
	switch {
	case f.json:
		l.lines = bufio.NewWriter(w)
		l.rating, err = f.rating(l.ctx)
	case slices.Contains(onPaper(), f.format):
		l.paper, err = newSheet(w, f.format, f.paperFlags.options())
	default:
		l.w, err = format.NewWriter(w, format.Format(f.format))
	}
	return err
}

// rating returns a solver that rates the puzzles by the selected techniques.
func (f *generateFlags) rating(ctx context.Context) (*memory.Solver, error) {
	all, selected, err := f.builtIn(ctx)
	if err != nil {
		return nil, err
	}
	return memory.NewSolver(all, memory.OptionsFor(f.Options, selected))
}

func (l *generatedList) write(puzzles []generate.Found) error {
	if l.lines != nil {
		return l.writeJSON(puzzles)
	}
	for _, p := range puzzles {
		l.n++
		if l.paper != nil {
			if err := l.paper.Add(l.newEntry(p)); err != nil {
				return err
			}
			continue
		}
		record := format.Puzzle{State: p.State()}
		if l.csv {
			record.Name, record.Solution = fmt.Sprint(l.n), p.Solution.String()
		}
		if l.flags.names != "" {
			record.Name = l.name(p)
		}
		if err := l.w.Write(record); err != nil {
			return err
		}
	}
	if l.paper != nil {
		return nil
	}
	return l.w.Flush()
}

// writeJSON writes puzzles as rate does. Puzzles that were found before an interrupt are rated after it.
func (l *generatedList) writeJSON(puzzles []generate.Found) error {
	list := make([]format.Puzzle, len(puzzles))
	for i := range puzzles {
		list[i].State = puzzles[i].State()
	}
	rated, err := l.rating.Solve(context.WithoutCancel(l.ctx), list)
	if err != nil {
		return err
	}
	for _, r := range rated {
		l.n++
		if err := writeLine(l.lines, int64(l.n), r); err != nil {
			return err
		}
	}
	return l.lines.Flush()
}

// newEntry returns a generated puzzle for paper, under its name or its number and what is known of its rating.
func (l *generatedList) newEntry(p generate.Found) picture.Entry {
	e := picture.Entry{Caption: fmt.Sprint(l.n), State: p.State(), Solution: &p.Solution}
	switch {
	case l.flags.names != "":
		e.Caption = l.name(p)
	case p.Rating.Level != "":
		e.Caption += fmt.Sprintf(", %s, score %d", p.Rating.Level, p.Rating.Score)
	}
	return e
}

// name returns the name of the puzzle by --names.
func (l *generatedList) name(p generate.Found) string {
	clues := setdoku.CellCount - strings.Count(p.Givens.String(), ".")
	return l.flags.label(named{l.n, int64(l.n), "", string(p.Rating.Level), p.Rating.Score, clues})
}

// close completes the output.
func (l *generatedList) close() error {
	switch {
	case l.lines != nil:
		return l.lines.Flush()
	case l.paper != nil:
		return l.paper.Close()
	}
	return l.w.Close()
}

// tallyText says how many puzzles were found and tried, and how many attempts met each constraint.
func tallyText(n int, t generate.Tally, w *generate.Constraints, took time.Duration) string {
	head := fmt.Sprintf("%s in %.1f s", format.Plural(t.Found, "puzzle"), took.Seconds())
	if t.Found < n {
		head = fmt.Sprintf("%d of %s in %.1f s", t.Found, format.Plural(n, "puzzle"), took.Seconds())
	}
	parts := []string{fmt.Sprintf("of %d tried", t.Tried)}
	add := func(n int, what string) {
		if len(parts) > 1 {
			what = "of these " + what
		}
		parts = append(parts, fmt.Sprintf("%d %s", n, what))
	}
	switch {
	case w.Pattern != nil:
		add(t.Givens, "filled the pattern")
	case w.Clues != generate.Range{}:
		add(t.Givens, "had the number of givens")
	}
	if len(w.Require) > 0 {
		add(t.Required, "used "+strings.Join(w.Require, " and "))
	}
	if len(w.Levels)+len(w.Forbid) > 0 {
		add(t.Level, levelPhrase(w))
	}
	if w.Score != (generate.Range{}) {
		add(t.Score, "had the score")
	}
	if twice := t.Score - t.Found; twice > 0 {
		add(twice, "came twice")
	}
	if len(parts) == 1 {
		return head + fmt.Sprintf(", %d tried", t.Tried)
	}
	return head + ": " + parts[0] + " " + strings.Join(parts[1:], ", ")
}

// levelPhrase says which levels and which forbidden techniques the puzzles of a tally have met.
func levelPhrase(w *generate.Constraints) string {
	without := "did without " + harderText(w.Forbid)
	switch {
	case len(w.Levels) == 0:
		return without
	case len(w.Forbid) == 0:
		return "were " + strings.Join(catalogue.Names(w.Levels), " or ")
	}
	return "were " + strings.Join(catalogue.Names(w.Levels), " or ") + " and " + without
}
