package migrations

import (
	"io/fs"
	"strings"
	"testing"
)

func TestRender(t *testing.T) {
	text := `CREATE TABLE a (
    id BIGINT NOT NULL,
    CONSTRAINT fk_a FOREIGN KEY (id) REFERENCES b (id), -- @sqlite
    name TEXT NOT NULL -- @postgres
) STRICT, WITHOUT ROWID; -- @partitioned
-- @postgres begin
SELECT 1;
-- @postgres end
-- A comment that stays.
CREATE TABLE c (id INTEGER
) STRICT;
`
	for dialect, want := range map[string]string{
		"sqlite": `CREATE TABLE a (
    id INTEGER NOT NULL,
    CONSTRAINT fk_a FOREIGN KEY (id) REFERENCES b (id),
) STRICT, WITHOUT ROWID;
-- A comment that stays.
CREATE TABLE c (id INTEGER
) STRICT;
`,
		"postgres": `CREATE TABLE a (
    id BIGINT NOT NULL,
    name TEXT NOT NULL
) PARTITION BY HASH (puzzle_id);
SELECT 1;
-- A comment that stays.
CREATE TABLE c (id INTEGER
);
`,
	} {
		if got, err := render(text, dialect); err != nil || got != want {
			t.Errorf("%s: error %v, got\n%s\nwant\n%s", dialect, err, got, want)
		}
	}
	if _, err := render("SELECT 1; -- @oracle\n", "sqlite"); err == nil || err.Error() != "unknown mark @oracle" {
		t.Errorf("error %v, want one that names the mark", err)
	}
}

// TestFor checks that both databases have the same schema versions and that no mark is left in the texts.
func TestFor(t *testing.T) {
	names := make(map[string][]string)
	for _, dialect := range []string{"sqlite", "postgres"} {
		files, err := For(dialect)
		if err != nil {
			t.Fatal(err)
		}
		if names[dialect], err = fs.Glob(files, "*.sql"); err != nil {
			t.Fatal(err)
		}
		for _, name := range names[dialect] {
			text, err := fs.ReadFile(files, name)
			if err != nil {
				t.Fatal(err)
			}
			if i := strings.Index(string(text), "-- @"); i >= 0 {
				t.Errorf("%s for %s has the mark %.20q", name, dialect, text[i:])
			}
		}
	}
	if a, b := strings.Join(names["sqlite"], " "), strings.Join(names["postgres"], " "); a != b || a == "" {
		t.Errorf("sqlite has %s\npostgres has %s", a, b)
	}
}
