package web

import (
	"cmp"
	"slices"
)

// schemaGroup is a part of the schema browser.
type schemaGroup struct {
	Name, Title string
	Relations   []relation
}

// The names of the groups, as the API sends them.
const (
	groupState     = "state"
	groupAudit     = "audit"
	groupReference = "reference"
)

// groups returns the groups in the order of the page, without relations.
func groups() []schemaGroup {
	return []schemaGroup{
		{Name: groupState, Title: "State: puzzles and their boards"},
		{Name: groupAudit, Title: "Audit: what the solver did"},
		{Name: groupReference, Title: "Reference: the board, techniques, intermediate results"},
	}
}

// inGroup has the relations that people ask for, the most useful first. All others are reference data, or intermediate results of the solver.
var inGroup = map[string][]string{
	groupState: {
		"puzzle", "board", "cell", "candidate", "candidate_grid", "grid", "puzzle_rating", "puzzle_tag", "candidate_mask", "violation",
		"contradiction", "unfilled_puzzle", "pencil_mark", "placed_cell", "game", "game_move",
	},
	groupAudit: {
		"history", "step", "placement", "elimination", "evidence", "technique_usage", "puzzle_technique", "puzzle_step", "notation",
		"board_at", "grid_at", "candidate_at", "branch", "attempt", "run", "pass", "step_evidence",
		"pattern_use", "pattern_member", "pattern_field", "pattern_part", "forcing_pattern", "shared_statement",
	},
	groupReference: {"technique", "location", "location_wide", "peer", "unit_cell", "unit_name", "token", "column_comment"},
}

// groupOf returns the group of a relation and its place in it.
func groupOf(name string) (group string, place int) {
	for group, names := range inGroup {
		if at := slices.Index(names, name); at >= 0 {
			return group, at
		}
	}
	return groupReference, len(inGroup[groupReference])
}

// grouped sorts relations into groups.
func grouped(list []relation) []schemaGroup {
	sorted := slices.Clone(list)
	slices.SortStableFunc(sorted, func(a, b relation) int {
		_, x := groupOf(a.Name)
		_, y := groupOf(b.Name)
		return cmp.Compare(x, y)
	})
	out := groups()
	for _, r := range sorted {
		for i := range out {
			if out[i].Name == r.Group {
				out[i].Relations = append(out[i].Relations, r)
			}
		}
	}
	return out
}
