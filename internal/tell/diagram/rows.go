package diagram

import (
	"strconv"

	"setdoku"
	"setdoku/internal/tell/picture"
	"setdoku/store"
)

// Rows returns the rows of a step as tables to be drawn beside its picture: its row of step, its deductions and its evidence.
func Rows(h store.HistoryStep) []picture.Table {
	tables := []picture.Table{{
		Title:   "step",
		Columns: []string{"step", "rule", "placements", "eliminations"},
		Rows:    [][]string{{strconv.Itoa(h.Step), h.Rule, strconv.Itoa(h.Placements), strconv.Itoa(h.Eliminations)}},
	}}
	changed := func(title string, placements bool) {
		t := picture.Table{Title: title, Columns: []string{"cell_name", "digit", "rule", "pattern"}}
		for _, d := range h.Deductions {
			if d.Placement == placements {
				t.Rows = append(t.Rows, []string{cellName(d.Cell), number(int(d.Digit)), h.Rule, strconv.FormatInt(d.Pattern, 10)})
			}
		}
		if len(t.Rows) > 0 {
			tables = append(tables, t)
		}
	}
	changed("placement", true)
	changed("elimination", false)
	if len(h.Evidence) > 0 {
		t := picture.Table{Title: "evidence", Columns: []string{"role", "cell_name", "digit", "unit_type", "unit"}}
		for _, e := range h.Evidence {
			t.Rows = append(t.Rows, []string{e.Role, cellName(e.Cell), number(int(e.Digit)), setdoku.UnitType(e.Unit), number(setdoku.UnitIndex(e.Unit))})
		}
		tables = append(tables, t)
	}
	return tables
}

// cellName names a cell by its number 11..99; "" stands for none.
func cellName(cell int) string {
	if cell == 0 {
		return ""
	}
	return setdoku.CellName(setdoku.CellIndex(cell))
}

// number writes a number; "" stands for none.
func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
