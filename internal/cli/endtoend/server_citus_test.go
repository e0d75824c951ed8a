package endtoend

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/cli"
	"setdoku/internal/game"
	"setdoku/internal/testing/clitest"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/pgtest"
	"setdoku/store"
)

// stuckPuzzle needs more than singles.
const stuckPuzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"

// citusNodes returns the URLs of a new database on all nodes, that of the coordinator first. Its tables are
// distributed.
func citusNodes(t *testing.T) []string {
	t.Helper()
	target := pgtest.Citus(t, 4)
	clitest.DoneOn(t, target, "migrate", "up", "--citus")
	return pgtest.Nodes(t, target)
}

// TestCitusEveryNode lets commands write and read at every node of Citus, workers at all nodes at once. All nodes must
// show the same, and the steps that every run has made.
func TestCitusEveryNode(t *testing.T) {
	nodes := citusNodes(t)
	db := clitest.OpenServer(t, nodes[0])
	if n := clitest.Number(t, db, `SELECT COUNT(*) FROM citus_tables WHERE citus_table_type NOT IN ('distributed', 'reference')`); n != 0 {
		t.Errorf("Citus knows %d tables that are neither distributed nor copied to every node", n)
	}
	clitest.DoneOn(t, nodes[0], "import", "--tag", "list", clitest.InRepository("testdata", "sample.sdm"))
	var group sync.WaitGroup
	for _, node := range nodes {
		group.Go(func() {
			if r := clitest.CallOn(t.Context(), node, "work"); r.Code != cli.ExitDone {
				t.Errorf("work ends with exit code %d\n%s", r.Code, r.Stderr)
			}
		})
	}
	group.Wait()
	clitest.CallOn(t.Context(), nodes[1], "solve", "--technique", "singles", stuckPuzzle).Must(t, cli.ExitUnsolved)
	clitest.DoneOn(t, nodes[2], "work", "--engine", "sql", "--technique", "singles,pointing,claiming")
	clitest.DoneOn(t, nodes[1], "import", clitest.OtherPuzzle)
	clitest.DoneOn(t, nodes[2], "solve", "--engine", "sql", clitest.OtherPuzzle)

	for what, query := range map[string]string{
		"puzzles wait":                     `SELECT COUNT(*) FROM puzzle WHERE status = 'new'`,
		"steps are lost":                   `SELECT (SELECT COALESCE(SUM(steps), 0) FROM puzzle) - (SELECT COUNT(*) FROM step)`,
		"steps have no run":                `SELECT COUNT(*) FROM step AS s LEFT JOIN run AS r ON r.run_id = s.run_id WHERE r.run_id IS NULL`,
		"puzzles are there more than once": `SELECT COUNT(*) - COUNT(DISTINCT givens) FROM puzzle`,
	} {
		if n := clitest.Number(t, db, query); n != 0 {
			t.Errorf("%d %s", n, what)
		}
	}
	for _, call := range [][]string{
		{"migrate", "status"}, {"verify"}, {"stats"}, {"history", "1", "--json", "--evidence"}, {"hint", "2"},
		{"show", "3"}, {"explain", "1"},
		{"export", "--format", "csv"}, {"query", "levels"},
		{"find", "--technique", "hidden_single", clitest.GoodPuzzle},
	} {
		want := clitest.CallOn(t.Context(), nodes[0], call...)
		for _, node := range nodes[1:] {
			got := clitest.CallOn(t.Context(), node, call...)
			for _, text := range []*string{&got.Stdout, &got.Stderr} {
				*text = strings.ReplaceAll(*text, store.Name(node), store.Name(nodes[0]))
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("%v: a node says something else than the coordinator (-coordinator +node):\n%.2000s", call, d)
			}
		}
	}
}

// TestCitusQueries wants Citus to plan all named queries without an exchange of rows between nodes, which takes a
// hundred times as long. Citus refuses to plan one unless the setting is on, which the program sets for queries of
// users.
func TestCitusQueries(t *testing.T) {
	db := clitest.OpenServer(t, citusNodes(t)[0])
	list, err := catalogue.Queries()
	gridtest.Must(t, err)
	for _, q := range list {
		values, err := q.Values(nil)
		gridtest.Must(t, err)
		text := regexp.MustCompile(`:[a-z_]+`).ReplaceAllStringFunc(q.SQL(), func(name string) string {
			value := values[name[1:]]
			if _, err := strconv.Atoi(value); err == nil {
				return value
			}
			return "'" + value + "'"
		})
		if _, err := db.ExecContext(t.Context(), `EXPLAIN `+text); err != nil {
			t.Errorf("%s: %v", q.Name, err)
		}
	}
}

// viewsNotOnCitus are the views that Citus does not run, as docs/citus.md says.
var viewsNotOnCitus = []string{"found_bug_plus_1", "found_remote_pair", "found_template", "grid_mark", "grid_mark_at",
	"next_deduction"}

