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
	"setdoku/internal/batch"
	"setdoku/internal/catalogue"
	"setdoku/internal/cli/render"
	"setdoku/internal/cli/stream"
	"setdoku/internal/cli/usage"
	"setdoku/internal/database"
	"setdoku/internal/driver"
	"setdoku/internal/explain/picture"
	"setdoku/internal/format"
	"setdoku/internal/generate"
	"setdoku/internal/memory"
	"setdoku/internal/record"
	sqlfiles "setdoku/sql"
)

// generatedOut takes generated puzzles.
type generatedOut interface {
	write([]generate.Found) error
	finish() error  // completes the output
	discard() error // removes the output after an error
	where() string  // where the puzzles are, for the last line of generate
}

// generated opens the output that the flags name.
func (a *app) generated(ctx context.Context, f generateFlags, bar *stream.Bar) (generatedOut, error) {
	if f.db != "" {
		return a.generatedDB(ctx, f, bar)
	}
	l := &generatedList{flags: f.paperFlags, csv: f.format == string(format.CSV)}
	var w io.Writer = bar.Above(a.Out)
	if f.out != "" {
		file, err := stream.Create(ctx, f.out, f.db)
		if err != nil {
			return nil, err
		}
		l.file, w = file, file
	}
	var err error
	if f.json {
		l.lines = bufio.NewWriter(w)
		return l, nil
	}
	if slices.Contains(onPaper(), f.format) {
		l.paper, err = newSheet(w, f.format, f.paperFlags.options())
	} else {
		l.w, err = format.NewWriter(w, format.Format(f.format))
	}
	if err != nil {
		return nil, errors.Join(err, l.discard())
	}
	return l, nil
}

// generatedList writes puzzles in an exchange format, or for paper.
type generatedList struct {
	file  *stream.File // nil for standard output
	w     *format.Writer
	paper sheet         // nil for an exchange format
	lines *bufio.Writer // nil without --json
	flags paperFlags
	csv   bool
	n     int
}

func (l *generatedList) write(puzzles []generate.Found) error {
	for _, p := range puzzles {
		l.n++
		if l.lines != nil {
			if err := render.JSON(l.lines).Encode(generatedLine(l.n, p)); err != nil {
				return err
			}
			continue
		}
		if l.paper != nil {
			if err := l.paper.Add(l.entryOf(p)); err != nil {
				return err
			}
			continue
		}
		record := format.Puzzle{State: p.State()}
		if l.csv {
			record.Name, record.Solution = fmt.Sprint(l.n), p.Solution.String()
		}
		if l.flags.names != "" {
			record.Name = l.nameOf(p)
		}
		if err := l.w.Write(record); err != nil {
			return err
		}
	}
	if len(puzzles) == 0 || l.file != nil || l.paper != nil {
		return nil
	}
	if l.lines != nil {
		return l.lines.Flush()
	}
	return l.w.Flush()
}

// generatedLine returns a generated puzzle for JSON. The generator does not know its depth, and not how often its path
// uses each technique.
func generatedLine(number int, p generate.Found) record.Line {
	r := record.Puzzle{PuzzleID: int64(number), Identity: record.Identity{Givens: p.Givens.String()},
		Start: p.State(), Rating: p.Rating}
	r.Status, r.Solution = setdoku.StatusSolved, p.Solution.String()
	line := r.Line()
	line.StepsBy, line.Techniques = nil, nil
	return line
}

// entryOf returns a generated puzzle for paper, under its name or its number and what is known of its rating.
func (l *generatedList) entryOf(p generate.Found) picture.Entry {
	e := picture.Entry{Caption: fmt.Sprint(l.n), State: p.State(), Solution: &p.Solution}
	switch {
	case l.flags.names != "":
		e.Caption = l.nameOf(p)
	case p.Rating.Level != "":
		e.Caption += fmt.Sprintf(", %s, score %d", p.Rating.Level, p.Rating.Score)
	}
	return e
}

// nameOf returns the name of the puzzle by --names.
func (l *generatedList) nameOf(p generate.Found) string {
	clues := setdoku.CellCount - strings.Count(p.Givens.String(), ".")
	return l.flags.nameOf(named{l.n, int64(l.n), "", p.Rating.Level, p.Rating.Score, clues})
}

func (l *generatedList) finish() error {
	var err error
	if l.paper != nil {
		err = l.paper.Close()
	} else if l.lines != nil {
		err = l.lines.Flush()
	} else {
		err = l.w.Close()
	}
	if l.file == nil {
		return err
	}
	if err != nil {
		return errors.Join(err, l.file.Discard())
	}
	return l.file.Commit()
}

