// Package store keeps Sudoku puzzles, the steps that solve them and the evidence of every deduction in a database,
// an SQLite file or a PostgreSQL server, where they can be asked in SQL. It also reads techniques of your own from
// files, which SQLite runs.
//
// All methods of a Database may be called by several goroutines at the same time.
package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"path/filepath"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/database"
	"setdoku/internal/record"
	"setdoku/internal/rule"
	"setdoku/solver"
	"setdoku/solver/batch"
	"setdoku/solver/memory"
	"setdoku/solver/statements"
)

// Database keeps puzzles, the steps that solve them, and the evidence of every deduction. docs/tables.md describes its
// tables and views. Several processes may use a database at the same time. The errors of its methods wrap those of the
// package store, such as ErrLocked, where one is the cause.
type Database struct {
	db     *database.DB // nil if it was opened read-only
	reader *database.DB // the same database, opened read-only for queries
}

// Open opens a database for reading and writing. target is the path of an SQLite file, or the URL of a PostgreSQL
// database, postgres://user:password@host:port/name. Open brings an older schema up to date. If there is no such file,
// the error wraps fs.ErrNotExist. The caller must call Close.
func Open(ctx context.Context, target string) (*Database, error) {
	return open(ctx, target, database.OpenExisting)
}

// Create is Open, but it creates a file that does not exist. Both make missing tables on a server.
func Create(ctx context.Context, target string) (*Database, error) {
	return open(ctx, target, database.Open)
}

// OpenReadOnly is Open, but the methods that write return an error that wraps ErrReadOnly, and an older schema is
// an error.
func OpenReadOnly(ctx context.Context, target string) (*Database, error) {
	reader, err := database.OpenReadOnly(ctx, target)
	if err != nil {
		return nil, err
	}
	return &Database{reader: reader}, nil
}

// open opens a database with a function of store, and once more to read.
func open(ctx context.Context, target string, open func(context.Context, string) (*database.DB, error)) (*Database,
	error) {
	db, err := open(ctx, target)
	if err != nil {
		return nil, err
	}
	d, err := OpenReadOnly(ctx, target)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	d.db = db
	return d, nil
}

// writable returns an error for a database that was opened read-only.
func (d *Database) writable() error {
	if d.db == nil {
		return fmt.Errorf("%s: %w", d.reader.Path(), database.ErrReadOnly)
	}
	return nil
}

// Close closes the database. Rows must be closed before.
func (d *Database) Close() error {
	err := d.reader.Close()
	if d.db != nil {
		err = errors.Join(err, d.db.Close())
	}
	return err
}

// Solve solves the puzzles of the database that are new, and those that other techniques left stuck, with the
// techniques that o selects. It keeps every step and its evidence, and returns how many puzzles it worked on.
//
// Solve commits 250 puzzles at a time. When ctx ends or another error occurs, the puzzles that were committed stay, and
// the next call goes on with the others. If rows of the table puzzle are not puzzles, Solve makes them invalid, solves
// the others, and returns an error that names the first such row.
func (d *Database) Solve(ctx context.Context, o Options) (puzzles int, err error) {
	m, err := o.memory()
	if err != nil {
		return 0, err
	}
	if m.Techniques, err = d.techniques(ctx, o.Options); err != nil {
		return 0, err
	}
	run := record.Run{Version: setdoku.Version, Options: map[string]any{"library": true, "chunk": memory.ChunkSize}}
	b, err := batch.NewBatch(ctx, d.db, m, run)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, b.Close(ctx)) }()
	var first error
	refused := 0
	b.OnRefused = func(id int64, reason error) {
		if refused++; refused == 1 {
			first = fmt.Errorf("puzzle %d: %w", id, reason)
		}
	}
	for {
		results, err := b.SolveStored(ctx)
		puzzles += len(results)
		if o.Progress != nil && len(results) > 0 {
			o.Progress(puzzles)
		}
		switch {
		case err != nil:
			return puzzles, err
		case len(results) == 0 && refused > 0:
			return puzzles, fmt.Errorf("solve: set aside %d rows that are not puzzles, the first: %w", refused, first)
		case len(results) == 0:
			return puzzles, nil
		}
	}
}

// techniques returns the techniques that o selects, and gives the database the names of those that it does not know.
func (d *Database) techniques(ctx context.Context, o solver.Options) (catalogue.Catalogue, error) {
	if err := d.writable(); err != nil {
		return nil, fmt.Errorf("solve: %w", err)
	}
	if _, err := solver.Techniques(ctx, o); err != nil {
		return nil, err
	}
	known, err := catalogue.LoadNames(ctx, d.db)
	if err != nil {
		return nil, err
	}
	builtIn, err := catalogue.BuiltIn()
	if err != nil {
		return nil, err
	}
	all, selected, err := builtIn.Choose(rule.Own(o.Own).Techniques(), known, nil, o.Techniques, o.Without)
	if err != nil {
		return nil, fmt.Errorf("options: %w", err)
	}
	return selected, statements.AddNames(ctx, d.db, all)
}

