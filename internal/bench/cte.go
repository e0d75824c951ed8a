package bench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/jmoiron/sqlx"

	"setdoku"
	"setdoku/internal/brute"
	"setdoku/internal/rusage"
	"setdoku/solver/batch"
)

// CTEOptions specify what CTE measures.
type CTEOptions struct {
	Data    string        // folder of the list
	Puzzles int           // puzzles with 17 clues, spread evenly over the list
	Rounds  int           // repetitions of the quick measures
	Limit   time.Duration // time limit of the slow measure
}

// hardest21 is the puzzle with 21 clues that Arto Inkala published in 2012 as the hardest for people. It is also
// hard for a search that tries the digits of the open cells in order.
const hardest21 = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

// firstOpenCell is a rewritten form of the recursive query in the documentation of SQLite. A row is a grid as text
// and the position of its first open cell. Its children are the grids with a digit there that does not occur in
// the cell's row, column and box.
const firstOpenCell = `
WITH RECURSIVE digit (n, name) AS (
    VALUES (1, '1')
    UNION ALL
    SELECT n + 1, CAST(n + 1 AS TEXT) FROM digit WHERE n < 9
),
attempt (grid, place) AS (
    SELECT p.givens, INSTR(p.givens, '.')
    FROM (SELECT CAST(? AS TEXT) AS givens) AS p
    UNION ALL
    SELECT
        SUBSTR(a.grid, 1, a.place - 1) || d.name || SUBSTR(a.grid, a.place + 1),
        INSTR(SUBSTR(a.grid, 1, a.place - 1) || d.name || SUBSTR(a.grid, a.place + 1), '.')
    FROM attempt AS a
    CROSS JOIN digit AS d
    WHERE a.place > 0
        AND NOT EXISTS (
            SELECT 1
            FROM digit AS o
            WHERE d.name = SUBSTR(a.grid, (a.place - 1) / 9 * 9 + o.n, 1)
                OR d.name = SUBSTR(a.grid, (a.place - 1) % 9 + 9 * o.n - 8, 1)
                OR d.name = SUBSTR(a.grid, (a.place - 1) / 27 * 27 + (a.place - 1) / 3 % 3 * 3 + (o.n - 1) / 3 * 6 + o.n, 1)
        )
)
SELECT grid FROM attempt WHERE place = 0`

// CTE measures the single statement of engine cte in an empty database in memory. It compares it with the query
// from the documentation of SQLite, and measures it on puzzles with 17 clues, for which that query needs more than
// minutes. All times are CPU times and include the proof of uniqueness.
func CTE(ctx context.Context, o CTEOptions) (measures []Measure, err error) {
	if o.Puzzles < 1 || o.Rounds < 1 || o.Limit <= 0 {
		return nil, fmt.Errorf("%d puzzles, %d rounds, limit %v, want 1 or more, and a time", o.Puzzles, o.Rounds, o.Limit)
	}
	list, err := readGrids(o.Data, "17_clue")
	if err != nil {
		return nil, err
	}
	statement, err := batch.RecursiveStatement()
	if err != nil {
		return nil, err
	}
	db, err := sqlx.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	b := cteBench{o, db, statement}
	hard, err := b.hardest(ctx)
	if err != nil {
		return nil, err
	}
	sparse, err := b.sparse(ctx, list)
	return append(hard, sparse...), err
}

// cteBench is a run of CTE.
type cteBench struct {
	CTEOptions
	db        *sqlx.DB
	statement string
}

// hardest compares the two queries on one puzzle.
func (b *cteBench) hardest(ctx context.Context) ([]Measure, error) {
	puzzle, err := setdoku.ParseLine(hardest21)
	if err != nil {
		return nil, err
	}
	var ours []float64
	for range b.Rounds {
		s, err := b.measure(ctx, b.statement, puzzle)
		if err != nil {
			return nil, err
		}
		ours = append(ours, s)
	}
	limited, cancel := context.WithTimeout(ctx, b.Limit)
	defer cancel()
	began := rusage.CPUTime()
	theirs, err := b.measure(limited, firstOpenCell, puzzle)
	note, atLeast := "", ""
	if limited.Err() != nil && ctx.Err() == nil {
		theirs, err = (rusage.CPUTime() - began).Seconds(), nil
		note, atLeast = fmt.Sprintf("given up after %v", b.Limit), "at least"
	}
	return []Measure{
		{"21 clues, the documentation's idea", theirs, "s", "", note},
		{"21 clues, cte", median(ours), "s", "", hardest21},
		{"ratio", theirs / median(ours), "", "30", atLeast},
	}, err
}

// sparse measures puzzles with 17 clues.
func (b *cteBench) sparse(ctx context.Context, list []setdoku.Grid) ([]Measure, error) {
	n := min(b.Puzzles, len(list))
	sum, most := 0.0, 0.0
	for i := range n {
		s, err := b.measure(ctx, b.statement, list[i*len(list)/n])
		if err != nil {
			return nil, err
		}
		sum, most = sum+s, math.Max(most, s)
	}
	note := fmt.Sprintf("%d puzzles, evenly from 17_clue.txt", n)
	return []Measure{
		{"17 clues, cte", 1000 * sum / float64(n), "ms/puzzle", "", note},
		{"17 clues, cte, the slowest", 1000 * most, "ms", "", ""},
	}, nil
}

// measure returns the CPU seconds in which a query finds the unique solution of a puzzle. Any other result is an
// error.
func (b *cteBench) measure(ctx context.Context, query string, puzzle setdoku.Grid) (float64, error) {
	_, want := brute.Count(puzzle, 1)
	began := rusage.CPUTime()
	var found []string
	err := b.db.SelectContext(ctx, &found, query, puzzle.String())
	spent := (rusage.CPUTime() - began).Seconds()
	if err == nil && (len(found) != 1 || found[0] != want.String()) {
		err = fmt.Errorf("%s: found %q, want %s", puzzle, found, want)
	}
	return spent, err
}
