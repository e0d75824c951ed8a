package generate

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver/batch"
	"setdoku/solver/memory"
	"setdoku/store"
	"setdoku/store/record"
)

// openCatalogue returns a database and its catalogue.
func openCatalogue(t *testing.T) (*store.DB, catalogue.Catalogue) {
	t.Helper()
	db, err := store.OpenTemp(t.Context())
	gridtest.Must(t, err)
	t.Cleanup(func() { db.Close() })
	c, err := catalogue.BuiltIn()
	gridtest.Must(t, err)
	return db, c
}

// found runs the generator to its end.
func found(t *testing.T, o Options) ([]Found, Tally) {
	t.Helper()
	var all []Found
	tally, err := Run(t.Context(), o, func(p []Found, _ Tally) error {
		all = append(all, p...)
		return nil
	})
	gridtest.Must(t, err)
	if len(all) != o.N || tally.Found != o.N {
		t.Fatalf("%d puzzles, %d counted, want %d", len(all), tally.Found, o.N)
	}
	return all, tally
}

var heart = `
.x.....x.
x.x...x.x
x..x.x..x
x...x...x
.x.....x.
.x.....x.
..x...x..
...x.x...
....x....
`

// thick is a pattern with many givens, for which puzzles are found quickly.
var thick = strings.Repeat("x.x.x.x.x.x.x.x.x.", 4) + "x.x.x.x.x"

func mustPattern(text string) *Pattern {
	var w Constraints
	if err := w.SetPattern(text); err != nil {
		panic(err)
	}
	return w.Pattern
}

// generated are constraints and how many puzzles are made for them. Those with a variant, and those whose techniques
// take thousands of attempts, are only made in the long form.
var generated = []struct {
	name, variant string
	n             int
	constraints   Constraints
	long          bool
}{
	{"no constraints", "", 30, Constraints{}, false},
	{"rotate180", "", 10, Constraints{Symmetry: Rotate180, Minimal: true}, false},
	{"rotate90", "", 10, Constraints{Symmetry: Rotate90}, false},
	{"mirror", "", 10, Constraints{Symmetry: Mirror}, false},
	{"flip", "", 10, Constraints{Symmetry: Flip}, false},
	{"diagonal", "", 10, Constraints{Symmetry: Diagonal}, false},
	{"clues", "", 20, Constraints{Clues: Range{24, 24}}, false},
	{"many clues", "", 10, Constraints{Clues: Range{40, 45}, Symmetry: Rotate180}, false},
	{"few clues", "", 1, Constraints{Clues: Range{17, 21}}, false},
	{"minimal with few clues", "", 3, Constraints{Clues: Range{20, 21}, Minimal: true}, false},
	{"minimal with many clues", "", 3, Constraints{Clues: Range{28, 29}, Minimal: true}, false},
	{"symmetry and clues", "", 5, Constraints{Clues: Range{28, 28}, Symmetry: Rotate90, Minimal: true}, false},
	{"pattern", "", 5, Constraints{Pattern: mustPattern(thick)}, false},
	{"sparse pattern", "", 1, Constraints{Pattern: mustPattern(heart), Minimal: true}, false},

	{"easy", "", 2, Constraints{Levels: []setdoku.Level{"easy"}}, false},
	{"medium or hard", "", 2, Constraints{Levels: []setdoku.Level{"medium", "hard"}, Symmetry: Rotate180}, false},
	{"hard with an x_wing", "", 2, Constraints{Levels: []setdoku.Level{"hard"}, Require: []string{"x_wing"},
		Forbid: []string{"chains", "uniqueness"}}, false},
	{"two required", "", 2, Constraints{Require: []string{"w_wing", "intersections"}}, true},
	{"unfair or extreme", "", 2, Constraints{Levels: []setdoku.Level{"unfair", "extreme"}}, false},
	{"few families", "", 2, Constraints{Forbid: []string{"intersections", "subsets", "basic_fish", "chains", "search"}},
		false},
	{"score", "", 2, Constraints{Score: Range{500, 600}, Clues: Range{25, 30}}, false},
	{"rare", "", 3, Constraints{Require: []string{"jellyfish"}}, false},
	{"rare and minimal", "", 2, Constraints{Require: []string{"naked_quadruple"}, Minimal: true, Symmetry: Rotate180},
		true},
	{"rare with many clues", "", 2, Constraints{Require: []string{"finned_jellyfish"}, Clues: Range{27, 29}}, true},
	{"before all others", "", 2, Constraints{Require: []string{"full_house"}}, false},

	{"x", "x", 3, Constraints{}, true},
	{"windoku", "windoku", 3, Constraints{Symmetry: Rotate90}, true},
	{"anti-knight", "anti-knight", 2, Constraints{Symmetry: Mirror}, true},
	{"anti-king", "anti-king", 3, Constraints{Levels: []setdoku.Level{"medium", "hard"}}, true},
	{"x_wing on x", "x", 2, Constraints{Levels: []setdoku.Level{"hard"}, Require: []string{"x_wing"}}, true},
	{"jigsaw", "jigsaw", 2, Constraints{Levels: []setdoku.Level{"medium"}, Require: []string{"intersections"},
		Symmetry: Rotate180}, true},
	{"6x6", "6x6", 5, Constraints{Symmetry: Flip}, true},
	{"6x6+x", "6x6+x", 3, Constraints{Clues: Range{12, 12}, Symmetry: Rotate180, Levels: []setdoku.Level{"easy"}}, true},
	{"8x8", "8x8", 3, Constraints{Levels: []setdoku.Level{"easy"}, Forbid: []string{"intersections"}}, true},
	{"jigsaw5", "jigsaw5", 5, Constraints{Symmetry: Rotate90}, true},
	{"jigsaw7", "jigsaw7", 3, Constraints{Score: Range{60, 2000}}, true},
	{"anti-knight+jigsaw6", "anti-knight+jigsaw6", 3, Constraints{}, true},
}

