package generate

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"setdoku"
	"setdoku/solver/board"
)

// jigsaw matches the name of a random layout, and its size if that is not 9.
var jigsaw = regexp.MustCompile(`\bjigsaw([4-9]?)\b`)

// SetVariant sets the board by its name: one of setdoku.ParseVariant, or jigsaw, which is a random layout of regions
// for each puzzle, with its size as in jigsaw6 unless it is 9, and with additions as in jigsaw+x.
func (w *Constraints) SetVariant(name string) error {
	rows := ""
	if found := jigsaw.FindStringSubmatch(name); found != nil {
		size := cmp.Or(found[1], "9")
		for row := '1'; row <= rune(size[0]); row++ {
			rows += strings.Repeat(string(row), int(size[0]-'0'))
		}
		name = strings.Replace(name, found[0], rows, 1)
	}
	v, err := setdoku.ParseVariant(name)
	switch {
	case err != nil && rows != "":
		return errors.New(strings.Replace(err.Error(), rows, "jigsaw", 1))
	case err != nil:
		return fmt.Errorf("%w, or jigsaw or jigsaw4 to jigsaw8 for random layouts", err)
	case v.Name != setdoku.Classic().Name:
		w.Variant, w.Layouts = v, rows != ""
	}
	return nil
}

// exchanges is how many exchanges a layout tries for each cell. Few of them keep both regions connected.
const exchanges = 60

// randomLayout returns a variant with a random layout of connected regions, and the additions of v, of which the
// regions are the rows. No region is a row or a column, and the regions are not the boxes.
func randomLayout(v *setdoku.Variant, rng *rand.Rand) *setdoku.Variant {
	cells := v.Cells()
	var near [setdoku.CellCount]board.Cells // the cells next to each cell
	for _, i := range cells {
		for _, j := range cells {
			if d := max(i-j, j-i); d == 9 || d == 1 && i/9 == j/9 {
				near[i].Add(j)
			}
		}
	}
	regions := [9]board.Cells(board.GeometryFor(v).UnitSets[27:])
	regionOf := func(cell int) int {
		return slices.IndexFunc(regions[:], func(r board.Cells) bool { return r.Has(cell) })
	}
	for range exchanges * len(cells) {
		i, j := cells[rng.IntN(len(cells))], cells[rng.IntN(len(cells))]
		a, b := regionOf(i), regionOf(j)
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
	name := ""
	for _, i := range cells {
		name += string(rune('1' + regionOf(i)))
	}
	if _, additions, found := strings.Cut(v.Name, "+"); found {
		name += "+" + additions
	}
	made, err := setdoku.ParseVariant(name)
	dull := func(region []int) bool {
		return region == nil || region[v.Size-1]/9-region[0]/9 == 0 || region[v.Size-1]/9-region[0]/9 == v.Size-1
	}
	if err != nil || slices.ContainsFunc(made.Units[27:27+v.Size], dull) {
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
