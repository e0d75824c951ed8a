package web

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"setdoku/internal/catalogue"
	"setdoku/store"
)

// facet is one value of a column, with the number of selected puzzles that have it.
type facet struct {
	Value string `json:"value"`
	Count int    `json:"count"`
	Link  string `json:"-"` // address of the collection with this value as the filter
	On    bool   `json:"-"` // the filter has this value
}

// facets are the counts of the puzzles that the filter selects.
type facets struct {
	Total   int     `json:"total"`
	Status  []facet `json:"status"`
	Level   []facet `json:"level"`
	Variant []facet `json:"variant,omitempty"` // titles of boards, none if all puzzles are classic
	Hardest []facet `json:"hardest"`
	Tag     []facet `json:"tag"`
	File    []facet `json:"file"`
}

// Limits of the counts. Counting takes long in large collections, so counts are cached: a page is quick even if a
// solver writes all the time.
const (
	// groups that are read to count the puzzles of each source; if there are more, sources are not counted
	groupsMost   = 10000
	valuesMost   = 200              // tags, and sources
	facetEntries = 200              // filters whose counts are cached
	facetTime    = 10 * time.Second // how long they are cached
)

// facetGroup counts the puzzles that have the same values in all counted columns.
type facetGroup struct {
	Status, Level, Hardest, File string
	N, Other                     int // puzzles, and those of them that are not classic
}

// countFacets counts all puzzles of the filter by status, level, hardest technique, tag and source.
func (s *Collection) countFacets(ctx context.Context, f collectionFilter) (*facets, error) {
	conditions, args := f.where()
	return s.facets.Get(ctx, sqlLiteral(whereClause(conditions, "\n"), args), func() (*facets, error) {
		groups, err := s.facetGroups(ctx, f, true)
		if err == nil && len(groups) > groupsMost {
			groups, err = s.facetGroups(ctx, f, false)
		}
		if err != nil {
			return nil, err
		}
		var out facets
		other := 0
		by := [4]map[string]int{{}, {}, {}, {}}
		for _, g := range groups {
			out.Total += g.N
			other += g.Other
			for i, v := range []string{g.Status, g.Level, g.Hardest, g.File} {
				by[i][v] += g.N
			}
		}
		out.Status = inOrder(by[0], store.Statuses[:])
		out.Level = inOrder(by[1], catalogue.LevelNames())
		out.Hardest = inOrder(by[2], techniqueNames(s.catalogue))
		out.File = mostFirst(by[3])
		if out.Tag, err = s.tagFacets(ctx, f, out.Total); err == nil && other > 0 {
			out.Variant, err = s.variantFacets(ctx, f)
		}
		return &out, err
	})
}

// facetGroups counts the groups. It selects the columns of the index puzzle_facet in their order, so that SQLite need
// not sort.
func (s *Collection) facetGroups(ctx context.Context, f collectionFilter, byFile bool) (groups []facetGroup,
	err error) {
	file, by := "''", ""
	if byFile {
		file, by = "COALESCE("+sourceName+", '')", ", "+sourceName
	}
	hint := filterHints[s.db.Dialect()]
	conditions, args := f.where()
	for i, c := range conditions {
		if strings.HasPrefix(c, "z.status =") || strings.HasPrefix(c, "z.hardest =") {
			conditions[i] = hint.hide + c
		}
	}
	query := "SELECT COALESCE(z.status, '') AS status, COALESCE(z.level, '') AS level, " +
		"COALESCE(z.hardest, '') AS hardest, " + file + " AS file, COUNT(*) AS n,\n" +
		"    SUM(CASE z.variant WHEN 'classic' THEN 0 ELSE 1 END) AS other\nFROM puzzle AS z" +
		hint.only + whereClause(conditions, "\n") + "\nGROUP BY z.level, z.status, z.hardest" + by +
		"\nLIMIT " + strconv.Itoa(groupsMost+1)
	err = s.db.SelectContext(ctx, &groups, query, args...)
	return groups, store.Explain(err)
}

// fewTags is a number of tags for which looking up their puzzles takes less time than finding the puzzles of a filter.
const fewTags = 10000

// tagFacets counts the tags of the selected puzzles. It begins with the tags if there are few or less than selected
// puzzles, else with the puzzles.
func (s *Collection) tagFacets(ctx context.Context, f collectionFilter, selected int) ([]facet, error) {
	var tagged int
	if err := s.db.GetContext(ctx, &tagged, `SELECT COUNT(*) FROM puzzle_tag`); err != nil {
		return nil, store.Explain(err)
	}
	list := []facet{}
	if tagged == 0 || selected == 0 {
		return list, nil
	}
	conditions, args := f.where()
	from := "puzzle_tag AS g"
	switch {
	case len(conditions) > 0 && tagged < max(selected, fewTags):
		from += " CROSS JOIN puzzle AS z"
	case len(conditions) > 0:
		from = "puzzle AS z" + filterHints[s.db.Dialect()].only + " CROSS JOIN puzzle_tag AS g"
	}
	if len(conditions) > 0 {
		conditions = append(conditions, "g.puzzle_id = z.puzzle_id")
	}
	query := "SELECT g.tag AS value, COUNT(*) AS count\nFROM " + from + whereClause(conditions, "\n") +
		"\nGROUP BY g.tag\nORDER BY COUNT(*) DESC, g.tag\nLIMIT " + strconv.Itoa(valuesMost)
	err := s.db.SelectContext(ctx, &list, query, args...)
	return list, store.Explain(err)
}

// variantFacets counts the boards of the selected puzzles by their titles.
func (s *Collection) variantFacets(ctx context.Context, f collectionFilter) (list []facet, err error) {
	conditions, args := f.where()
	query := "SELECT v.title AS value, COUNT(*) AS count\nFROM puzzle AS z" + filterHints[s.db.Dialect()].only +
		" INNER JOIN variant AS v ON v.variant = z.variant" +
		whereClause(conditions, "\n") + "\nGROUP BY v.title\nORDER BY COUNT(*) DESC, v.title\nLIMIT " +
		strconv.Itoa(valuesMost)
	err = s.db.SelectContext(ctx, &list, query, args...)
	return list, store.Explain(err)
}

// inOrder lists the counted values in the order of names. It leaves out values that names does not have.
func inOrder(counts map[string]int, names []string) []facet {
	list := []facet{}
	for _, name := range names {
		if n := counts[name]; n > 0 {
			list = append(list, facet{Value: name, Count: n})
		}
	}
	return list
}

// mostFirst lists the values that most puzzles have, apart from the empty one.
func mostFirst(counts map[string]int) []facet {
	list := []facet{}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		if name != "" {
			list = append(list, facet{Value: name, Count: counts[name]})
		}
	}
	slices.SortStableFunc(list, func(a, b facet) int { return cmp.Compare(b.Count, a.Count) })
	return list[:min(len(list), valuesMost)]
}
