package generate

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"setdoku"
	"setdoku/solver/board"
)

// SetVariant sets the board by its name: one of setdoku.ParseVariant, or jigsaw, which is a random layout of regions for each puzzle, with its
// size as in jigsaw6 unless it is 9, and with additions as in jigsaw+x.
func (w *Constraints) SetVariant(name string) error {
	parts := strings.Split(name, "+")
	rows := ""
	k := slices.IndexFunc(parts, func(part string) bool { return strings.HasPrefix(part, "jigsaw") })
	if k >= 0 {
		digit := strings.TrimPrefix(parts[k], "jigsaw")
		if digit == "" {
			digit = "9"
		}
		if len(digit) != 1 || digit < "4" || digit > "9" {
			return fmt.Errorf("variant %q: want jigsaw, or jigsaw4 to jigsaw9", name)
		}
		size := int(digit[0] - '0')
		for row := range size {
			rows += strings.Repeat(string(rune('1'+row)), size)
		}
		parts[k] = rows
	}
	v, err := setdoku.ParseVariant(strings.Join(parts, "+"))
	if err != nil && rows != "" {
		return errors.New(strings.ReplaceAll(err.Error(), rows, "jigsaw"))
	}
	if err == nil && v.Name != setdoku.Classic.Name {
		w.Variant, w.Layouts = v, rows != ""
	}
	return err
}

// board returns the board of the puzzles.
func (w *Constraints) board() *setdoku.Variant {
	if w.Variant == nil {
		return setdoku.Classic
	}
	return w.Variant
}

// exchanges is how many exchanges a layout tries for each cell. Few of them keep both regions connected.
const exchanges = 60

// randomLayout returns a variant with a random layout of connected regions, and the additions of v. No region is a row or a column, and
// the regions are not the boxes.
func randomLayout(v *setdoku.Variant, rng *rand.Rand) *setdoku.Variant {
	cells := v.Cells()
	var near [setdoku.CellCount]board.Cells // the cells beside each cell
	for _, i := range cells {
		for _, j := range cells {
			if d := max(i-j, j-i); d == 9 || d == 1 && i/9 == j/9 {
				near[i].Add(j)
			}
		}
	}
	var regions [9]board.Cells
	for _, i := range cells {
		regions[i/9].Add(i)
	}
	pick := func() (cell, region int) {
		cell = cells[rng.IntN(len(cells))]
		return cell, slices.IndexFunc(regions[:], func(r board.Cells) bool { return r.Has(cell) })
	}
	for range exchanges * len(cells) {
		i, a := pick()
		j, b := pick()
		if a == b || !near[i].Meets(regions[b]) || !near[j].Meets(regions[a]) {
			continue
		}
		was := regions
		regions[a].Remove(i)
		regions[a].Add(j)
		regions[b].Remove(j)
		regions[b].Add(i)
		if !connected(&near, regions[a]) || !connected(&near, regions[b]) {
			regions = was
		}
	}
	var layout strings.Builder
	for _, i := range cells {
		layout.WriteByte('1' + byte(slices.IndexFunc(regions[:], func(r board.Cells) bool { return r.Has(i) })))
	}
	_, additions, _ := strings.Cut(v.Name, "+")
	made, err := setdoku.ParseVariant(strings.TrimSuffix(layout.String()+"+"+additions, "+"))
	line := func(region []int) bool {
		rows := region[v.Size-1]/9 - region[0]/9 + 1
		return rows == 1 || rows == v.Size
	}
	if err != nil || slices.ContainsFunc(made.Units[27:27+v.Size], func(r []int) bool { return r == nil || line(r) }) {
		return randomLayout(v, rng)
	}
	return made
}

// connected reports whether steps to neighbors lead from each cell of a region to each other.
func connected(near *[setdoku.CellCount]board.Cells, region board.Cells) bool {
	var reached, fresh board.Cells
	for fresh.Add(region.First()); !fresh.Empty(); {
		i := fresh.Next()
		reached.Add(i)
		fresh = fresh.Or(near[i].And(region).Without(reached))
	}
	return reached == region
}
