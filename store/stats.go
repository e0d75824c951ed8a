package store

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"setdoku"
	sqlfiles "setdoku/sql"
)

// Stats summarizes the puzzles of a database. Programs rely on the JSON field names.
type Stats struct {
	Puzzles    int             `json:"puzzles"`
	Statuses   []StatusStat    `json:"statuses"`
	Levels     []LevelStat     `json:"levels"`
	Techniques []TechniqueStat `json:"techniques"`
	Clues      []ClueStat      `json:"clues"`
	Scores     []ScoreStat     `json:"scores"`
}

// StatusStat is the number of puzzles with a status.
type StatusStat struct {
	Status  setdoku.Status `json:"status"`
	Puzzles int            `json:"puzzles"`
}

// LevelStat is the number of puzzles with a level, and their scores.
type LevelStat struct {
	Level   string  `json:"level"`
	Puzzles int     `json:"puzzles"`
	Least   int     `json:"least"`
	Mean    float64 `json:"mean"`
	Most    int     `json:"most"`
}

// TechniqueStat is the use of a technique. Deductions is the sum of placements and eliminations.
type TechniqueStat struct {
	Technique    string `json:"technique"`
	Level        string `json:"level"`
	Puzzles      int    `json:"puzzles"`
	Deductions   int    `json:"deductions"`
	Steps        int    `json:"steps"`
	Placements   int    `json:"placements"`
	Eliminations int    `json:"eliminations"`
}

// ClueStat is the number of puzzles with so many clues.
type ClueStat struct {
	Clues   int `json:"clues"`
	Puzzles int `json:"puzzles"`
}

// ScoreStat is the number of rated puzzles with a score.
type ScoreStat struct {
	Score   int `json:"score"`
	Puzzles int `json:"puzzles"`
}

// ReadStats summarizes the puzzles with a tag, or all puzzles if tag is empty.
func ReadStats(ctx context.Context, s *Snapshot, tag string) (Stats, error) {
	st := Stats{
		Statuses: []StatusStat{}, Levels: []LevelStat{}, Techniques: []TechniqueStat{}, Clues: []ClueStat{},
		Scores: []ScoreStat{},
	}
	err := st.addFacets(ctx, s, tag)
	if err == nil {
		err = st.addTechniques(ctx, s, tag)
	}
	if err != nil {
		return Stats{}, fmt.Errorf("sum up the puzzles: %w", Explain(err))
	}
	return st, nil
}

// withTag returns a query of sql/page for the puzzles that have a tag, or for all if tag is empty. name is the table of
// the query that has the puzzle_id.
func withTag(query, name, tag string) (statement string, args []any) {
	if tag == "" {
		return sqlfiles.Page(query, ""), nil
	}
	return sqlfiles.Page(query,
		`INNER JOIN puzzle_tag AS g ON g.puzzle_id = `+name+`.puzzle_id AND g.tag = ?`), []any{tag}
}

// facet is a group of puzzles with the same values in all columns that have a distribution.
type facet struct {
	Level   *string
	Status  setdoku.Status
	Score   int
	Clues   int
	Puzzles int
}

// addFacets counts statuses, levels, scores and clues.
func (st *Stats) addFacets(ctx context.Context, s *Snapshot, tag string) error {
	query, args := withTag("puzzle_facets", "z", tag)
	var facets []facet
	if err := s.SelectContext(ctx, &facets, query, args...); err != nil {
		return err
	}
	var order []string
	if err := s.SelectContext(ctx, &order, sqlfiles.Page("levels", "")); err != nil {
		return err
	}
	statuses := map[setdoku.Status]int{}
	clues, scores, levels := map[int]int{}, map[int]int{}, map[string]*LevelStat{}
	for _, f := range facets {
		st.Puzzles += f.Puzzles
		statuses[f.Status] += f.Puzzles
		clues[f.Clues] += f.Puzzles
		if f.Level == nil {
			continue
		}
		scores[f.Score] += f.Puzzles
		l := levels[*f.Level]
		if l == nil {
			l = &LevelStat{Level: *f.Level, Least: f.Score, Most: f.Score}
			levels[*f.Level] = l
		}
		l.Puzzles += f.Puzzles
		l.Least, l.Most = min(l.Least, f.Score), max(l.Most, f.Score)
		l.Mean += float64(f.Score) * float64(f.Puzzles) // sum until the end, then the mean
	}
	for _, status := range []setdoku.Status{setdoku.StatusSolved, setdoku.StatusMultiple, setdoku.StatusInvalid,
		setdoku.StatusStuck, setdoku.StatusNew} {
		if n := statuses[status]; n > 0 {
			st.Statuses = append(st.Statuses, StatusStat{status, n})
		}
	}
	for _, level := range order {
		if l := levels[level]; l != nil {
			l.Mean /= float64(l.Puzzles)
			st.Levels = append(st.Levels, *l)
		}
	}
	for _, n := range slices.Sorted(maps.Keys(clues)) {
		st.Clues = append(st.Clues, ClueStat{n, clues[n]})
	}
	for _, n := range slices.Sorted(maps.Keys(scores)) {
		st.Scores = append(st.Scores, ScoreStat{n, scores[n]})
	}
	return nil
}

// addTechniques adds up the use of the techniques.
func (st *Stats) addTechniques(ctx context.Context, s *Snapshot, tag string) error {
	var catalogue []struct {
		Name, Level string
		Places      bool
	}
	if err := s.SelectContext(ctx, &catalogue, sqlfiles.Page("techniques", "")); err != nil {
		return err
	}
	totals := make([]TechniqueStat, len(catalogue))
	byName := make(map[string]*TechniqueStat, len(catalogue))
	for i, t := range catalogue {
		totals[i] = TechniqueStat{Technique: t.Name, Level: t.Level}
		byName[t.Name] = &totals[i]
	}
	if err := addTechniqueUses(ctx, s, byName, tag); err != nil {
		return err
	}
	for i, t := range totals {
		if t.Puzzles == 0 {
			continue
		}
		if catalogue[i].Places {
			t.Placements = t.Deductions
		} else {
			t.Eliminations = t.Deductions
		}
		st.Techniques = append(st.Techniques, t)
	}
	return nil
}

// addTechniqueUses adds the counts of all puzzles to the totals by technique.
func addTechniqueUses(ctx context.Context, s *Snapshot, totals map[string]*TechniqueStat, tag string) error {
	query, args := withTag("uses_by_technique", "u", tag)
	var rows []struct {
		Technique                  string
		Puzzles, Steps, Deductions int
	}
	err := s.SelectContext(ctx, &rows, query, args...)
	for _, r := range rows {
		if t := totals[r.Technique]; t != nil {
			t.Puzzles, t.Steps, t.Deductions = r.Puzzles, r.Steps, r.Deductions
		}
	}
	return err
}
