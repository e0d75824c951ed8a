package store

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"setdoku/store/record"
)

// postgresBackend is a PostgreSQL server.
type postgresBackend struct{}

var postgresTexts = texts{
	dialect: Postgres,
	// Its name shows that the tables belong to setdoku. In a file another mark shows that.
	versionTable: "setdoku_version",
	keyTable:     "puzzle_key",
	isolation:    sql.LevelRepeatableRead, // a file always reads so
	temp:         "pg_temp.",

	hasTable:   `SELECT EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = CURRENT_SCHEMA() AND tablename = ?)`,
	tempTables: `SELECT 'pg_temp.' || relname FROM pg_class WHERE relnamespace = PG_MY_TEMP_SCHEMA() AND relkind = 'r'`,
	empty:      `TRUNCATE `, emptyNext: `, `,
	dropTemp: `DISCARD TEMP`,
	schema:   `SELECT 0`, // no other process can change it during a migration

	beginWriter: `SELECT SET_CONFIG('setdoku.writer', 'on', TRUE)`,
	endWriter:   `SELECT SET_CONFIG('setdoku.writer', '', TRUE)`,
	// The two numbers identify the lock. Any numbers work as long as they are unique.
	lockIsomorphs: `SELECT PG_ADVISORY_XACT_LOCK(7365746, 13)`,
	mayLock:       `SELECT z.puzzle_id FROM puzzle AS z WHERE FALSE FOR UPDATE`,
	session:       `SELECT PG_BACKEND_PID()`,
	isBlocked:     `SELECT CARDINALITY(PG_BLOCKING_PIDS(?)) > 0`,

	hasCitus: `SELECT TO_REGCLASS('pg_dist_partition') IS NOT NULL`,
	// Partitions follow their tables.
	layout: `
		SELECT c.relname AS name, (SELECT COUNT(*) FROM pg_inherits AS i WHERE i.inhparent = c.oid) AS partitions,
			FALSE AS distributed
		FROM pg_class AS c
		INNER JOIN pg_namespace AS n ON n.oid = c.relnamespace
		WHERE n.nspname = CURRENT_SCHEMA() AND c.relkind IN ('r', 'p') AND NOT c.relispartition
		ORDER BY CAST(c.relname AS TEXT) COLLATE "C"`,
}

func (postgresBackend) texts() *texts { return &postgresTexts }

func (postgresBackend) blocked(_ string, err error) error { return err }

// migrator returns a lock too, so that one process makes the tables while others wait.
func (postgresBackend) migrator() (goose.Dialect, []goose.ProviderOption, error) {
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 120), lock.WithUnlockTimeout(1, 10))
	return goose.DialectPostgres, []goose.ProviderOption{goose.WithSessionLocker(locker)}, err
}

// postgresSettings suit the statements of the solver. The statements fix their join order, so a generic plan is good
// enough and no plan is worth compiling.
var postgresSettings = []string{
	`SET join_collapse_limit = 1`,
	`SET jit = off`,
	`SET enable_mergejoin = off`,
	`SET enable_hashjoin = off`,
	`SET plan_cache_mode = force_generic_plan`,
}

// acquire asks whether the connection is one to Citus.
func (b postgresBackend) acquire(ctx context.Context, c *Conn) (backend, error) {
	if err := c.set(ctx, postgresSettings); err != nil {
		return nil, err
	}
	if distributed, err := c.db.distributedBy(ctx, c); err != nil || !distributed {
		return b, err
	}
	return citusBackend{}.acquire(ctx, c)
}

