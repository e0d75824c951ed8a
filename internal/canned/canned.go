// Package canned holds the named queries. They are the files of sql/queries, one file for each query. They work in
// every database, and their names describe what they answer.
package canned

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	sqlfiles "setdoku/sql"
)

// Query is a named query.
type Query struct {
	Name       string
	Title      string // question that it answers
	Idea       string // how it answers it
	Parameters []Parameter
	Text       string // whole file
}

// Parameter is a parameter of a query. The text contains it as a colon and its name.
type Parameter struct {
	Name, Default string
	Title         string // meaning
}

// SQL returns the text without the comment lines at its top.
func (q Query) SQL() string {
	_, sql, _ := strings.Cut(q.Text, "\n\n")
	return sql
}

// Values returns the value of each parameter: the given one, or the default. It returns an error for a parameter
// that the query does not have.
func (q Query) Values(given map[string]string) (map[string]string, error) {
	values := make(map[string]string)
	var names []string
	for _, p := range q.Parameters {
		values[p.Name] = p.Default
		names = append(names, p.Name)
	}
	for name, value := range given {
		if !slices.Contains(names, name) {
			has := "has no parameters"
			if len(names) > 0 {
				has = "has " + strings.Join(names, ", ")
			}
			return nil, fmt.Errorf("query %s has no parameter %q, it %s", q.Name, name, has)
		}
		if isNumber(values[name]) && !isNumber(value) {
			return nil, fmt.Errorf("query %s: parameter %s is %q, want a whole number", q.Name, name, value)
		}
		values[name] = value
	}
	return values, nil
}

// isNumber reports whether a value is a whole number.
func isNumber(value string) bool {
	_, err := strconv.ParseInt(value, 10, 64)
	return err == nil
}

// List returns all queries, sorted by name.
func List() ([]Query, error) {
	files, err := fs.Glob(sqlfiles.FS, "queries/*.sql")
	if err != nil {
		return nil, err
	}
	var list []Query
	for _, file := range files {
		text, err := fs.ReadFile(sqlfiles.FS, file)
		if err != nil {
			return nil, err
		}
		q, err := parse(strings.TrimSuffix(strings.TrimPrefix(file, "queries/"), ".sql"), string(text))
		if err != nil {
			return nil, fmt.Errorf("sql/%s: %w", file, err)
		}
		list = append(list, q)
	}
	return list, nil
}

// field matches a comment line at the top of a file that begins a field.
var field = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^-- @(\w+) (.+)$`) })

// parse reads the comment lines at the top of a file: `-- @title`, `-- @idea` and, for each parameter, `--
// @parameter name default title`. Lines of `--   text` continue a field.
func parse(name, text string) (Query, error) {
	q := Query{Name: name, Text: text}
	var parameters []string
	var last *string
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" {
			break
		}
		m := field().FindStringSubmatch(line)
		more, isMore := strings.CutPrefix(line, "--   ")
		switch {
		case isMore && last != nil:
			*last += " " + more
			continue
		case m == nil:
			return q, fmt.Errorf("%q, want -- @field text, or --   more text", line)
		case m[1] == "title" && q.Title == "":
			last = &q.Title
		case m[1] == "idea" && q.Idea == "":
			last = &q.Idea
		case m[1] == "parameter":
			parameters = append(parameters, "")
			last = &parameters[len(parameters)-1]
		default:
			return q, fmt.Errorf("unknown or second field @%s", m[1])
		}
		*last = m[2]
	}
	for _, p := range parameters {
		parts := strings.SplitN(p, " ", 3)
		if len(parts) < 3 {
			return q, fmt.Errorf("@parameter %s, want a name, a default and a title", p)
		}
		q.Parameters = append(q.Parameters, Parameter{Name: parts[0], Default: parts[1], Title: parts[2]})
	}
	if q.Title == "" || q.Idea == "" {
		return q, fmt.Errorf("@title or @idea is missing")
	}
	return q, nil
}
