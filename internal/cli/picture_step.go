package cli

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"setdoku"
	"setdoku/internal/tell/picture"
	"setdoku/store"
)

// pictureOf returns the picture of a step in the state before it. If the step has several patterns, the picture shows
// none, because each picture shows one pattern. Use onePattern to draw one of them. The note is the line about the
// pattern, or lists the deductions if line is "", and ends with lost, which states what the run did not keep. The caller sets the title.
func pictureOf(before store.Position, h store.HistoryStep, line, lost string) picture.Diagram {
	d := picture.Diagram{State: before.State, Marks: true, Unknown: !before.Known}
	several := func(e setdoku.Evidence) bool { return e.Pattern != h.Evidence[0].Pattern }
	if before.Known && !slices.ContainsFunc(h.Evidence, several) {
		d.Evidence = h.Evidence
	}
	var names []string
	for _, done := range h.Deductions {
		names = append(names, done.Name())
		if done.Placement {
			d.Placements = append(d.Placements, done.Candidate)
		} else {
			d.Eliminations = append(d.Eliminations, done.Candidate)
		}
	}
	d.Note = strings.TrimSuffix(cmp.Or(line, strings.Join(names, ", "), h.Rule), ".") + "."
	if lost != "" {
		d.Note += " " + lost
	}
	if !before.Known {
		d.Note += " The pencil marks before this step are not known."
	}
	return d
}

// onePattern returns a step with only the deductions and the evidence of one pattern, so that pictureOf can draw it.
// number is the number of the pattern, from 1. With 0, onePattern returns the whole step if it places a digit, and
// otherwise its first pattern. all is the number of patterns of the step. chosen is the number of the returned
// pattern, or 0 for the whole step. If number is greater than all, the step is returned unchanged.
func onePattern(h store.HistoryStep, number int) (_ store.HistoryStep, all, chosen int) {
	var patterns []int64
	places := false
	for _, d := range h.Deductions {
		patterns = append(patterns, d.Pattern)
		places = places || d.Placement
	}
	slices.Sort(patterns)
	patterns = slices.Compact(patterns)
	if number == 0 && !places {
		number = 1
	}
	if number == 0 || number > len(patterns) {
		return h, len(patterns), number
	}
	one := patterns[number-1]
	for _, d := range h.Deductions {
		switch {
		case d.Pattern == one:
		case d.Placement:
			h.Placements--
		default:
			h.Eliminations--
		}
	}
	h.Deductions = slices.DeleteFunc(slices.Clone(h.Deductions), func(d store.HistoryDeduction) bool { return d.Pattern != one })
	h.Evidence = slices.DeleteFunc(slices.Clone(h.Evidence), func(e setdoku.Evidence) bool { return e.Pattern != one })
	return h, len(patterns), number
}

// rowTables returns the rows of a step as tables to be drawn beside its picture: its row of step, its deductions and its evidence.
func rowTables(h store.HistoryStep) []picture.Table {
	tables := []picture.Table{{
		Title:   "step",
		Columns: []string{"step", "rule", "placements", "eliminations"},
		Rows:    [][]string{{strconv.Itoa(h.Step), h.Rule, strconv.Itoa(h.Placements), strconv.Itoa(h.Eliminations)}},
	}}
	changed := func(title string, placements bool) {
		t := picture.Table{Title: title, Columns: []string{"cell_name", "digit", "rule", "pattern"}}
		for _, d := range h.Deductions {
			if d.Placement == placements {
				t.Rows = append(t.Rows, []string{nameOrEmpty(d.Cell), orEmpty(int(d.Digit)), h.Rule, strconv.FormatInt(d.Pattern, 10)})
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
			t.Rows = append(t.Rows, []string{e.Role, nameOrEmpty(e.Cell), orEmpty(int(e.Digit)), setdoku.UnitType(e.Unit), orEmpty(setdoku.UnitIndex(e.Unit))})
		}
		tables = append(tables, t)
	}
	return tables
}

// nameOrEmpty names a cell by its number 11..99; "" stands for none.
func nameOrEmpty(cell int) string {
	if cell == 0 {
		return ""
	}
	return setdoku.CellName(setdoku.CellIndex(cell))
}

// orEmpty writes a number; "" stands for none.
func orEmpty(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
