package bench

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"setdoku/internal/gridtest"
)

// lists writes small lists with the names that the mix reads.
func lists(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	sample, err := os.ReadFile("../../testdata/sample.sdm")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range standardMix {
		if err := os.WriteFile(filepath.Join(dir, s.list), sample, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestMixHasItsSharesAndNoPuzzleTwice(t *testing.T) {
	dir := lists(t)
	mix, err := readMix(dir, []share{{"generated_easy.txt", 50}, {"17_clue.txt", 50}}, 20)
	if err != nil || len(mix) != 20 {
		t.Fatalf("%d puzzles, %v", len(mix), err)
	}
	long, err := readMix(dir, []share{{"generated_easy.txt", 100}}, 28*40)
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]bool)
	for _, p := range long {
		g := p.State.Givens
		if seen[g.String()] {
			t.Fatalf("%s comes twice", g)
		}
		seen[g.String()] = true
	}
}

func TestMissingListIsNamed(t *testing.T) {
	_, err := readMix(t.TempDir(), standardMix, 10)
	if err == nil || !strings.Contains(err.Error(), "generated_easy.txt (name its folder with --data)") {
		t.Errorf("got %v", err)
	}
}

func TestSolveSQLCountsWhatItSolves(t *testing.T) {
	list, err := readList(lists(t), "17_clue.txt", 5)
	if err != nil {
		t.Fatal(err)
	}
	s, err := solveSQL(context.Background(), list[:2], list[2:])
	if err != nil {
		t.Fatal(err)
	}
	if s.puzzles != 5 || s.solved != 5 || s.cpu <= 0 || len(s.spent) == 0 {
		t.Errorf("got %+v", s)
	}
}

// BenchmarkSQL solves puzzles of the mix with engine sql and full audit. Without the shared lists it uses the
// sample.
func BenchmarkSQL(b *testing.B) {
	dir, err := gridtest.FindShared()
	if err != nil {
		dir = lists(b)
	} else {
		dir = filepath.Join(dir, "data")
	}
	mix, err := readMix(dir, standardMix, 500)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		s, err := solveSQL(context.Background(), mix)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(s.perPuzzle(), "cpu-ms/puzzle")
		b.ReportMetric(float64(s.bytes)/float64(s.puzzles), "bytes/puzzle")
	}
}
