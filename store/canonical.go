package store

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"setdoku/internal/format"
	"setdoku/solver/isomorph"
	"setdoku/store/record"
)

// formsAtOnce is the number of canonical forms that one transaction adds.
const formsAtOnce = 1000

// FillCanonical computes the canonical form of all puzzles that have none, because another program inserted
// them or changed their givens. After an interrupt the next call continues.
func (db *DB) FillCanonical(ctx context.Context) (err error) {
	var lacking bool
	err = db.GetContext(ctx, &lacking, `SELECT EXISTS (SELECT 1 FROM puzzle WHERE canonical IS NULL
			AND variant = 'classic')`)
	if err != nil || !lacking {
		return Explain(err)
	}
	c, err := db.Acquire(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	for more := true; more; {
		err := c.Atomically(ctx, func() (err error) {
			more, err = c.fillCanonical(ctx)
			return err
		})
		if err != nil {
			return fmt.Errorf("compute canonical forms: %w", err)
		}
	}
	return nil
}

// fillCanonical computes up to formsAtOnce canonical forms and reports whether there may be more to do.
func (c *Conn) fillCanonical(ctx context.Context) (more bool, err error) {
	var puzzles []struct {
		PuzzleID int64 `db:"puzzle_id"`
		Givens   string
	}
	err = c.SelectContext(ctx, &puzzles, `SELECT puzzle_id, givens FROM puzzle WHERE canonical IS NULL
			AND variant = 'classic' LIMIT ?`, formsAtOnce)
	if err != nil || len(puzzles) == 0 {
		return false, err
	}
	var cases, ids []any
	for _, p := range puzzles {
		form := "" // a row that is not a puzzle has no isomorphs
		if givens, err := record.ReadGivens(nil, p.Givens); err == nil {
			canonical, _ := isomorph.Canonical(givens)
			form = canonical.String()
		}
		cases, ids = append(cases, p.PuzzleID, form), append(ids, p.PuzzleID)
	}
	_, err = c.ExecContext(ctx, `
		UPDATE puzzle
		SET canonical = CASE puzzle_id`+strings.Repeat(` WHEN ? THEN ?`, len(puzzles))+` END
		WHERE puzzle_id IN `+valueRows(len(ids), 1), append(cases, ids...)...)
	return true, err
}

// Isomorph describes a stored puzzle that is isomorphic to one of an input.
type Isomorph struct {
	PuzzleID int64  // of the stored puzzle
	Source   string // of the stored puzzle
	Same     bool   // it has the same givens
}

// Isomorphs looks puzzles without pencil marks up by their canonical forms. The result has an entry for each givens
// that have an isomorph in the database: the same puzzle if it is stored, else the first isomorph. Call it inside
// Atomically. It blocks other calls until that transaction ends, so that two processes do not add isomorphs of each
// other.
func (c *Conn) Isomorphs(ctx context.Context, givens, forms []string) (map[string]Isomorph, error) {
	if err := c.do(ctx, c.texts().lockIsomorphs); err != nil {
		return nil, err
	}
	byForm := make(map[string][]string, len(forms))
	args := make([]any, 0, len(forms))
	for i, form := range forms {
		if byForm[form] == nil {
			args = append(args, form)
		}
		byForm[form] = append(byForm[form], givens[i])
	}
	found := make(map[string]Isomorph)
	if len(args) == 0 {
		return found, nil
	}
	var rows []struct {
		PuzzleID                  int64 `db:"puzzle_id"`
		Givens, Source, Canonical string
	}
	err := c.SelectContext(ctx, &rows, `
		SELECT puzzle_id, givens, source, canonical
		FROM puzzle
		WHERE state = '' AND variant = 'classic' AND canonical IN `+valueRows(len(args), 1)+`
		ORDER BY puzzle_id`, args...)
	if err != nil {
		return nil, fmt.Errorf("look for isomorphs: %w", err)
	}
	for _, r := range rows {
		for _, g := range byForm[r.Canonical] {
			if _, known := found[g]; !known || g == r.Givens {
				found[g] = Isomorph{r.PuzzleID, r.Source, g == r.Givens}
			}
		}
	}
	return found, nil
}

// Untag takes tags from puzzles.
func (c *Conn) Untag(ctx context.Context, ids []int64, tags []string) error {
	if len(ids) == 0 || len(tags) == 0 {
		return nil
	}
	list, args := inList(ids)
	names, more := inList(tags)
	_, err := c.ExecContext(ctx, `DELETE FROM puzzle_tag WHERE puzzle_id IN `+list+` AND tag IN `+names,
		append(args, more...)...)
	if err != nil {
		return fmt.Errorf("take tags from puzzles: %w", err)
	}
	return nil
}

// Delete deletes puzzles with all rows about them, and returns how many there were. Call it inside Atomically.
func (c *Conn) Delete(ctx context.Context, ids []int64) (deleted int64, err error) {
	if len(ids) == 0 {
		return 0, nil
	}
	list, args := inList(ids)
	result, err := c.ExecContext(ctx, `DELETE FROM puzzle WHERE puzzle_id IN `+list, args...)
	if err == nil {
		deleted, err = result.RowsAffected()
	}
	if err != nil {
		return 0, fmt.Errorf("delete puzzles: %w", Explain(err))
	}
	return deleted, nil
}

// Delete deletes puzzles with all that is stored of them, in one transaction. If a puzzle does not exist, nothing is
// deleted and the error wraps ErrNoPuzzle.
func (db *DB) Delete(ctx context.Context, puzzleIDs ...int64) error {
	ids := slices.Compact(slices.Sorted(slices.Values(puzzleIDs)))
	return db.Writing(ctx, func(c *Conn) error {
		return c.Atomically(ctx, func() error {
			n, err := c.Delete(ctx, ids)
			if err == nil && n < int64(len(ids)) {
				err = fmt.Errorf("delete %s, of which %d exist: %w", format.Plural(len(ids), "puzzle"), n, ErrNoPuzzle)
			}
			return err
		})
	})
}

// Tag adds tags to puzzles. Tags that a puzzle already has stay. Call it inside Atomically.
func (c *Conn) Tag(ctx context.Context, ids []int64, tags []string) error {
	if len(ids) == 0 || len(tags) == 0 {
		return nil
	}
	list, args := inList(ids)
	for _, tag := range tags {
		_, err := c.ExecContext(ctx, `
			INSERT INTO puzzle_tag (puzzle_id, tag)
			SELECT z.puzzle_id, CAST(? AS TEXT) FROM puzzle AS z WHERE z.puzzle_id IN `+list+`
			ON CONFLICT (puzzle_id, tag) DO NOTHING`, append([]any{tag}, args...)...)
		if err != nil {
			return fmt.Errorf("tag puzzles: %w", err)
		}
	}
	return nil
}