// TestPuzzles checks by brute force that puzzles satisfy their constraints, and that the statements solve them as they
// are rated.
func TestPuzzles(t *testing.T) {
	db, all := openCatalogue(t)
	batch, err := batch.NewBatch(t.Context(), db, memory.Options{Engine: catalogue.EngineSQL, Techniques: all},
		record.Run{})
	gridtest.Must(t, err)
	defer batch.Close(t.Context())
	for _, tt := range generated {
		t.Run(tt.name, func(t *testing.T) {
			if tt.long {
				gridtest.Nightly(t, "grids of each variant, and thousands of attempts")
			}
			w := tt.constraints
			if tt.variant != "" {
				w = on(t, tt.variant, w)
			}
			puzzles, tally := found(t, Options{Constraints: w, Seed: 11, N: tt.n, Catalogue: all})
			if tally.Tried < tally.Givens || tally.Givens < tally.Required || tally.Required < tally.Level ||
				tally.Score < tally.Found {
				t.Errorf("tally %+v", tally)
			}
			if last := puzzles[len(puzzles)-1].Attempt; tt.name == "rare" && last > extendFrom+1000 ||
				tt.name == "before all others" && last > 3 { // without extensions, three of them took 20,000 attempts
				t.Errorf("%d puzzles took %d attempts", tt.n, last)
			}
			seen := make(map[string]bool)
			for _, p := range puzzles {
				name := format.Short(p.State())
				if seen[name] {
					t.Errorf("%s comes twice", name)
				}
				seen[name] = true
				checkPuzzle(t, &w, &p)
				if w.Rated() {
					results, err := batch.Solve(t.Context(), []format.Puzzle{{State: p.State()}})
					gridtest.Must(t, err)
					checkLogic(t, all, &w, &p, results[0])
				}
			}
		})
	}
}

// symmetrical reports whether the cells with givens of a board have a symmetry.
func symmetrical(s Symmetry, d setdoku.Grid, size int) bool {
	for r := range size {
		for c := range size {
			up, left := size-1-r, size-1-c // seen from the other end
			image := map[Symmetry][2]int{Rotate180: {up, left}, Rotate90: {c, up}, Mirror: {r, left}, Flip: {up, c},
				Diagonal: {c, r}}
			if to, ok := image[s]; ok && (d[r*9+c] == 0) != (d[to[0]*9+to[1]] == 0) {
				return false
			}
		}
	}
	return true
}