// set changes the settings of the session.
func (c *Conn) set(ctx context.Context, settings []string) error {
	for _, s := range settings {
		if _, err := c.ExecContext(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

func (postgresBackend) release(c *Conn) {
	_, _ = c.ExecContext(context.Background(), `RESET ALL; `+sessionSettings(c.db.config.RuntimeParams))
}

func (postgresBackend) setTriggers(*Conn, bool) error { return nil }

func (postgresBackend) begin(*Conn) string { return `BEGIN` }

// planForParameters makes the server plan every statement of the connection for its parameters until Close. A statement
// that names its puzzles then locks only their partitions.
func (c *Conn) planForParameters(ctx context.Context) error {
	_, err := c.ExecContext(ctx, `SET plan_cache_mode = force_custom_plan`)
	c.plansForParameters = err == nil
	return err
}

// addKeys reserves an id for every key and adds the keys. If another connection is just adding the same puzzle, the
// insert waits until that transaction ends. The keys are inserted in sorted order, so that two connections cannot
// deadlock.
func (postgresBackend) addKeys(ctx context.Context, c *Conn, puzzles []*record.Puzzle) (added, others []*record.Puzzle,
	err error) {
	var reserved []int64
	err = c.SelectContext(ctx, &reserved, `
		SELECT NEXTVAL(PG_GET_SERIAL_SEQUENCE('puzzle', 'puzzle_id'))
		FROM GENERATE_SERIES(1, CAST(? AS INTEGER))`, len(puzzles))
	if err != nil {
		return nil, nil, fmt.Errorf("reserve ids: %w", err)
	}
	slices.Sort(reserved)
	for i, p := range puzzles {
		p.PuzzleID = reserved[i]
	}
	sorted := slices.SortedFunc(slices.Values(puzzles), func(a, b *record.Puzzle) int {
		return a.Identity.Compare(b.Identity)
	})
	givens, states, variants := make([]string, len(sorted)), make([]string, len(sorted)), make([]string, len(sorted))
	for i, p := range sorted {
		reserved[i], givens[i], states[i], variants[i] = p.PuzzleID, p.Givens, p.Identity.State, p.Variant
	}
	var ids []int64
	err = c.SelectContext(ctx, &ids, `
		INSERT INTO puzzle_key (givens, state, variant, puzzle_id)
		SELECT n.givens, n.state, n.variant, n.puzzle_id
		FROM UNNEST(CAST(? AS TEXT[]), CAST(? AS TEXT[]), CAST(? AS TEXT[]), CAST(? AS BIGINT[])) AS n (givens, state,
			variant, puzzle_id)
		ON CONFLICT (givens, state, variant) DO NOTHING
		RETURNING puzzle_id`, givens, states, variants, reserved)
	added, others = partition(puzzles, ids)
	return added, others, err
}

// partition divides puzzles into those with one of the ids and the others.
func partition(puzzles []*record.Puzzle, ids []int64) (with, others []*record.Puzzle) {
	wanted := make(map[int64]bool, len(ids))
	for _, id := range ids {
		wanted[id] = true
	}
	for _, p := range puzzles {
		if wanted[p.PuzzleID] {
			with = append(with, p)
		} else {
			others = append(others, p)
		}
	}
	return with, others
}

// finish updates puzzle with one statement. It names the ids twice, so that Citus asks only the shards of these
// puzzles.
func (postgresBackend) finish(ctx context.Context, c *Conn, run int64,
	results []*record.Puzzle) (saved []*record.Puzzle, err error) {
	n := len(results)
	if n == 0 {
		return nil, nil
	}
	versions := make([]int64, n)
	ids, steps, scores, depths := make([]int64, n), make([]int, n), make([]int, n), make([]*int, n)
	rounds := make([]int, n)
	status, solutions, levels, hardest := make([]string, n), make([]string, n), make([]string, n), make([]string, n)
	for i, r := range results {
		ids[i], steps[i], scores[i], rounds[i], depths[i] = r.PuzzleID, r.Steps, r.Score, r.Rounds, r.Depth
		versions[i] = r.Version
		status[i], solutions[i], levels[i], hardest[i] = string(r.Status), r.Solution, string(r.Level), r.Hardest
	}
	var updated []int64
	err = c.SelectContext(ctx, &updated, `
		UPDATE puzzle
		SET version = puzzle.version + 1, status = f.status, steps = f.steps, solution = NULLIF(f.solution, ''), level = NULLIF(f.level, ''),
			hardest = NULLIF(f.hardest, ''), score = f.score, rounds = f.rounds, depth = f.depth, run_id = ?
		FROM UNNEST(
			CAST(? AS BIGINT[]), CAST(? AS TEXT[]), CAST(? AS INTEGER[]), CAST(? AS TEXT[]), CAST(? AS TEXT[]),
				CAST(? AS TEXT[]),
			CAST(? AS INTEGER[]), CAST(? AS INTEGER[]), CAST(? AS INTEGER[]), CAST(? AS BIGINT[])
		) AS f (puzzle_id, status, steps, solution, level, hardest, score, rounds, depth, version)
		WHERE puzzle.puzzle_id = f.puzzle_id AND puzzle.version = f.version
			AND puzzle.puzzle_id = ANY (CAST(? AS BIGINT[]))
		RETURNING puzzle.puzzle_id`,
		run, ids, status, steps, solutions, levels, hardest, scores, rounds, depths, versions, ids)
	saved, _ = partition(results, updated)
	return saved, err
}

func (postgresBackend) lock(ctx context.Context, c *Conn, ids []int64) error {
	_, err := c.lock(ctx, ids, `ORDER BY z.puzzle_id FOR UPDATE`)
	return err
}

// groupsAtOnce is the number of groups that share makes of partitions, and the largest number of partitions in a group.
const groupsAtOnce = 8

// share reads the ids of waiting puzzles, one partition after the other. The transaction of a group then locks few
// partitions of puzzle and of the tables that have its rows. Workers begin with different ones. Where few puzzles wait,
// groups are smaller.
func (postgresBackend) share(ctx context.Context, k *Claims, limit int) error {
	if k.tables == nil {
		if err := k.findPartitions(ctx); err != nil {
			return err
		}
	}
	most := limit * groupsAtOnce
	var ids []int64
	for read := 0; len(k.tables) > 0 && len(ids) < most && read < groupsAtOnce; {
		found, err := k.read(ctx, k.tables[0], most-len(ids))
		if err != nil {
			return err
		}
		if len(found) > 0 {
			read++
		}
		if ids = append(ids, found...); len(ids) < most {
			k.tables, k.after = k.tables[1:], 0
		}
	}
	k.ended = len(k.tables) == 0
	k.group(ids, limit)
	return nil
}

// findPartitions finds the partitions of puzzle, in an order that begins anywhere. A user who may not read one of them
// by its name gets the table puzzle. With partitions the connection plans every statement for its parameters: a generic
// plan locks all partitions and their indexes, and the table of locks has no space for that if there are many
// partitions and workers.
func (k *Claims) findPartitions(ctx context.Context) error {
	if err := k.checkMayLock(ctx); err != nil {
		return err
	}
	k.tables = []string{"puzzle"}
	var partitions []struct {
		Name string
		May  bool
	}
	err := k.conn.SelectContext(ctx, &partitions, `
		SELECT CAST(CAST(i.inhrelid AS REGCLASS) AS TEXT) AS name, HAS_TABLE_PRIVILEGE(i.inhrelid, 'SELECT') AS may
		FROM pg_inherits AS i
		WHERE i.inhparent = CAST('puzzle' AS REGCLASS)
		ORDER BY i.inhrelid`)
	if err != nil || len(partitions) == 0 {
		return err
	}
	var names []string
	for _, p := range partitions {
		if !p.May {
			return nil
		}
		names = append(names, p.Name)
	}
	first := rand.IntN(len(names))
	k.tables = slices.Concat(names[first:], names[:first])
	return k.conn.planForParameters(ctx)
}
