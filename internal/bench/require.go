package bench

import (
	"context"
	"errors"
	"fmt"
	"time"

	"setdoku/internal/generate"
	"setdoku/solver/catalogue"
)

// RequireOptions say what Require measures.
type RequireOptions struct {
	Catalogue  catalogue.Catalogue
	Techniques []string      // names, none for the whole catalogue
	Puzzles    int           // where the measure of a technique ends
	Time       time.Duration // CPU time after which it ends with fewer
	Seed       uint64
}

// RequireCost is what it takes to find puzzles whose solution path uses a technique.
type RequireCost struct {
	Technique string
	Found     int           // puzzles
	Tried     int           // puzzles looked at for these
	Spent     time.Duration // CPU time
	Minimal   int           // those of the puzzles that need every given
}

// errEnough ends a measure.
var errEnough = errors.New("enough")

// Require measures for each technique how many puzzles `generate --require` looks at, and how much CPU time it takes with one
// job. told gets each result when it is there.
func Require(ctx context.Context, o RequireOptions, told func(RequireCost)) error {
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
		told(c)
	}
	return nil
}

// measure measures one technique.
func (o *RequireOptions) measure(ctx context.Context, name string) (RequireCost, error) {
	c := RequireCost{Technique: name}
	began := cpuTime()
	_, err := generate.Run(ctx, generate.Options{
		Constraints: generate.Constraints{Require: []string{name}}, Seed: o.Seed, Jobs: 1, N: o.Puzzles, Catalogue: o.Catalogue,
	}, func(puzzles []generate.Puzzle, t generate.Tally) error {
		c.Found, c.Tried, c.Spent = t.Found, t.Tried, cpuTime()-began
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
