package store_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"setdoku/internal/dbtest"
)

// TestScratch executes statements that reach for files in a scratch database, inside a transaction and outside of one.
// Each of them fails, and makes no file and changes none.
func TestScratch(t *testing.T) {
	t.Parallel()
	conn := dbtest.Scratch(t)
	dir := t.TempDir()
	victim := dbtest.Open(t)
	for s, want := range map[string]string{
		`ATTACH '` + victim.Target() + `' AS other_file`:                            "too many attached databases",
		`ATTACH '` + filepath.Join(dir, "other.db") + `' AS other_file`:             "too many attached databases",
		`ATTACH 'file:` + filepath.Join(dir, "uri.db") + `?mode=rwc' AS other_file`: "too many attached databases",
		`VACUUM INTO '` + filepath.Join(dir, "copy.db") + `'`:                       "too many attached databases",
		`VACUUM`:                                 "too many attached databases",
		`SELECT LOAD_EXTENSION('x')`:             "not authorized",
		`SELECT WRITEFILE('` + dir + `/x', 'x')`: "no such function",
		`SELECT READFILE('` + dir + `/x')`:       "no such function",
		`SELECT LENGTH(ZEROBLOB(100001))`:        "too big",
	} {
		if _, err := conn.ExecContext(t.Context(), s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", s, err, want)
		}
		err := conn.Atomically(t.Context(), func() error {
			_, err := conn.ExecContext(t.Context(), s)
			return err
		})
		if err == nil {
			t.Errorf("%s in a transaction: no error", s)
		}
	}
	if made, err := os.ReadDir(dir); err != nil || len(made) > 0 {
		t.Errorf("files made: %v, error %v", made, err)
	}
}