// TestCitusViews reads all columns of every other view for one puzzle at the coordinator, sorted by all of them, so
// that Citus must find each by its name. A plan is not enough, because Citus sends some queries to the nodes only when
// it runs them.
func TestCitusViews(t *testing.T) {
	target := citusNodes(t)[0]
	clitest.DoneOn(t, target, "solve", clitest.GoodPuzzle)
	db := clitest.OpenServer(t, target)
	views := clitest.QueryRows(t, db, `
		SELECT c.table_name || ' ' || STRING_AGG(QUOTE_IDENT(c.column_name), ',' ORDER BY c.ordinal_position)
		FROM information_schema.columns AS c
		INNER JOIN information_schema.views AS v ON v.table_schema = c.table_schema AND v.table_name = c.table_name
		WHERE c.table_schema = 'public'
			AND NOT EXISTS (SELECT 1 FROM pg_depend AS d WHERE d.objid = CAST(c.table_name AS REGCLASS) AND d.deptype = 'e')
		GROUP BY c.table_name
		ORDER BY c.table_name`)
	if len(views) < 20 {
		t.Fatalf("%d views", len(views))
	}
	for _, row := range views {
		view, columns, _ := strings.Cut(row, " ")
		query := `SELECT ` + columns + ` FROM ` + view
		if slices.Contains(strings.Split(columns, ","), "puzzle_id") {
			query += ` WHERE puzzle_id = 1`
		}
		_, err := db.ExecContext(t.Context(), query+` ORDER BY `+columns)
		if (err != nil) != slices.Contains(viewsNotOnCitus, view) {
			t.Errorf("%s: error %v", view, err)
		}
	}
}

// TestCitusMigrate takes back schema versions and applies them again, the newest ones without losing puzzles, and then
// all. Nodes refuse to do so, also a worker that finds an older version.
func TestCitusMigrate(t *testing.T) {
	nodes := citusNodes(t)
	clitest.DoneOn(t, nodes[0], "import", clitest.InRepository("testdata", "sample.sdm"))
	down := func() clitest.Result { return clitest.CallOn(t.Context(), nodes[0], "migrate", "down", "--yes") }
	up := func() { clitest.DoneOn(t, nodes[0], "migrate", "up", "--citus") }
	for range 2 {
		down().Must(t, cli.ExitDone)
	}
	for _, call := range [][]string{{"work"}, {"migrate", "up"}, {"migrate", "up", "--citus"},
		{"migrate", "down", "--yes"}} {
		r := clitest.CallOn(t.Context(), nodes[1], call...).Must(t, cli.ExitError)
		if len(r.Err()) != 1 || !strings.HasSuffix(r.Err()[0], store.ErrNotCoordinator.Error()) {
			t.Errorf("%v at another node says\n%s", call, r.Stderr)
		}
	}
	up()
	clitest.DoneOn(t, nodes[1], "work")
	clitest.DoneOn(t, nodes[2], "verify")
	for down().Code == cli.ExitDone {
	}
	gridtest.Equal(t, "schema versions cannot be taken back", clitest.Number(t, clitest.OpenServer(t, nodes[0]),
		`SELECT COUNT(*) FROM setdoku_version WHERE version_id > 0`), 0)
	up()
	clitest.DoneOn(t, nodes[2], "import", clitest.GoodPuzzle)
	clitest.DoneOn(t, nodes[1], "work")
	clitest.DoneOn(t, nodes[2], "verify")
}

// TestCitusGames plays a game by a server at one node and then at the next, reads it at all of them, and deletes it.
func TestCitusGames(t *testing.T) {
	nodes := citusNodes(t)
	clitest.DoneOn(t, nodes[0], "import", clitest.GoodPuzzle)
	const id = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	var dbs []*store.DB
	var conns []*store.Conn
	for _, node := range nodes {
		db := dbtest.OpenTarget(t, node, 1)
		c, err := db.Acquire(t.Context())
		gridtest.Must(t, err)
		defer c.Close()
		dbs, conns = append(dbs, db), append(conns, c)
	}
	gridtest.Must(t, conns[1].StartGame(t.Context(), store.Game{GameID: id, PuzzleID: 1,
		StartedAt: "2026-01-02T03:04:05Z"}))
	moves := []game.Move{
		{Action: game.Digit, Cells: []setdoku.Cell{13}, Value: 4},
		{Action: game.Mark, Cells: []setdoku.Cell{14, 15}, Value: 6}, {Action: game.Erase, Cells: []setdoku.Cell{13}},
	}
	for i, move := range moves {
		c := conns[(i+2)%len(conns)]
		err := c.Atomically(t.Context(), func() error {
			g, err := c.Game(t.Context(), id)
			if err != nil {
				return err
			}
			was := g.Version
			g.Version, g.Position = was+1, i+1
			return c.SaveGame(t.Context(), g.Game, was, i, []game.Move{move})
		})
		gridtest.Must(t, err)
	}
	for i, db := range dbs {
		var g store.StoredGame
		err := db.Snapshot(t.Context(), func(s *store.Snapshot) (err error) {
			g, err = s.Game(t.Context(), id)
			return err
		})
		if err != nil || g.Version != 3 ||
			!slices.EqualFunc(g.Moves, moves, func(a, b game.Move) bool { return cmp.Equal(a, b) }) {
			t.Errorf("%s has the game %+v, error %v, want the moves %v", store.Name(nodes[i]), g, err, moves)
		}
	}
	gridtest.Must(t, conns[2].DeleteGame(t.Context(), id))
	for _, node := range nodes {
		if n := clitest.Number(t, clitest.OpenServer(t, node),
			`SELECT (SELECT COUNT(*) FROM game) + (SELECT COUNT(*) FROM game_move)`); n != 0 {
			t.Errorf("%s has %d rows of the deleted game", store.Name(node), n)
		}
	}
}
