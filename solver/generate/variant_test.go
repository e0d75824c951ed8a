package generate

import (
	"errors"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver/brute"
)

// on returns constraints with a variant.
func on(t testing.TB, name string, w Constraints) Constraints {
	t.Helper()
	gridtest.Must(t, w.SetVariant(name))
	return w
}

// of counts up to two solutions on the board of a puzzle, by brute force.
func of(p *Found, givens setdoku.Grid) int {
	n, _ := brute.CountState(setdoku.State{Variant: p.Variant, Givens: givens}, 2)
	return n
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
