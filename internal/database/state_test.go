package database_test

import (
	"testing"

	"setdoku"
	"setdoku/internal/batch"
	"setdoku/internal/database"
	"setdoku/internal/dbtest"
	"setdoku/internal/gridtest"
	"setdoku/internal/solvertest"
)

// TestPlainSQLAddsWholePuzzles inserts puzzles by plain SQL. The views show the same rows as for imported puzzles, and
// for puzzles whose candidates are stored, which is so after a step by hand that was undone.
func TestPlainSQLAddsWholePuzzles(t *testing.T) {
	t.Parallel()
	for _, target := range []struct {
		name  string
		open  func(t *testing.T) *database.DB
		after string // follows the INSERT
	}{
		{"file", func(t *testing.T) *database.DB { return dbtest.Open(t) }, ""},
		{"server", func(t *testing.T) *database.DB { return dbtest.OpenServer(t, 2) }, ""},
		// It has no triggers, so docs/citus.md asks for this.
		{"Citus", func(t *testing.T) *database.DB { return openCitus(t, 4) }, `
			INSERT INTO cell (puzzle_id, cell, digit, step, rule)
			SELECT z.puzzle_id, l.cell, t.digit, 0, 'given'
			FROM puzzle AS z
			CROSS JOIN location_wide AS l
			INNER JOIN token AS t ON t.character = SUBSTR(z.givens, l.row_no * 9 - 9 + l.column_no, 1)
				AND t.digit IS NOT NULL`},
	} {
		t.Run(target.name, func(t *testing.T) {
			t.Parallel()
			rng := gridtest.New(58)
			puzzles := solvertest.Givens(gridtest.Minimal(rng), gridtest.WithClues(rng, 40),
				gridtest.Contradictory(rng))
			plain, imported := target.open(t), target.open(t)
			for i, p := range puzzles {
				_, err := plain.ExecContext(t.Context(),
					plain.Rebind(`INSERT INTO puzzle (puzzle_id, givens) VALUES (?, ?)`), i+1, p.State.Givens.String())
				if err != nil {
					t.Fatal(err)
				}
			}
			if target.after != "" {
				if _, err := plain.ExecContext(t.Context(), target.after); err != nil {
					t.Fatal(err)
				}
			}
			imp, err := batch.NewImporter(t.Context(), imported)
			if err != nil {
				t.Fatal(err)
			}
			defer imp.Close()
			if _, err := imp.Add(t.Context(), puzzles); err != nil {
				t.Fatal(err)
			}
			const where = ` WHERE puzzle_id <= 3`
			views := []string{"cell", "candidate", "candidate_mask", "board", "grid"}
			want := map[string][]string{}
			dbtest.Fill(t, plain)
			dbtest.Fill(t, imported)
			for _, view := range views {
				want[view] = dbtest.SortedAnswer(t, imported, `SELECT * FROM `+view+where)
				dbtest.SameRows(t, view, dbtest.SortedAnswer(t, plain, `SELECT * FROM `+view+where), want[view])
			}
			if n := len(want["board"]) - 1; n != 3*9 {
				t.Errorf("%d lines, want 9 for each of 3 puzzles", n)
			}
			conn, err := plain.Acquire(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			for id := int64(1); id <= 2; id++ {
				cell := dbtest.Count(t, plain, `SELECT MIN(cell) FROM candidate WHERE puzzle_id = ?`, id)
				digit := dbtest.Count(t, plain, `SELECT MIN(digit) FROM candidate WHERE puzzle_id = ? AND cell = ?`, id,
					cell)
				if err := conn.CrossOut(t.Context(), id, setdoku.Cell(cell), digit); err != nil {
					t.Fatal(err)
				}
				if err := conn.Enter(t.Context(), id, setdoku.Cell(cell),
					dbtest.Count(t, plain, `SELECT MIN(digit) FROM candidate WHERE puzzle_id = ? AND cell = ?`, id,
						cell)); err != nil {
					t.Fatal(err)
				}
				if n := dbtest.Count(t, plain, `SELECT COUNT(*) FROM step WHERE puzzle_id = ?`, id); n != 2 {
					t.Errorf("puzzle %d has %d steps by hand, want 2", id, n)
				}
				for range 2 {
					if err := conn.Undo(t.Context(), id); err != nil {
						t.Fatal(err)
					}
				}
			}
			for _, view := range views {
				dbtest.SameRows(t, view+" after undo", dbtest.SortedAnswer(t, plain, `SELECT * FROM `+view+where),
					want[view])
			}
		})
	}
}

// TestConflictClauseByHand inserts rows by hand with the words OR IGNORE and the like, which SQLite also applies to the
// statements of a trigger. The candidates change as without these words.
func TestConflictClauseByHand(t *testing.T) {
	gridtest.Long(t, "a database for each case")
	t.Parallel()
	for _, or := range []string{"", "OR ABORT", "OR FAIL", "OR IGNORE", "OR REPLACE", "OR ROLLBACK"} {
		t.Run("INSERT "+or, func(t *testing.T) {
			db := dbtest.Open(t)
			for i, tt := range []struct {
				statement        string
				candidates, left int // all, and those of digit 7
			}{
				{`INTO puzzle (puzzle_id, givens) VALUES (1, '` + blank(9) + `')`, 0, 0},
				{`INTO elimination (puzzle_id, cell, digit, rule) VALUES (1, 11, 7, 'manual')`, 728, 80},
				{`INTO elimination (puzzle_id, cell, digit, rule) VALUES (1, 12, 7, 'manual')`, 727, 79},
				{`INTO candidate (puzzle_id, cell, digit) VALUES (1, 12, 7)`, 728, 80},
				{`INTO cell (puzzle_id, cell, digit, rule) VALUES (1, 45, 7, 'manual')`, 699, 59},
				{`INTO cell (puzzle_id, cell, digit, rule) VALUES (1, 99, 7, 'manual')`, 672, 40},
			} {
				if _, err := db.ExecContext(t.Context(), `INSERT `+or+` `+tt.statement); err != nil {
					t.Fatalf("%s: %v", tt.statement, err)
				}
				if i == 0 {
					dbtest.Fill(t, db)
					continue
				}
				if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM candidate`); n != tt.candidates {
					t.Errorf("statement %d: %d candidates, want %d", i+1, n, tt.candidates)
				}
				if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM candidate WHERE digit = 7`); n != tt.left {
					t.Errorf("statement %d: %d candidates of digit 7, want %d", i+1, n, tt.left)
				}
			}
		})
	}
}
