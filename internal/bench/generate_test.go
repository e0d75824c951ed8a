package bench

import (
	"context"
	"errors"
	"strings"
	"testing"

	"setdoku/internal/generate"
	"setdoku/solver/catalogue"
	"setdoku/store"
)

// generateBenchOf is a short run with a program that replaces qqwing, "" for none.
func generateBenchOf(t *testing.T, qqwing string) generateBench {
	t.Helper()
	db, err := store.OpenTemp(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	all, err := catalogue.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	return generateBench{GenerateOptions: GenerateOptions{Puzzles: 2, Rounds: 1, Catalogue: all}, enough: 1, lot: 5, qqwing: qqwing}
}

func TestGenerateWithoutQqwing(t *testing.T) {
	b := generateBenchOf(t, "")
	measures, err := b.run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, m := range measures {
		names = append(names, m.Name)
		if (m.Value > 0) == (m.Name == "qqwing") {
			t.Errorf("%+v", m)
		}
	}
	if got := strings.Join(names, ", "); got != "minimal, symmetry none, minimal, symmetry rotate180, qqwing, easy, intermediate, expert" {
		t.Errorf("measures %s", got)
	}
}

// TestGenerateAgainstQqwing uses a program that answers like qqwing and rates every puzzle Easy.
func TestGenerateAgainstQqwing(t *testing.T) {
	b := generateBenchOf(t, fake(t, `case "$1" in
		--generate) test "$*" = "--generate 2 --difficulty easy --one-line" && echo a && echo b ;;
		--solve) test "$*" = "--solve --stats --csv" && echo Solution,Difficulty, && sed 's/$/,Easy,/' ;;
		esac`))
	easy := generate.Constraints{Levels: []string{"easy"}}
	if err := b.level(t.Context(), "easy", "Easy", easy); err != nil {
		t.Fatal(err)
	}
	if len(b.measures) != 2 || b.measures[1].Name != "easy to qqwing" || b.measures[1].Target != "20" {
		t.Errorf("measures %+v", b.measures)
	}
	if err := b.level(t.Context(), "easy", "Expert", easy); err == nil || !strings.Contains(err.Error(), "want Expert") {
		t.Errorf("error %v, want one for a wrong verdict", err)
	}
	if err := b.level(t.Context(), "expert", "Expert", easy); err == nil || !strings.Contains(err.Error(), "run qqwing") {
		t.Errorf("error %v, want one for a program that fails", err)
	}
}

func TestGenerateFails(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	b := generateBenchOf(t, "")
	if _, err := b.run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if _, err := Generate(t.Context(), GenerateOptions{Puzzles: 1}); err == nil || !strings.Contains(err.Error(), "0 rounds") {
		t.Errorf("error %v", err)
	}
}
