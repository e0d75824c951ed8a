package bench

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // to create and drop databases
	"golang.org/x/sync/errgroup"

	"setdoku/internal/format"
	"setdoku/solver/batch"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
	"setdoku/solver/statement"
	"setdoku/store"
)

// ServerOptions specify what Server measures.
type ServerOptions struct {
	Data    string // folder of the lists
	URL     string // a database on the server; others are created beside it
	Puzzles int    // puzzles of the mix
	Rounds  int    // repetitions of each measure, in turns
}

// Server compares engine sql with full audit on a PostgreSQL server and on a database file, and one worker with
// two, in elapsed time. It creates its own databases and drops them.
func Server(ctx context.Context, o ServerOptions) ([]Measure, []statement.Spent, error) {
	mix, err := readMix(o.Data, standardMix, o.Puzzles)
	if err != nil {
		return nil, nil, err
	}
	var file, server, one, two []float64
	var spent []statement.Spent
	var bytes int64
	for range o.Rounds {
		began := time.Now()
		s, err := solveSQL(ctx, mix)
		if err != nil {
			return nil, nil, err
		}
		file = append(file, time.Since(began).Seconds()*1000/float64(s.puzzles))
		err = withDatabase(ctx, o.URL, func(db *store.DB) error {
			all, err := catalogue.BuiltIn()
			if err != nil {
				return err
			}
			var s solved
			began := time.Now()
			if err := s.solve(ctx, db, all, mix); err != nil {
				return err
			}
			server = append(server, time.Since(began).Seconds()*1000/float64(s.puzzles))
			spent = s.spent
			bytes, err = serverSize(ctx, db)
			return err
		})
		for _, n := range []int{1, 2} {
			var rate float64
			if err == nil {
				rate, err = workers(ctx, o.URL, mix, n)
			}
			if n == 1 {
				one = append(one, rate)
			} else {
				two = append(two, rate)
			}
		}
		if err != nil {
			return nil, nil, err
		}
	}
	note := fmt.Sprintf("%d puzzles of the mix, median of %d", len(mix), o.Rounds)
	return []Measure{
		{"SQLite", median(file), "ms/puzzle", "", note},
		{"PostgreSQL", median(server), "ms/puzzle", "", note},
		{"PostgreSQL to SQLite", median(server) / median(file), "ratio", "", ""},
		{"PostgreSQL, size", float64(bytes) / float64(len(mix)), "bytes/puzzle", "", "full audit, tables and indexes"},
		{"one worker", median(one), "puzzles/s", "", "puzzles imported before"},
		{"two workers", median(two), "puzzles/s", "", ""},
		{"two workers to one", median(two) / median(one), "ratio", "", ""},
	}, spent, nil
}

// workers returns how many puzzles per second n workers solve.
func workers(ctx context.Context, target string, list []format.Puzzle, n int) (rate float64, err error) {
	err = withDatabase(ctx, target, func(db *store.DB) error {
		all, err := catalogue.BuiltIn()
		if err != nil {
			return err
		}
		imp, err := batch.NewImporter(ctx, db)
		if err != nil {
			return err
		}
		for chunk := range slices.Chunk(list, driver.ChunkSize) {
			if _, err := imp.Add(ctx, chunk); err != nil {
				return errors.Join(err, imp.Close())
			}
		}
		if err := imp.Close(); err != nil {
			return err
		}
		began := time.Now()
		var group errgroup.Group
		for range n {
			group.Go(func() error {
				w, err := batch.NewWorker(ctx, db, driver.Options{Techniques: all}, store.Run{Engine: "sql"})
				if err != nil {
					return err
				}
				return errors.Join(w.Drain(ctx), w.Close(ctx))
			})
		}
		err = group.Wait()
		rate = float64(len(list)) / time.Since(began).Seconds()
		return err
	})
	return rate, err
}

// withDatabase passes a new database on the server of target to work, and drops it afterwards.
func withDatabase(ctx context.Context, target string, work func(*store.DB) error) (err error) {
	u, err := url.Parse(target)
	if err != nil {
		return errors.New("no valid URL of a server")
	}
	name := fmt.Sprintf("setdoku_bench_%d", os.Getpid())
	admin, err := sql.Open("pgx", target)
	if err != nil {
		return fmt.Errorf("measure on %s: %w", store.Name(target), err)
	}
	defer func() { err = errors.Join(err, admin.Close()) }()
	if _, err := admin.ExecContext(ctx, `CREATE DATABASE `+name); err != nil {
		return fmt.Errorf("measure on %s: %w", store.Name(target), store.Explain(err))
	}
	defer func() {
		_, dropErr := admin.ExecContext(context.WithoutCancel(ctx), `DROP DATABASE `+name+` WITH (FORCE)`)
		err = errors.Join(err, dropErr)
	}()
	u.Path = "/" + name
	db, err := store.Open(ctx, u.String())
	if err != nil {
		return err
	}
	return errors.Join(work(db), db.Close())
}

// serverSize returns the size in bytes of the state and audit tables of a server, including their indexes.
func serverSize(ctx context.Context, db *store.DB) (bytes int64, err error) {
	err = db.GetContext(ctx, &bytes, `
		SELECT COALESCE(SUM(PG_TOTAL_RELATION_SIZE(c.oid)), 0)
		FROM pg_class AS c
		WHERE c.relkind = 'r' AND c.relispartition AND c.relnamespace = CAST(CURRENT_SCHEMA() AS REGNAMESPACE)`)
	return bytes, err
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	if len(sorted) == 0 {
		return 0
	}
	return sorted[len(sorted)/2]
}
