package catalogue

import (
	"maps"
	"strings"
	"testing"

	"setdoku/internal/testing/gridtest"
)

func TestParseQuery(t *testing.T) {
	q, err := parseQuery("some", "-- @title One, or\n--   two\n-- @idea Why\n-- @parameter most 5 how many\n--   to "+
		"show\n\nSELECT 1;\n")
	gridtest.Must(t, err)
	if q.Title != "One, or two" || q.Idea != "Why" || q.SQL() != "SELECT 1;\n" || len(q.Parameters) != 1 ||
		q.Parameters[0] != (Parameter{"most", "5", "how many to show"}) {
		t.Errorf("read %+v", q)
	}
	for text, want := range map[string]string{
		"SELECT 1":                                   "@title or @idea is missing",
		"--   more\n-- @title A\n":                   "want '-- @field text'",
		"-- @title A\n\nSELECT 1":                    "@title or @idea is missing",
		"-- @title A\n-- @title B\n":                 "@title twice",
		"-- @title A\n-- @idea B\n-- @reason C\n":    "@reason is unknown",
		"-- @title A\n-- @idea B\n-- @parameter c 1": "want a name, a default and a title",
	} {
		if _, err := parseQuery("some", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}

func TestQueryValues(t *testing.T) {
	q := Query{Name: "some", Parameters: []Parameter{{"a", "1", "A"}, {"b", "2", "B"}}}
	got, err := q.Values(map[string]string{"b": "3"})
	if err != nil || !maps.Equal(got, map[string]string{"a": "1", "b": "3"}) {
		t.Errorf("values %v, %v", got, err)
	}
	if _, err := q.Values(map[string]string{"c": "3"}); err == nil {
		t.Error("a value of a parameter that it does not have is taken")
	}
	if _, err := q.Values(map[string]string{"b": "many"}); err == nil {
		t.Error("a word is taken for a number")
	}
}
