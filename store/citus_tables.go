package store

import (
	"context"
	"errors"
	"fmt"
)

// The statements of the solver join temporary tables with reference tables. Citus would plan each of them, and would
// read the temporary tables on all nodes. So a connection to Citus gets temporary views with the names of the reference
// tables, which hide them: a statement that names nothing else runs as on a plain server.

// errNoReference says that the node of the connection has no copies of reference tables.
var errNoReference = errors.New("the coordinator has no copies of the reference tables: run SELECT " +
	"citus_set_coordinator_host(...) on it")

// OnNodes reports whether the rows of puzzles are on several nodes.
func (c *Conn) OnNodes() bool { return c.texts() == &citusTexts }

// MakeNodeTables gives the connection a temporary view of the copy of each reference table on its node, with the name
// of the table, which it hides. DropTemp drops them. Nothing else may be written on the connection
// meanwhile. It does nothing if the tables are not distributed.
func (c *Conn) MakeNodeTables(ctx context.Context) error {
	if !c.OnNodes() {
		return nil
	}
	if err := c.makeNodeTables(ctx); err != nil {
		return fmt.Errorf("copy tables to the node of the connection: %w", Explain(err))
	}
	return nil
}

func (c *Conn) makeNodeTables(ctx context.Context) error {
	var references []struct{ Name, Shard string }
	err := c.SelectContext(ctx, &references, `
		SELECT c.relname AS name, SHARD_NAME(s.logicalrelid, s.shardid) AS shard
		FROM pg_dist_partition AS p
		INNER JOIN pg_class AS c ON c.oid = p.logicalrelid
		INNER JOIN pg_dist_shard AS s ON s.logicalrelid = p.logicalrelid
		WHERE c.relnamespace = (SELECT n.oid FROM pg_namespace AS n WHERE n.nspname = CURRENT_SCHEMA())
			AND p.partmethod = 'n' AND p.repmodel = 't'
			AND TO_REGCLASS(SHARD_NAME(s.logicalrelid, s.shardid)) IS NOT NULL`)
	if err != nil {
		return err
	}
	if len(references) == 0 {
		return errNoReference
	}
	statements := []string{`SET plan_cache_mode = force_generic_plan`} // as on a plain server
	for _, r := range references {
		statements = append(statements, `CREATE TEMP VIEW `+r.Name+` AS SELECT * FROM `+r.Shard)
	}
	for _, s := range statements {
		if _, err := c.ExecContext(ctx, s); err != nil {
			return err
		}
	}
	return nil
}
