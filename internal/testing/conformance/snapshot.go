package conformance

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/store"
	"setdoku/store/record"
)

// toRead solves puzzles that end in every way, one of them after some play by hand, and leaves one
// that is not solved.
func toRead(t *testing.T, db *testDatabase, audit setdoku.Audit) {
	t.Helper()
	prepare(t, db)
	play(t, db, firstMoves())
	sample, p := solvertest.Sample(t), solvertest.NewPool()
	cases, _ := solvertest.LibraryCases(t)
	puzzles := slices.Concat(sample[:3], []format.Puzzle{sample[14], cases[30], cases[60]},
		solvertest.Givens(p.Several[:2]...), solvertest.Givens(p.None[:4]...))
	opts := solvertest.Options(t)
	opts.Audit = audit
	solved(t, db, puzzles, false, opts)
	solved(t, db, puzzles[:1], true, opts) // again
	solvertest.Import(t, db.DB, sample[20:21])
}

// readPuzzle is all that a snapshot says about a puzzle.
type readPuzzle struct {
	Puzzle        record.Puzzle
	Steps         []setdoku.Step
	Contradiction *setdoku.Contradiction
	Positions     []setdoku.Position
}

// read reads all puzzles of a database.
func read(t *testing.T, db *testDatabase) (list []readPuzzle) {
	t.Helper()
	last := dbtest.Count(t, db.DB, `SELECT MAX(puzzle_id) FROM puzzle`)
	err := db.Snapshot(t.Context(), func(s *store.Snapshot) (err error) {
		for id := int64(1); id <= int64(last); id++ {
			var p readPuzzle
			if p.Puzzle, err = s.Puzzle(t.Context(), id); err != nil {
				return err
			}
			path, err := s.Path(t.Context(), id)
			if err != nil {
				return err
			}
			p.Puzzle.Version = 0 // random for a puzzle that came by SQL
			p.Steps, p.Contradiction, p.Positions = path.Steps, path.Contradiction, path.Positions()
			list = append(list, p)
		}
		return nil
	})
	if err != nil {
		t.Fatalf("%s: %v", db.kind.Name, err)
	}
	return list
}

// caseSnapshot reads every puzzle with all that the database has about it.
func caseSnapshot(t *testing.T, s suite) {
	for _, level := range []setdoku.Audit{setdoku.AuditFull, setdoku.AuditSteps} {
		t.Run(string(level), func(t *testing.T) {
			t.Parallel()
			databases := onEach(t, s, func(t *testing.T, db *testDatabase) []readPuzzle {
				toRead(t, db, level)
				return read(t, db)
			})
			sameAnswers(t, databases, func(t *testing.T, db *testDatabase) map[int64]*record.Puzzle {
				results, err := store.Results(t.Context(), db.DB, []int64{1, 2, 3, 5, 8, 13, 1000})
				if err == nil {
					err = db.Writing(t.Context(),
						func(c *store.Conn) error { return c.FillGrids(t.Context(), results) })
				}
				if err != nil || len(results) != 6 {
					t.Errorf("%d results, error %v, want 6", len(results), err)
				}
				for _, p := range results {
					p.Version = 0
				}
				return results
			})
			sameAnswers(t, databases, exports)
		})
	}
}

// exports exports the puzzles with several filters.
func exports(t *testing.T, db *testDatabase) (lines []string) {
	t.Helper()
	all := store.Filter{Low: 1, High: math.MaxInt64}
	for i, change := range []func(*store.Filter){
		func(*store.Filter) {},
		func(f *store.Filter) { f.States = true },
		func(f *store.Filter) { f.States, f.Statuses = true, []string{"stuck", "invalid"} },
		func(f *store.Filter) { f.Low, f.High, f.Limit = 3, 9, 4 },
		func(f *store.Filter) { f.Low = 900 },
	} {
		f := all
		change(&f)
		err := db.Snapshot(t.Context(), func(s *store.Snapshot) error {
			first, err := s.FirstID(t.Context(), f.Low, f.High)
			lines = append(lines, fmt.Sprint("filter ", i, " ", first))
			return errors.Join(err, s.Export(t.Context(), f, func(p record.Puzzle, state setdoku.State) error {
				p.Version = 0
				text, err := json.Marshal(p)
				lines = append(lines, string(text)+" "+format.Short(state))
				return err
			}))
		})
		if err != nil {
			t.Errorf("%s, filter %d: %v", db.kind.Name, i, err)
		}
	}
	return lines
}

