package pgtest_test

import (
	"net/url"
	"os"
	"testing"

	"github.com/jackc/pgx/v5"

	"setdoku/internal/gridtest"
	"setdoku/internal/pgtest"
)

// TestCitus wants a database that knows as many nodes as that of the environment, with the number of shards asked for,
// and no database of its name when the test has ended.
func TestCitus(t *testing.T) {
	var name string
	t.Run("inside", func(t *testing.T) {
		var nodes, want, shards int
		const count = `SELECT COUNT(*) FROM pg_dist_node WHERE isactive AND noderole = 'primary'`
		conn, err := pgx.Connect(t.Context(), pgtest.Citus(t, 3))
		if err == nil {
			defer conn.Close(t.Context())
			err = conn.QueryRow(t.Context(),
				`SELECT CURRENT_DATABASE(), (`+count+`), CAST(CURRENT_SETTING('citus.shard_count') AS INTEGER)`).
				Scan(&name, &nodes, &shards)
		}
		gridtest.Must(t, err)
		environment, err := pgx.Connect(t.Context(), os.Getenv(pgtest.CitusVariable))
		if err == nil {
			defer environment.Close(t.Context())
			err = environment.QueryRow(t.Context(), count).Scan(&want)
		}
		if err != nil || nodes < 2 || nodes != want || shards != 3 {
			t.Errorf("%d nodes and %d shards, error %v, want %d nodes and 3 shards", nodes, shards, err, want)
		}
	})
	if t.Skipped() || name == "" {
		return
	}
	coordinator, err := url.Parse(os.Getenv(pgtest.CitusVariable))
	gridtest.Must(t, err)
	coordinator.Path = "/" + name
	if conn, err := pgx.Connect(t.Context(), coordinator.String()); err == nil {
		conn.Close(t.Context())
		t.Errorf("database %s is still there", name)
	}
}
