package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"

	"setdoku"
	"setdoku/internal/explain/picture"
	"setdoku/internal/format"
)

// variantsFolder has the pictures of docs/variants.md.
const variantsFolder = "docs/variants"

// variantPictures makes the pictures of the puzzles in testdata/variants.txt, by their files. Boards with the rules of
// a knight or a king show instead which cells cannot have the digit of one cell.
func variantPictures() (map[string][]byte, error) {
	list, err := os.Open("testdata/variants.txt")
	if err != nil {
		return nil, err
	}
	defer list.Close()
	made := make(map[string][]byte)
	puzzles := format.NewReader(list, "testdata/variants.txt")
	for {
		p, err := puzzles.Read()
		if errors.Is(err, io.EOF) {
			return made, nil
		}
		if err != nil {
			return nil, err
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
			return nil, err
		}
		name := strings.NewReplacer(" ", "-", ",", "").Replace(strings.ToLower(v.Title))
		made[variantsFolder+"/"+name+".svg"] = svg.Bytes()
	}
}
