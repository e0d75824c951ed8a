package generate

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku"
	"setdoku/internal/batch"
	"setdoku/internal/brute"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
	"setdoku/internal/record"
)

// on returns constraints with a variant.
func on(t testing.TB, name string, w Constraints) Constraints {
	t.Helper()
	if err := w.SetVariant(name); err != nil {
		t.Fatal(err)
	}
	return w
}

// of counts up to two solutions on the board of a puzzle, by brute force.
func of(p *Found, givens setdoku.Grid) int {
	n, _ := brute.CountState(setdoku.State{Variant: p.Variant, Givens: givens}, 2)
	return n
}

// TestVariants checks by brute force that puzzles of variants have one solution, which is theirs, and that they need
// each given, with every symmetry. Where a level is wanted, the statements solve them at this level.
func TestVariants(t *testing.T) {
	gridtest.Nightly(t, "grids of each variant")
	db, all := openCatalogue(t)
	batch, err := batch.NewBatch(t.Context(), db, memory.Options{Engine: memory.EngineSQL, Techniques: all},
		record.Run{})
	if err != nil {
		t.Fatal(err)
	}
	defer batch.Close(t.Context())
	for _, tt := range gridtest.Part(4, []struct {
		name        string
		n           int
		constraints Constraints
	}{
		{"x", 3, Constraints{}},
		{"windoku", 3, Constraints{Symmetry: Rotate90}},
		{"anti-knight", 2, Constraints{Symmetry: Mirror}},
		{"anti-king", 3, Constraints{Levels: []setdoku.Level{"medium", "hard"}}},
		{"x", 2, Constraints{Levels: []setdoku.Level{"hard"}, Require: []string{"x_wing"}}},
		{"jigsaw", 2, Constraints{Levels: []setdoku.Level{"medium"}, Require: []string{"intersections"},
			Symmetry: Rotate180}},
		{"jigsaw+x", 1, Constraints{}},
		{"x+anti-king", 1, Constraints{}},
		{"4x4", 10, Constraints{Symmetry: Diagonal}},
		{"6x6", 5, Constraints{Symmetry: Flip}},
		{"6x6+x", 3, Constraints{Clues: Range{12, 12}, Symmetry: Rotate180, Levels: []setdoku.Level{"easy"}}},
		{"8x8", 3, Constraints{Levels: []setdoku.Level{"easy"}, Forbid: []string{"intersections"}}},
		{"jigsaw4", 10, Constraints{}},
		{"jigsaw5", 5, Constraints{Symmetry: Rotate90}},
		{"jigsaw7", 3, Constraints{Score: Range{60, 2000}}},
		{"anti-knight+jigsaw6", 3, Constraints{}},
	}) {
		t.Run(tt.name, func(t *testing.T) {
			w := on(t, tt.name, tt.constraints)
			puzzles, _ := found(t, Options{Constraints: w, Seed: 2, N: tt.n, Catalogue: all})
			for _, p := range puzzles {
				if of(&p, p.Givens) != 1 || of(&p, p.Solution) != 1 || p.Variant.Size != w.Variant.Size ||
					len(w.Variant.Pairs()) > 0 && len(p.Variant.Pairs()) == 0 {
					t.Errorf("%s: not a puzzle with one solution, or with that", format.Short(p.State()))
				}
				if !symmetrical(w.Symmetry, p.Givens, p.Variant.Size) {
					t.Errorf("%s breaks the symmetry %s", format.Short(p.State()), w.Symmetry)
				}
				for _, orbit := range w.Symmetry.orbits(w.Variant) {
					less := p.Givens
					for _, i := range orbit {
						if less[i] = 0; p.Givens[i] != 0 && p.Givens[i] != p.Solution[i] {
							t.Errorf("%s does not have the solution %s", format.Short(p.State()), p.Solution)
						}
					}
					if less != p.Givens && w.Clues == (Range{}) && of(&p, less) == 1 {
						t.Errorf("%s does not need the given in %s", format.Short(p.State()), setdoku.CellAt(orbit[0]))
					}
				}
				if n := gridtest.Clues(p.Givens); !w.Clues.holds(n) {
					t.Errorf("%s has %d givens", format.Short(p.State()), n)
				}
				if w.Rated() {
					results, err := batch.Solve(t.Context(), []format.Puzzle{{State: p.State()}})
					if err != nil {
						t.Fatal(err)
					}
					checkLogic(t, all, &w, &p, results[0])
				}
			}
			if _, random := strings.CutPrefix(tt.name, "jigsaw"); random && tt.n > 1 &&
				puzzles[0].Variant.Name == puzzles[1].Variant.Name {
				t.Errorf("two puzzles have the layout %s", puzzles[0].Variant.Name)
			}
		})
	}
}