// checkPuzzle checks what a puzzle has without being solved.
func checkPuzzle(t *testing.T, w *Constraints, p *Found) {
	t.Helper()
	state := p.State()
	name := format.Short(state)
	if of(p, p.Givens) != 1 || of(p, p.Solution) != 1 {
		t.Errorf("%s does not have one solution, or not %s", name, p.Solution)
	}
	if w.Variant != nil && (p.Variant.Size != w.Variant.Size ||
		len(w.Variant.Pairs()) > 0 && len(p.Variant.Pairs()) == 0) {
		t.Errorf("%s is not on the board of %s", name, w.Variant.Name)
	}
	for i, v := range p.Givens {
		if v != 0 && v != p.Solution[i] || w.Pattern != nil && w.Pattern[i] != (v != 0) {
			t.Errorf("%s does not have the solution %s, or the pattern", name, p.Solution)
			break
		}
	}
	if !symmetrical(w.Symmetry, p.Givens, state.Board().Size) {
		t.Errorf("%s does not have the symmetry %s", name, w.Symmetry)
	}
	if n := gridtest.Clues(p.Givens); !w.Clues.holds(n) {
		t.Errorf("%s has %d givens, want %v", name, n, w.Clues)
	}
	if !w.Minimal && (w.Clues != Range{} || w.Pattern != nil || len(w.Require) > 0 && p.Attempt >= extendFrom) {
		return
	}
	for _, orbit := range w.Symmetry.orbits(w.Variant.OrClassic()) {
		less := p.Givens
		for _, i := range orbit {
			less[i] = 0
		}
		if less != p.Givens && of(p, less) == 1 {
			t.Errorf("%s does not need the given in %s", name, setdoku.CellAt(orbit[0]))
		}
	}
}

// TestSameSeed checks that the number of jobs does not affect the puzzles and layouts, and that the seed does.
func TestSameSeed(t *testing.T) {
	_, all := openCatalogue(t)
	for name, w := range map[string]Constraints{
		"digging": {Levels: []setdoku.Level{"medium"}},
		"pattern": {Pattern: mustPattern(thick), Levels: []setdoku.Level{"medium", "hard"}},
		"few":     {Clues: Range{21, 21}},
		"layouts": on(t, "jigsaw5+anti-knight", Constraints{}),
	} {
		t.Run(name, func(t *testing.T) {
			o := Options{Constraints: w, Seed: 3, N: 3, Jobs: 1, Catalogue: all}
			one, tally := found(t, o)
			o.Jobs = 3
			three, tallyThree := found(t, o)
			if diff := cmp.Diff(one, three); diff != "" {
				t.Errorf("one job and three (-one +three):\n%s", diff)
			}
			if tally != tallyThree {
				t.Errorf("%+v with one job, %+v with three", tally, tallyThree)
			}
			o.Seed = 4
			other, _ := found(t, o)
			for i := range other {
				if slices.ContainsFunc(one, func(p Found) bool { return p.Givens == other[i].Givens }) {
					t.Errorf("seeds 3 and 4 both make %v", other[i].Givens)
				}
			}
		})
	}
}

