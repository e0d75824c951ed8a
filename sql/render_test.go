package sqlfiles

import "testing"

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
		if got, err := Render(text, dialect); err != nil || got != want {
			t.Errorf("%s: error %v, got\n%s\nwant\n%s", dialect, err, got, want)
		}
	}
	if _, err := Render("-- @sqlite begin\n", "sqlite"); err == nil || err.Error() != "the block @sqlite has no end" {
		t.Errorf("error %v, want one that names the block", err)
	}
}