// TestRandomLayouts checks that the regions of random layouts are connected and of the right size, and are neither the
// boxes nor lines.
func TestRandomLayouts(t *testing.T) {
	rng := gridtest.New(1)
	for name, size := range map[string]int{"jigsaw": 9, "jigsaw4": 4, "jigsaw5": 5, "jigsaw6+x": 6, "jigsaw7": 7,
		"jigsaw8+anti-king": 8, "x+windoku+jigsaw9": 9} {
		w := on(t, name, Constraints{})
		seen := make(map[string]bool)
		for range 40 {
			v := randomLayout(w.Variant, rng)
			seen[v.Name] = true
			regions := v.Units[27 : 27+size]
			region := make(map[int]int) // of each cell, 1 for the first
			for r, cells := range regions {
				for _, i := range cells {
					region[i] = r + 1
				}
				rows, columns := cells[size-1]/9-cells[0]/9, 0
				for _, i := range cells {
					columns = max(columns, i%9-cells[0]%9, cells[0]%9-i%9)
				}
				if len(cells) != size || v.Size != size || rows == 0 || columns == 0 {
					t.Errorf("%s: region %v", v.Name, cells)
				}
			}
			pieces := 0
			var fill func(i, r int)
			fill = func(i, r int) {
				if i < 0 || i%9 >= size || region[i] != r || r == 0 {
					return
				}
				region[i] = -region[i]
				for _, j := range []int{i - 9, i + 9, i - 1, i + 1} {
					if j/9 == i/9 || j%9 == i%9 {
						fill(j, r)
					}
				}
			}
			for _, i := range v.Cells() {
				if region[i] > 0 {
					pieces++
					fill(i, region[i])
				}
			}
			if len(region) != size*size || pieces != size {
				t.Errorf("%s: %d cells in %d pieces", v.Name, len(region), pieces)
			}
			if _, additions, _ := strings.Cut(w.Variant.Name, "+"); !strings.HasSuffix(v.Name, additions) {
				t.Errorf("%s, want the additions %s", v.Name, additions)
			}
		}
		if size > 5 && len(seen) < 40 {
			t.Errorf("%s: %d different layouts in 40", name, len(seen))
		}
	}
}

// TestVariantSeed checks that a seed makes the same layouts and puzzles with any number of jobs.
func TestVariantSeed(t *testing.T) {
	gridtest.Nightly(t, "grids of each variant")
	for _, w := range []Constraints{on(t, "jigsaw", Constraints{}), on(t, "jigsaw5+anti-knight", Constraints{}),
		on(t, "6x6", Constraints{Pattern: checkered(t)})} {
		o := Options{Constraints: w, Seed: 3, N: 4, Jobs: 1}
		one, tally := found(t, o)
		o.Jobs = 3
		three, tallyThree := found(t, o)
		if diff := cmp.Diff(one, three); diff != "" || tally != tallyThree {
			t.Errorf("one job and three (-one +three), %+v and %+v:\n%s", tally, tallyThree, diff)
		}
		for _, p := range one {
			for i, v := range p.Givens {
				if w.Pattern != nil && w.Pattern[i] != (v != 0) || of(&p, p.Givens) != 1 {
					t.Fatalf("%s breaks the pattern or has not one solution", format.Short(p.State()))
				}
			}
		}
	}
}

