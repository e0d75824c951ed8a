package driver

import (
	"context"
	"fmt"
	"regexp"
	"slices"

	"github.com/jmoiron/sqlx"

	"setdoku"
	"setdoku/solver/solutions"
	"setdoku/solver/statement"
	sqlfiles "setdoku/sql"
)

// placeMask is the relation that a look for contradictions fills too.
const placeMask = "place_mask"

// relations returns the names of the relations in sql/relation, each after those that it reads. They may also read
// place_mask.
func relations() []string {
	return []string{
		"pencil_mark", "placed_cell", "bivalue_cell", "conjugate_pair", "strong_link", "linked_pair", "unit_cell", "unit_third",
		"almost_locked_set", "als_digit", "als_place",
	}
}

// relationFile returns the file that fills a relation.
func relationFile(name string) string {
	if name == placeMask {
		return "driver/build_place_mask"
	}
	return "relation/" + name
}

// relationSet is a set of relations by name.
type relationSet map[string]bool

// readsOf returns the relations that a technique reads, directly or through another relation, in the order of
// relations. A technique reads the relations that its statements name, also those that it shares with other files.
func readsOf(t setdoku.Technique) ([]string, error) {
	file := t.Text
	if file == "" {
		s, err := sqlfiles.Find(t.File)
		if err != nil {
			return nil, err
		}
		file = s.Text
	}
	code, err := statement.Parse(file)
	if err != nil {
		return nil, err
	}
	text := ""
	for _, stmt := range code {
		text += stmt.Text + "\n"
	}
	reads := make(map[string]bool)
	list := append([]string{placeMask}, relations()...)
	for _, r := range slices.Backward(list) {
		if !regexp.MustCompile(`(?i)\b` + r + `\b`).MatchString(text) {
			continue
		}
		reads[r] = true
		definition, err := statement.Text(relationFile(r))
		if err != nil {
			return nil, err
		}
		text += definition
	}
	return slices.DeleteFunc(list, func(r string) bool { return !reads[r] }), nil
}

// explains reports whether a technique's file inserts evidence rows.
func (d *Driver) explains(t setdoku.Technique) bool {
	return d.Statements.Explains(t.File)
}

// provide fills the relations that a technique reads for the puzzles of the pass, unless they are filled. All puzzles
// that wait for a technique have waited for the first technique of the sweep, so what an earlier technique of the sweep
// has filled serves the later ones. Hypotheses take the place of the real puzzles; settle forgets what was filled.
func (d *Driver) provide(ctx context.Context, t setdoku.Technique) error {
	reads, known := d.reads[t.File]
	if !known {
		var err error
		if reads, err = readsOf(t); err != nil {
			return err
		}
		d.reads[t.File] = reads
	}
	for _, r := range reads {
		if d.built[r] {
			continue
		}
		if _, err := d.Run(ctx, relationFile(r)); err != nil {
			return err
		}
		if d.built == nil {
			d.built = make(relationSet)
		}
		d.built[r] = true
	}
	return nil
}

// prerequisites provides what a technique needs for the puzzles of the pass, and takes out those without
// exactly one solution if it needs that.
func (d *Driver) prerequisites(ctx context.Context, t setdoku.Technique) error {
	if err := d.provide(ctx, t); err != nil {
		return err
	}
	if !t.NeedsOneSolution() {
		return nil
	}
	if err := d.count(ctx); err != nil {
		return err
	}
	return d.exec(ctx, `
		DELETE FROM pass
		WHERE puzzle_id IN (SELECT w.puzzle_id FROM work_puzzle AS w WHERE w.proper = 0)`)
}

// count counts the solutions of the givens of the puzzles in the pass, once for each puzzle, and stores whether there
// is exactly one. That is not a deduction, so no step is stored.
func (d *Driver) count(ctx context.Context) error {
	var rows []struct {
		PuzzleID int64 `db:"puzzle_id"`
		Givens   string
	}
	err := d.Conn.SelectContext(ctx, &rows, `
		SELECT w.puzzle_id, z.givens
		FROM pass AS p
		CROSS JOIN work_puzzle AS w
		CROSS JOIN puzzle AS z
		WHERE w.puzzle_id = p.puzzle_id AND w.proper IS NULL AND z.puzzle_id = p.puzzle_id`)
	if err != nil {
		return fmt.Errorf("read givens: %w", err)
	}
	if len(rows) == 0 {
		return nil
	}
	improper := []int64{0} // no puzzle has this number, but the list must not be empty
	for _, r := range rows {
		givens, err := setdoku.ParseLine(r.Givens)
		if err != nil {
			return fmt.Errorf("puzzle %d: %w", r.PuzzleID, err)
		}
		if !solutions.Unique(givens) {
			improper = append(improper, r.PuzzleID)
		}
	}
	query, args, err := sqlx.In(`
		UPDATE work_puzzle
		SET proper = CASE WHEN puzzle_id IN (?) THEN 0 ELSE 1 END
		WHERE proper IS NULL AND puzzle_id IN (SELECT p.puzzle_id FROM pass AS p)`, improper)
	if err == nil {
		_, err = d.Conn.ExecContext(ctx, query, args...)
	}
	if err != nil {
		return fmt.Errorf("store which puzzles have one solution: %w", err)
	}
	return nil
}
