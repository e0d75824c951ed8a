package cli

import (
	"slices"
	"strings"
	"testing"

	"setdoku/internal/cli/usage"
	"setdoku/internal/pgtest"
)

// TestServerRights lets users work who may do less than the owner of the tables.
func TestServerRights(t *testing.T) {
	empty, solved := pgtest.Database(t), migrated(t)
	callOn(t.Context(), solved, "solve", goodPuzzle).must(t, usage.ExitDone)
	inEmpty, inSolved := server(t, empty), server(t, solved)
	execute(t, inEmpty, `REVOKE CREATE ON SCHEMA public FROM PUBLIC`)
	nobody := newRole(t, inEmpty, "LOGIN")
	reader := newRole(t, inSolved, "LOGIN")
	execute(t, inSolved, `GRANT SELECT ON ALL TABLES IN SCHEMA public TO `+reader)
	owner := newRole(t, inSolved, "LOGIN SUPERUSER")
	execute(t, inSolved, `ALTER ROLE `+owner+` SET default_transaction_read_only = on`)

	const denied = "the user lacks a right that this needs (permission denied for "
	const noTables = "open database NAME: the user lacks a right that this needs: to make tables in schema public"
	const readOnly = "open database NAME: read-only (the server or the user is set to read only)"
	for _, tt := range []struct {
		name, target string
		want         map[string]string // by command, "" for all others, NAME for the URL; absent when it works
	}{
		{"none in an empty database", urlWith(t, empty, nobody, "pw", "", ""), map[string]string{
			"":               "open database NAME: not a setdoku database: it is empty",
			"solve":          noTables,
			"import":         noTables,
			"work":           noTables,
			"find":           noTables,
			"migrate up":     noTables,
			"migrate down":   noTables,
			"migrate status": "works",
		}},
		{"none in a database", urlWith(t, solved, nobody, "pw", "", ""), map[string]string{
			"": "open database NAME: " + denied + "table setdoku_version)",
		}},
		{"to read", urlWith(t, solved, reader, "pw", "", ""), map[string]string{
			"":             "works",
			"solve PUZZLE": "write to NAME: " + denied + "table puzzle_key)",
			"solve":        "write to NAME: " + denied + "table puzzle)",
			"work":         "write to NAME: " + denied + "table puzzle)",
			"import":       "write to NAME: " + denied + "table puzzle_key)",
			"migrate down": "take back ...",
		}},
		{"all, but read-only", urlWith(t, solved, owner, "pw", "", ""), map[string]string{
			"":             "works",
			"solve":        readOnly,
			"work":         readOnly,
			"import":       readOnly,
			"find":         readOnly, // it needs temporary tables
			"migrate up":   readOnly,
			"migrate down": readOnly,
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			checkEmpty, checkSolved := untouched(t, inEmpty), untouched(t, inSolved)
			for _, args := range serverCommands() {
				want, found := tt.want[strings.Replace(strings.Join(args, " "), goodPuzzle, "PUZZLE", 1)]
				for n := min(2, len(args)); n > 0 && !found; n-- {
					want, found = tt.want[strings.Join(args[:n], " ")]
				}
				if !found {
					want = tt.want[""]
				}
				r := callOn(t.Context(), tt.target, args...)
				if want == "works" {
					r.must(t, usage.ExitDone)
					continue
				}
				want = "setdoku: " + strings.ReplaceAll(want, "NAME", shownAs(t, tt.target))
				if start, found := strings.CutSuffix(want, "..."); found && strings.HasPrefix(r.stderr, start) {
					want = strings.TrimSuffix(r.stderr, "\n")
				}
				refused(t, r, want)
			}
			checkEmpty()
			checkSolved()
		})
	}
	if !slices.Contains(traces(t, inSolved), "public\tpuzzle\tp\t") {
		t.Error("the tables are not where the test looks for changes")
	}
}

// TestServerConnectionLimit lets a user have one connection, where the statements take two.
func TestServerConnectionLimit(t *testing.T) {
	target := migrated(t)
	callOn(t.Context(), target, "solve", goodPuzzle).must(t, usage.ExitDone)
	db := server(t, target)
	role := newRole(t, db, "LOGIN CONNECTION LIMIT 1")
	execute(t, db, `GRANT ALL ON ALL TABLES IN SCHEMA public TO `+role)
	limited := urlWith(t, target, role, "pw", "", "")
	check := untouched(t, db)
	for _, args := range [][]string{{"solve", goodPuzzle, "--engine", "sql"}, {"solve", "--engine", "sql"}, {"work", "--engine", "sql"}} {
		refused(t, callOn(t.Context(), limited, args...), "setdoku: connect to "+shownAs(t, limited)+
			`: the server takes no more connections for now (too many connections for role "`+role+`")`)
		until(t, "the server to take connections again", func() bool {
			return number(t, db, `SELECT COUNT(*) FROM pg_stat_activity WHERE usename = '`+role+`'`) == 0
		})
	}
	check()
}
