package statement

import "testing"

func TestLineOf(t *testing.T) {
	list, err := Parse("-- A header.\n\nSELECT x.foo\n-- A comment.\nFROM pass AS x\nWHERE x.fob = 1 AND x.size = x.size;\n")
	if err != nil {
		t.Fatal(err)
	}
	for problem, want := range map[string]int{
		`no such column: x.fob`:                   6,
		`column x.fob does not exist`:             6,
		`no such table: pass`:                     5,
		`relation "pass" does not exist`:          5,
		`near "WHERE": syntax error`:              6,
		`near "x": syntax error`:                  3,
		`syntax error at or near "FROM"`:          5,
		`ambiguous column name: size`:             3, // it has the word twice
		`no such column: x.fo`:                    3,
		`NOT NULL constraint failed: deduction.x`: 3,
		`incomplete input`:                        3,
	} {
		if got := list[0].lineOf(problem); got != want {
			t.Errorf("%s: line %d, want %d", problem, got, want)
		}
	}
}
