package store

import (
	"errors"
	"strings"
	"testing"
)

func TestParameters(t *testing.T) {
	for _, c := range []struct{ text, names, statement string }{
		{`SELECT 1`, ``, `SELECT 1`},
		{`SELECT :a, :b_2 + :a`, `a,b_2`, `SELECT $1, $2 + $1`},
		{`SELECT ':a', ":b", -- :c` + "\n" + `:d /* :e */`, `d`, `SELECT ':a', ":b", -- :c` + "\n" + `$1 /* :e */`},
		{`SELECT x::TEXT, :x::TEXT`, `x`, `SELECT x::TEXT, $1::TEXT`},
		{`SELECT '12:30', a[1:2], :`, ``, `SELECT '12:30', a[1:2], :`},
	} {
		values := make(map[string]any)
		for name := range strings.SplitSeq(c.names, ",") {
			if name != "" {
				values[name] = "value of " + name
			}
		}
		names, statement := numbered(c.text)
		args, err := parameterValues(names, values)
		if err != nil || statement != c.statement || len(args) != len(values) {
			t.Errorf("%s becomes %s with %q, %v, want %s", c.text, statement, args, err, c.statement)
			continue
		}
		for i, name := range strings.Split(c.names, ",") {
			if name != "" && args[i] != values[name] {
				t.Errorf("%s: value %d is %s, want %s", c.text, i+1, args[i], values[name])
			}
		}
	}
	for _, values := range []map[string]any{{"a": "1"}, {"a": "1", "b": "2", "c": "3"}, {"b": "2"}} {
		if _, err := parameterValues(Parameters(`SELECT :a + :b`), values); !errors.Is(err, ErrParameter) {
			t.Errorf("%v: error %v, want one about a parameter", values, err)
		}
	}
}