// checkered is a pattern of 6x6.
func checkered(t testing.TB) *Pattern {
	w := on(t, "6x6", Constraints{})
	if err := w.SetPattern("x.x.x. .x.x.x x.x.x. .x.x.x x.x.x. .x.x.x"); err != nil {
		t.Fatal(err)
	}
	return w.Pattern
}

// TestVariantErrors checks the errors for names and constraints that no puzzle of a variant can satisfy.
func TestVariantErrors(t *testing.T) {
	_, all := openCatalogue(t)
	for name, want := range map[string]string{
		"9x9":             `variant "9x9": want one of classic, 4x4, 6x6, 8x8, x,`,
		"jigsaw3":         `or jigsaw or jigsaw4 to jigsaw8 for random layouts`,
		"jigsaws":         `variant "jigsaws": want one of`,
		"jigsaw6+windoku": `windoku needs a board of 9x9`,
		"jigsaw+jigsaw":   `"jigsaw" is none of its additions`,
	} {
		if err := new(Constraints).SetVariant(name); err == nil || !strings.Contains(err.Error(), want) ||
			strings.Contains(err.Error(), "11111") {
			t.Errorf("%s: error %v, want %s", name, err, want)
		}
	}
	for _, classic := range []string{"classic",
		strings.Repeat("111222333", 3) + strings.Repeat("444555666", 3) + strings.Repeat("777888999", 3)} {
		if w := on(t, classic, Constraints{}); w.Variant != nil || w.Layouts {
			t.Errorf("%s is not classic", classic)
		}
	}
	var six Constraints
	for _, tt := range []struct {
		name, want string
		w          Constraints
	}{
		{"4x4+x+anti-knight", "4x4, diagonals, anti-knight: 300 searches found no filled grid", six},
		{"jigsaw4+anti-king+anti-knight", "Jigsaw 4x4, anti-knight, anti-king: 300 searches found no filled grid", six},
		{"6x6", "37 givens, but a grid has 36 cells", Constraints{Clues: Range{37, 38}}},
		{"6x6", "4 givens: no puzzle with fewer than 5", Constraints{Clues: Range{2, 4}}},
		{"6x6", "no givens in row 1 and row 2, which can be swapped",
			Constraints{Pattern: &Pattern{18: true, 19: true, 20: true, 21: true, 22: true, 23: true, 27: true,
				36: true}}},
		{"anti-knight", "bug_plus_1 is required, but it needs exchange: Anti-knight lacks that",
			Constraints{Require: []string{"bug_plus_1"}}},
		{"jigsaw", "sue_de_coq is required, but it needs boxes: Jigsaw 9x9 lacks that",
			Constraints{Require: []string{"sue_de_coq"}}},
	} {
		_, err := Run(t.Context(), Options{Constraints: on(t, tt.name, tt.w), N: 1, Catalogue: all},
			func([]Found, Tally) error { return nil })
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %s", tt.name, err, tt.want)
		}
	}
	if err := on(t, "6x6", six).checkRows(); err != nil {
		t.Error(err)
	}
}

// checkRows tries a pattern without givens in rows 1 and 3, which are in different boxes.
func (w Constraints) checkRows() error {
	return errors.Join(w.SetPattern("......"+"xxxxxx"+"......"+"xxxxxx"+"xxxxxx"+"xxxxxx"), w.check())
}

// BenchmarkVariants makes minimal puzzles of variants with one job. One iteration is one puzzle.
func BenchmarkVariants(b *testing.B) {
	for _, name := range slices.Concat(setdoku.VariantNames()[1:],
		[]string{"jigsaw", "jigsaw+x", "jigsaw7", "jigsaw6", "jigsaw5", "x+anti-king", "windoku+anti-knight"}) {
		b.Run(name, func(b *testing.B) {
			gridtest.PerCPU(b, "puzzle", func() {
				o := Options{Constraints: on(b, name, Constraints{}), Seed: 1, Jobs: 1, N: b.N}
				if _, err := Run(b.Context(), o, func([]Found, Tally) error { return nil }); err != nil {
					b.Fatal(err)
				}
			})
		})
	}
}
