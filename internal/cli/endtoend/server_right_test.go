package endtoend

import (
	"slices"
	"strings"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
	"setdoku/internal/pgtest"
)

// TestServerRights calls commands as users with fewer rights than the owner of the tables.
func TestServerRights(t *testing.T) {
	empty, solved := pgtest.Database(t), clitest.Migrated(t)
	clitest.DoneOn(t, solved, "solve", clitest.GoodPuzzle)
	inEmpty, inSolved := clitest.OpenServer(t, empty), clitest.OpenServer(t, solved)
	clitest.Execute(t, inEmpty, `REVOKE CREATE ON SCHEMA public FROM PUBLIC`)
	nobody := clitest.NewRole(t, inEmpty, "LOGIN")
	reader := clitest.NewRole(t, inSolved, "LOGIN")
	clitest.Execute(t, inSolved, `GRANT SELECT ON ALL TABLES IN SCHEMA public TO `+reader)
	owner := clitest.NewRole(t, inSolved, "LOGIN SUPERUSER")
	clitest.Execute(t, inSolved, `ALTER ROLE `+owner+` SET default_transaction_read_only = on`)

	const denied = "the user lacks a privilege that this needs (permission denied for "
	const noTables = "open database NAME: the user lacks a privilege that this needs: to make tables in schema public"
	const readOnly = "open database NAME: read-only (the server or the user is set to read only)"
	for _, tt := range []struct {
		name, target string
		want         map[string]string // by command, "" for all others, NAME for the URL; absent when it works
	}{
		{"none in an empty database", clitest.URLWith(t, empty, nobody, "pw", "", ""), map[string]string{
			"":               "open database NAME: not a setdoku database: it is empty",
			"solve":          noTables,
			"import":         noTables,
			"work":           noTables,
			"migrate up":     noTables,
			"migrate down":   noTables,
			"migrate status": "works",
		}},
		{"none in a database", clitest.URLWith(t, solved, nobody, "pw", "", ""), map[string]string{
			"": "open database NAME: " + denied + "table setdoku_version)",
		}},
		{"to read", clitest.URLWith(t, solved, reader, "pw", "", ""), map[string]string{
			// also solve and import of a puzzle that is there and solved, because they write nothing
			"":             "works",
			"solve PUZZLE": "works",
			"solve":        "write to NAME: " + denied + "table puzzle)",
			"work":         "write to NAME: " + denied + "table puzzle)",
			"migrate down": "take back ...",
		}},
		{"all, but read-only", clitest.URLWith(t, solved, owner, "pw", "", ""), map[string]string{
			"":             "works",
			"solve":        readOnly,
			"work":         readOnly,
			"import":       readOnly,
			"migrate up":   readOnly,
			"migrate down": readOnly,
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			checkEmpty, checkSolved := clitest.Untouched(t, inEmpty), clitest.Untouched(t, inSolved)
			for _, args := range clitest.ServerCommands() {
				want, found := tt.want[strings.Replace(strings.Join(args, " "), clitest.GoodPuzzle, "PUZZLE", 1)]
				for n := min(2, len(args)); n > 0 && !found; n-- {
					want, found = tt.want[strings.Join(args[:n], " ")]
				}
				if !found {
					want = tt.want[""]
				}
				r := clitest.CallOn(t.Context(), tt.target, args...)
				if want == "works" {
					r.Must(t, usage.ExitDone)
					continue
				}
				want = "setdoku: " + strings.ReplaceAll(want, "NAME", clitest.ShownAs(t, tt.target))
				if start, found := strings.CutSuffix(want, "..."); found && strings.HasPrefix(r.Stderr, start) {
					want = strings.TrimSuffix(r.Stderr, "\n")
				}
				clitest.Refused(t, r, want)
			}
			checkEmpty()
			checkSolved()
		})
	}
	const newPuzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
	reading := clitest.URLWith(t, solved, reader, "pw", "", "")
	for _, command := range []string{"solve", "import"} {
		r := clitest.CallOn(t.Context(), reading, command, newPuzzle)
		clitest.Refused(t, r, "setdoku: write to "+clitest.ShownAs(t, reading)+": "+denied+
			"sequence puzzle_puzzle_id_seq)")
	}
	if !slices.Contains(clitest.Traces(t, inSolved), "public\tpuzzle\tp\t") {
		t.Error("the tables are not where the test looks for changes")
	}
}

// TestServerConnectionLimit calls commands as a user who may have one connection, while statements need two.
func TestServerConnectionLimit(t *testing.T) {
	target := clitest.Migrated(t)
	clitest.DoneOn(t, target, "solve", clitest.GoodPuzzle)
	db := clitest.OpenServer(t, target)
	role := clitest.NewRole(t, db, "LOGIN CONNECTION LIMIT 1")
	clitest.Execute(t, db, `GRANT ALL ON ALL TABLES IN SCHEMA public TO `+role)
	limited := clitest.URLWith(t, target, role, "pw", "", "")
	check := clitest.Untouched(t, db)
	for _, args := range [][]string{{"solve", clitest.GoodPuzzle, "--engine", "sql"}, {"solve", "--engine", "sql"},
		{"work", "--engine", "sql"}} {
		r := clitest.CallOn(t.Context(), limited, args...)
		doing := "connect to"
		if strings.HasPrefix(r.Stderr, "setdoku: open database") {
			doing = "open database" // a busy server still counts a connection that the program has closed
		}
		clitest.Refused(t, r, "setdoku: "+doing+" "+clitest.ShownAs(t, limited)+
			`: the server accepts no more connections at the moment (too many connections for role "`+role+`")`)
		gridtest.Until(t, "the server to take connections again", func() bool {
			return clitest.Number(t, db, `SELECT COUNT(*) FROM pg_stat_activity WHERE usename = '`+role+`'`) == 0
		})
	}
	check()
}
