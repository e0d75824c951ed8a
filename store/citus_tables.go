package store

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"setdoku/store/record"
)

// The statements of the solver join temporary tables with reference tables and with the puzzles of a chunk. Citus would
// plan each of them, and would read the temporary tables on all nodes. So a connection to Citus gets temporary
// relations with the names of these tables, which hide them: a statement that names nothing else runs as on a plain
// server.

// nodeTables are the tables of which a connection copies the rows of a chunk, and their keys.
var nodeTables = []struct{ name, key string }{
	{"puzzle", "puzzle_id"},
	{"puzzle_technique", "puzzle_id, technique"},
	{"cell", "puzzle_id, cell"},
	{"elimination", "puzzle_id, cell, digit"},
	{"candidate", "puzzle_id, cell, digit"},
}

// errNoReference says that the node of the connection has no copies of reference tables.
var errNoReference = errors.New("the coordinator has no copies of the reference tables: run SELECT " +
	"citus_set_coordinator_host(...) on it")

// OnNodes reports whether the rows of puzzles are on several nodes.
func (c *Conn) OnNodes() bool { return c.texts() == &citusTexts }

// MakeNodeTables gives the connection temporary relations with the names of the tables that the solver reads, which
// hide these tables: for a reference table a view of the copy on the node of the connection, for a table of puzzles an
// empty temporary table, which FillNodeTables fills. DropTemp drops them. Nothing else may be written on the connection
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
	for _, t := range nodeTables {
		statements = append(statements, c.Qualify(`CREATE TEMP TABLE `+t.name+` (LIKE main.`+t.name+`, PRIMARY KEY (`+
			t.key+`))`))
	}
	for _, s := range statements {
		if _, err := c.ExecContext(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// FillNodeTables copies the rows of puzzles into the temporary tables of MakeNodeTables, after ClearTemp.
func (c *Conn) FillNodeTables(ctx context.Context, starts []*record.Puzzle) error {
	if !c.OnNodes() {
		return nil
	}
	var ids, filled, played []int64
	for i := range starts {
		id := starts[i].PuzzleID
		ids = append(ids, id)
		if starts[i].BaseStep >= 0 {
			filled = append(filled, id)
		}
		if starts[i].BaseStep > 0 {
			played = append(played, id)
		}
	}
	wanted := map[string][]int64{"puzzle": ids, "puzzle_technique": played, "cell": filled, "elimination": filled,
		"candidate": played}
	for _, t := range nodeTables {
		if len(wanted[t.name]) == 0 {
			continue
		}
		// The ids are a part of the text, because this connection makes generic plans of statements with parameters.
		list := strings.Trim(strings.ReplaceAll(fmt.Sprint(wanted[t.name]), " ", ","), "[]")
		_, err := c.ExecContext(ctx, c.Qualify(`INSERT INTO temp.`+t.name+` SELECT * FROM main.`+t.name+
			` WHERE puzzle_id IN (`+list+`)`))
		if err != nil {
			return fmt.Errorf("copy rows of %s to the node of the connection: %w", t.name, Explain(err))
		}
	}
	return nil
}
