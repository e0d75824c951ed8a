package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/rusage"
	"setdoku/solver/batch"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
	"setdoku/solver/statement"
	"setdoku/store"
)

// SQLOptions specify what SQL measures.
type SQLOptions struct {
	Data    string // folder of the lists
	Puzzles int    // puzzles of each list
	Many    int    // puzzles of an additional run that measures memory, 0 for none
}

// SQL measures engine sql with full audit on database files.
func SQL(ctx context.Context, o SQLOptions) ([]Measure, []statement.Spent, error) {
	mix, err := readMix(o.Data, standardMix, max(o.Puzzles, 10_000))
	if err != nil {
		return nil, nil, err
	}
	easy, err := readList(o.Data, "generated_easy.txt", o.Puzzles)
	if err != nil {
		return nil, nil, err
	}
	var measures []Measure
	add := func(name string, value float64, unit, target, note string) {
		measures = append(measures, Measure{name, value, unit, target, note})
	}

	onMix, err := solveSQL(ctx, mix[:o.Puzzles])
	if err != nil {
		return nil, nil, err
	}
	add("mix", onMix.perPuzzle(), "ms/puzzle", "3.2, aim 2.0", onMix.note())
	add("mix, size", float64(onMix.bytes)/float64(onMix.puzzles), "bytes/puzzle", "aim under 10,000", "full audit")
	onEasy, err := solveSQL(ctx, easy)
	if err != nil {
		return nil, nil, err
	}
	add("generated_easy", onEasy.perPuzzle(), "ms/puzzle", "1.1, aim 0.8", onEasy.note())

	small, err := solveSQL(ctx, splitBy(mix, 10_000, 100)...)
	if err != nil {
		return nil, nil, err
	}
	large, err := solveSQL(ctx, mix[:10_000])
	if err != nil {
		return nil, nil, err
	}
	add("mix, batches of 100", small.perPuzzle(), "ms/puzzle", "", "10,000 puzzles, 100 at a time")
	add("mix, one batch of 10,000", large.perPuzzle(), "ms/puzzle", "", "")
	add("batches of 100 to one of 10,000", small.perPuzzle()/large.perPuzzle(), "ratio", "0.83 to 1.2", "")
	spent := onMix.spent
	if o.Many > 0 {
		list, err := readMix(o.Data, standardMix, o.Many)
		if err != nil {
			return nil, nil, err
		}
		many, err := solveSQL(ctx, list)
		if err != nil {
			return nil, nil, err
		}
		add(fmt.Sprintf("mix, %d puzzles", o.Many), many.perPuzzle(), "ms/puzzle", "", "")
		add("memory", float64(rusage.PeakMemory())/1e6, "MB", "400", "largest resident size, the list in memory included")
	}
	return measures, spent, nil
}

// splitBy cuts the first n puzzles into batches of size puzzles.
func splitBy(list []format.Puzzle, n, size int) [][]format.Puzzle {
	var batches [][]format.Puzzle
	for i := 0; i < n; i += size {
		batches = append(batches, list[i:i+size])
	}
	return batches
}

// solved is the result of a measured run.
type solved struct {
	puzzles, solved int
	cpu             time.Duration
	bytes           int64
	spent           []statement.Spent
}

func (s solved) perPuzzle() float64 { return s.cpu.Seconds() * 1000 / float64(s.puzzles) }

func (s solved) note() string { return fmt.Sprintf("%d puzzles, %d solved", s.puzzles, s.solved) }

// solveSQL solves each batch with its own Batch, chunk by chunk, in one database file. The time to open the file
// is not counted.
func solveSQL(ctx context.Context, batches ...[]format.Puzzle) (s solved, err error) {
	err = withFile(ctx, func(db *store.DB) error {
		all, err := catalogue.BuiltIn()
		if err != nil {
			return err
		}
		empty, err := size(ctx, db)
		if err != nil {
			return err
		}
		began := rusage.CPUTime()
		for _, puzzles := range batches {
			if err := s.solve(ctx, db, all, puzzles); err != nil {
				return err
			}
		}
		s.cpu = rusage.CPUTime() - began
		full, err := size(ctx, db)
		s.bytes = full - empty
		return err
	})
	return s, err
}

// withFile passes a new database file to work, and removes it afterwards.
func withFile(ctx context.Context, work func(*store.DB) error) (err error) {
	dir, err := os.MkdirTemp("", "setdoku-bench-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	db, err := store.Open(ctx, filepath.Join(dir, "bench.db"))
	if err != nil {
		return err
	}
	return errors.Join(work(db), db.Close())
}

func (s *solved) solve(ctx context.Context, db *store.DB, c catalogue.Catalogue, puzzles []format.Puzzle) (err error) {
	batch, err := batch.NewBatch(ctx, db, driver.Options{Techniques: c}, store.Run{Engine: "sql"})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, batch.Close(ctx)) }()
	for i := 0; i < len(puzzles); i += driver.ChunkSize {
		results, err := batch.Solve(ctx, puzzles[i:min(i+driver.ChunkSize, len(puzzles))])
		if err != nil {
			return err
		}
		for _, r := range results {
			s.puzzles++
			if r.Status == setdoku.StatusSolved {
				s.solved++
			}
		}
	}
	s.spent = batch.Spent()
	return nil
}

// size returns the size of the database in bytes.
func size(ctx context.Context, db *store.DB) (int64, error) {
	var bytes int64
	err := db.GetContext(ctx, &bytes, `SELECT page_count * page_size FROM pragma_page_count, pragma_page_size`)
	return bytes, err
}
