package console

import (
	"errors"
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       Reason // "" for allowed
	}{
		{"plain", "SELECT 1", ""},
		{"reads", "PRAGMA table_info(puzzle)", ""},
		{"reads without a value", "PRAGMA user_version;", ""},
		{"of a schema", "PRAGMA main.table_info('puzzle')", ""},
		{"sets", "PRAGMA user_version = 3", Forbidden},
		{"sets in parentheses", "PRAGMA user_version(3)", Forbidden},
		{"comment inside", "PRAGMA/* a */writable_schema/**/=1", Forbidden},
		{"comment before", "-- a\n/* b */ PRAGMA query_only = 0", Forbidden},
		{"quoted name", `PRAGMA "query_only" = 0`, Forbidden},
		{"quoted name in brackets", `PRAGMA [query_only](0)`, Forbidden},
		{"name of a schema", "PRAGMA main . journal_mode", Forbidden},
		{"explained", "EXPLAIN PRAGMA journal_mode = delete", Forbidden},
		{"explained as a plan", "explain query plan pragma journal_mode(delete)", Forbidden},
		{"byte order mark", "\ufeffPRAGMA query_only = 0", Forbidden},
		{"checks everything", "PRAGMA integrity_check", Forbidden},
		{"function", "SELECT * FROM pragma_table_info('puzzle')", ""},
		{"function that is not in the list", "SELECT * FROM pragma_integrity_check", Forbidden},
		{"path of the file", "PRAGMA database_list", Forbidden},
		{"path of the file as a function", "SELECT file FROM pragma_database_list", Forbidden},
		{"quoted function", `SELECT * FROM "pragma_cache_size"`, Forbidden},
		{"function between comments", "SELECT * FROM/**/Pragma_Journal_Mode/**/", Forbidden},
		{"in a text", "SELECT 'PRAGMA query_only = 0' AS a, 'pragma_% b'", ""},
		{"word in a comment", "SELECT 1 -- pragma_cache_size", ""},
		{"long", "SELECT '" + strings.Repeat("x", MaxStatement) + "'", Long},
	} {
		err := check(c.text, true)
		var refused *Refusal
		if errors.As(err, &refused); refused == nil {
			refused = &Refusal{}
		}
		if refused.Reason != c.want {
			t.Errorf("%s: %q, %v, want %q", c.name, refused.Reason, err, c.want)
		}
	}
}
