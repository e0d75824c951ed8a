package statements

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"setdoku/internal/catalogue"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
)

// endless are statements of which none ends, by name.
var endless = map[string]string{
	"recursion": "INSERT INTO own WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n " +
		"WHERE i < 0",
	"cross join": "INSERT INTO own SELECT COUNT(*) FROM combination" + strings.Repeat(" CROSS JOIN combination", 12),
}

// runOwn runs a statement of a user's file in a scratch database and returns its error. It begins the functions during
// before the statement.
func runOwn(t *testing.T, ctx context.Context, text string, most time.Duration, during ...func()) error {
	t.Helper()
	conn := dbtest.Scratch(t)
	s := newSession(conn)
	s.own = &catalogue.Technique{File: "own", Path: "own.sql",
		Text: "CREATE TEMP TABLE own (i INTEGER PRIMARY KEY);\n" + text + ";\n"}
	defer s.close()
	gridtest.Must(t, s.makeTables(ctx, "own"))
	s.most = cmp.Or(most, s.most)
	if _, err := s.prepare(ctx, "own"); err != nil {
		t.Fatal(err)
	}
	for _, do := range during {
		go do()
	}
	_, err := s.find(ctx, "own", findOptions{})
	return err
}

// TestEndlessStatementEnds runs statements that do not end, with a short limit of their time, and with a context that
// ends meanwhile.
func TestEndlessStatementEnds(t *testing.T) {
	t.Parallel()
	for name, text := range endless {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := "run own.sql line 2: the statement has run for 20ms, and a statement of a technique file may run " +
				"no longer"
			if err := runOwn(t, t.Context(), text, 20*time.Millisecond); err == nil || err.Error() != want {
				t.Errorf("error %v, want %s", err, want)
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if err := runOwn(t, ctx, text, 0, cancel); !errors.Is(err, context.Canceled) {
				t.Errorf("error %v, want that of the context", err)
			}
		})
	}
}

// TestLargeValue makes a value that is larger than a statement of a user's file may have. SQLite could not interrupt
// its functions.
func TestLargeValue(t *testing.T) {
	t.Parallel()
	want := "run own.sql line 2: string or blob too big: a value in a technique file has at most 100000 bytes"
	for _, value := range []string{"LENGTH(HEX(RANDOMBLOB(499000000)))", "LENGTH(ZEROBLOB(100001))",
		"LENGTH(PRINTF('%.*c', 2000000, 'x'))"} {
		if err := runOwn(t, t.Context(), "INSERT INTO own SELECT "+value, 0); err == nil || err.Error() != want {
			t.Errorf("%s: error %v, want %s", value, err, want)
		}
	}
	if err := runOwn(t, t.Context(), "INSERT INTO own SELECT LENGTH(ZEROBLOB(100000))", 0); err != nil {
		t.Error(err)
	}
}
