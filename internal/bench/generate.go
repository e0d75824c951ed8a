package bench

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"setdoku/internal/generate"
	"setdoku/internal/rusage"
	"setdoku/solver/catalogue"
)

// GenerateOptions specify what Generate measures.
type GenerateOptions struct {
	Puzzles   int                 // puzzles of each measure of qqwing
	Rounds    int                 // repetitions of each measure, in turns
	Seed      uint64              // seed of the first round
	Catalogue catalogue.Catalogue // rates the puzzles
}

// generateLevels are the levels of qqwing as constraints. qqwing uses naked and hidden singles, then pairs and
// locked candidates. It calls a puzzle that these do not solve expert.
var generateLevels = []struct {
	name, verdict string
	constraints   generate.Constraints
}{
	{"easy", "Easy", generate.Constraints{Levels: []string{"easy"}, Require: []string{"hidden_single"}}},
	{"intermediate", "Intermediate", generate.Constraints{Levels: []string{"medium"}, Forbid: []string{"locked_triple", "naked_triple", "hidden_triple"}}},
	{"expert", "Expert", generate.Constraints{Levels: []string{"hard", "unfair", "extreme"}}},
}

// levelsLeast is the wanted speed at each level of qqwing, as a multiple of qqwing's speed.
const levelsLeast = 20

// Generate measures the generator with one job, in CPU time: minimal puzzles without other constraints, and
// minimal puzzles of the levels of qqwing. It compares the latter with qqwing if that is on the PATH: runs of the
// two alternate, and the median of the ratios is reported. qqwing must confirm the level of each generated puzzle.
func Generate(ctx context.Context, o GenerateOptions) ([]Measure, error) {
	b := generateBench{GenerateOptions: o, enough: time.Second, lot: 250}
	b.qqwing, _ = exec.LookPath("qqwing")
	return b.run(ctx)
}

// generateBench is a run of Generate.
type generateBench struct {
	GenerateOptions
	enough   time.Duration // approximate CPU time of one measure of setdoku
	lot      int           // puzzles in one call of the generator
	qqwing   string        // path of qqwing, "" for none
	measures []Measure
}

func (b *generateBench) add(name string, value float64, unit, target, note string) {
	b.measures = append(b.measures, Measure{name, value, unit, target, note})
}

func (b *generateBench) run(ctx context.Context) ([]Measure, error) {
	if b.Puzzles < 1 || b.Rounds < 1 {
		return nil, fmt.Errorf("%d puzzles and %d rounds, want 1 or more", b.Puzzles, b.Rounds)
	}
	for _, symmetry := range []generate.Symmetry{generate.None, generate.Rotate180} {
		var rates []float64
		for round := range b.Rounds {
			rate, _, err := b.make(ctx, generate.Constraints{Minimal: true, Symmetry: symmetry}, round)
			if err != nil {
				return nil, err
			}
			rates = append(rates, rate)
		}
		target := ""
		if symmetry == generate.None {
			target = "2000"
		}
		b.add("minimal, symmetry "+string(symmetry), median(rates), "puzzles/s", target,
			fmt.Sprintf("%.0f to %.0f", slices.Min(rates), slices.Max(rates)))
	}
	if b.qqwing == "" {
		b.add("qqwing", 0, "", "", "is not on the PATH: no ratios")
	}
	for _, l := range generateLevels {
		l.constraints.Minimal = true
		if err := b.level(ctx, l.name, l.verdict, l.constraints); err != nil {
			return nil, fmt.Errorf("level %s: %w", l.name, err)
		}
	}
	return b.measures, nil
}

// level measures one level of qqwing.
func (b *generateBench) level(ctx context.Context, name, verdict string, constraints generate.Constraints) error {
	var rates, ratios []float64
	for round := range b.Rounds {
		var theirs float64
		var err error
		if b.qqwing != "" {
			if theirs, err = b.makeQqwing(ctx, name); err != nil {
				return err
			}
		}
		rate, puzzles, err := b.make(ctx, constraints, round)
		if err != nil {
			return err
		}
		rates = append(rates, rate)
		if b.qqwing == "" {
			continue
		}
		ratios = append(ratios, rate/theirs)
		if err := b.confirm(ctx, puzzles, verdict); err != nil {
			return err
		}
	}
	b.add(name, median(rates), "puzzles/s", "", "minimal, of that level of qqwing")
	if b.qqwing != "" {
		b.add(name+" to qqwing", median(ratios), "ratio", strconv.Itoa(levelsLeast),
			fmt.Sprintf("%.1f to %.1f in %d rounds; qqwing --generate %d --difficulty %s --one-line; it finds all of ours %s",
				slices.Min(ratios), slices.Max(ratios), b.Rounds, b.Puzzles, name, name))
	}
	return nil
}

// make makes puzzles until it has used enough CPU time, and returns the puzzles per second and the puzzles.
func (b *generateBench) make(ctx context.Context, constraints generate.Constraints, round int) (float64, []generate.Puzzle, error) {
	var all []generate.Puzzle
	began := rusage.CPUTime()
	for seed := b.Seed + uint64(round)<<32; ; seed++ {
		o := generate.Options{Constraints: constraints, Seed: seed, Jobs: 1, N: b.lot, Catalogue: b.Catalogue}
		_, err := generate.Run(ctx, o, func(puzzles []generate.Puzzle, _ generate.Tally) error {
			all = append(all, puzzles...)
			return nil
		})
		if err != nil {
			return 0, nil, err
		}
		if spent := rusage.CPUTime() - began; spent >= b.enough {
			return float64(len(all)) / spent.Seconds(), all, nil
		}
	}
}

// makeQqwing returns how many puzzles of a level qqwing makes in a second of CPU time.
func (b *generateBench) makeQqwing(ctx context.Context, level string) (float64, error) {
	cmd := exec.CommandContext(ctx, b.qqwing, "--generate", strconv.Itoa(b.Puzzles), "--difficulty", level, "--one-line")
	out, err := cmd.Output()
	if err != nil {
		return 0, fmt.Errorf("run qqwing: %w", err)
	}
	if n := bytes.Count(out, []byte("\n")); n < b.Puzzles {
		return 0, fmt.Errorf("qqwing made %d lines, want %d", n, b.Puzzles)
	}
	spent := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return float64(b.Puzzles) / spent.Seconds(), nil
}

// confirm lets qqwing rate puzzles. It returns an error if a puzzle has another level.
func (b *generateBench) confirm(ctx context.Context, puzzles []generate.Puzzle, verdict string) error {
	var in strings.Builder
	for _, p := range puzzles {
		in.WriteString(p.Givens.String() + "\n")
	}
	cmd := exec.CommandContext(ctx, b.qqwing, "--solve", "--stats", "--csv")
	cmd.Stdin = strings.NewReader(in.String())
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("run qqwing: %w", err)
	}
	r := csv.NewReader(bytes.NewReader(out))
	r.FieldsPerRecord = -1
	rows, err := r.ReadAll()
	if err != nil || len(rows) != len(puzzles)+1 {
		return fmt.Errorf("qqwing gave %d rows for %d puzzles, error %v", len(rows), len(puzzles), err)
	}
	column := slices.Index(rows[0], "Difficulty")
	for i, row := range rows[1:] {
		if column < 0 || column >= len(row) || row[column] != verdict {
			return fmt.Errorf("qqwing says %v of %s, want %s", row, puzzles[i].Givens, verdict)
		}
	}
	return nil
}
