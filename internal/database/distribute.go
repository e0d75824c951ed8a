package database

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jmoiron/sqlx"

	"setdoku/migrations"
)

// ErrNoCitus is the error for a server whose tables cannot be distributed.
var ErrNoCitus = errors.New("the database has no Citus extension")

// ErrNotCoordinator is the error for a node of Citus on which the schema cannot be changed.
var ErrNotCoordinator = errors.New("only the coordinator of Citus can change the schema, and this is another node")

// Layout describes how the tables of a server are distributed.
type Layout struct {
	Partitions  int      // of every partitioned table, 0 if there are no tables
	Distributed []string // tables that Citus has distributed or copied to every node, sorted
	Local       []string // other tables, sorted
}

// Layout returns how the tables are distributed. It is empty for a file.
func (db *DB) Layout(ctx context.Context) (l Layout, err error) {
	if db.dialect != Postgres {
		return l, nil
	}
	// Partitions follow their tables.
	tables := `
		SELECT c.relname AS name, (SELECT COUNT(*) FROM pg_inherits AS i WHERE i.inhparent = c.oid) AS partitions,
			FALSE AS distributed
		FROM pg_class AS c
		INNER JOIN pg_namespace AS n ON n.oid = c.relnamespace
		WHERE n.nspname = CURRENT_SCHEMA() AND c.relkind IN ('r', 'p') AND NOT c.relispartition
		ORDER BY CAST(c.relname AS TEXT) COLLATE "C"`
	citus, err := db.hasCitus(ctx, db)
	if citus {
		tables = strings.Replace(tables, `FALSE AS`, `EXISTS (
			SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = c.oid
				AND (p.partmethod = 'h' OR p.repmodel = 't')) AS`, 1)
	}
	var rows []struct {
		Name        string
		Partitions  int
		Distributed bool
	}
	if err == nil {
		err = db.SelectContext(ctx, &rows, tables)
	}
	if err != nil {
		return l, fmt.Errorf("read the layout of %s: %w", db.path, Explain(err))
	}
	for _, r := range rows {
		if r.Name == "puzzle" {
			l.Partitions = r.Partitions
		}
		if r.Distributed {
			l.Distributed = append(l.Distributed, r.Name)
		} else {
			l.Local = append(l.Local, r.Name)
		}
	}
	return l, nil
}

// hasCitus reports whether the extension Citus is installed in the database. It asks the pool or a connection.
func (db *DB) hasCitus(ctx context.Context, q sqlx.QueryerContext) (found bool, err error) {
	if db.dialect == Postgres {
		err = sqlx.GetContext(ctx, q, &found, `SELECT TO_REGCLASS('pg_dist_partition') IS NOT NULL`)
	}
	return found, err
}

// checkCoordinator returns an error that wraps ErrNotCoordinator on another node of Citus than the coordinator. A table
// that is made there exists only on that node.
func (db *DB) checkCoordinator(ctx context.Context) error {
	citus, err := db.hasCitus(ctx, db)
	if err != nil || !citus {
		return Explain(err)
	}
	var group int
	if err := db.GetContext(ctx, &group, `SELECT groupid FROM pg_dist_local_group`); err != nil {
		return Explain(err)
	}
	if group != 0 {
		return ErrNotCoordinator
	}
	return nil
}

// Distributed reports whether Citus has distributed the tables. It always reports false for a file.
func (db *DB) Distributed(ctx context.Context) (bool, error) { return db.distributedBy(ctx, db.DB) }

// distributedBy is Distributed, asked on the pool or on a connection.
func (db *DB) distributedBy(ctx context.Context, q sqlx.QueryerContext) (found bool, err error) {
	if db.isDistributed.Load() {
		return true, nil
	}
	if found, err = db.hasCitus(ctx, q); err != nil || !found {
		return false, err
	}
	err = sqlx.GetContext(ctx, q, &found, `
		SELECT EXISTS (
			SELECT 1
			FROM pg_dist_partition AS p
			INNER JOIN pg_class AS c ON c.oid = p.logicalrelid
			INNER JOIN pg_namespace AS n ON n.oid = c.relnamespace
			WHERE n.nspname = CURRENT_SCHEMA() AND p.partmethod = 'h'
		)`)
	if found {
		db.isDistributed.Store(true) // for good, because Citus does not take it back
	}
	return found, err
}

// CheckCitus returns an error that wraps ErrNoCitus if Distribute cannot work on this database.
func (db *DB) CheckCitus(ctx context.Context) error {
	found, err := db.hasCitus(ctx, db)
	if err == nil && !found {
		err = fmt.Errorf("%w: run CREATE EXTENSION citus on every node", ErrNoCitus)
	}
	if err != nil {
		return fmt.Errorf("distribute the tables of %s: %w", db.path, Explain(err))
	}
	return nil
}

// Distribute distributes the tables over the nodes of Citus and returns the names of those that were not distributed
// before. Every table has a transaction of its own. Call it again after an interrupt or a new schema version.
func (db *DB) Distribute(ctx context.Context) (names []string, err error) {
	if err := db.CheckCitus(ctx); err != nil {
		return nil, err
	}
	before, err := db.Layout(ctx)
	if err != nil {
		return nil, err
	}
	if err := db.distribute(ctx); err != nil {
		return nil, fmt.Errorf("distribute the tables of %s: %w", db.path, Explain(err))
	}
	after, err := db.Layout(ctx)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(after.Distributed,
		func(name string) bool { return slices.Contains(before.Distributed, name) }), nil
}

// distribute runs the script, one paragraph at a time. A lock keeps other processes from running it meanwhile.
func (db *DB) distribute(ctx context.Context) (err error) {
	script, err := migrations.Citus()
	if err != nil {
		return err
	}
	c, err := db.Connx(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	const lock = `(CAST(CAST(CAST('` + serverVersions + `' AS REGCLASS) AS OID) AS BIGINT))`
	if _, err := c.ExecContext(ctx, `SELECT PG_ADVISORY_LOCK`+lock); err != nil {
		return err
	}
	defer func() {
		_, unlockErr := c.ExecContext(context.WithoutCancel(ctx), `SELECT PG_ADVISORY_UNLOCK`+lock)
		err = errors.Join(err, unlockErr)
	}()
	for paragraph := range strings.SplitSeq(string(script), "\n\n") {
		if _, err := c.ExecContext(ctx, paragraph); err != nil {
			return err
		}
	}
	return nil
}
