// Package canned holds the queries that have names. They are the files of sql/queries, one
// a query, the same for all databases and named like what they answer.
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

// Query is a query that has a name.
type Query struct {
	Name       string
	Title      string // the question that it answers
	Idea       string // how
	Parameters []Parameter
	Text       string // the whole file
}

// Parameter is something that a query is told. The text has it as a colon and its name.
type Parameter struct {
	Name, Default string
	Title         string // what it is
}

// SQL returns the text without the comment lines at its top.
func (q Query) SQL() string {
	_, sql, _ := strings.Cut(q.Text, "\n\n")
	return sql
}

// Values returns the value of each parameter: the one given, else the default. It is an error
// to give one that the query does not have.
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

// List returns all queries by name.
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

// field is a line at the top of a file that begins something.
var field = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^-- @(\w+) (.+)$`) })

// parse reads the comment lines at the top of a file: `-- @title`, `-- @idea` and for each
// parameter `-- @parameter name default title`, which go on in lines of `--   text`.
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
