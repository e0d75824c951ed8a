package catalogue

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	sqlfiles "setdoku/sql"
)

// Query is a named query, a file of sql/query. It works in every database, and its name describes what it answers.
type Query struct {
	Name       string      `json:"name"`
	Title      string      `json:"title"` // question that it answers
	Idea       string      `json:"idea"`  // how it answers it
	Parameters []Parameter `json:"parameters"`
	Text       string      `json:"-"` // whole file
}

// Parameter is a parameter of a query. The text contains it as a colon and its name.
type Parameter struct {
	Name    string `json:"name"`
	Default string `json:"default"`
	Title   string `json:"title"` // meaning
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

// Queries returns all named queries, sorted by name.
func Queries() ([]Query, error) {
	files, err := fs.Glob(sqlfiles.FS, "query/*.sql")
	if err != nil {
		return nil, err
	}
	var list []Query
	for _, file := range files {
		text, err := fs.ReadFile(sqlfiles.FS, file)
		if err != nil {
			return nil, err
		}
		q, err := parseQuery(strings.TrimSuffix(strings.TrimPrefix(file, "query/"), ".sql"), string(text))
		if err != nil {
			return nil, fmt.Errorf("sql/%s: %w", file, err)
		}
		list = append(list, q)
	}
	return list, nil
}

// parseQuery reads the header of a named query: @title, @idea and, for each parameter, `-- @parameter name default
// title`.
func parseQuery(name, text string) (Query, error) {
	fields, err := headerFields(text, "parameter")
	if err != nil {
		return Query{}, err
	}
	q := Query{Name: name, Title: strings.Join(fields["title"], ""), Idea: strings.Join(fields["idea"], ""), Text: text}
	if q.Title == "" || q.Idea == "" {
		return q, fmt.Errorf("@title or @idea is missing")
	}
	for _, p := range fields["parameter"] {
		parts := strings.SplitN(p, " ", 3)
		if len(parts) < 3 {
			return q, fmt.Errorf("@parameter %s, want a name, a default and a title", p)
		}
		q.Parameters = append(q.Parameters, Parameter{Name: parts[0], Default: parts[1], Title: parts[2]})
	}
	return q, onlyFields(fields, "title", "idea", "parameter")
}
