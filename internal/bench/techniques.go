package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"setdoku"
	"setdoku/internal/rusage"
	"setdoku/solver/batch"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
	"setdoku/store"
)

// TechniqueOptions specify what Techniques measures.
type TechniqueOptions struct {
	Data    string // folder of the list
	List    string // name of the list
	Puzzles int    // number of puzzles at its start
	Engine  driver.Engine
}

// TechniqueCost is the cost of a technique in a run.
type TechniqueCost struct {
	Name    string
	Calls   int           // calls; a statement runs for many puzzles at once
	Puzzles int           // puzzles that the calls searched
	Time    time.Duration // CPU time
	Found   int           // placements and eliminations
}

// TechniqueProfile is the cost of the techniques on a list, the most expensive first.
type TechniqueProfile struct {
	Puzzles, Solved int
	Time            time.Duration // CPU time of the whole run
	Techniques      []TechniqueCost
}

// Rest returns the CPU time outside the techniques, mostly loading and saving.
func (p *TechniqueProfile) Rest() time.Duration {
	rest := p.Time
	for _, t := range p.Techniques {
		rest -= t.Time
	}
	return rest
}

// PerSecond returns the number of puzzles solved in a second of CPU time.
func (p *TechniqueProfile) PerSecond() float64 {
	return float64(p.Puzzles) / p.Time.Seconds()
}

// Techniques solves a list with the whole catalogue and full audit into a database file, with one job, and returns
// the cost of every technique. In memory every searched puzzle is a call.
func Techniques(ctx context.Context, o TechniqueOptions) (profile TechniqueProfile, err error) {
	if o.Engine == driver.EngineCTE {
		return profile, fmt.Errorf("engine %s knows no techniques", o.Engine)
	}
	list, err := readList(o.Data, o.List, o.Puzzles)
	if err != nil {
		return profile, err
	}
	statements := make(map[string]*TechniqueCost)
	opts := driver.Options{Engine: o.Engine, Jobs: 1, Measure: true, OnPass: func(p driver.Pass) {
		c := statements[p.Technique]
		if c == nil {
			c = &TechniqueCost{Name: p.Technique}
			statements[p.Technique] = c
		}
		c.Calls++
		c.Puzzles += p.Puzzles
		c.Time += p.Time
		c.Found += p.Placements + p.Eliminations
	}}
	if o.Engine != driver.EngineSQL {
		opts.OnPass = nil
	}
	err = withFile(ctx, func(db *store.DB) (err error) {
		if opts.Techniques, err = catalogue.BuiltIn(); err != nil {
			return err
		}
		batch, err := batch.NewBatch(ctx, db, opts, store.Run{})
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, batch.Close(ctx)) }()
		began, cpu := time.Now(), rusage.CPUTime()
		for chunk := range slices.Chunk(list, driver.ChunkSize) {
			results, err := batch.Solve(ctx, chunk)
			if err != nil {
				return err
			}
			for _, r := range results {
				profile.Puzzles++
				if r.Status == setdoku.StatusSolved {
					profile.Solved++
				}
			}
		}
		elapsed := time.Since(began)
		profile.Time = rusage.CPUTime() - cpu
		for _, c := range statements {
			profile.Techniques = append(profile.Techniques, *c)
		}
		for _, c := range batch.Costs() {
			profile.Techniques = append(profile.Techniques, TechniqueCost{c.Technique, c.Calls, c.Calls, c.Time, c.Found})
		}
		// Techniques are timed by the clock, which counts more than their work on a busy machine. The ratio of CPU
		// time to elapsed time of the whole run corrects this.
		for i := range profile.Techniques {
			c := &profile.Techniques[i]
			c.Time = time.Duration(float64(c.Time) * profile.Time.Seconds() / elapsed.Seconds())
		}
		slices.SortFunc(profile.Techniques, func(a, b TechniqueCost) int {
			return cmp.Or(cmp.Compare(b.Time, a.Time), cmp.Compare(a.Name, b.Name))
		})
		return nil
	})
	return profile, err
}
