package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"time"

	"setdoku/internal/format"
	"setdoku/solver/batch"
	"setdoku/solver/generate"
	"setdoku/solver/memory"
	sqlfiles "setdoku/sql"
	"setdoku/store"
	"setdoku/store/record"
)

// generatedDB solves puzzles in a database.
type generatedDB struct {
	ctx    context.Context
	name   string
	source string
	db     *store.DB
	batch  *batch.Batch
	chunk  []format.Puzzle
	out    *printer
	last   int64 // the greatest puzzle_id before the run
	known  int   // puzzles that the database had already
}

// generatedDB solves the puzzles that search finds in the database of the flags.
func (a *app) generatedDB(ctx context.Context, f generateFlags, bar *progressBar,
	search func(found func([]generate.Found) error) error) (where string, err error) {
	g := &generatedDB{ctx: ctx, name: store.Name(f.db), source: fmt.Sprintf("generated seed %d", f.seed)}
	g.out = &printer{w: bufio.NewWriter(bar.Above(a.Out)), width: terminalWidth(a.Out), json: f.json,
		outcomes: outcomes{began: time.Now()}, bar: bar}
	if g.db, err = store.Create(ctx, f.db); err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, g.db.Close()) }()
	if err = g.begin(ctx, f); err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, g.batch.Close(ctx)) }()
	if err = search(g.write); err == nil {
		err = g.solve()
	}
	return g.where(), err
}

// begin opens the run that solves the puzzles.
func (g *generatedDB) begin(ctx context.Context, f generateFlags) error {
	if err := g.db.GetContext(ctx, &g.last, sqlfiles.Page("last_puzzle", "")); err != nil {
		return err
	}
	_, selected, err := f.in(ctx, g.db, f.named()...)
	if err != nil {
		return err
	}
	options := f.selection.options()
	options["generated"], options["seed"], options["chunk"] = true, fmt.Sprint(f.seed), memory.ChunkSize
	g.batch, err = batch.NewBatch(ctx, g.db, memory.OptionsFor(f.Options, selected),
		record.Run{Version: Version, Options: options})
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
		last := store.WithLockTimeout(context.WithoutCancel(g.ctx), store.ShortWait)
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

// where says where the puzzles are.
func (g *generatedDB) where() string {
	text := "; they are in " + g.name
	if g.known > 0 {
		text += fmt.Sprintf(", %d were there already", g.known)
	}
	return text
}
