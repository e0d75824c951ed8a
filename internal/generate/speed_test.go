package generate

import (
	"context"
	"errors"
	"flag"
	"testing"
	"time"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/gridtest"
)

// BenchmarkGenerate makes minimal puzzles with one job, also of the levels of qqwing. qqwing uses naked and hidden
// singles, then pairs and locked candidates. It calls a puzzle that these do not solve expert. One iteration is one
// puzzle.
func BenchmarkGenerate(b *testing.B) {
	all, err := catalogue.BuiltIn()
	if err != nil {
		b.Fatal(err)
	}
	for _, kind := range []struct {
		name        string
		constraints Constraints
	}{
		{"minimal", Constraints{}},
		{"rotate180", Constraints{Symmetry: Rotate180}},
		{"qqwing_easy", Constraints{Levels: []setdoku.Level{"easy"}, Require: []string{"hidden_single"}}},
		{"qqwing_intermediate", Constraints{Levels: []setdoku.Level{"medium"},
			Forbid: []string{"locked_triple", "naked_triple", "hidden_triple"}}},
		{"qqwing_expert", Constraints{Levels: []setdoku.Level{"hard", "unfair", "extreme"}}},
	} {
		b.Run(kind.name, func(b *testing.B) {
			kind.constraints.Minimal = true
			gridtest.PerCPU(b, "puzzle", func() {
				o := Options{Constraints: kind.constraints, Seed: 1, Jobs: 1, N: b.N, Catalogue: all}
				if _, err := Run(b.Context(), o, func([]Found, Tally) error { return nil }); err != nil {
					b.Fatal(err)
				}
			})
		})
	}
}

var requireTime = flag.Duration("require-time", 100*time.Millisecond,
	"CPU time after which BenchmarkRequire ends the measure of a technique")

// errEnough ends a measure.
var errEnough = errors.New("enough")

// BenchmarkRequire makes puzzles that need a technique, with one job. One iteration is one puzzle. With -require-time
// it may find fewer, or none. It reports the puzzles, those of them that need every given, how many were tried, and the
// CPU time, all in all.
func BenchmarkRequire(b *testing.B) {
	all, err := catalogue.BuiltIn()
	if err != nil {
		b.Fatal(err)
	}
	for _, technique := range all {
		b.Run(technique.Name, func(b *testing.B) {
			o := Options{Constraints: Constraints{Require: []string{technique.Name}}, Seed: 1, Jobs: 1, N: b.N,
				Catalogue: all}
			needed := 0
			began := gridtest.CPUTime()
			tally, err := Run(b.Context(), o, func(puzzles []Found, _ Tally) error {
				for _, p := range puzzles {
					if isMinimal(p.Givens) {
						needed++
					}
				}
				if gridtest.CPUTime()-began >= *requireTime {
					return errEnough
				}
				return nil
			})
			if err != nil && !errors.Is(err, errEnough) {
				b.Fatal(err)
			}
			b.ReportMetric(float64(tally.Found), "puzzles")
			b.ReportMetric(float64(needed), "minimal")
			b.ReportMetric(float64(tally.Tried), "tried")
			b.ReportMetric(1000*(gridtest.CPUTime()-began).Seconds(), "cpu-ms")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// isMinimal reports whether a puzzle with one solution needs all its givens.
func isMinimal(givens setdoku.Grid) bool {
	var cells []int
	for i, v := range givens {
		if v != 0 {
			cells = append(cells, i)
		}
	}
	return minimal(context.Background(), nil, &givens, cells)
}