func (l *generatedList) discard() error {
	if l.file == nil {
		return nil
	}
	return l.file.Discard()
}

func (l *generatedList) where() string { return "" }

// generatedDB solves puzzles in a database.
type generatedDB struct {
	ctx    context.Context
	name   string
	source string
	db     *database.DB
	batch  *batch.Batch
	chunk  []format.Puzzle
	out    *printer
	last   int64 // the greatest puzzle_id before the run
	known  int   // puzzles that the database had already
}

func (a *app) generatedDB(ctx context.Context, f generateFlags, bar *stream.Bar) (*generatedDB, error) {
	g := &generatedDB{ctx: ctx, name: database.Name(f.db), source: fmt.Sprintf("generated seed %d", f.seed)}
	g.out = &printer{w: bufio.NewWriter(bar.Above(a.Out)), width: stream.Width(a.Out), json: f.json,
		outcomes: outcomes{began: time.Now()}, bar: bar}
	var err error
	if g.db, err = database.Open(ctx, f.db); err != nil {
		return nil, err
	}
	if err = g.begin(ctx, f); err != nil {
		return nil, errors.Join(err, g.db.Close())
	}
	return g, nil
}

// begin opens the run that solves the puzzles.
func (g *generatedDB) begin(ctx context.Context, f generateFlags) error {
	if err := g.db.GetContext(ctx, &g.last, sqlfiles.Page("last_puzzle", "")); err != nil {
		return err
	}
	all, err := catalogue.BuiltIn()
	if err != nil {
		return err
	}
	known, err := catalogue.LoadNames(ctx, g.db)
	if err != nil {
		return err
	}
	selected, err := f.techniques(ctx, all, known)
	if err != nil {
		return err
	}
	if err := driver.AddNames(ctx, g.db, selected); err != nil {
		return err
	}
	opts := memory.Options{Engine: memory.EngineAuto, Jobs: f.jobs, Techniques: selected, Audit: f.audit}
	options := f.selection.options()
	options["generated"], options["seed"], options["chunk"] = true, fmt.Sprint(f.seed), memory.ChunkSize
	g.batch, err = batch.NewBatch(ctx, g.db, opts,
		record.Run{Engine: string(memory.EngineAuto), Version: Version, Options: options})
	return err
}

func (g *generatedDB) write(puzzles []generate.Found) error {
	for _, p := range puzzles {
		g.chunk = append(g.chunk, format.Puzzle{State: p.State(), File: g.source, Line: int(p.Attempt)})
		if len(g.chunk) == memory.ChunkSize {
			if err := g.solve(); err != nil {
				return err
			}
		}
	}
	return nil
}

// solve solves the puzzles of the chunk and empties it. After an interrupt it does so too, because they were found
// before, but it does not wait for another process.
func (g *generatedDB) solve() error {
	if len(g.chunk) == 0 {
		return nil
	}
	results, err := g.batch.Solve(g.ctx, g.chunk)
	if g.ctx.Err() != nil && err != nil {
		last := database.WithLockTimeout(context.WithoutCancel(g.ctx), database.ShortWait)
		results, err = g.batch.Solve(last, g.chunk)
	}
	if err != nil {
		return err
	}
	for _, r := range results {
		if r.PuzzleID <= g.last {
			g.known++
		}
	}
	g.chunk = g.chunk[:0]
	return g.out.print(results)
}

func (g *generatedDB) finish() error {
	if err := g.solve(); err != nil {
		return errors.Join(err, g.discard())
	}
	return errors.Join(g.batch.Close(g.ctx), g.db.Close())
}

func (g *generatedDB) discard() error {
	return errors.Join(g.batch.Close(g.ctx), g.db.Close())
}

func (g *generatedDB) where() string {
	text := "; they are in " + g.name
	if g.known > 0 {
		text += fmt.Sprintf(", %d were there already", g.known)
	}
	return text
}

// tallyText says how many puzzles were found and tried, and how many attempts met each constraints.
func tallyText(n int, t generate.Tally, w *generate.Constraints, took time.Duration) string {
	head := fmt.Sprintf("%s in %.1f s", usage.Plural(t.Found, "puzzle"), took.Seconds())
	if t.Found < n {
		head = fmt.Sprintf("%d of %s in %.1f s", t.Found, usage.Plural(n, "puzzle"), took.Seconds())
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
		return "were " + strings.Join(w.Levels, " or ")
	}
	return "were " + strings.Join(w.Levels, " or ") + " and " + without
}
