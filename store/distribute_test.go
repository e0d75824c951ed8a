package store_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/pgtest"
	"setdoku/store"
)

const (
	placesQuery = `
		SELECT p.logicalrelid || ' ' || p.method || COALESCE(' ' || p.colocated, '')
		FROM pg_dist_partition AS p
		INNER JOIN pg_class AS c ON c.oid = p.logicalrelid AND NOT c.relispartition
		ORDER BY 1`
	triggersQuery = `
		SELECT PG_GET_TRIGGERDEF(t.oid)
		FROM pg_trigger AS t
		WHERE NOT t.tgisinternal AND t.tgparentid = 0
		ORDER BY 1`
)

// TestDistribute checks that every table of the schema is distributed or copied, also tables of later migrations: by
// puzzle_id if it has that column, puzzle_key by the givens, others as a copy on every node, also the table of schema
// versions and game_move, which refers to game. game is a copy too: a game is found by its own id, without its puzzle.
func TestDistribute(t *testing.T) {
	db := dbtest.OpenTarget(t, pgtest.StandIn(t), 2)
	before := dbtest.Texts(t, db, triggersQuery)
	// Those of views, which run the statements of sql/shared, delete candidates and add techniques. They run on the
	// coordinator.
	rules := slices.DeleteFunc(slices.Clone(before), func(trigger string) bool {
		return !strings.Contains(trigger, " INSTEAD OF ")
	})
	if len(rules) == 0 || len(before) <= len(rules) {
		t.Errorf("%d triggers, %d of them of views, want both kinds", len(before), len(rules))
	}
	names, err := db.Distribute(t.Context())
	gridtest.Must(t, err)
	want := dbtest.Texts(t, db, `
		SELECT c.relname || CASE
			WHEN c.relname = 'puzzle_key' THEN ' givens none'
			WHEN c.relname = 'puzzle' THEN ' puzzle_id none'
			WHEN c.relname = 'game' THEN ' reference'
			WHEN a.attname IS NOT NULL THEN ' puzzle_id puzzle'
			ELSE ' reference'
		END
		FROM pg_class AS c
		LEFT JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attname = 'puzzle_id'
		WHERE c.relnamespace = CAST('public' AS REGNAMESPACE) AND c.relkind IN ('r', 'p') AND NOT c.relispartition
		ORDER BY 1`)
	places := dbtest.Texts(t, db, placesQuery)
	if d := cmp.Diff(want, places); d != "" {
		t.Errorf("places (-want +got):\n%s", d)
	}
	if d := cmp.Diff(rules, dbtest.Texts(t, db, triggersQuery)); d != "" {
		t.Errorf("triggers, want those of the views (-want +got):\n%s", d)
	}
	// No node calls a function, because no distributed table has a trigger.
	if got := dbtest.Texts(t, db, `SELECT CAST(name AS TEXT) FROM distributed_function ORDER BY 1`); len(got) > 0 {
		t.Errorf("functions %v on the nodes, want none", got)
	}
	layout, err := db.Layout(t.Context())
	gridtest.Must(t, err)
	if d := cmp.Diff(store.Layout{Partitions: 2, Distributed: names}, layout); d != "" {
		t.Errorf("layout (-want +got):\n%s", d)
	}

	again, err := db.Distribute(t.Context())
	if err != nil || len(again) > 0 {
		t.Errorf("the second call distributed %v, error %v", again, err)
	}
	if d := cmp.Diff(places, dbtest.Texts(t, db, placesQuery)); d != "" {
		t.Errorf("the second call changed places:\n%s", d)
	}
	if d := cmp.Diff(rules, dbtest.Texts(t, db, triggersQuery)); d != "" {
		t.Errorf("the second call changed triggers:\n%s", d)
	}

	// A table of a later schema version is listed as not distributed.
	dbtest.Exec(t, db, `CREATE TABLE of_tomorrow (puzzle_id BIGINT)`)
	if layout, err = db.Layout(t.Context()); err != nil || !slices.Equal(layout.Local, []string{"of_tomorrow"}) {
		t.Errorf("not distributed: %v, error %v, want of_tomorrow", layout.Local, err)
	}
}

