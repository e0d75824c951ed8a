package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"setdoku/internal/format"
	"setdoku/solver"
	"setdoku/store"
)

// TechniqueOptions say what Techniques measures.
type TechniqueOptions struct {
	Data    string // folder of the list
	List    string // its name
	Puzzles int    // how many from its start
	Engine  solver.Engine
}

// TechniqueCost is what a technique has cost in a run.
type TechniqueCost struct {
	Name    string
	Calls   int           // how often it ran; as a statement it runs for many puzzles at once
	Puzzles int           // that waited for it, summed over the calls
	Time    time.Duration // CPU time
	Found   int           // placements and eliminations
}

// TechniqueProfile is what the techniques have cost on a list, dearest first.
type TechniqueProfile struct {
	Puzzles, Solved int
	Time            time.Duration // CPU time of the whole run
	Techniques      []TechniqueCost
}

// Rest is the CPU time of what is no technique, loading and saving above all.
func (p *TechniqueProfile) Rest() time.Duration {
	rest := p.Time
	for _, t := range p.Techniques {
		rest -= t.Time
	}
	return rest
}

// PerSecond is how many puzzles a second of CPU time are solved.
func (p *TechniqueProfile) PerSecond() float64 {
	return float64(p.Puzzles) / p.Time.Seconds()
}

// Techniques solves a list with the whole catalogue and full audit into a database file, with one job, and
// tells what every technique has cost.
func Techniques(ctx context.Context, o TechniqueOptions) (TechniqueProfile, error) {
	list, err := readList(o.Data, o.List, o.Puzzles)
	if err != nil {
		return TechniqueProfile{}, err
	}
	switch o.Engine {
	case solver.EngineSQL:
		return profileStatements(ctx, list)
	}
	return TechniqueProfile{}, fmt.Errorf("engine %s: no profile of it", o.Engine)
}

// profileStatements is Techniques for engine sql.
func profileStatements(ctx context.Context, list []format.Puzzle) (profile TechniqueProfile, err error) {
	costs := make(map[string]*TechniqueCost)
	opts := solver.Options{Engine: solver.EngineSQL, OnPass: func(p solver.Pass) {
		c := costs[p.Technique]
		if c == nil {
			c = &TechniqueCost{Name: p.Technique}
			costs[p.Technique] = c
		}
		c.Calls++
		c.Puzzles += p.Puzzles
		c.Time += p.Time
		c.Found += p.Placements + p.Eliminations
	}}
	err = withFile(ctx, func(db *store.DB) (err error) {
		if opts.Techniques, err = solver.LoadCatalogue(ctx, db); err != nil {
			return err
		}
		batch, err := solver.NewBatch(ctx, db, opts, store.Run{})
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, batch.Close(ctx)) }()
		began, cpu := time.Now(), cpuTime()
		for chunk := range slices.Chunk(list, solver.ChunkSize) {
			results, err := batch.Solve(ctx, chunk)
			if err != nil {
				return err
			}
			for _, r := range results {
				profile.Puzzles++
				if r.Status == "solved" {
					profile.Solved++
				}
			}
		}
		elapsed := time.Since(began)
		profile.Time = cpuTime() - cpu
		// Passes are timed by the clock. On a busy machine that is more than they work, and the
		// whole run says how much more.
		for _, c := range costs {
			c.Time = time.Duration(float64(c.Time) * profile.Time.Seconds() / elapsed.Seconds())
			profile.Techniques = append(profile.Techniques, *c)
		}
		slices.SortFunc(profile.Techniques, func(a, b TechniqueCost) int {
			return cmp.Or(cmp.Compare(b.Time, a.Time), cmp.Compare(a.Name, b.Name))
		})
		return nil
	})
	return profile, err
}
