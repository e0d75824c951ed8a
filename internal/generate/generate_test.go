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
	"setdoku/internal/batch"
	"setdoku/internal/catalogue"
	"setdoku/internal/database"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
	"setdoku/internal/record"
	"setdoku/internal/rule"
)

// openCatalogue returns a database and its catalogue.
func openCatalogue(t *testing.T) (*database.DB, catalogue.Catalogue) {
	t.Helper()
	db, err := database.OpenTemp(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	c, err := catalogue.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
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
	if err != nil {
		t.Fatal(err)
	}
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

func pattern(t *testing.T, text string) *Pattern {
	t.Helper()
	var w Constraints
	if err := w.SetPattern(text); err != nil {
		t.Fatal(err)
	}
	return w.Pattern
}

// TestPuzzles checks by brute force that the puzzles satisfy the constraints.
func TestPuzzles(t *testing.T) {
	for _, tt := range []struct {
		name        string
		n           int
		constraints Constraints
	}{
		{"no constraints", 30, Constraints{}},
		{"rotate180", 10, Constraints{Symmetry: Rotate180, Minimal: true}},
		{"rotate90", 10, Constraints{Symmetry: Rotate90}},
		{"mirror", 10, Constraints{Symmetry: Mirror}},
		{"flip", 10, Constraints{Symmetry: Flip}},
		{"diagonal", 10, Constraints{Symmetry: Diagonal}},
		{"clues", 20, Constraints{Clues: Range{24, 24}}},
		{"many clues", 10, Constraints{Clues: Range{40, 45}, Symmetry: Rotate180}},
		{"few clues", 1, Constraints{Clues: Range{17, 21}}},
		{"minimal with few clues", 3, Constraints{Clues: Range{20, 21}, Minimal: true}},
		{"minimal with many clues", 3, Constraints{Clues: Range{28, 29}, Minimal: true}},
		{"symmetry and clues", 5, Constraints{Clues: Range{28, 28}, Symmetry: Rotate90, Minimal: true}},
		{"pattern", 5, Constraints{Pattern: pattern(t, thick)}},
		{"sparse pattern", 1, Constraints{Pattern: pattern(t, heart), Minimal: true}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			puzzles, tally := found(t, Options{Constraints: tt.constraints, Seed: 11, N: tt.n})
			if tally.Tried < tally.Givens || tally.Givens < tally.Required || tally.Required < tally.Level ||
				tally.Score < tally.Found {
				t.Errorf("tally %+v", tally)
			}
			seen := make(map[setdoku.Grid]bool)
			for _, p := range puzzles {
				checkPuzzle(t, &tt.constraints, &p)
				if seen[p.Givens] {
					t.Errorf("%v comes twice", p.Givens)
				}
				seen[p.Givens] = true
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

func checkPuzzle(t *testing.T, w *Constraints, p *Found) {
	t.Helper()
	if !proper(p.Givens) || p.Solution.Check() != nil {
		t.Errorf("%v does not have one solution", p.Givens)
	}
	for i, v := range p.Givens {
		if p.Solution[i] == 0 || v != 0 && v != p.Solution[i] {
			t.Errorf("%v does not have the solution %v", p.Givens, p.Solution)
			break
		}
		if w.Pattern != nil && w.Pattern[i] != (v != 0) {
			t.Errorf("%v does not follow the pattern", p.Givens)
			break
		}
	}
	if !symmetrical(w.Symmetry, p.Givens, 9) {
		t.Errorf("%v does not have the symmetry %s", p.Givens, w.Symmetry)
	}
	if n := gridtest.Clues(p.Givens); w.Clues != (Range{}) && (n < w.Clues.Least || n > w.Clues.Most) {
		t.Errorf("%v has %d givens, want %v", p.Givens, n, w.Clues)
	}
	if !w.Minimal && (w.Clues != Range{} || w.Pattern != nil || len(w.Require) > 0 && p.Attempt >= extendFrom) {
		return
	}
	for _, orbit := range w.Symmetry.orbits(w.Variant.OrClassic()) {
		less := p.Givens
		for _, i := range orbit {
			less[i] = 0
		}
		if less != p.Givens && proper(less) {
			t.Errorf("%v does not need the given in %s", p.Givens, setdoku.CellAt(orbit[0]))
		}
	}
}

// TestSameSeed checks that the number of jobs does not affect the puzzles, and that the seed does.
func TestSameSeed(t *testing.T) {
	_, catalogue := openCatalogue(t)
	for name, w := range map[string]Constraints{
		"digging": {Levels: []setdoku.Level{"medium"}},
		"pattern": {Pattern: pattern(t, thick), Levels: []setdoku.Level{"medium", "hard"}},
		"few":     {Clues: Range{21, 21}},
	} {
		t.Run(name, func(t *testing.T) {
			o := Options{Constraints: w, Seed: 3, N: 3, Jobs: 1, Catalogue: catalogue}
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

// TestLogic solves the generated puzzles with the statements.
func TestLogic(t *testing.T) {
	db, catalogue := openCatalogue(t)
	batch, err := batch.NewBatch(t.Context(), db, memory.Options{Engine: memory.EngineSQL, Techniques: catalogue},
		record.Run{})
	if err != nil {
		t.Fatal(err)
	}
	defer batch.Close(t.Context())
	for _, tt := range []struct {
		name        string
		constraints Constraints
	}{
		{"easy", Constraints{Levels: []setdoku.Level{"easy"}}},
		{"medium or hard", Constraints{Levels: []setdoku.Level{"medium", "hard"}, Symmetry: Rotate180}},
		{"hard with an x_wing", Constraints{Levels: []setdoku.Level{"hard"}, Require: []string{"x_wing"},
			Forbid: []string{"chains", "uniqueness"}}},
		{"two required", Constraints{Require: []string{"w_wing", "intersections"}}},
		{"unfair or extreme", Constraints{Levels: []setdoku.Level{"unfair", "extreme"}}},
		{"only singles", Constraints{Forbid: slices.DeleteFunc(families(catalogue),
			func(f string) bool { return f == "singles" })}},
		{"score", Constraints{Score: Range{500, 600}, Clues: Range{25, 30}}},
		{"rare", Constraints{Require: []string{"jellyfish"}}},
		{"rare and minimal", Constraints{Require: []string{"naked_quadruple"}, Minimal: true, Symmetry: Rotate180}},
		{"rare with many clues", Constraints{Require: []string{"finned_jellyfish"}, Clues: Range{27, 29}}},
		{"before all others", Constraints{Require: []string{"full_house"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if strings.HasPrefix(tt.name, "rare ") || tt.name == "two required" {
				gridtest.Nightly(t, "thousands of attempts")
			}
			puzzles, _ := found(t, Options{Constraints: tt.constraints, Seed: 5, N: 2, Catalogue: catalogue})
			for _, p := range puzzles {
				checkPuzzle(t, &tt.constraints, &p)
				results, err := batch.Solve(t.Context(), []format.Puzzle{{State: setdoku.State{Givens: p.Givens}}})
				if err != nil {
					t.Fatal(err)
				}
				checkLogic(t, catalogue, &tt.constraints, &p, results[0])
			}
		})
	}
}

// TestRareIsFoundSooner checks that rare techniques need few attempts once puzzles are extended, and that a
// technique that comes before all others is found immediately. Without extensions, three puzzles with a jellyfish
// took 20,000 attempts, and a full house at the beginning of the path was never found.
func TestRareIsFoundSooner(t *testing.T) {
	gridtest.Nightly(t, "grids of each variant")
	_, catalogue := openCatalogue(t)
	for technique, most := range map[string]uint64{"jellyfish": extendFrom + 1000, "full_house": 3} {
		puzzles, _ := found(t, Options{Constraints: Constraints{Require: []string{technique}}, Seed: 1, N: 3,
			Catalogue: catalogue})
		if last := puzzles[len(puzzles)-1].Attempt; last > most {
			t.Errorf("three puzzles with %s took %d attempts, want at most %d", technique, last, most)
		}
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

func families(c catalogue.Catalogue) (all []string) {
	for _, t := range c {
		if !slices.Contains(all, t.Family) {
			all = append(all, t.Family)
		}
	}
	return all
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
		return slices.ContainsFunc(c, func(t rule.Technique) bool {
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

// TestEnds checks that the puzzles found are stored when time runs out, and that the tally is right.
func TestEnds(t *testing.T) {
	for name, w := range map[string]Constraints{
		"digging":      {},
		"out of reach": {Clues: Range{17, 17}},
		"pattern":      {Pattern: pattern(t, thick)},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
			defer cancel()
			n := 0
			tally, err := Run(ctx, Options{Constraints: w, Seed: 1, N: 1 << 40, Jobs: 3},
				func(p []Found, now Tally) error {
					n += len(p)
					if now.Found != n {
						t.Errorf("%d found, reported %d", n, now.Found)
					}
					return nil
				})
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("error %v", err)
			}
			if tally.Found != n || tally.Tried < n || name == "digging" && n == 0 {
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
	_, catalogue := openCatalogue(t)
	for want, w := range map[string]Constraints{
		"16 givens: no puzzle with fewer than 17":            {Clues: Range{10, 16}},
		"90 givens, but a grid has 81 cells":                 {Clues: Range{90, 95}},
		"with the symmetry rotate90 no puzzle has 23 givens": {Clues: Range{23, 23}, Symmetry: Rotate90},
		"it cannot be combined with a symmetry":              {Pattern: pattern(t, thick), Symmetry: Mirror},
		"it cannot be combined with a number":                {Pattern: pattern(t, thick), Clues: Range{41, 41}},
		"the pattern has 16 givens": {Pattern: pattern(t,
			strings.Repeat("x", 16)+strings.Repeat(".", 65))},
		"no givens in row 1 and row 3": {Pattern: pattern(t,
			"........."+"xxxxxxxxx"+"........."+strings.Repeat("x", 54))},
		"no givens in column 8 and column 9": {Pattern: pattern(t,
			strings.Repeat("xxxxxxx..", 9))},
		`level "mild", want easy, medium, hard, unfair or extreme`: {Levels: []setdoku.Level{"mild"}},
		`unknown technique "xwing": did you mean "x_wing"?`:        {Require: []string{"xwing"}},
		`unknown technique "chain": did you mean "chains"?`:        {Forbid: []string{"chain"}},
		"x_wing is required, but": {Require: []string{"x_wing"},
			Levels: []setdoku.Level{"medium"}},
		"aic is required, but": {Require: []string{"aic"},
			Forbid: []string{"chains"}},
		"all techniques of level easy are forbidden": {Levels: []setdoku.Level{"easy"},
			Forbid: []string{"singles"}},
	} {
		err := w.Check(catalogue)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
		if _, err := Run(t.Context(), Options{Constraints: w, N: 1, Catalogue: catalogue}, nil); err == nil {
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
	p := pattern(t, "# a heart\n"+heart)
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
