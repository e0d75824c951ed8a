package statements

import (
	"context"
	"errors"
	"regexp"
	"slices"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/solver/memory"
	"setdoku/solver/solutions"
	sqlfiles "setdoku/sql"
)

// placeMask is the relation that a look for contradictions fills too.
const placeMask = "place_mask"

// relations returns the names of the relations in sql/relation, each after those that it reads. They may also read
// place_mask.
func relations() []string {
	return []string{
		"pencil_mark", "placed_cell", "bivalue_cell", "conjugate_pair", "strong_link", "link_end", "linked_pair",
		"unit_cell", "unit_third",
		"almost_locked_set", "als_digit", "als_place", "junior_exocet",
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
func readsOf(t catalogue.Technique) ([]string, error) {
	file := t.Text
	if file == "" {
		s, err := catalogue.FindFile(t.File)
		if err != nil {
			return nil, err
		}
		file = s.Text
	}
	code, err := Parse(file)
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
		definition, err := sqlfiles.Text(relationFile(r))
		if err != nil {
			return nil, err
		}
		text += definition
	}
	return slices.DeleteFunc(list, func(r string) bool { return !reads[r] }), nil
}

// provide fills the relations that a technique reads for the puzzles of the pass, unless they are filled. All puzzles
// that wait for a technique have waited for the first technique of the sweep, so what an earlier technique of the sweep
// has filled serves the later ones. Hypotheses take the place of the real puzzles; settle forgets what was filled.
func (d *Driver) provide(ctx context.Context, t catalogue.Technique) error {
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
		if _, err := d.run(ctx, relationFile(r)); err != nil {
			return err
		}
		if d.built == nil {
			d.built = make(relationSet)
		}
		d.built[r] = true
	}
	return nil
}

// takeOutImproper takes the puzzles out of the pass that do not have exactly one solution.
func (d *Driver) takeOutImproper(ctx context.Context) error {
	if err := d.count(ctx); err != nil {
		return err
	}
	return d.exec(ctx, `
		DELETE FROM pass
		WHERE puzzle_id IN (SELECT w.puzzle_id FROM work_puzzle AS w WHERE w.proper = 0)`)
}

// takeOutUncounted takes the puzzles out of a pass of search for which the search in memory gives up: the statement
// would have no end, and both engines leave the same.
func (d *Driver) takeOutUncounted(ctx context.Context) error {
	var ids, uncounted []int64
	if err := d.conn.SelectContext(ctx, &ids, `SELECT puzzle_id FROM pass ORDER BY puzzle_id`); err != nil {
		return err
	}
	grids := make([]memory.PassGrid, len(ids))
	for i, id := range ids {
		grids[i].Puzzle = id
	}
	if err := d.readGrids(ctx, grids); err != nil {
		return err
	}
	for _, g := range grids {
		g.State.Variant = d.variant
		switch _, err := solutions.CountState(ctx, g.State, 2); {
		case errors.Is(err, solutions.ErrNotCounted):
			uncounted = append(uncounted, g.Puzzle)
		case err != nil:
			return err
		}
	}
	if len(uncounted) == 0 {
		return nil
	}
	return d.execIn(ctx, `DELETE FROM pass WHERE puzzle_id IN (?)`, uncounted)
}

// count counts the solutions of the givens of the puzzles in the pass, once for each puzzle, and stores whether there
// is exactly one. That is not a deduction, so no step is stored.
func (d *Driver) count(ctx context.Context) error {
	var proper, improper []int64
	err := d.givensOf(ctx, `
		SELECT w.puzzle_id
		FROM pass AS p
		CROSS JOIN work_puzzle AS w
		WHERE w.puzzle_id = p.puzzle_id AND w.proper IS NULL`,
		func(id int64, puzzle setdoku.State) {
			if one, _ := solutions.Proper(ctx, puzzle); one {
				proper = append(proper, id)
			} else {
				improper = append(improper, id)
			}
		})
	err = errors.Join(err, ctx.Err())
	for value, ids := range [][]int64{improper, proper} {
		if err == nil && len(ids) > 0 {
			err = d.execIn(ctx, `UPDATE work_puzzle SET proper = ? WHERE puzzle_id IN (?)`, value, ids)
		}
	}
	return err
}
