package bench

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/rusage"
	"setdoku/solver/solutions"
)

// CountOptions specify what Count measures.
type CountOptions struct {
	Data   string // folder of the lists
	Rounds int    // repetitions of each measure, in turns
	Jobs   int    // goroutines of the parallel measure, 1 for none
	// Command is the path of setdoku for the measure of `setdoku count` as a separate program, "" for none.
	Command string
}

// countList is a list of puzzles with one solution each, and the target: the speed as a multiple of qqwing's
// speed, with the puzzles in memory and in a file.
type countList struct {
	name               string
	least, aim, asFile int
}

var countLists = []countList{
	{"generated_easy", 24, 28, 24},
	{"generated_minimal", 30, 36, 30},
	{"17_clue", 33, 37, 33},
	{"magictour_top1465", 24, 32, 24},
	{"forum_hardest_1905", 24, 35, 24},
	{"forum_hardest_1106", 26, 42, 26},
}

// Count measures the counting solver, including the proof of uniqueness, in CPU time of one thread. It compares it
// with qqwing if that is on the PATH: runs of the two alternate, and the median of the ratios is reported. The
// first figure has the puzzles in memory. The second reads them as `setdoku count` does, because qqwing has to
// read them as well. The third runs the command on the list, including the start of the program.
func Count(ctx context.Context, o CountOptions) ([]Measure, error) {
	b := countBench{CountOptions: o, enough: time.Second}
	b.qqwing, _ = exec.LookPath("qqwing")
	return b.run(ctx)
}

// countBench is a run of Count.
type countBench struct {
	CountOptions
	enough   time.Duration // approximate CPU time of one measure
	qqwing   string        // path of qqwing, "" for none
	measures []Measure
}

func (b *countBench) add(name string, value float64, unit, target, note string) {
	b.measures = append(b.measures, Measure{name, value, unit, target, note})
}

func (b *countBench) run(ctx context.Context) ([]Measure, error) {
	if b.Rounds < 1 || b.Jobs < 1 {
		return nil, fmt.Errorf("%d rounds and %d jobs, want 1 or more", b.Rounds, b.Jobs)
	}
	if b.qqwing == "" {
		b.add("qqwing", 0, "", "", "is not on the PATH: no ratios")
	}
	for _, l := range countLists {
		if err := b.list(ctx, l); err != nil {
			return nil, err
		}
	}
	for _, l := range []struct {
		name      string
		solutions int
	}{{"no_solution", 0}, {"multiple_solutions", 2}} {
		if err := b.wrong(l.name, l.solutions); err != nil {
			return nil, err
		}
	}
	if b.Jobs > 1 {
		if err := b.together(ctx); err != nil {
			return nil, err
		}
	}
	return b.measures, nil
}

// list measures one list.
func (b *countBench) list(ctx context.Context, l countList) error {
	puzzles, err := readGrids(b.Data, l.name)
	if err != nil {
		return err
	}
	path := filepath.Join(b.Data, l.name+".txt")
	var inMemory, asFile, memoryRatio, fileRatio, commandRatio []float64
	for range b.Rounds {
		var qqwing float64
		if b.qqwing != "" {
			if qqwing, err = b.measureProgram(ctx, path, len(puzzles), b.qqwing, "--solve", "--csv"); err != nil {
				return err
			}
			if b.Command != "" {
				own, err := b.measureProgram(ctx, path, len(puzzles), b.Command, "count", "-")
				if err != nil {
					return err
				}
				commandRatio = append(commandRatio, own/qqwing)
			}
		}
		m, err := b.measure(ctx, len(puzzles), func() error { return allUnique(puzzles) })
		if err != nil {
			return fmt.Errorf("%s: %w", l.name, err)
		}
		f, err := b.measure(ctx, len(puzzles), func() error { return countFile(path) })
		if err != nil {
			return err
		}
		inMemory, asFile = append(inMemory, m), append(asFile, f)
		memoryRatio, fileRatio = append(memoryRatio, m/qqwing), append(fileRatio, f/qqwing)
	}
	b.add(l.name, median(inMemory), "puzzles/s", "", "in memory")
	b.add(l.name+" as file", median(asFile), "puzzles/s", "", "read, counted and written as setdoku count does")
	if b.qqwing != "" {
		b.add(l.name+" to qqwing", median(memoryRatio), "ratio", fmt.Sprintf("%d, aim %d", l.least, l.aim),
			fmt.Sprintf("in memory, %.1f to %.1f in %d rounds; qqwing --solve --csv < %s.txt",
				slices.Min(memoryRatio), slices.Max(memoryRatio), b.Rounds, l.name))
		b.add(l.name+" as file to qqwing", median(fileRatio), "ratio", strconv.Itoa(l.asFile),
			fmt.Sprintf("%.1f to %.1f", slices.Min(fileRatio), slices.Max(fileRatio)))
	}
	if len(commandRatio) > 0 {
		b.add(l.name+" as command to qqwing", median(commandRatio), "ratio", strconv.Itoa(l.asFile),
			fmt.Sprintf("%.1f to %.1f; setdoku count - < %s.txt, of %d puzzles, with its start",
				slices.Min(commandRatio), slices.Max(commandRatio), l.name, len(puzzles)))
	}
	return nil
}

