package solutions

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/testing/gridtest"
)

// oddBoards are boards of which nobody knows whether they have a solution, because no search of them ends.
var oddBoards = []string{
	"112233333112222334122255334111555664175556644777566444776668884777998888999999988+x+anti-knight",
	"windoku+x+anti-knight", "x+anti-king+anti-knight", "windoku+anti-king+anti-knight",
}

// searches are the searches of the package.
var searches = map[string]func(context.Context, setdoku.State) error{
	"CountState": func(ctx context.Context, s setdoku.State) error {
		_, err := CountState(ctx, s, 1)
		return err
	},
	"SolveState": func(ctx context.Context, s setdoku.State) error {
		solution, n, err := SolveState(ctx, s)
		if n > 0 || solution != (setdoku.Grid{}) {
			return errors.New("a solution")
		}
		return err
	},
	"ListState": func(ctx context.Context, s setdoku.State) error {
		_, err := ListState(ctx, s, 1)
		return err
	},
	"Unique": func(ctx context.Context, s setdoku.State) error {
		one, err := Unique(ctx, s.Variant, s.Givens)
		if one {
			return errors.New("one solution")
		}
		return err
	},
	"Needless": func(ctx context.Context, s setdoku.State) error {
		s.Givens[40] = 1
		needless, err := Needless(ctx, s.Variant, &s.Givens, 40)
		if needless {
			return errors.New("needless")
		}
		return err
	},
}

// TestSearchGivesUp searches boards on which no search ends: each ends with ErrNotCounted after less than 3 * lastForks
// forks. A puzzle with many solutions is counted to its limit, however many forks that takes.
func TestSearchGivesUp(t *testing.T) {
	for _, name := range gridtest.Part(4, oddBoards) {
		v, err := setdoku.ParseVariant(name)
		gridtest.Must(t, err)
		for search, do := range searches {
			ctx := Remember(&gridtest.Countdown{Context: t.Context(), Left: 3 * lastForks / forksForContext})
			if err := do(ctx, setdoku.State{Variant: v}); !errors.Is(err, ErrNotCounted) {
				t.Errorf("%s of %s: error %v, want ErrNotCounted", search, name, err)
			}
			// The second search remembers the first: it asks for its context when it begins, and no more. Its board was
			// read again, as each request of a server does.
			again := &gridtest.Countdown{Context: ctx, Left: 2}
			same, _ := setdoku.ParseVariant(name)
			if err := do(again, setdoku.State{Variant: same}); !errors.Is(err, ErrNotCounted) {
				t.Errorf("%s of %s again: error %v, want ErrNotCounted", search, name, err)
			}
		}
	}
	small, err := setdoku.ParseVariant("6x6")
	gridtest.Must(t, err)
	const many = 200_000 // more than mostForks
	for _, s := range []setdoku.State{{Variant: small}, {}} {
		if n, err := CountState(t.Context(), s, many); n != many || err != nil {
			t.Errorf("%s: %d solutions, error %v, want %d", s.Board().Name, n, err, many)
		}
	}
}

// TestSearchObeysContext lets the context of each search end when it has begun: the search ends with the error of the
// context, and asks for it no more. So does a count of many solutions.
func TestSearchObeysContext(t *testing.T) {
	v, err := setdoku.ParseVariant(oddBoards[0])
	gridtest.Must(t, err)
	list := map[string]func(context.Context) error{
		"Count": func(ctx context.Context) error {
			_, err := Count(ctx, setdoku.Grid{}, 1<<30)
			return err
		},
		"count of many solutions of a variant": func(ctx context.Context) error {
			windoku, err := setdoku.ParseVariant("windoku")
			if err != nil {
				return err
			}
			_, err = CountState(ctx, setdoku.State{Variant: windoku}, 1<<30)
			return err
		},
	}
	for name, do := range searches {
		list[name] = func(ctx context.Context) error { return do(ctx, setdoku.State{Variant: v}) }
	}
	for name, do := range list {
		// before the search begins, in it, and after it has begun again
		for _, left := range []int{1, 2, 20, lastForks/forksForContext + 10} {
			ctx := &gridtest.Countdown{Context: t.Context(), Left: left}
			if err := do(ctx); !errors.Is(err, context.Canceled) || ctx.Left != 0 {
				t.Errorf("%s: error %v, %d questions left, want 0", name, err, ctx.Left)
			}
		}
	}
}

// TestCountedVariants counts the puzzles of the shared lists of variants: all have one solution, and no search gives
// up.
func TestCountedVariants(t *testing.T) {
	dir := gridtest.SharedDir(t)
	for _, list := range []string{"anti-king", "anti-knight", "jigsaw", "jigsaw_x", "windoku", "x"} {
		text, err := os.ReadFile(filepath.Join(dir, "data", "variants_"+list+".txt"))
		gridtest.Must(t, err)
		for line := range strings.Lines(string(text)) {
			fields := strings.Fields(line) // board, puzzle, solution
			v, err := setdoku.ParseVariant(fields[0])
			gridtest.Must(t, err)
			p := setdoku.State{Variant: v, Givens: parse(t, fields[1])}
			if n, err := CountState(t.Context(), p, 2); n != 1 || err != nil {
				t.Errorf("%s %s: %d solutions, error %v", list, fields[1], n, err)
			}
		}
	}
}
