package statements

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/testing/gridtest"
)

func TestLineOf(t *testing.T) {
	list, err := Parse("-- A header.\n\nSELECT x.foo\n-- A comment.\nFROM pass AS x\nWHERE x.fob = 1 AND x.size = " +
		"x.size;\n")
	gridtest.Must(t, err)
	for problem, want := range map[string]int{
		`no such column: x.fob`:                   6,
		`no such table: pass`:                     5,
		`near "WHERE": syntax error`:              6,
		`near "x": syntax error`:                  3,
		`ambiguous column name: size`:             3, // it has the word twice
		`no such column: x.fo`:                    3,
		`NOT NULL constraint failed: deduction.x`: 3,
		`incomplete input`:                        3,
	} {
		if got := list[0].findLine(problem); got != want {
			t.Errorf("%s: line %d, want %d", problem, got, want)
		}
	}
}

// TestParseScansSQL has semicolons, dashes and marks inside literals and comments, which end no statement.
func TestParseScansSQL(t *testing.T) {
	list, err := Parse("\ufeff-- A header; of two parts.\nSELECT 'a;\n-- @repeat' AS x -- first; it's one\nFROM " +
		"\"b;c\"; -- @repeat\n" +
		"/* second;\n   block */\n-- @outermost\nSELECT 2 /* ; */\n  -- third; line\n, 3;;\n-- The end; of all.")
	gridtest.Must(t, err)
	want := []Statement{
		{Line: 2, Text: "SELECT 'a;\n-- @repeat' AS x \nFROM \"b;c\"", verb: "SELECT"},
		{Line: 8, Text: "SELECT 2 /* ; */\n  \n, 3", outermost: true, verb: "SELECT"},
	}
	if diff := cmp.Diff(want, list, cmp.AllowUnexported(Statement{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
