package verify_test

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/batch"
	"setdoku/solver/isomorph"
	"setdoku/solver/verify"
	"setdoku/store"
)

// TestUnchecked changes a value in every column of every table to another one and to NULL, adds rows and deletes one.
// What verify does not notice must be what docs/verify.md lists. The short test makes the changes of the table puzzle
// that are listed, and one of thirty of the others.
func TestUnchecked(t *testing.T) {
	gridtest.Long(t, "one change of each column is verified")
	t.Parallel()
	d := everyTable(t)
	if err := d.verify(t, "puzzle"); err != nil {
		t.Fatalf("before any change: %v", err)
	}
	listed, unnoticed, n := uncheckedInDocs(t), map[string][]string{}, 0
	const tables = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name`
	for _, table := range d.list(t, tables) {
		noticed := false
		for _, c := range d.changes(t, table) {
			n++
			left := !gridtest.Full() && n%30 > 0 && (table != "puzzle" || !slices.Contains(listed[table], c.what))
			left = left || slices.Contains(unnoticed[table], strings.TrimSuffix(c.what, " to NULL"))
			if left || !d.replace(t, table, c.from, c.to) {
				continue
			}
			err := d.verify(t, table)
			if !d.replace(t, table, c.to, c.from) {
				t.Fatalf("%s: %v cannot be replaced by %v", table, c.to, c.from)
			}
			known := slices.Contains(listed[table], c.what) || slices.Contains(listed[table], "all")
			if noticed = noticed || err != nil; err == nil {
				unnoticed[table] = append(unnoticed[table], c.what)
			}
			if err == nil && !known {
				t.Errorf("table %s, %s: verify does not notice that %v becomes %v", table, c.what, c.from, c.to)
			}
		}
		list := unnoticed[table]
		if !noticed && len(list) > 0 {
			list = []string{"all"}
		}
		if gridtest.Full() && !slices.Equal(list, listed[table]) {
			t.Errorf("docs/verify.md says that verify does not check\n| `%s` | %s |\nit should say\n| `%[1]s` | %[3]s |",
				table, strings.Join(listed[table], ", "), strings.Join(list, ", "))
		}
	}
	if len(listed) < 5 || len(unnoticed["puzzle"]) < 3 {
		t.Errorf("docs/verify.md lists %v, and of puzzle nobody notices %v", listed, unnoticed["puzzle"])
	}
}

// uncheckedInDocs returns what docs/verify.md lists as unchecked, by table.
func uncheckedInDocs(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile(gridtest.File(t, "docs", "verify.md"))
	gridtest.Must(t, err)
	_, section, _ := strings.Cut(string(text), "\n## What is not checked\n")
	section, _, _ = strings.Cut(section, "\n## ")
	listed := map[string][]string{}
	for _, m := range regexp.MustCompile("(?m)^\\| (`.*`) \\| (.*?) \\|").FindAllStringSubmatch(section, -1) {
		for table := range strings.SplitSeq(m[1], ", ") {
			listed[strings.Trim(table, "`")] = strings.Split(m[2], ", ")
		}
	}
	return listed
}

// tamperedFile is a database with rows in every table, and a connection without triggers, foreign keys and checks.
type tamperedFile struct {
	db  *store.DB
	raw *store.Conn
}

// everyTable makes a database with rows in every table.
func everyTable(t *testing.T) *tamperedFile {
	t.Helper()
	db := dbtest.OpenTarget(t, dbtest.File(t), 0)
	rng := gridtest.New(23)
	list := solvertest.Givens(gridtest.Minimal(rng), gridtest.Contradictory(rng), gridtest.Several(rng))
	list[0].Name = "a name"
	solvertest.Run(t, db, list, false, solvertest.Options(t, "singles", "intersections", "chains", "search"))
	gridtest.Must(t, batch.FillNeeded(t.Context(), db, func(int, int) {}))
	solvertest.Import(t, db, solvertest.Givens(gridtest.WithClues(rng, 30)))
	solvertest.Run(t, db, solvertest.Givens(gridtest.Several(rng)), false, solvertest.Options(t, "singles"))
	gridtest.Must(t, batch.FillProperties(t.Context(), db, func(int) {}))
	raw, err := db.Acquire(t.Context())
	if err == nil {
		err = errors.Join(raw.SkipTriggers(), raw.SkipChecks(t.Context()))
	}
	gridtest.Must(t, err)
	t.Cleanup(func() { raw.Close() })
	form, _ := isomorph.Canonical(list[0].State.Givens)
	d := &tamperedFile{db, raw}
	d.execute(t, `PRAGMA foreign_keys = OFF`, `PRAGMA ignore_check_constraints = ON`,
		`INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern) VALUES (1, 'x_wing', 0, 11, 1, 1)`,
		`UPDATE puzzle SET canonical = '`+form.String()+`' WHERE puzzle_id = 1`,
		`INSERT INTO puzzle_tag (puzzle_id, tag) VALUES (1, 'a tag')`,
		`INSERT INTO game (game_id, puzzle_id, started_at, changed_at) VALUES ('a', 1, '2026-01-01', '2026-01-01')`,
		`INSERT INTO game_move (game_id, move, cell, action, value, elapsed_ms) VALUES ('a', 1, 11, 'digit', 5, 1000)`,
		`INSERT INTO game_hint (game_id, version, level, elapsed_ms) VALUES ('a', 1, 'where', 1000)`,
		`INSERT INTO practice (player, technique, position, found_at) VALUES ('a', 'x_wing', 'game=a', '2026-01-01')`)
	for _, table := range d.list(t, `
		SELECT name FROM sqlite_master WHERE type = 'table'
			AND name NOT IN ('far_peer', 'writer', 'sqlite_sequence')`) {
		values := d.list(t, `SELECT CASE type WHEN 'TEXT' THEN QUOTE('x') ELSE '1' END FROM PRAGMA_TABLE_INFO(?)`,
			table)
		d.execute(t, `INSERT INTO `+table+` SELECT `+strings.Join(values, ", ")+` WHERE NOT EXISTS (SELECT 1 FROM `+
			table+`)`)
	}
	return d
}