// TestLikePrinted checks the ranges and symmetries that LikePrinted sets, and that it keeps those that are set.
func TestLikePrinted(t *testing.T) {
	for _, tt := range []struct {
		constraints, want Constraints
		clues, symmetry   bool // arguments of LikePrinted
	}{
		{Constraints{}, Constraints{}, true, true},
		{Constraints{Levels: []setdoku.Level{"easy"}},
			Constraints{Levels: []setdoku.Level{"easy"}, Clues: Range{32, 36}, Symmetry: Rotate180}, true, true},
		{Constraints{Levels: []setdoku.Level{"easy"}, Symmetry: Mirror},
			Constraints{Levels: []setdoku.Level{"easy"}, Clues: Range{32, 36}, Symmetry: Mirror}, true, false},
		{Constraints{Levels: []setdoku.Level{"easy"}, Clues: Range{24, 24}},
			Constraints{Levels: []setdoku.Level{"easy"}, Clues: Range{24, 24}, Symmetry: Rotate180}, false, true},
		{Constraints{Levels: []setdoku.Level{"easy"}, Minimal: true},
			Constraints{Levels: []setdoku.Level{"easy"}, Minimal: true, Symmetry: Rotate180}, true, true},
		{Constraints{Levels: []setdoku.Level{"hard", "medium"}},
			Constraints{Levels: []setdoku.Level{"hard", "medium"}, Clues: Range{25, 32}, Symmetry: Rotate180}, true,
			true},
		{Constraints{Levels: []setdoku.Level{"hard", "unfair"}},
			Constraints{Levels: []setdoku.Level{"hard", "unfair"}, Symmetry: Rotate180}, true, true},
		{Constraints{Levels: []setdoku.Level{"easy"}, Pattern: new(Pattern)},
			Constraints{Levels: []setdoku.Level{"easy"}, Pattern: new(Pattern)}, true, true},
	} {
		got := tt.constraints
		got.LikePrinted(tt.clues, tt.symmetry)
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", tt.constraints, diff)
		}
	}
}

// checkLogic compares the rating of a puzzle and the constraints with the result of the statements.
func checkLogic(t *testing.T, c catalogue.Catalogue, w *Constraints, p *Found, r *record.Puzzle) {
	t.Helper()
	if r.Status != "solved" || r.Solution != p.Solution.String() {
		t.Fatalf("%v is %s", p.Givens, r.Status)
	}
	if len(w.Levels) > 0 && !slices.Contains(w.Levels, r.Level) {
		t.Errorf("%v is %s, want %v", p.Givens, r.Level, w.Levels)
	}
	if w.Score != (Range{}) && (r.Score < w.Score.Least || r.Score > w.Score.Most) {
		t.Errorf("%v has the score %d, want %v", p.Givens, r.Score, w.Score)
	}
	if got := r.Rating; p.Rating.Status != "" && (p.Rating.Level != got.Level || p.Rating.Score != got.Score ||
		p.Rating.Hardest != got.Hardest || p.Rating.Steps != got.Steps) {
		t.Errorf("%v is rated %v, the statements say %v", p.Givens, p.Rating, got)
	}
	uses := func(word string) bool {
		return slices.ContainsFunc(c, func(t catalogue.Technique) bool {
			return (t.Name == word || t.Family == word) && strings.Contains(r.Techniques(), `"`+t.Name+`"`)
		})
	}
	for _, word := range w.Require {
		if !uses(word) {
			t.Errorf("%v does not use %s: %s", p.Givens, word, r.Techniques())
		}
	}
	for _, word := range w.Forbid {
		if uses(word) {
			t.Errorf("%v uses %s: %s", p.Givens, word, r.Techniques())
		}
	}
}

// TestEnds ends a run by its context: when the first puzzles are found, or when its time is over. All puzzles that were
// found are stored, and the tally is right.
func TestEnds(t *testing.T) {
	for name, c := range map[string]struct {
		wanted Constraints
		time   time.Duration
	}{
		"digging":      {Constraints{}, time.Hour},
		"out of reach": {Constraints{Clues: Range{17, 17}}, 50 * time.Millisecond},
		"pattern":      {Constraints{Pattern: mustPattern(thick)}, time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), c.time)
			defer cancel()
			n := 0
			tally, err := Run(ctx, Options{Constraints: c.wanted, Seed: 1, N: 1 << 40, Jobs: 3},
				func(p []Found, now Tally) error {
					n += len(p)
					if now.Found != n {
						t.Errorf("%d found, reported %d", n, now.Found)
					}
					cancel()
					return nil
				})
			if ctx.Err() == nil || !errors.Is(err, ctx.Err()) {
				t.Errorf("error %v", err)
			}
			if tally.Found != n || tally.Tried < n {
				t.Errorf("%d found, tally %+v", n, tally)
			}
		})
	}
	full := errors.New("the disk is full")
	if _, err := Run(t.Context(), Options{N: 100}, func([]Found, Tally) error { return full }); !errors.Is(err, full) {
		t.Errorf("error %v, want that of emit", err)
	}
}

