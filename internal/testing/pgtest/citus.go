package pgtest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"setdoku/internal/testing/gridtest"
)

// CitusVariable is the environment variable with the URL of a database on the coordinator of a Citus cluster. The
// database must have the extension and know the nodes of the cluster. Its user must be allowed to create databases and
// extensions on every node, with the same password.
const CitusVariable = "SETDOKU_CITUS"

// Citus returns the URL of a new, empty database on the coordinator. The database has the same name on every node, the
// extension, the nodes that the coordinator of the environment knows, and that many shards for each table.
// It is dropped on all nodes when the test ends. Without a cluster the test is skipped, also if SETDOKU_REQUIRE is set,
// because Debian has no package of Citus.
func Citus(t testing.TB, shards int) string {
	t.Helper()
	target := os.Getenv(CitusVariable)
	if target == "" {
		gridtest.Lacks(t, "no Citus cluster, which Debian has no package of: "+CitusVariable+" is not set")
	}
	coordinator, err := url.Parse(target)
	if err != nil || coordinator.Hostname() == "" || coordinator.Port() == "" {
		t.Fatalf("%s is not a URL of a coordinator, want postgres://user:password@host:port/database", CitusVariable)
	}
	name := fmt.Sprintf("%s%d_%08x", prefix, time.Now().Unix(), rand.Uint32())
	nodes := append([]string{coordinator.Host}, workers(t, target)...)
	sweepNodes.Do(func() {
		for _, node := range nodes {
			dropStale(t, nodeURL(*coordinator, node, "postgres"))
		}
	})
	for _, node := range nodes {
		server := nodeURL(*coordinator, node, "postgres")
		execute(t, server, `CREATE DATABASE `+name)
		t.Cleanup(func() { execute(t, server, `DROP DATABASE `+name+` WITH (FORCE)`) })
		execute(t, nodeURL(*coordinator, node, name), `CREATE EXTENSION citus`)
	}
	created := nodeURL(*coordinator, coordinator.Host, name)
	for i, node := range nodes {
		host, port := hostPort(t, node)
		statement := `SELECT CITUS_ADD_NODE($1, $2)`
		if i == 0 {
			statement = `SELECT CITUS_SET_COORDINATOR_HOST($1, $2)`
		}
		execute(t, created, statement, host, port)
	}
	execute(t, created, `ALTER DATABASE `+name+` SET citus.shard_count = `+strconv.Itoa(shards))
	return created
}

// Nodes returns the URLs of a database of Citus on all nodes, the coordinator first.
func Nodes(t testing.TB, coordinator string) []string {
	t.Helper()
	u, err := url.Parse(coordinator)
	gridtest.Must(t, err)
	urls := []string{coordinator}
	for _, node := range workers(t, coordinator) {
		urls = append(urls, nodeURL(*u, node, strings.TrimPrefix(u.Path, "/")))
	}
	return urls
}

// workers returns host:port of the nodes that a coordinator knows, without itself.
func workers(t testing.TB, target string) (nodes []string) {
	t.Helper()
	work(t, target, func(ctx context.Context, conn *pgx.Conn) error {
		rows, err := conn.Query(ctx, `
			SELECT nodename || ':' || nodeport
			FROM pg_dist_node
			WHERE groupid > 0 AND noderole = 'primary' AND isactive
			ORDER BY nodeid`)
		if err == nil {
			nodes, err = pgx.CollectRows(rows, pgx.RowTo[string])
		}
		return err
	})
	return nodes
}

// sweepNodes runs once in a process.
var sweepNodes sync.Once

// nodeURL returns the URL of a database on a node.
func nodeURL(u url.URL, node, database string) string {
	u.Host, u.Path = node, "/"+database
	return u.String()
}

func hostPort(t testing.TB, node string) (host string, port int) {
	t.Helper()
	host, text, err := net.SplitHostPort(node)
	if err == nil {
		port, err = strconv.Atoi(text)
	}
	if err != nil {
		t.Fatalf("%s: node %s: %v", CitusVariable, node, err)
	}
	return host, port
}

// StandIn returns the URL of a new, empty database on a server that pretends to have Citus.
func StandIn(t testing.TB) string {
	t.Helper()
	target := Database(t)
	execute(t, target, standIn)
	u, err := url.Parse(target)
	gridtest.Must(t, err)
	q := u.Query()
	q.Set("search_path", "public,citus_stand_in")
	u.RawQuery = q.Encode()
	return u.String()
}

