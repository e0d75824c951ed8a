package verify

import (
	"fmt"

	"setdoku"
)

// checkColors checks a coloring: every base has two places, one of each color, and every colored candidate lies in
// a base.
func (a *argument) checkColors(*situation) error {
	colors := map[int]string{}
	for _, r := range a.rows {
		if r.Role == "color" || r.Role == "color_2" {
			colors[candidate(setdoku.CellIndex(r.Cell), r.Digit)] = r.Role
		}
	}
	if len(colors) == 0 {
		return nil
	}
	joined := map[int]bool{}
	for _, r := range a.rows {
		if r.Role != "base" {
			continue
		}
		truth := placesOf(a.p, unitIndex(r), r.Digit)
		places := truth.list()
		if len(places) != 2 || colors[places[0]] == "" || colors[places[1]] == "" || colors[places[0]] == colors[places[1]] {
			return fmt.Errorf("row %d, role base: its places are not one of each color", r.Ordinal)
		}
		joined[places[0]], joined[places[1]] = true, true
	}
	for _, r := range a.rows {
		if (r.Role == "color" || r.Role == "color_2") && !joined[candidate(setdoku.CellIndex(r.Cell), r.Digit)] {
			return fmt.Errorf("row %d, role %s: no base holds it", r.Ordinal, r.Role)
		}
	}
	return nil
}
