package store

import (
	"context"
	"fmt"
)

// Stats sums up the puzzles of a database. The JSON field names are a contract.
type Stats struct {
	Puzzles    int             `json:"puzzles"`
	Statuses   []StatusStat    `json:"statuses"`
	Levels     []LevelStat     `json:"levels"`
	Techniques []TechniqueStat `json:"techniques"`
	Clues      []ClueStat      `json:"clues"`
	Scores     []ScoreStat     `json:"scores"`
}

// StatusStat is how many puzzles have a status.
type StatusStat struct {
	Status  string `json:"status"`
	Puzzles int    `json:"puzzles"`
}

// LevelStat is how many puzzles have a level, and their scores.
type LevelStat struct {
	Level   string  `json:"level"`
	Puzzles int     `json:"puzzles"`
	Least   int     `json:"least"`
	Mean    float64 `json:"mean"`
	Most    int     `json:"most"`
}

// TechniqueStat is how much a technique was used. Steps, placements and eliminations are those of runs
// that kept steps; Puzzles and Deductions, the sum of placements and eliminations, of all.
type TechniqueStat struct {
	Technique    string `json:"technique"`
	Level        string `json:"level"`
	Puzzles      int    `json:"puzzles"`
	Deductions   int    `json:"deductions"`
	Steps        int    `json:"steps"`
	Placements   int    `json:"placements"`
	Eliminations int    `json:"eliminations"`
}

// ClueStat is how many puzzles have a number of clues.
type ClueStat struct {
	Clues   int `json:"clues"`
	Puzzles int `json:"puzzles"`
}

// ScoreStat is how many puzzles that have a level have a score.
type ScoreStat struct {
	Score   int `json:"score"`
	Puzzles int `json:"puzzles"`
}

// Stats sums up the puzzles with a tag, all when it is empty.
func (s *Snapshot) Stats(ctx context.Context, tag string) (st Stats, err error) {
	where, args := "TRUE", []any{}
	if tag != "" {
		where, args = `EXISTS (SELECT 1 FROM puzzle_tag AS g WHERE g.puzzle_id = z.puzzle_id AND g.tag = ?)`, []any{tag}
	}
	st = Stats{
		Statuses: []StatusStat{}, Levels: []LevelStat{}, Techniques: []TechniqueStat{}, Clues: []ClueStat{}, Scores: []ScoreStat{},
	}
	read := func(into any, query string, args ...any) {
		if err == nil {
			err = Explain(s.tx.SelectContext(ctx, into, query, args...))
		}
	}
	read(&st.Statuses, `
		SELECT z.status, COUNT(*) AS puzzles
		FROM puzzle AS z
		WHERE `+where+`
		GROUP BY z.status
		ORDER BY CASE z.status WHEN 'solved' THEN 1 WHEN 'multiple' THEN 2 WHEN 'invalid' THEN 3 WHEN 'stuck' THEN 4 ELSE 5 END`, args...)
	read(&st.Levels, `
		SELECT z.level, COUNT(*) AS puzzles, MIN(z.score) AS least, CAST(AVG(z.score) AS DOUBLE PRECISION) AS mean, MAX(z.score) AS most
		FROM puzzle AS z
		WHERE z.level IS NOT NULL AND `+where+`
		GROUP BY z.level
		ORDER BY MIN((SELECT MIN(t.level_no) FROM technique AS t WHERE t.level = z.level))`, args...)
	read(&st.Techniques, `
		WITH used AS (
			SELECT j.technique, COUNT(*) AS puzzles, SUM(j.deductions) AS deductions
			FROM puzzle AS z
			INNER JOIN puzzle_technique AS j ON j.puzzle_id = z.puzzle_id
			WHERE `+where+`
			GROUP BY j.technique
		),
		kept AS (
			SELECT s.rule, COUNT(*) AS steps, SUM(s.placements) AS placements, SUM(s.eliminations) AS eliminations
			FROM puzzle AS z
			INNER JOIN step AS s ON s.puzzle_id = z.puzzle_id
			WHERE `+where+`
			GROUP BY s.rule
		)
		SELECT t.name AS technique, t.level, u.puzzles, CAST(u.deductions AS BIGINT) AS deductions, COALESCE(k.steps, 0) AS steps,
			CAST(COALESCE(k.placements, 0) AS BIGINT) AS placements, CAST(COALESCE(k.eliminations, 0) AS BIGINT) AS eliminations
		FROM technique AS t
		INNER JOIN used AS u ON u.technique = t.name
		LEFT JOIN kept AS k ON k.rule = t.name
		ORDER BY t.tier`, append(args[:len(args):len(args)], args...)...)
	read(&st.Clues, `
		SELECT LENGTH(REPLACE(z.givens, '.', '')) AS clues, COUNT(*) AS puzzles
		FROM puzzle AS z
		WHERE `+where+`
		GROUP BY LENGTH(REPLACE(z.givens, '.', ''))
		ORDER BY clues`, args...)
	read(&st.Scores, `
		SELECT z.score, COUNT(*) AS puzzles
		FROM puzzle AS z
		WHERE z.level IS NOT NULL AND `+where+`
		GROUP BY z.score
		ORDER BY z.score`, args...)
	if err != nil {
		return Stats{}, fmt.Errorf("sum up the puzzles: %w", err)
	}
	for _, c := range st.Statuses {
		st.Puzzles += c.Puzzles
	}
	return st, nil
}
