package docs

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/explain/picture"
	"setdoku/internal/format"
)

// TestVariants compares the pictures of docs/variants.md with those of testdata/variants.txt. Boards with the rules of
// a knight or a king show instead which cells cannot have the digit of one cell.
func TestVariants(t *testing.T) {
	list, err := os.Open("../testdata/variants.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer list.Close()
	page, err := os.ReadFile("variants.md")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	puzzles := format.NewReader(list, "variants.txt")
	for {
		p, err := puzzles.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		v := p.State.Variant
		d := picture.Diagram{State: p.State}
		if pairs := v.Pairs(); len(pairs) > 0 {
			const row, column = 3, 5
			d.State.Givens, d.Unknown = setdoku.Grid{row*9 + column: 5}, true
			move := func(i, row, column int) int { return (i/9 - row) * (i/9 - row) * (i%9 - column) * (i%9 - column) }
			for _, i := range v.Cells() {
				if move(i, row, column) == move(pairs[0][0], pairs[0][1]/9, pairs[0][1]%9) {
					d.Eliminations = append(d.Eliminations, setdoku.CandidateAt(i, 5))
				}
			}
		}
		var svg bytes.Buffer
		if err := picture.SVG(&svg, d, picture.Options{Width: 16 + 28*v.Size}); err != nil {
			t.Fatal(err)
		}
		name := filepath.Join("variants",
			strings.NewReplacer(" ", "-", ",", "").Replace(strings.ToLower(v.Title))+".svg")
		names[name] = true
		if *update {
			if err := os.WriteFile(name, svg.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, svg.Bytes()) {
			t.Errorf("%s is stale (%v): go test ./docs -run TestVariants -update", name, err)
		}
		if !strings.Contains(string(page), "("+name+")") {
			t.Errorf("variants.md does not show %s", name)
		}
	}
	kept, err := filepath.Glob("variants/*")
	if err != nil || len(kept) != len(names) {
		t.Errorf("%d pictures, want %d (%v)", len(kept), len(names), err)
	}
}
