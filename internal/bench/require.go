package bench

import (
	"context"
	"errors"
	"fmt"
	"time"

	"setdoku/internal/generate"
	"setdoku/internal/rusage"
	"setdoku/solver/catalogue"
)

// RequireOptions specify what Require measures.
type RequireOptions struct {
	Catalogue  catalogue.Catalogue
	Techniques []string      // names, or none for the whole catalogue
	Puzzles    int           // puzzles after which the measure of a technique ends
	Time       time.Duration // CPU time after which it ends early
	Seed       uint64
}

// RequireCost is the cost of finding puzzles whose solution path uses a technique.
type RequireCost struct {
	Technique string
	Found     int           // puzzles found
	Tried     int           // puzzles examined
	Spent     time.Duration // CPU time
	Minimal   int           // minimal puzzles among those found
}

// errEnough ends a measure.
var errEnough = errors.New("enough")

// Require measures, for each technique, how many puzzles `generate --require` examines with one job, and how much
// CPU time it uses. It passes each result to report as soon as it is known.
func Require(ctx context.Context, o RequireOptions, report func(RequireCost)) error {
	if o.Puzzles < 1 || o.Time <= 0 {
		return fmt.Errorf("%d puzzles and %v for a technique, want 1 or more and a time", o.Puzzles, o.Time)
	}
	techniques := o.Catalogue
	if len(o.Techniques) > 0 {
		var err error
		if techniques, err = o.Catalogue.Select(o.Techniques, nil); err != nil {
			return err
		}
	}
	for _, t := range techniques {
		c, err := o.measure(ctx, t.Name)
		if err != nil {
			return fmt.Errorf("measure %s: %w", t.Name, err)
		}
		report(c)
	}
	return nil
}

// measure measures one technique.
func (o *RequireOptions) measure(ctx context.Context, name string) (RequireCost, error) {
	c := RequireCost{Technique: name}
	began := rusage.CPUTime()
	_, err := generate.Run(ctx, generate.Options{
		Constraints: generate.Constraints{Require: []string{name}}, Seed: o.Seed, Jobs: 1, N: o.Puzzles, Catalogue: o.Catalogue,
	}, func(puzzles []generate.Puzzle, t generate.Tally) error {
		c.Found, c.Tried, c.Spent = t.Found, t.Tried, rusage.CPUTime()-began
		for i := range puzzles {
			if generate.Minimal(&puzzles[i].Givens) {
				c.Minimal++
			}
		}
		if c.Spent >= o.Time {
			return errEnough
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return c, err
}
