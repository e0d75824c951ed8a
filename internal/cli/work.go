package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"setdoku/solver/batch"
	"setdoku/store"
	"setdoku/store/record"
)

// workFlags are the flags of work.
type workFlags struct {
	solveFlags
	watch bool
	poll  time.Duration
}

func init() { register((*app).workCommand) }

func (a *app) workCommand() *cobra.Command {
	var f workFlags
	cmd := &cobra.Command{
		Use:         "work [--db] URL",
		Short:       "Solve what waits on a PostgreSQL server, together with other workers",
		GroupID:     groupSolve,
		Annotations: next("setdoku query 'SELECT * FROM technique_usage' --db {db}"),
		Long: `Solve the new puzzles of a PostgreSQL database, in chunks that no other worker has. Any number of
workers may run, on any machines, and be stopped or killed at any time. When a worker has ended, its chunk
is free again at once, and no puzzle is solved twice. Without --watch a worker ends when there is no new
puzzle left, with exit code 0 whether or not all are solved. With --watch it stays and solves the puzzles
that are added, until it is interrupted. While the server cannot be reached, also at the beginning, it tries
again.

For a database file, 'setdoku solve --db FILE' solves the new puzzles.`,
		Example: `  setdoku work --db postgres://me@server/sudoku
  setdoku work --db postgres://me@server/sudoku --watch --audit steps`,
		Args: databaseArg(&f.db),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.needDB(cmd, &f.db); err != nil {
				return err
			}
			if !store.IsServer(f.db) {
				return usageErrorf("work: %s is a file, which only one process can write: use 'setdoku solve --db %s'",
					f.db, f.db)
			}
			if err := f.selection.check(cmd); err != nil {
				return err
			}
			return a.work(cmd.Context(), f)
		},
	}
	fl := cmd.Flags()
	addDB(cmd, &f.db, "database `URL` of a PostgreSQL server")
	f.engineFlags(cmd)
	fl.BoolVar(&f.watch, "watch", false, "stay and solve puzzles that are added")
	f.poll = 5 * time.Second
	timeFlag(cmd, &f.poll, "poll", time.Millisecond, "a time from 1ms",
		"with --watch, how often to look for puzzles when the server cannot notify")
	return cmd
}

func (a *app) work(ctx context.Context, f workFlags) (err error) {
	if err := f.check(ctx); err != nil {
		return err
	}
	done := outcomes{began: time.Now()}
	bar := a.progressTo(0, false)
	outage := batch.Outage{
		OnLost: func(err error) {
			fmt.Fprintf(bar.Above(a.Err), "setdoku: %v; trying again until it works\n", err)
		},
		OnBack: func() { fmt.Fprintln(bar.Above(a.Err), "setdoku: the server works again") },
	}
	db, worker, err := f.worker(ctx)
	for f.watch && err != nil {
		if err = outage.Wait(ctx, err); err != nil {
			break
		}
		db, worker, err = f.worker(ctx)
	}
	switch {
	case f.watch && errors.Is(err, context.Canceled):
		done.summary(a.Err, f.where(), "")
		return nil
	case err != nil:
		return err
	}
	defer func() {
		if closeErr := errors.Join(worker.Close(ctx), db.Close()); err == nil {
			err = closeErr
		}
	}()
	refused := refusals{w: bar.Above(a.Err)}
	worker.Outage, worker.OnRefused = outage, refused.setAside
	worker.OnChunk = func(results []*record.Puzzle) {
		for _, r := range results {
			done.add(&r.Rating)
		}
		bar.At(0, done.puzzles)
	}
	if f.watch {
		err = worker.Watch(ctx, f.poll)
	} else {
		err = worker.Drain(ctx)
	}
	bar.Finish()
	code := refused.finish()
	interrupted := errors.Is(err, context.Canceled)
	if done.puzzles > 0 || err == nil || interrupted && f.watch {
		done.summary(a.Err, f.where(), "")
	}
	switch {
	case interrupted && f.watch:
		return nil
	case interrupted:
		fmt.Fprintf(a.Err, "setdoku: interrupted, %s, the rest stays new\n", done.done())
		return Exit(ExitError)
	case err == nil && code != ExitDone:
		return Exit(code)
	}
	return err
}

// worker opens the database and prepares a run.
func (f *workFlags) worker(ctx context.Context) (*store.DB, *batch.Worker, error) {
	db, err := store.Create(ctx, f.db)
	if err != nil {
		return nil, nil, err
	}
	_, selected, err := f.in(ctx, db)
	if err == nil {
		var worker *batch.Worker
		worker, err = batch.NewWorker(ctx, db, f.options(selected),
			f.run(map[string]any{"watch": f.watch, "worker": true}))
		if err == nil {
			return db, worker, nil
		}
	}
	return nil, nil, errors.Join(err, db.Close())
}