// TestDistributeInterrupted makes a node fail at some table. The tables before it stay distributed, and the next call
// does the rest.
func TestDistributeInterrupted(t *testing.T) {
	whole := dbtest.OpenTarget(t, pgtest.StandIn(t), 2)
	if _, err := whole.Distribute(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"technique", "cell", "puzzle_key"} {
		t.Run(name, func(t *testing.T) {
			db := dbtest.OpenTarget(t, pgtest.StandIn(t), 2)
			if _, err := db.ExecContext(t.Context(), `INSERT INTO broken VALUES (CAST(? AS REGCLASS))`,
				name); err != nil {
				t.Fatal(err)
			}
			_, err := db.Distribute(t.Context())
			if err == nil || !strings.Contains(err.Error(), "connection to the node lost") {
				t.Fatalf("error %v, want that of the node", err)
			}
			layout, err := db.Layout(t.Context())
			if err != nil || !slices.Contains(layout.Local, name) {
				t.Fatalf("not distributed: %v, error %v, want %s among them", layout.Local, err, name)
			}
			dbtest.Exec(t, db, `DELETE FROM broken`)
			if _, err := db.Distribute(t.Context()); err != nil {
				t.Fatal(err)
			}
			for _, query := range []string{placesQuery, triggersQuery} {
				if d := cmp.Diff(dbtest.Texts(t, whole, query), dbtest.Texts(t, db, query)); d != "" {
					t.Errorf("in one call and in two (-want +got):\n%s", d)
				}
			}
		})
	}
}

// TestDistributeKeepsRules plays by hand after the tables were distributed. There are no triggers then, so each row is
// followed by the function that checks it and trims the candidates. A refused row goes with its transaction.
func TestDistributeKeepsRules(t *testing.T) {
	db := dbtest.OpenTarget(t, pgtest.StandIn(t), 2)
	if _, err := db.Distribute(t.Context()); err != nil {
		t.Fatal(err)
	}
	dbtest.Exec(t, db, `INSERT INTO puzzle (puzzle_id, givens) VALUES (1, REPEAT('.', 81))`)
	dbtest.Fill(t, db)
	for _, tt := range []struct {
		name, table string
		cell, digit int
		refused     string
	}{
		{"a digit", "cell", 45, 7, ""},
		{"the same in the row", "cell", 41, 7, "already has the digit"},
		{"a mark", "elimination", 11, 7, ""},
		{"the same mark", "elimination", 11, 7, "duplicate key"},
		{"a mark that the digit took", "elimination", 49, 7, "not a candidate"},
	} {
		err := rowByHand(t, db, tt.table, tt.cell, tt.digit)
		if (err == nil) != (tt.refused == "") || err != nil && !strings.Contains(err.Error(), tt.refused) {
			t.Errorf("%s: error %v, want %q", tt.name, err, tt.refused)
		}
	}
	if n := dbtest.Texts(t, db, `SELECT COUNT(*) FROM candidate WHERE digit = 7`); n[0] != "59" {
		t.Errorf("%s candidates of the digit are left of 81, want 59: one cell, its 20 peers and a mark less", n[0])
	}
	if n := dbtest.Texts(t, db, `SELECT COUNT(*) FROM candidate`); n[0] != "699" {
		t.Errorf("%s candidates are left of 729, want 699: nine in the cell, and 21 more", n[0])
	}
}

// rowByHand inserts a row by hand into a distributed table and calls its function, in one transaction.
func rowByHand(t *testing.T, db *store.DB, table string, cell, digit int) error {
	t.Helper()
	tx, err := db.BeginTxx(t.Context(), nil)
	gridtest.Must(t, err)
	defer tx.Rollback()
	for _, query := range []string{
		`INSERT INTO ` + table + ` (puzzle_id, cell, digit, rule) VALUES (1, ?, ?, 'manual')`,
		`SELECT ` + table + `_by_hand(1, ?, ?, 'manual')`,
	} {
		if _, err := tx.ExecContext(t.Context(), tx.Rebind(query), cell, digit); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// TestDistributeRefused checks that a plain server and a file are not changed, and the number of their partitions.
func TestDistributeRefused(t *testing.T) {
	for _, tt := range []struct {
		name       string
		target     func(*testing.T) string
		partitions int
	}{
		{"server", func(t *testing.T) string { return pgtest.Database(t) }, 16},
		{"file", func(t *testing.T) string { return dbtest.File(t) }, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			db := dbtest.OpenTarget(t, tt.target(t), 0)
			if l, err := db.Layout(t.Context()); err != nil || l.Partitions != tt.partitions || l.Distributed != nil {
				t.Errorf("layout %+v, error %v, want %d partitions", l, err, tt.partitions)
			}
			if names, err := db.Distribute(t.Context()); !errors.Is(err, store.ErrNoCitus) || names != nil {
				t.Errorf("distributed %v, error %v, want %v", names, err, store.ErrNoCitus)
			}
		})
	}
}
