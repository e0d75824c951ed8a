package statements

import (
	"context"
	"errors"
	"fmt"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/store"
)

// scratch finds the deductions of techniques by their statements, in a database in memory that has only the states in
// which it looks. A technique file of a user runs in no other database, so it reaches neither a file nor a server.
type scratch struct {
	db      *store.DB          // nil before the first call of Find
	finders map[string]*Finder // by the name of the technique
}

// NewStatements returns what runs the techniques that memory cannot find.
func NewStatements() catalogue.Statements { return &scratch{finders: make(map[string]*Finder)} }

// Find implements catalogue.Statements.
func (s *scratch) Find(ctx context.Context, t catalogue.Technique, selected []catalogue.Technique,
	states []setdoku.State) ([][]setdoku.Deduction, error) {
	finder, err := s.finder(ctx, t)
	if err != nil {
		return nil, err
	}
	finder.skipComplements = skipComplements(t, selected)
	puzzles := make([]format.Puzzle, len(states))
	for i, state := range states {
		puzzles[i].State = state
	}
	return finder.find(ctx, puzzles)
}

// finder returns the finder of a technique.
func (s *scratch) finder(ctx context.Context, t catalogue.Technique) (_ *Finder, err error) {
	if s.db == nil {
		if s.db, err = store.OpenScratch(ctx); err != nil {
			return nil, err
		}
	}
	if known := s.finders[t.Name]; known != nil {
		return known, nil
	}
	finder, err := newFinder(ctx, s.db, catalogue.Catalogue{t}, nil)
	if err != nil {
		return nil, err
	}
	finder.rowsOnly = true
	s.finders[t.Name] = finder
	return finder, nil
}

// Close implements catalogue.Statements.
func (s *scratch) Close(ctx context.Context) (err error) {
	for _, finder := range s.finders {
		err = errors.Join(err, finder.Close(ctx))
	}
	if s.db != nil {
		err = errors.Join(err, s.db.Close())
	}
	return err
}

// createOwn makes the tables of the technique file that a driver in a scratch database runs, and prepares its
// statements.
func (d *Driver) createOwn(ctx context.Context, t catalogue.Technique) error {
	d.session.own = &t
	err := d.checkOwn(ctx)
	if err == nil {
		err = d.makeTables(ctx, t.File)
	}
	if err == nil {
		_, err = d.prepare(ctx, t.File)
	}
	return err
}

// checkRows checks the rows that a technique file of a user has written in a pass, and returns the number of
// deductions.
func (d *Driver) checkRows(ctx context.Context, t catalogue.Technique) (found int64, err error) {
	for _, table := range []struct{ name, check string }{
		{"deduction", "driver/find_wrong_deduction"},
		{"deduction_evidence", "driver/find_wrong_evidence"},
	} {
		query, err := d.text(table.check)
		if err != nil {
			return 0, err
		}
		var wrong []struct {
			PuzzleID       int64 `db:"puzzle_id"`
			Entry, Problem string
		}
		if err := d.conn.SelectContext(ctx, &wrong, query); err != nil {
			return 0, fmt.Errorf("check the rows of %s: %w", t.Name, err)
		}
		for _, w := range wrong {
			return 0, d.rowFault(table.name, w.PuzzleID, w.Entry, w.Problem)
		}
	}
	if err := d.checkPatterns(ctx, t); err != nil {
		return 0, err
	}
	err = d.conn.GetContext(ctx, &found, `SELECT COUNT(*) FROM deduction`)
	return found, err
}

// checkPatterns decodes the patterns of the deductions of a technique file, whose parts must be on the board.
func (d *Driver) checkPatterns(ctx context.Context, t catalogue.Technique) error {
	key, err := catalogue.ParseKey(&t)
	if err != nil {
		return err
	}
	var rows []struct {
		PuzzleID int64 `db:"puzzle_id"`
		Pattern  int64
	}
	err = d.conn.SelectContext(ctx, &rows, `
		SELECT DISTINCT puzzle_id, pattern FROM deduction ORDER BY puzzle_id, pattern`)
	if err != nil {
		return fmt.Errorf("read the patterns of %s: %w", t.Name, err)
	}
	for _, r := range rows {
		if wrong := key.Check(d.variant.OrClassic(), r.Pattern); wrong != nil {
			return d.rowFault("deduction", r.PuzzleID, fmt.Sprintf("technique %s, pattern %d", t.Name, r.Pattern),
				wrong.Error())
		}
	}
	return nil
}

// findElsewhere runs a technique file of a user for the puzzles of the pass, in the scratch database, and copies its
// deductions.
func (d *Driver) findElsewhere(ctx context.Context, t catalogue.Technique) (found int64, err error) {
	d.last = t
	waiting, err := d.waiting(ctx, t)
	if err != nil {
		return 0, err
	}
	states := make([]setdoku.State, len(waiting))
	for i, p := range waiting {
		states[i] = p.state()
	}
	list, err := d.users.Find(ctx, t, d.opts.Techniques, states)
	if err != nil {
		return 0, err
	}
	columns := []string{"puzzle_id", "technique", "placement", "cell", "digit", "pattern"}
	err = d.conn.Insert(ctx, "deduction", columns, func(rows *store.Inserter) {
		for i, p := range waiting {
			for _, x := range list[i] {
				for _, c := range x.Eliminations {
					rows.Add(p.PuzzleID, t.Name, 0, c.Cell, c.Digit, x.Pattern)
					found++
				}
			}
		}
	})
	if err != nil || !d.explaining() {
		return found, err
	}
	columns = []string{"puzzle_id", "technique", "pattern", "ordinal", "role", "cell", "digit", "unit_no"}
	return found, d.conn.Insert(ctx, "deduction_evidence", columns, func(rows *store.Inserter) {
		for i, p := range waiting {
			for _, x := range list[i] {
				for _, e := range x.Evidence {
					rows.Add(p.PuzzleID, t.Name, x.Pattern, e.Ordinal, e.Role, orNull(e.Cell), orNull(e.Digit),
						orNull(e.Unit))
				}
			}
		}
	})
}

// orNull returns a value for a column that is NULL in rows that do not use it.
func orNull[T comparable](value T) any {
	var none T
	if value == none {
		return nil
	}
	return value
}