// measure repeats a pass over n puzzles until it has used enough CPU time, and returns the puzzles per second.
func (b *countBench) measure(ctx context.Context, n int, pass func() error) (float64, error) {
	passes := 0
	began := rusage.CPUTime()
	for {
		if err := errors.Join(ctx.Err(), pass()); err != nil {
			return 0, err
		}
		passes++
		if spent := rusage.CPUTime() - began; spent >= b.enough {
			return float64(passes*n) / spent.Seconds(), nil
		}
	}
}

// measureProgram returns how many puzzles of a list of n a program handles in a second of CPU time. It repeats the
// program, with the list as standard input, until it has used enough time.
func (b *countBench) measureProgram(ctx context.Context, path string, n int, program string, args ...string) (float64, error) {
	var spent time.Duration
	for passes := 1; ; passes++ {
		f, err := os.Open(path)
		if err != nil {
			return 0, err
		}
		cmd := exec.CommandContext(ctx, program, args...)
		cmd.Stdin = f
		err = cmd.Run()
		f.Close()
		if err != nil {
			return 0, fmt.Errorf("run %s on %s: %w", filepath.Base(program), path, err)
		}
		spent += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		if spent >= b.enough {
			return float64(passes*n) / spent.Seconds(), nil
		}
	}
}

// readGrids reads the givens of a whole list.
func readGrids(folder, name string) ([]setdoku.Grid, error) {
	list, err := readList(folder, name+".txt", math.MaxInt)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("list %s is empty", name)
	}
	grids := make([]setdoku.Grid, len(list))
	for i, p := range list {
		grids[i] = p.State.Givens
	}
	return grids, nil
}

// allUnique counts every puzzle. It returns an error for a puzzle without exactly one solution.
func allUnique(puzzles []setdoku.Grid) error {
	for i := range puzzles {
		if n := solutions.Count(puzzles[i], 2); n != 1 {
			return fmt.Errorf("puzzle %d has %d solutions, want 1", i+1, n)
		}
	}
	return nil
}

// countFile reads a list, counts, and discards the numbers.
func countFile(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	r := format.NewReader(f, path)
	r.OmitText()
	out := bufio.NewWriter(io.Discard)
	var line []byte
	var p format.Puzzle
	for {
		err := r.Next(&p)
		if errors.Is(err, io.EOF) {
			return out.Flush()
		}
		if err != nil {
			return err
		}
		line = append(strconv.AppendInt(line[:0], int64(solutions.Count(p.State.Givens, 2)), 10), '\n')
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
}

// wrong counts the lines of a list whose number of solutions is not want.
func (b *countBench) wrong(name string, want int) error {
	puzzles, err := readGrids(b.Data, name)
	if err != nil {
		return err
	}
	wrong := 0
	for i := range puzzles {
		if solutions.Count(puzzles[i], 2) != want {
			wrong++
		}
	}
	b.add(name+", wrong counts", float64(wrong), "lines", "0", fmt.Sprintf("of %d", len(puzzles)))
	return nil
}

// together compares the elapsed times of several goroutines and of one for the same list. Runs of the two
// alternate. It takes the fastest of each, because other load of the machine can only make a run slower.
func (b *countBench) together(ctx context.Context) error {
	puzzles, err := readGrids(b.Data, "17_clue")
	if err != nil {
		return err
	}
	one, all := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
	for range max(10, b.Rounds) {
		d, err := elapsed(ctx, puzzles, 1)
		if err != nil {
			return err
		}
		one = min(one, d)
		if d, err = elapsed(ctx, puzzles, b.Jobs); err != nil {
			return err
		}
		all = min(all, d)
	}
	target := ""
	if b.Jobs == 2 {
		target = "1.85"
	}
	b.add(fmt.Sprintf("%d goroutines to one", b.Jobs), one.Seconds()/all.Seconds(), "ratio", target,
		"17_clue in memory, fastest elapsed times")
	return nil
}

// elapsed returns the time in which jobs goroutines count the puzzles, a hundred at a time.
func elapsed(ctx context.Context, puzzles []setdoku.Grid, jobs int) (time.Duration, error) {
	const share = 100
	var taken atomic.Int64
	began := time.Now()
	workers, ctx := errgroup.WithContext(ctx)
	for range jobs {
		workers.Go(func() error {
			for {
				start := int(taken.Add(share)) - share
				if start >= len(puzzles) || ctx.Err() != nil {
					return ctx.Err()
				}
				if err := allUnique(puzzles[start:min(start+share, len(puzzles))]); err != nil {
					return err
				}
			}
		})
	}
	err := workers.Wait()
	return time.Since(began), err
}
