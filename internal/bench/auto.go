package bench

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/rusage"
	"setdoku/solver/batch"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
	"setdoku/store"
)

// AutoOptions specify what Auto measures.
type AutoOptions struct {
	Data    string // folder of the lists
	Puzzles int    // puzzles of each list
	Rounds  int    // repetitions of each measure, in turns
	Many    int    // puzzles of an additional run that measures memory, 0 for none
}

// Auto measures engine auto with one job, in CPU time: without a database, and with a database file at each audit
// level.
func Auto(ctx context.Context, o AutoOptions) ([]Measure, error) {
	easy, err := readList(o.Data, "generated_easy.txt", o.Puzzles)
	if err != nil {
		return nil, err
	}
	clues17, err := readList(o.Data, "17_clue.txt", o.Puzzles)
	if err != nil {
		return nil, err
	}
	measured := []struct {
		name, target string
		list         []format.Puzzle
		audit        setdoku.Audit // "" without a database
		rates        []float64
	}{
		{name: "no database, generated_easy", target: "40,000", list: easy},
		{name: "no database, 17_clue", target: "15,000", list: clues17},
		{name: "audit full, 17_clue", target: "2,500", list: clues17, audit: setdoku.AuditFull},
		{name: "audit steps, 17_clue", target: "4,000", list: clues17, audit: setdoku.AuditSteps},
		{name: "audit none, 17_clue", list: clues17, audit: setdoku.AuditNone},
	}
	for range o.Rounds {
		for i := range measured {
			m := &measured[i]
			rate, err := autoRate(ctx, slices.Values(m.list), m.audit)
			if err != nil {
				return nil, err
			}
			m.rates = append(m.rates, rate)
		}
	}
	var list []Measure
	for _, m := range measured {
		note := fmt.Sprintf("%d puzzles, median of %d", len(m.list), o.Rounds)
		list = append(list, Measure{m.name, median(m.rates), "puzzles/s", m.target, note})
	}
	if o.Many > 0 {
		mix, err := mixed(o.Data, standardMix, o.Many)
		if err != nil {
			return nil, err
		}
		rate, err := autoRate(ctx, mix, setdoku.AuditFull)
		if err != nil {
			return nil, err
		}
		list = append(list, Measure{fmt.Sprintf("audit full, %d of the mix", o.Many), rate, "puzzles/s", "", ""},
			Measure{"memory", float64(rusage.PeakMemory()) / 1e6, "MB", "500", "largest resident size of the whole bench"})
	}
	return list, nil
}

// autoRate returns the number of puzzles solved in a second of CPU time.
func autoRate(ctx context.Context, puzzles iter.Seq[format.Puzzle], audit setdoku.Audit) (rate float64, err error) {
	opts := driver.Options{Engine: driver.EngineAuto, Jobs: 1, Audit: audit}
	err = withFile(ctx, func(db *store.DB) (err error) {
		all, err := catalogue.BuiltIn()
		if err != nil {
			return err
		}
		opts.Techniques = all
		solve := func([]format.Puzzle) error { return nil }
		if audit == "" {
			m, err := batch.NewInMemory(all, opts)
			if err != nil {
				return err
			}
			solve = func(chunk []format.Puzzle) error {
				_, err := m.Solve(ctx, chunk)
				return err
			}
		} else {
			batch, err := batch.NewBatch(ctx, db, opts, store.Run{})
			if err != nil {
				return err
			}
			defer batch.Close(ctx)
			solve = func(chunk []format.Puzzle) error {
				_, err := batch.Solve(ctx, chunk)
				return err
			}
		}
		began := rusage.CPUTime()
		n := 0
		chunk := make([]format.Puzzle, 0, driver.ChunkSize)
		for p := range puzzles {
			if chunk = append(chunk, p); len(chunk) == cap(chunk) {
				if err := solve(chunk); err != nil {
					return err
				}
				n, chunk = n+len(chunk), chunk[:0]
			}
		}
		if err := solve(chunk); err != nil {
			return err
		}
		rate = float64(n+len(chunk)) / (rusage.CPUTime() - began).Seconds()
		return nil
	})
	return rate, err
}