// ReadTechniques reads technique files, whose names end in .sql, for Options.Own. docs/writing-a-technique.md describes
// them.
func ReadTechniques(ctx context.Context, paths ...string) (solver.Own, error) {
	var own []rule.Technique
	for _, path := range paths {
		if filepath.Ext(path) != ".sql" { // to read a file of an open database would drop the locks of SQLite
			return solver.Own{}, fmt.Errorf("technique file %s: want a name that ends in .sql", path)
		}
		t, _, err := statements.ReadTechnique(ctx, path)
		if err != nil {
			return solver.Own{}, err
		}
		own = append(own, t)
	}
	return solver.Own(rule.NewOwn(own, statements.NewStatements)), nil
}

// Path returns the stored steps of a puzzle as Solve of the package solver does, so that hints, words and proofs work
// on them. It has the deductions as far as the run stored them. The rating is that of the database. The error wraps
// ErrNoPuzzle if there is no puzzle with that id.
func (d *Database) Path(ctx context.Context, puzzleID int64) (solution *solver.Solution, err error) {
	err = d.reader.Snapshot(ctx, func(s *database.Snapshot) error {
		names, err := catalogue.LoadNames(ctx, s)
		if err != nil {
			return err
		}
		p, err := s.Puzzle(ctx, puzzleID)
		if err == nil {
			solution, err = readPath(ctx, s, names, &p)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read a path: %w", err)
	}
	return solution, nil
}

// Paths yields the puzzle_id and the path of each puzzle in the order of puzzle_id, as Path returns it. It reads all of
// them in the state that the database has at the beginning of the loop. It leaves out rows that are not puzzles. An
// error ends the loop.
func (d *Database) Paths(ctx context.Context) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		err := d.reader.Snapshot(ctx, func(s *database.Snapshot) error {
			names, err := catalogue.LoadNames(ctx, s)
			if err != nil {
				return err
			}
			all := database.Filter{Low: math.MinInt64, High: math.MaxInt64}
			return s.Export(ctx, all, func(p record.Puzzle, _ setdoku.State) error {
				if p.Refused != nil {
					return nil
				}
				path, err := readPath(ctx, s, names, &p)
				if err == nil && !yield(Entry{p.PuzzleID, path}, nil) {
					err = errEnough
				}
				return err
			})
		})
		if err != nil && !errors.Is(err, errEnough) {
			yield(Entry{}, fmt.Errorf("read paths: %w", err))
		}
	}
}

// Entry is a puzzle of a database with its path.
type Entry struct {
	PuzzleID int64
	*solver.Solution
}

// errEnough ends Paths when the caller wants no more.
var errEnough = errors.New("enough paths")

// readPath reads the path of a puzzle. names has the techniques of the database.
func readPath(ctx context.Context, s *database.Snapshot, names catalogue.Catalogue, p *record.Puzzle) (*solver.Solution,
	error) {
	path, err := s.Path(ctx, p.PuzzleID)
	if err != nil {
		return nil, err
	}
	return &solver.Solution{Rating: p.Rating, Path: path, Techniques: rule.Public(names.Used(p.Uses))}, nil
}

// Query runs one SQL statement that reads, such as SELECT. It cannot change the database. values are the values of the
// parameters of the statement, which it writes as :name; nil for none. A value is an int, int64, float64, string, bool,
// []byte or nil.
//
// The error wraps ErrNoStatement, ErrStatements (more than one), ErrWrites or ErrParameter
// where one is the cause, else it has the message of the database.
func (d *Database) Query(ctx context.Context, statement string, values map[string]any) (*QueryRows, error) {
	rows, err := d.reader.Query(ctx, statement, values)
	if err != nil {
		return nil, fmt.Errorf("query: %w", err)
	}
	return &QueryRows{Columns: rows.Columns, rows: rows}, nil
}

// QueryRows are the rows of a query. One goroutine at a time may use them.
type QueryRows struct {
	Columns []string // the names of the columns
	rows    *database.QueryRows
}

// All yields the rows once, one value for each column, and closes the rows at the end of the loop. An error ends the
// loop.
//
// From SQLite a value is an int64, float64, string, []byte, time.Time or nil. From PostgreSQL it is an int64, float64,
// json.Number (a fraction with all its digits), string or nil.
func (r *QueryRows) All() iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		for {
			row, err := r.rows.Next()
			if err != nil || row == nil {
				if err = errors.Join(err, r.rows.Close()); err != nil {
					yield(nil, fmt.Errorf("query: %w", err))
				}
				return
			}
			if !yield(row, nil) {
				r.rows.Close()
				return
			}
		}
	}
}

// Close ends the query. A loop over All closes the rows by itself.
func (r *QueryRows) Close() error { return r.rows.Close() }

// WriteProof writes a proof of the steps of a puzzle, as solver.WriteProof does. The error wraps
// ErrNoPuzzle, solver.ErrNothingToProve, or solver.ErrNotImplied if a move by hand does not follow from the
// givens. A puzzle whose run stored less than full audit is an error too.
func (d *Database) WriteProof(ctx context.Context, puzzleID int64, cnf, lrat, lemmas io.Writer) error {
	solution, err := d.Path(ctx, puzzleID)
	if err != nil {
		return err
	}
	if _, err := solver.WriteProof(ctx, solution.Path, cnf, lrat, lemmas); err != nil {
		return fmt.Errorf("puzzle %d: %w", puzzleID, err)
	}
	return nil
}
