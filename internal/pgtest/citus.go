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

	"setdoku/internal/gridtest"
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
