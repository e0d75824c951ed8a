package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jmoiron/sqlx"

	"setdoku/migrations"
)

// citusBackend is a PostgreSQL server with tables that Citus has distributed.
type citusBackend struct{ postgresBackend }

var citusTexts = func() texts {
	t := postgresTexts
	t.beginWriter, t.endWriter = "", "" // Citus has no triggers on its tables
	t.checkByHand = `SELECT %s_by_hand(?, ?, ?, 'manual')`
	t.session = `SELECT CITUS_BACKEND_GPID()` // a wait is on another node
	t.isBlocked = `SELECT COUNT(*) > 0 FROM citus_lock_waits AS w WHERE w.waiting_gpid = ?`
	return t
}()

func (citusBackend) texts() *texts { return &citusTexts }

// citusSettings come after postgresSettings. Citus cannot run a generic plan of a statement on distributed tables.
// Nodes must know the settings of SET LOCAL, because statements wait for locks there. A connection makes temporary
// views for itself. Citus would repeat them on other nodes, and refuses them on all nodes but the coordinator.
var citusSettings = []string{
	`SET citus.propagate_set_commands = 'local'`,
	`SET citus.enable_ddl_propagation = off`,
}

func (b citusBackend) acquire(ctx context.Context, c *Conn) (backend, error) {
	c.noTriggers = true
	return b, errors.Join(c.planForParameters(ctx), c.set(ctx, citusSettings))
}

// begin sets the timeout of locks again, because rows are locked on other nodes, which know it only by SET LOCAL.
func (citusBackend) begin(c *Conn) string {
	return `BEGIN; SET LOCAL lock_timeout = '` + c.db.config.RuntimeParams["lock_timeout"] + `'`
}

// lock locks shard by shard, all processes in the same order, so that two of them cannot deadlock.
func (citusBackend) lock(ctx context.Context, c *Conn, ids []int64) error {
	groups, err := c.byShard(ctx, ids)
	for _, group := range groups {
		if err == nil {
			_, err = c.lock(ctx, group, `ORDER BY z.puzzle_id FOR UPDATE`)
		}
	}
	return err
}

// share reads the ids of waiting puzzles, for about one group of each shard, because Citus locks rows by one statement
// on one shard only. It reads ranges of ids, because every shard would return as many rows as a limit allows. Where few
// puzzles wait it reads wider ranges.
func (citusBackend) share(ctx context.Context, k *Claims, limit int) (err error) {
	if k.shards == 0 {
		err = k.conn.GetContext(ctx, &k.shards, `SELECT COUNT(*) FROM pg_dist_shard
				WHERE logicalrelid = CAST('puzzle' AS REGCLASS)`)
		if err != nil {
			return err
		}
	}
	enough := limit * k.shards
	condition, args := k.filter.condition()
	var found []int64
	for width := int64(enough); len(found) < enough/2; width *= 2 {
		var first int64
		query, firstArgs := k.filter.waiting("puzzle", k.after, 1)
		err := k.conn.GetContext(ctx, &first, query, firstArgs...)
		if errors.Is(err, sql.ErrNoRows) {
			k.ended = true
			break
		}
		if err != nil {
			return err
		}
		k.after = first + width - 1
		var list []int64
		err = k.conn.SelectContext(ctx, &list, `
			SELECT z.puzzle_id FROM puzzle AS z WHERE z.puzzle_id BETWEEN ? AND ? AND `+condition,
			append([]any{first, k.after}, args...)...)
		if err != nil {
			return err
		}
		found = append(found, list...)
	}
	byShard, err := k.conn.byShard(ctx, found)
	for _, ids := range byShard {
		k.group(ids, limit)
	}
	return err
}

// byShard groups puzzles by their shard of Citus, in the order of shards, the ids of each in order.
func (c *Conn) byShard(ctx context.Context, ids []int64) (groups [][]int64, err error) {
	var rows []struct {
		ID    int64 `db:"id"`
		Shard int64
	}
	err = c.SelectContext(ctx, &rows, `
		SELECT i.id, GET_SHARD_ID_FOR_DISTRIBUTION_COLUMN('puzzle', i.id) AS shard
		FROM UNNEST(CAST(? AS BIGINT[])) AS i (id)
		ORDER BY shard, i.id`, ids)
	last := int64(-1)
	for _, r := range rows {
		if r.Shard != last {
			last = r.Shard
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], r.ID)
	}
	return groups, err
}

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

// String says how the tables of a server are divided and distributed.
func (l Layout) String() string {
	text := "1 partition a table"
	if l.Partitions != 1 {
		text = fmt.Sprintf("%d partitions a table", l.Partitions)
	}
	if len(l.Distributed) > 0 {
		text += ", distributed by Citus"
		if len(l.Local) > 0 {
			text += " except " + strings.Join(l.Local, ", ") + ": run 'setdoku migrate up --citus' again"
		}
	}
	return text
}

// Layout returns how the tables are distributed. It is empty for a file.
func (db *DB) Layout(ctx context.Context) (l Layout, err error) {
	tables := db.texts().layout
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
	err = sqlx.GetContext(ctx, q, &found, db.texts().hasCitus)
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

// OnNodes reports whether the rows of puzzles are on several nodes, which is never so for a file.
func (db *DB) OnNodes(ctx context.Context) (bool, error) { return db.distributedBy(ctx, db.DB) }

// distributedBy reports whether Citus has distributed the tables. It asks the pool or a connection.
func (db *DB) distributedBy(ctx context.Context, q sqlx.QueryerContext) (found bool, err error) {
	if db.onNodes.Load() {
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
		db.onNodes.Store(true) // for good, because Citus does not take it back
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
	const lock = `(CAST(CAST(CAST('setdoku_version' AS REGCLASS) AS OID) AS BIGINT))`
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
