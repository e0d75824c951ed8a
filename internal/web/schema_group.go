package web

import (
	"cmp"
	"slices"
)

// SchemaGroup is a part of the schema browser.
type SchemaGroup struct {
	Name      string // as the API sends it
	Title     string
	First     []string // the tables and views that people ask for, the most useful first
	Relations []relation
}

// schemaGroups are the groups in the order of the page. The last one has all relations that no group names: reference
// data, and intermediate results of the solver.
var schemaGroups = []SchemaGroup{
	{Name: "state", Title: "State: puzzles and their boards", First: []string{
		"puzzle", "board", "cell", "candidate", "candidate_grid", "grid", "grid_mark", "puzzle_rating", "puzzle_tag",
		"puzzle_property", "property_cell", "puzzle_jewel", "candidate_mask", "violation",
		"contradiction", "unfilled_puzzle", "pencil_mark", "placed_cell", "game", "game_move", "game_hint",
		"practice", "game_result",
	}},
	{Name: "audit", Title: "Audit: what the solver did", First: []string{
		"history", "step", "placement", "elimination", "evidence", "technique_usage", "puzzle_technique", "needed",
		"puzzle_step", "notation", "chain_wing",
		"board_at", "grid_at", "grid_mark_at", "candidate_at", "branch", "attempt", "run", "pass", "step_evidence",
		"pattern_use", "pattern_member", "pattern_field", "pattern_part", "forcing_pattern",
	}},
	{Name: "reference", Title: "Reference: the board, techniques, intermediate results", First: []string{
		"technique", "location", "location_wide", "peer", "unit_cell", "unit_name", "token", "column_comment",
	}},
}

// schemaGroup returns the index of the group of a relation.
func schemaGroup(name string) int {
	i := slices.IndexFunc(schemaGroups, func(g SchemaGroup) bool { return slices.Contains(g.First, name) })
	if i < 0 {
		return len(schemaGroups) - 1
	}
	return i
}

// grouped sorts relations into groups.
func grouped(list []relation) []SchemaGroup {
	groups := slices.Clone(schemaGroups)
	for _, r := range list {
		g := &groups[schemaGroup(r.Name)]
		g.Relations = append(g.Relations, r)
	}
	for _, g := range groups {
		// of no place, the greatest number
		place := func(r relation) uint { return uint(slices.Index(g.First, r.Name)) }
		slices.SortStableFunc(g.Relations, func(a, b relation) int { return cmp.Compare(place(a), place(b)) })
	}
	return groups
}

// SchemaGroups returns the groups of the schema browser, without relations.
func SchemaGroups() []SchemaGroup { return slices.Clone(schemaGroups) }
