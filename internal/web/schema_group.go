package web

import (
	"cmp"
	"slices"
)

// schemaGroup is a part of the schema browser.
type schemaGroup struct {
	Name      string // as the API sends it
	Title     string
	first     []string // the relations that people ask for, the most useful first
	Relations []relation
}

// schemaGroups are the groups in the order of the page. The last one has all relations that no group names: reference
// data, and intermediate results of the solver.
var schemaGroups = []schemaGroup{
	{Name: "state", Title: "State: puzzles and their boards", first: []string{
		"puzzle", "board", "cell", "candidate", "candidate_grid", "grid", "grid_mark", "puzzle_rating", "puzzle_tag",
		"puzzle_property", "property_cell", "puzzle_jewel", "candidate_mask", "violation",
		"contradiction", "unfilled_puzzle", "pencil_mark", "placed_cell", "game", "game_move", "game_hint",
		"practice", "game_result",
	}},
	{Name: "audit", Title: "Audit: what the solver did", first: []string{
		"history", "step", "placement", "elimination", "evidence", "technique_usage", "puzzle_technique", "needed",
		"puzzle_step", "notation", "chain_wing",
		"board_at", "grid_at", "grid_mark_at", "candidate_at", "branch", "attempt", "run", "pass", "step_evidence",
		"pattern_use", "pattern_member", "pattern_field", "pattern_part", "forcing_pattern",
	}},
	{Name: "reference", Title: "Reference: the board, techniques, intermediate results", first: []string{
		"technique", "location", "location_wide", "peer", "unit_cell", "unit_name", "token", "column_comment",
	}},
}

// groupOf returns the index of the group of a relation.
func groupOf(name string) int {
	i := slices.IndexFunc(schemaGroups, func(g schemaGroup) bool { return slices.Contains(g.first, name) })
	if i < 0 {
		return len(schemaGroups) - 1
	}
	return i
}

// grouped sorts relations into groups.
func grouped(list []relation) []schemaGroup {
	groups := slices.Clone(schemaGroups)
	for _, r := range list {
		g := &groups[groupOf(r.Name)]
		g.Relations = append(g.Relations, r)
	}
	for _, g := range groups {
		// of no place, the greatest number
		place := func(r relation) uint { return uint(slices.Index(g.first, r.Name)) }
		slices.SortStableFunc(g.Relations, func(a, b relation) int { return cmp.Compare(place(a), place(b)) })
	}
	return groups
}

// SchemaGroup is a group of the schema browser: its title, and the tables and views that people ask for, the most
// useful first.
type SchemaGroup struct {
	Title     string
	Relations []string
}

// SchemaGroups returns the groups of the schema browser.
func SchemaGroups() (list []SchemaGroup) {
	for _, g := range schemaGroups {
		list = append(list, SchemaGroup{g.Title, slices.Clone(g.first)})
	}
	return list
}