// verify verifies the database. A change of a table that is not of a puzzle is looked for in the reference tables
// first.
func (d *tamperedFile) verify(t *testing.T, table string) error {
	t.Helper()
	var err error
	if table != "puzzle" {
		err = d.db.Snapshot(t.Context(), func(s *store.Snapshot) error { return s.CheckReference(t.Context()) })
	}
	if err == nil {
		_, err = verifyIn(t.Context(), d.db, verify.Options{})
	}
	return err
}

func (d *tamperedFile) execute(t *testing.T, statements ...string) {
	t.Helper()
	for _, s := range statements {
		dbtest.Exec(t, d.raw, s)
	}
}

// list returns the texts that a query returns.
func (d *tamperedFile) list(t *testing.T, query string, args ...any) (list []string) {
	t.Helper()
	if err := d.raw.SelectContext(t.Context(), &list, query, args...); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return list
}

// rowChange replaces a row, as literals, by another one. A row that is nil is not there.
type rowChange struct {
	what     string // the column, or rows
	from, to []string
}

// changes returns changes of the first row of a table.
func (d *tamperedFile) changes(t *testing.T, table string) (list []rowChange) {
	t.Helper()
	columns := d.list(t, `SELECT name FROM PRAGMA_TABLE_INFO(?)`, table)
	keys := d.list(t, `SELECT name FROM PRAGMA_TABLE_INFO(?) WHERE pk > 0`, table)
	row := d.list(t, `SELECT QUOTE(`+strings.Join(columns, `) || CHAR(31) || QUOTE(`)+`) FROM `+table+
		` ORDER BY 1 LIMIT 1`)
	if len(row) == 0 {
		return []rowChange{{"added rows", nil, slices.Repeat([]string{"11"}, len(columns))}}
	}
	row = strings.Split(row[0], "\x1f")
	for i, column := range columns {
		values := []string{row[i] + " + 1"}
		switch {
		case row[i] == "NULL":
			values = []string{"1", "'x'"}
		case row[i][0] == '\'':
			values[0] = "'x'"
		}
		for _, value := range values {
			other := slices.Clone(row)
			other[i] = value
			list = append(list, rowChange{column, row, other})
			if slices.Contains(keys, column) {
				list = append(list, rowChange{"added rows", nil, other})
			}
		}
		if row[i] != "NULL" && !slices.Contains(keys, column) {
			other := slices.Clone(row)
			other[i] = "NULL"
			list = append(list, rowChange{column + " to NULL", row, other})
		}
	}
	return append(list, rowChange{"deleted rows", row, nil})
}

// replace replaces a row of a table by another one. It reports false if the database forbids it.
func (d *tamperedFile) replace(t *testing.T, table string, from, to []string) bool {
	t.Helper()
	columns := strings.Join(d.list(t, `SELECT name FROM PRAGMA_TABLE_INFO(?)`, table), ", ")
	return d.raw.Atomically(t.Context(), func() error {
		if from != nil {
			result, err := d.raw.ExecContext(t.Context(), fmt.Sprintf(`DELETE FROM %s WHERE (%s) IS (%s)`, table, columns,
				strings.Join(from, ", ")))
			if err != nil {
				return err
			}
			if n, _ := result.RowsAffected(); n != 1 {
				t.Fatalf("%d rows of %s are %v, want 1", n, table, from)
			}
		}
		if to == nil {
			return nil
		}
		_, err := d.raw.ExecContext(t.Context(), fmt.Sprintf(`INSERT INTO %s VALUES (%s)`, table, strings.Join(to, ", ")))
		return err
	}) == nil
}