// TestContradictoryConstraints checks the errors for constraints that no puzzle can satisfy.
func TestContradictoryConstraints(t *testing.T) {
	_, all := openCatalogue(t)
	for want, w := range map[string]Constraints{
		"16 givens: no puzzle with fewer than 17":                      {Clues: Range{10, 16}},
		"90 givens, but a grid has 81 cells":                           {Clues: Range{90, 95}},
		"with the symmetry rotate90 no puzzle has 23 givens":           {Clues: Range{23, 23}, Symmetry: Rotate90},
		"it cannot be combined with a symmetry":                        {Pattern: mustPattern(thick), Symmetry: Mirror},
		"it cannot be combined with a number":                          {Pattern: mustPattern(thick), Clues: Range{41, 41}},
		"the pattern has 16 givens":                                    {Pattern: mustPattern(strings.Repeat("x", 16) + strings.Repeat(".", 65))},
		"no givens in row 1 and row 3":                                 {Pattern: mustPattern("........." + "xxxxxxxxx" + "........." + strings.Repeat("x", 54))},
		"no givens in column 8 and column 9":                           {Pattern: mustPattern(strings.Repeat("xxxxxxx..", 9))},
		`level "mild", expected easy, medium, hard, unfair or extreme`: {Levels: []setdoku.Level{"mild"}},
		`unknown technique "xwing": did you mean "x_wing"?`:            {Require: []string{"xwing"}},
		`unknown technique "chain": did you mean "chains"?`:            {Forbid: []string{"chain"}},
		"x_wing is required, but":                                      {Require: []string{"x_wing"}, Levels: []setdoku.Level{"medium"}},
		"aic is required, but":                                         {Require: []string{"aic"}, Forbid: []string{"chains"}},
		"all techniques of level easy are forbidden":                   {Levels: []setdoku.Level{"easy"}, Forbid: []string{"singles"}},
	} {
		err := w.Check(all)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
		if _, err := Run(t.Context(), Options{Constraints: w, N: 1, Catalogue: all}, nil); err == nil {
			t.Errorf("%s: Run accepts it", want)
		}
	}
}

func TestParseRange(t *testing.T) {
	for text, want := range map[string]Range{"24": {24, 24}, "24-28": {24, 28}, "30-": {30, 1<<31 - 1}} {
		if r, err := ParseRange(text); err != nil || r != want {
			t.Errorf("%q is %v, error %v, want %v", text, r, err, want)
		}
	}
	for _, text := range []string{"", "-", "-24", "x", "24-x", "28-24", "0", "+3", "24-28-30", "99999999"} {
		if r, err := ParseRange(text); err == nil {
			t.Errorf("%q is %v, want an error", text, r)
		}
	}
}

func TestSetPattern(t *testing.T) {
	p := mustPattern("# a heart\n" + heart)
	if got := p.cells(); len(got) != 22 || got[0] != 1 || got[len(got)-1] != 76 {
		t.Errorf("cells %v", got)
	}
	for text, want := range map[string]string{
		"":                            "0 cells, want 81",
		strings.Repeat("x", 82):       "82 cells, want 81",
		strings.Repeat(".", 80) + "o": `character 'o', want . for an empty cell or x for a given`,
	} {
		if err := new(Constraints).SetPattern(text); err == nil || err.Error() != want {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}

func TestParseSymmetry(t *testing.T) {
	for _, s := range Symmetries() {
		if got, err := ParseSymmetry(string(s)); got != s || err != nil {
			t.Errorf("%s is %s, error %v", s, got, err)
		}
	}
	if _, err := ParseSymmetry("round"); err == nil ||
		!strings.Contains(err.Error(), "none, rotate180, rotate90, mirror, flip, diagonal") {
		t.Errorf("error %v", err)
	}
}