// asked are statements that mean the same in every SQL. Rows come in the order that they ask for.
var asked = []string{
	`SELECT puzzle_id, level, score, hardest, steps FROM puzzle_rating ORDER BY score DESC, puzzle_id LIMIT 3`,
	`SELECT * FROM board WHERE puzzle_id = 5 ORDER BY row_no`,
	`SELECT status, COUNT(*) AS puzzles, SUM(steps) AS steps, MAX(score) AS "best of all" FROM puzzle GROUP BY status ORDER BY status`,
	`SELECT * FROM technique_usage ORDER BY technique`,
	`SELECT p.*, z.status FROM puzzle_technique AS p INNER JOIN puzzle AS z ON z.puzzle_id = p.puzzle_id ORDER BY p.puzzle_id, p.technique`,
	`SELECT SUM(score) AS score, SUM(mask) AS mask FROM puzzle CROSS JOIN token`,
	`SELECT puzzle_id, SUM(pattern) AS pattern FROM cell GROUP BY puzzle_id ORDER BY puzzle_id`,
	`SELECT puzzle_id, AVG(pattern) AS pattern FROM cell WHERE step > 0 GROUP BY puzzle_id ORDER BY puzzle_id`,
	`SELECT 1 AS one, 'two' AS two, NULL AS three, 4.5 AS four, 7 / 2 AS three, -7 / 2 AS minus, 'a' || 5 AS a5`,
	`SELECT CAST(2.5 AS REAL) AS r, CAST(3 AS DOUBLE PRECISION) AS d, CAST('7' AS INTEGER) AS i, CAST(8 AS TEXT) AS t`,
	`WITH hard AS (SELECT puzzle_id FROM puzzle WHERE level = 'hard') SELECT COUNT(*) AS puzzles FROM hard;`,
	`SELECT * FROM evidence WHERE puzzle_id = 5 ORDER BY step, pattern, ordinal`,
	`SELECT * FROM history WHERE puzzle_id = 8 ORDER BY step, text`,
	`SELECT * FROM puzzle WHERE FALSE`,
	`VALUES (1, 'a'), (2, 'b')`,
}

// answered is what Query returns: columns and rows. Fractions, of which a server has more digits, are
// cut to nine.
func answered(t *testing.T, db *testDatabase, text string) (out [][]any, err error) {
	t.Helper()
	rows, err := db.Query(t.Context(), text, nil)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var columns []any
	for _, c := range rows.Columns {
		columns = append(columns, c)
	}
	for out = [][]any{columns}; ; {
		row, err := rows.Next()
		if err != nil || row == nil {
			return out, err
		}
		for i, v := range row {
			if n, is := v.(json.Number); is {
				v, _ = n.Float64()
			}
			if f, is := v.(float64); is {
				row[i] = fmt.Sprintf("about %.9g", f)
			}
		}
		out = append(out, row)
	}
}

// caseQuery asks in SQL, on databases that are opened for reading.
func caseQuery(t *testing.T, s suite) {
	databases := s.open(t)
	for _, db := range databases {
		toRead(t, db, setdoku.AuditFull)
		reader, err := store.OpenReadOnly(t.Context(), db.target)
		gridtest.Must(t, err)
		t.Cleanup(func() { reader.Close() })
		db.DB = reader
	}
	for _, text := range asked {
		t.Run(text, func(t *testing.T) {
			sameAnswers(t, databases, func(t *testing.T, db *testDatabase) [][]any {
				out, err := answered(t, db, text)
				if err != nil {
					t.Errorf("%s: %v", db.kind.Name, err)
				}
				return out
			})
		})
	}
	for _, db := range databases {
		for _, text := range []string{`DELETE FROM puzzle`, `WITH x AS (SELECT 1) DELETE FROM puzzle`,
			`CREATE TEMP TABLE x (y INTEGER)`, `DROP VIEW board`, `COMMIT`} {
			if _, err := answered(t, db, text); !errors.Is(err, store.ErrWrites) {
				t.Errorf("%s, %s: error %v, want ErrWrites", db.kind.Name, text, err)
			}
		}
	}
}
