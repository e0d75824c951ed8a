package layout

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestPlainRow checks that the quick look at a line agrees with the cut of its parts.
func TestPlainRow(t *testing.T) {
	rng, plain := rand.New(rand.NewPCG(1, 2)), 0
	for range 20_000 {
		text := make([]byte, 1+rng.IntN(27))
		for i := range text {
			text[i] = "0123456789....xX     |||-,a"[rng.IntN(27-rng.IntN(2)*6)]
		}
		quick, ok := plainRow(text, 3)
		if !ok {
			continue
		}
		plain++
		full := newRow(string(text), 3)
		if full.kind = full.kindOf(); quick.kind != full.kind || quick.chars != full.chars ||
			quick.cells != full.cells ||
			quick.count != full.count || quick.line != full.line || quick.text != full.text || len(full.strange) > 0 {
			t.Fatalf("%q: %+v by a quick look, %+v by its parts", text, quick, full)
		}
	}
	if plain < 1000 {
		t.Errorf("%d plain rows", plain)
	}
}

// TestGridMemory checks that the lines and cells of a grid are not allocated anew for each grid of a list.
func TestGridMemory(t *testing.T) {
	row := "53..7....\n"
	for _, row := range []string{row, strings.Join(strings.Split(row, ""), " "), "| 5 3 . | . 7 . | . . . |\n"} {
		const n = 200
		text := strings.Repeat(strings.Repeat(row, 9)+"\n", n)
		each := testing.AllocsPerRun(3, func() {
			r := NewReader(strings.NewReader(text), func(string) (int, error) { return 0, fmt.Errorf("no variant") })
			var rec Record
			for r.Next(&rec) != io.EOF {
			}
		}) / n
		if each > 10 {
			t.Errorf("%q: %.1f allocations for each grid, want one for each line", row, each)
		}
	}
}