// standIn has the functions and tables of Citus that the script uses. They record the calls and refuse what the
// documentation of Citus says that it refuses. A function fails for a table whose name is in the table broken.
const standIn = `
CREATE SCHEMA citus_stand_in;
SET search_path = citus_stand_in, public;
CREATE TABLE pg_dist_partition (
    logicalrelid REGCLASS PRIMARY KEY,
    method TEXT NOT NULL, -- reference, local or the column
    colocated TEXT,
    partmethod TEXT GENERATED ALWAYS AS (CASE WHEN method IN ('reference', 'local') THEN 'n' ELSE 'h' END) STORED,
    repmodel TEXT GENERATED ALWAYS AS (CASE method WHEN 'reference' THEN 't' ELSE 's' END) STORED
);
CREATE TABLE distributed_function (name REGPROCEDURE PRIMARY KEY);
CREATE TABLE pg_dist_local_group AS SELECT 0 AS groupid;
CREATE TABLE broken (logicalrelid REGCLASS);

CREATE FUNCTION refuse(wanted REGCLASS) RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM broken AS b WHERE b.logicalrelid = wanted) THEN
        RAISE EXCEPTION 'connection to the node lost';
    ELSIF EXISTS (SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = wanted AND p.method <> 'local') THEN
        RAISE EXCEPTION 'table % is already distributed', wanted;
    ELSIF EXISTS (
        SELECT 1 FROM pg_attribute AS a WHERE a.attrelid = wanted AND a.attidentity <> ''
	AND a.atttypid <> CAST('BIGINT' AS REGTYPE)
    ) THEN
        RAISE EXCEPTION 'cannot complete operation on % with smallint/int identity column', wanted;
    ELSIF EXISTS (SELECT 1 FROM pg_class AS c WHERE c.oid = wanted AND c.relispartition) THEN
        RAISE EXCEPTION 'cannot distribute relation % which is a partition', wanted;
    ELSIF EXISTS (SELECT 1 FROM pg_trigger AS t WHERE t.tgrelid = wanted AND NOT t.tgisinternal) THEN
        RAISE EXCEPTION 'cannot distribute relation % because it has triggers', wanted;
    END IF;
END
$$;

CREATE FUNCTION create_reference_table(table_name REGCLASS) RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
    PERFORM refuse(table_name);
    IF EXISTS (SELECT 1 FROM pg_class AS c WHERE c.oid = table_name AND c.relkind = 'p') THEN
        RAISE EXCEPTION 'distributing partitioned tables is only supported for hash-distributed tables';
    END IF;
    INSERT INTO pg_dist_partition VALUES (table_name, 'reference')
    ON CONFLICT (logicalrelid) DO UPDATE SET method = 'reference';
    INSERT INTO pg_dist_partition -- the tables that refer to it become local tables that Citus knows
    SELECT k.conrelid, 'local' FROM pg_constraint AS k WHERE k.confrelid = table_name AND k.contype = 'f'
    ON CONFLICT DO NOTHING;
END
$$;

CREATE FUNCTION create_distributed_table(table_name REGCLASS, distribution_column TEXT,
	colocate_with TEXT DEFAULT 'default')
RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
    PERFORM refuse(table_name);
    IF EXISTS (
        SELECT 1
        FROM pg_index AS i
        WHERE i.indrelid = table_name AND i.indisunique AND NOT EXISTS (
            SELECT 1
            FROM pg_attribute AS a
            WHERE a.attrelid = table_name AND a.attname = distribution_column AND a.attnum = ANY (i.indkey)
        )
    ) THEN
        RAISE EXCEPTION 'cannot create constraint on % without the distribution column', table_name;
    ELSIF colocate_with <> 'none' AND NOT EXISTS (
        SELECT 1 FROM pg_dist_partition AS p WHERE p.logicalrelid = CAST(colocate_with AS REGCLASS)
	AND p.method = distribution_column
    ) THEN
        RAISE EXCEPTION 'cannot colocate % with %', table_name, colocate_with;
    END IF;
    INSERT INTO pg_dist_partition VALUES (table_name, distribution_column, colocate_with);
    INSERT INTO pg_dist_partition
    SELECT i.inhrelid, distribution_column, colocate_with FROM pg_inherits AS i WHERE i.inhparent = table_name
    ON CONFLICT DO NOTHING;
END
$$;

CREATE FUNCTION create_distributed_function(name REGPROCEDURE) RETURNS VOID LANGUAGE SQL AS $$
    INSERT INTO citus_stand_in.distributed_function VALUES (name) ON CONFLICT DO NOTHING
$$;`
