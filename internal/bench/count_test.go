package bench

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/gridtest"
)

// countData writes small lists with the names that Count reads.
func countData(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	rng := gridtest.New(1)
	write := func(name string, puzzles ...setdoku.Grid) {
		var text strings.Builder
		for _, p := range puzzles {
			text.WriteString(p.String() + "\n")
		}
		if err := os.WriteFile(filepath.Join(dir, name+".txt"), []byte(text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, l := range countLists {
		write(l.name, gridtest.Minimal(rng), gridtest.Minimal(rng), gridtest.Minimal(rng))
	}
	write("no_solution", gridtest.Contradictory(rng), gridtest.Minimal(rng))
	write("multiple_solutions", gridtest.Several(rng), gridtest.Several(rng))
	return dir
}

// fake writes a program that replaces qqwing.
func fake(t *testing.T, script string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "qqwing")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestCountMeasuresAllLists(t *testing.T) {
	b := countBench{CountOptions: CountOptions{Data: countData(t), Rounds: 3, Jobs: 2}, enough: 1}
	b.qqwing = fake(t, `test "$*" = "--solve --csv" && cat > /dev/null`)
	b.Command = fake(t, `test "$*" = "count -" && cat > /dev/null`)
	measures, err := b.run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got := make(map[string]Measure)
	for _, m := range measures {
		got[m.Name] = m
	}
	for _, l := range countLists {
		for _, name := range []string{l.name, l.name + " as file", l.name + " to qqwing", l.name + " as file to qqwing", l.name + " as command to qqwing"} {
			if got[name].Value <= 0 {
				t.Errorf("%s: %+v", name, got[name])
			}
		}
	}
	if m := got["17_clue to qqwing"]; m.Target != "33, aim 37" {
		t.Errorf("target of 17_clue is %q", m.Target)
	}
	if got["no_solution, wrong counts"].Value != 1 || got["multiple_solutions, wrong counts"].Value != 0 {
		t.Errorf("wrong counts: %+v, %+v", got["no_solution, wrong counts"], got["multiple_solutions, wrong counts"])
	}
	if m := got["2 goroutines to one"]; m.Value <= 0 || m.Target != "1.85" {
		t.Errorf("several goroutines: %+v", m)
	}
}

func TestCountWithoutQqwing(t *testing.T) {
	b := countBench{CountOptions: CountOptions{Data: countData(t), Rounds: 1, Jobs: 1}, enough: 1}
	measures, err := b.run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if m := measures[0]; m.Name != "qqwing" || !strings.Contains(m.Note, "not on the PATH") {
		t.Errorf("the first measure is %+v", m)
	}
	for _, m := range measures[1:] {
		if strings.Contains(m.Name, "qqwing") || strings.Contains(m.Name, "goroutines") {
			t.Errorf("%+v", m)
		}
	}
}

func TestCountFails(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	several := countData(t)
	if err := os.Rename(filepath.Join(several, "multiple_solutions.txt"), filepath.Join(several, "17_clue.txt")); err != nil {
		t.Fatal(err)
	}
	good := CountOptions{Data: countData(t), Rounds: 1, Jobs: 1}
	for name, c := range map[string]struct {
		ctx  context.Context
		b    countBench
		want string
	}{
		"interrupted":       {ctx, countBench{CountOptions: good}, context.Canceled.Error()},
		"no lists":          {t.Context(), countBench{CountOptions: CountOptions{Data: t.TempDir(), Rounds: 1, Jobs: 1}}, "generated_easy.txt (name its folder with --data)"},
		"several solutions": {t.Context(), countBench{CountOptions: CountOptions{Data: several, Rounds: 1, Jobs: 1}}, "17_clue: puzzle 1 has 2 solutions, want 1"},
		"qqwing fails":      {t.Context(), countBench{CountOptions: good, qqwing: fake(t, "exit 3")}, "run qqwing on"},
		"no rounds":         {t.Context(), countBench{CountOptions: CountOptions{Data: good.Data, Jobs: 1}}, "0 rounds"},
		"no jobs":           {t.Context(), countBench{CountOptions: CountOptions{Data: good.Data, Rounds: 1}}, "0 jobs"},
	} {
		t.Run(name, func(t *testing.T) {
			c.b.enough = 1
			if _, err := c.b.run(c.ctx); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
	if _, err := Count(ctx, good); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
