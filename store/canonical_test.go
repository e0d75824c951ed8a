package store_test

import (
	"slices"
	"testing"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver/isomorph"
	"setdoku/store"
)

// onEach runs a test on an empty database of every dialect.
func onEach(t *testing.T, test func(t *testing.T, target string)) {
	t.Helper()
	t.Run("file", func(t *testing.T) { test(t, t.TempDir()+"/test.db") })
	t.Run("server", func(t *testing.T) { test(t, dbtest.Server(t, 0)) })
}

// TestFillCanonical inserts and changes puzzles with plain SQL.
func TestFillCanonical(t *testing.T) {
	rng := gridtest.New(61)
	var puzzles []format.Puzzle
	var want []string
	for range 3 {
		d := gridtest.Minimal(rng)
		form, _ := isomorph.Canonical(d)
		puzzles = append(puzzles, format.Puzzle{State: setdoku.State{Givens: d}})
		want = append(want, form.String())
	}
	onEach(t, func(t *testing.T, target string) {
		db, err := store.Create(store.WithPartitions(t.Context(), 2), target)
		gridtest.Must(t, err)
		addAll(t, db, puzzles)
		equal := func(when string, want ...string) {
			t.Helper()
			got := dbtest.Texts(t, db, `SELECT COALESCE(canonical, '') FROM puzzle ORDER BY puzzle_id`)
			if !slices.Equal(got, want) {
				t.Errorf("%s: the forms are %q, want %q", when, got, want)
			}
		}
		equal("when added", want...)
		defer db.Close()

		other := isomorph.Random(rng).Digits(puzzles[0].State.Givens)
		dbtest.Exec(t, db, `INSERT INTO puzzle (givens) VALUES (?)`, other.String())
		dbtest.Unchecked(t, db, `UPDATE puzzle SET givens = ? WHERE puzzle_id = 2`, gridtest.Minimal(rng).String())
		dbtest.Exec(t, db, `UPDATE puzzle SET givens = givens WHERE puzzle_id = 3`)
		equal("changed", want[0], "", want[2], "")
		dbtest.Unchecked(t, db, `UPDATE puzzle SET givens = ? WHERE puzzle_id = 2`, puzzles[1].State.Givens.String())
		gridtest.Must(t, db.FillCanonical(t.Context()))
		equal("filled", want[0], want[1], want[2], want[0])
	})
}

// TestForeignKeys checks that in a file all rows of a puzzle refer to it, except the tables for statements run by
// hand.
func TestForeignKeys(t *testing.T) {
	db := dbtest.Open(t)
	names := dbtest.Texts(t, db, `
		SELECT m.name
		FROM sqlite_master AS m, pragma_table_info(m.name) AS p
		INNER JOIN column_comment AS c ON c.table_name = m.name AND c.column_name = ''
		WHERE m.type = 'table' AND p.name = 'puzzle_id' AND m.name <> 'puzzle' AND m.name NOT LIKE 'deduction%'
			AND m.name NOT IN ('hypothesis', 'consequence') AND c.comment NOT LIKE 'Work table of %'
			AND NOT EXISTS (SELECT 1 FROM pragma_foreign_key_list(m.name) AS f WHERE f."from" = 'puzzle_id'
				AND f."table" = 'puzzle')`)
	if len(names) > 0 {
		t.Errorf("no foreign key to puzzle in %v", names)
	}
}

// TestConflictClauseByHand inserts rows by hand with the words OR IGNORE and the like, which SQLite also applies to the
// statements of a trigger. The candidates change as without these words. TestRowsByHand of internal/testing/agreement
// has all other rows by hand.
func TestConflictClauseByHand(t *testing.T) {
	t.Parallel()
	for _, or := range []string{"", "OR IGNORE", "OR REPLACE"} {
		t.Run("INSERT "+or, func(t *testing.T) {
			db := dbtest.Open(t)
			dbtest.Exec(t, db, `INSERT `+or+` INTO puzzle (puzzle_id, givens) VALUES (1, '`+blank(9)+`')`)
			dbtest.Fill(t, db)
			for _, tt := range []struct {
				statement        string
				candidates, left int // all, and those of digit 7
			}{
				{`INTO elimination (puzzle_id, cell, digit, rule) VALUES (1, 11, 7, 'manual')`, 728, 80},
				{`INTO elimination (puzzle_id, cell, digit, rule) VALUES (1, 12, 7, 'manual')`, 727, 79},
				{`INTO candidate (puzzle_id, cell, digit) VALUES (1, 12, 7)`, 728, 80},
				{`INTO cell (puzzle_id, cell, digit, rule) VALUES (1, 45, 7, 'manual')`, 699, 59},
				{`INTO cell (puzzle_id, cell, digit, rule) VALUES (1, 99, 7, 'manual')`, 672, 40},
			} {
				dbtest.Exec(t, db, `INSERT `+or+` `+tt.statement)
				all := dbtest.Count(t, db, `SELECT COUNT(*) FROM candidate`)
				left := dbtest.Count(t, db, `SELECT COUNT(*) FROM candidate WHERE digit = 7`)
				if all != tt.candidates || left != tt.left {
					t.Errorf("%s: %d candidates, %d of digit 7, want %d and %d", tt.statement, all, left, tt.candidates,
						tt.left)
				}
			}
			if _, err := db.ExecContext(t.Context(), `INSERT `+or+` INTO cell (puzzle_id, cell, digit, rule)
				VALUES (1, 45, 8, 'manual')`); err == nil {
				t.Error("a digit in a filled cell is not refused")
			}
		})
	}
}

// TestMaker makes steps by SQL and by the program, which say so, and names the maker of one.
func TestMaker(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	dbtest.Exec(t, db, `INSERT INTO puzzle (puzzle_id, givens) VALUES (1, ?)`, blank(9))
	dbtest.Exec(t, db, `INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (1, 11, 1, 'manual')`)
	conn := dbtest.Acquire(t, db)
	for _, cell := range []setdoku.Cell{55, 99} {
		gridtest.Must(t, conn.Enter(t.Context(), 1, cell, 2))
	}
	dbtest.Exec(t, db, `UPDATE step SET made_by = 'Ada' WHERE step = 3`)
	got := dbtest.Rows(t, db, `SELECT step, made_by FROM step WHERE made_at LIKE '20__-__-__T__:__:__Z'`)
	if want := []string{`[1,"shell"]`, `[2,"setdoku"]`, `[3,"Ada"]`}; !slices.Equal(got, want) {
		t.Errorf("the steps and their makers are %v, want %v", got, want)
	}
}
