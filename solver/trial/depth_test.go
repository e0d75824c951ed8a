package trial_test

import (
	"bufio"
	"os"
	"path/filepath"
	"testing"

	"setdoku"
	"setdoku/internal/gridtest"
	"setdoku/solver/trial"
)

// readList reads a list of the folder shared, each puzzle the first 81 characters of a line.
func readList(t testing.TB, name string) (list []setdoku.Grid) {
	t.Helper()
	f, err := os.Open(filepath.Join(gridtest.SharedDir(t), "data", name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		g, err := setdoku.ParseGrid(lines.Text())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		list = append(list, g)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

// TestDepthIsThatOfSlowTrialAndError compares Depth with a slow reading of the definition, on generated puzzles and on
// every 40th of the hardest.
func TestDepthIsThatOfSlowTrialAndError(t *testing.T) {
	rng := gridtest.New(51)
	var puzzles []setdoku.Grid
	for range 150 {
		puzzles = append(puzzles, gridtest.Minimal(rng))
	}
	counts := map[int]int{}
	for i := range puzzles {
		want := newNaive(&puzzles[i]).depth(2)
		got, ok := trial.Depth(&puzzles[i])
		if !ok || got != want {
			t.Errorf("%s: depth %d, %t, want %d", puzzles[i], got, ok, want)
		}
		counts[got]++
	}
	if counts[0] < 10 || counts[1] < 10 {
		t.Errorf("depths %v", counts)
	}
	for i, g := range readList(t, "forum_hardest_1106") {
		if i%40 != 0 {
			continue
		}
		if got, ok := trial.Depth(&g); !ok || got != newNaive(&g).depth(2) {
			t.Errorf("%s: depth %d, %t", g, got, ok)
		}
	}
}

func benchmarkDepth(b *testing.B, name string, most int) {
	list := readList(b, name)
	list = list[:min(len(list), most)]
	var e trial.Engine
	counts := map[int]int{}
	for i := range list {
		d, ok := e.Depth(&list[i])
		if !ok {
			d = -1
		}
		counts[d]++
	}
	b.Log(name, counts)
	for b.Loop() {
		for i := range list {
			e.Depth(&list[i])
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(list))/1000, "us/puzzle")
}

func BenchmarkDepth(b *testing.B) {
	for _, name := range []string{"generated_qqwing", "17_clue", "magictour_top1465", "forum_hardest_1106", "forum_hardest_1905"} {
		b.Run(name, func(b *testing.B) { benchmarkDepth(b, name, 5000) })
	}
}
