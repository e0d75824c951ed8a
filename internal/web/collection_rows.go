package web

import (
	"cmp"
	"context"
	"net/http"
	"strings"

	"github.com/jmoiron/sqlx"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/store"
	"setdoku/store/record"
)

// collectionRow is a puzzle in a list.
type collectionRow struct {
	PuzzleID int64    `db:"puzzle_id" json:"puzzle_id"`
	Name     string   `db:"name" json:"name"`
	Variant  string   `db:"variant" json:"variant,omitempty"` // "" for classic
	Givens   string   `db:"givens" json:"givens"`             // a character for each cell of the board
	Status   string   `db:"status" json:"status"`
	Level    *string  `db:"level" json:"level"`
	Score    int      `db:"score" json:"score"`
	Hardest  *string  `db:"hardest" json:"hardest"`
	Steps    int      `db:"steps" json:"steps"`
	Clues    int      `db:"clues" json:"clues"`
	Source   string   `db:"source" json:"source"`
	Tags     []string `db:"-" json:"tags"`
	State    string   `db:"state" json:"-"`             // as it was added, "" if the givens are all
	Damaged  string   `db:"-" json:"damaged,omitempty"` // what is wrong with the row, "" if it is a puzzle

	board *setdoku.Variant // nil for classic
}

// rowColumns are the columns of a puzzle in a download.
var rowColumns = []string{"puzzle_id", "givens", "status", "level", "score", "hardest", "steps", "clues", "source",
	"name", "tags", "damaged"}

// values returns the values of rowColumns, and then the name of the board.
func (r *collectionRow) values() []any {
	return []any{r.PuzzleID, r.Givens, r.Status, r.Level, r.Score, r.Hardest, r.Steps, r.Clues, r.Source, r.Name,
		r.Tags, r.Damaged, cmp.Or(r.Variant, setdoku.Classic().Name)}
}

// Thumb returns the puzzle in small.
func (r *collectionRow) Thumb() *thumb {
	var lines []string
	size := r.board.OrClassic().Size
	for i := 0; i+size <= len(r.Givens); i += size {
		lines = append(lines, strings.ReplaceAll(r.Givens[i:i+size], ".", "\u00a0"))
	}
	return newThumb(r.board, lines, nil)
}

// file returns the source without its line, as store.SourceName does.
func (r *collectionRow) file() string {
	noLine := strings.TrimRight(r.Source, "0123456789")
	if name := strings.TrimRight(noLine, ":"); name != noLine {
		return name
	}
	return r.Source
}

// puzzlePage reads one page of the collection. next is the cursor of the next page, "" if this is the last one.
func (s *Collection) puzzlePage(ctx context.Context, f collectionFilter) (rows []collectionRow, next, statement string,
	err error) {
	query, args := f.statement(s.db.Dialect())
	rows, err = store.SelectRows(ctx, s.db, query, args,
		func(row *collectionRow, r *record.Refusal) { row.Damaged = r.Error() })
	if err != nil {
		return nil, "", "", store.Explain(err)
	}
	if len(rows) > f.Limit {
		rows = rows[:f.Limit]
		next = collectionOrders[f.Sort].cursor(&rows[f.Limit-1])
	}
	for i := range rows {
		r := &rows[i]
		if r.Damaged != "" {
			continue
		}
		state, refused, err := s.db.Added(ctx, r.Variant, r.Givens, r.State)
		if err != nil {
			return nil, "", "", err
		}
		if r.board = state.Variant; refused != nil {
			r.Damaged, _, _ = strings.Cut(refused.Error(), "; ")
			continue
		}
		if r.board == nil {
			r.Variant = ""
			continue
		}
		r.Givens = format.BoardCells(r.board, r.Givens)
	}
	return rows, next, sqlLiteral(query, args), s.readTags(ctx, rows)
}

// readTags adds the tags to the puzzles of a page, in alphabetical order.
func (s *Collection) readTags(ctx context.Context, rows []collectionRow) error {
	if len(rows) == 0 {
		return nil
	}
	ids, at := make([]int64, len(rows)), make(map[int64]*collectionRow, len(rows))
	for i := range rows {
		ids[i], rows[i].Tags = rows[i].PuzzleID, []string{}
		at[ids[i]] = &rows[i]
	}
	query, args, err := sqlx.In(`SELECT puzzle_id, tag FROM puzzle_tag WHERE puzzle_id IN (?) ORDER BY puzzle_id, tag`,
		ids)
	if err != nil {
		return err
	}
	var tags []struct {
		PuzzleID int64 `db:"puzzle_id"`
		Tag      string
	}
	if err := s.db.SelectContext(ctx, &tags, query, args...); err != nil {
		return store.Explain(err)
	}
	for _, t := range tags {
		row := at[t.PuzzleID]
		row.Tags = append(row.Tags, t.Tag)
	}
	return nil
}

// apiPuzzles answers with one page of puzzles.
func (s *Collection) apiPuzzles(r *http.Request) (any, error) {
	f, err := s.apiFilter(r)
	if err != nil {
		return nil, err
	}
	rows, next, statement, err := s.puzzlePage(r.Context(), f)
	return map[string]any{"puzzles": rows, "next": next, "sql": statement}, err
}

// apiFacets answers with the counts of the puzzles that the filter selects.
func (s *Collection) apiFacets(r *http.Request) (*facets, error) {
	f, err := s.apiFilter(r)
	if err != nil {
		return nil, err
	}
	return s.countFacets(r.Context(), f)
}
