package cli

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"setdoku/internal/canned"
	"setdoku/internal/cli/stream"
	"setdoku/internal/cli/usage"
	"setdoku/internal/spell"
	"setdoku/solver/catalogue"
)

// queryName matches the names of queries. No SQL statement matches it.
var queryName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z][a-z_0-9]*$`) })

// findQuery returns a named query.
func findQuery(name string) (canned.Query, error) {
	list, err := canned.List()
	if err != nil {
		return canned.Query{}, err
	}
	var names []string
	for _, q := range list {
		if q.Name == name {
			return q, nil
		}
		names = append(names, q.Name)
	}
	hint := "('setdoku query --list' prints their names), and it is no SQL"
	if best := spell.Nearest(name, names); best != "" {
		hint = fmt.Sprintf("and it is no SQL: did you mean %s?", best)
	}
	return canned.Query{}, usage.Errorf("query: there is no query %q %s", name, hint)
}

// warnUnknownTechnique warns when the parameter of a named query is no technique of the catalogue. It is no error, because the name may
// be that of a technique file.
func (a *app) warnUnknownTechnique(ctx context.Context, name string) error {
	if name == "" {
		return nil
	}
	all, err := catalogue.BuiltIn()
	if err != nil {
		return err
	}
	if _, known := all.Find(name); known {
		return nil
	}
	var names []string
	for _, t := range all {
		names = append(names, t.Name)
	}
	suggestion := ""
	if best := spell.Nearest(name, names); best != "" {
		suggestion = fmt.Sprintf(": did you mean %q?", best)
	}
	fmt.Fprintf(a.Err, "setdoku: the catalogue has no technique %q%s\n", name, suggestion)
	return nil
}

// listQueries prints the named queries with their parameters.
func (a *app) listQueries(args []string) error {
	if len(args) > 0 {
		return usage.Errorf("query: --list takes no query")
	}
	list, err := canned.List()
	if err != nil {
		return err
	}
	out := &stream.Sink{Writer: a.Out}
	for _, q := range list {
		fmt.Fprintf(out, "%-18s %s\n", q.Name, q.Title)
		for _, p := range q.Parameters {
			fmt.Fprintf(out, "%-18s   %s=%s  %s\n", "", p.Name, p.Default, p.Title)
		}
	}
	return out.Err
}

// parameterValues reads the values of --param.
func parameterValues(params []string) (map[string]string, error) {
	values := make(map[string]string)
	for _, p := range params {
		name, value, found := strings.Cut(p, "=")
		if !found || name == "" {
			return nil, usage.Errorf("query: --param %q, want NAME=VALUE", p)
		}
		if _, again := values[name]; again {
			return nil, usage.Errorf("query: --param %s is given twice", name)
		}
		values[name] = value
	}
	return values, nil
}
