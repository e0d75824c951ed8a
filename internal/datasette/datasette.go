// Package datasette describes a database for Datasette (https://datasette.io).
package datasette

import (
	"context"
	"fmt"
	"strings"

	"setdoku/internal/canned"
	"setdoku/store"
)

// Metadata is the metadata file of Datasette. The JSON field names are Datasette's.
type Metadata struct {
	Databases map[string]Database `json:"databases"`
}

// Database describes one database.
type Database struct {
	Description string            `json:"description"`
	Tables      map[string]*Table `json:"tables"`
	Queries     map[string]Query  `json:"queries"`
}

// Table describes a table or view.
type Table struct {
	Description string            `json:"description"`
	Columns     map[string]string `json:"columns,omitempty"`
	Hidden      bool              `json:"hidden,omitempty"`
}

// Query is a query with a name.
type Query struct {
	SQL         string   `json:"sql"`
	Title       string   `json:"title"`
	Description string   `json:"description"`
	Params      []string `json:"params,omitempty"`
}

// Comment describes a table, a view or one of their columns.
type Comment struct {
	Table   string `db:"table_name"`
	Column  string `db:"column_name"` // empty for the table itself
	Comment string `db:"comment"`
}

// Comments returns all rows of column_comment, sorted by table. The comment on the table itself comes first.
func Comments(ctx context.Context, s *store.Snapshot) (list []Comment, err error) {
	err = s.SelectContext(ctx, &list, `
		SELECT table_name, column_name, comment
		FROM column_comment
		ORDER BY table_name, column_name`)
	if err != nil {
		return nil, fmt.Errorf("read the comments of columns: %w", err)
	}
	return list, nil
}

// New returns the metadata of a database. name is Datasette's name of the database. comments describe its tables
// and columns.
func New(name string, comments []Comment, queries []canned.Query) Metadata {
	db := Database{
		Description: "Sudoku puzzles, and every step that solved them. Begin with puzzle, board and history.",
		Tables:      make(map[string]*Table),
		Queries:     make(map[string]Query),
	}
	for _, c := range comments {
		t := db.Tables[c.Table]
		if t == nil {
			t = &Table{Columns: make(map[string]string)}
			db.Tables[c.Table] = t
		}
		if c.Column == "" {
			t.Description, t.Hidden = c.Comment, onlyForTechniques(c.Comment)
		} else {
			t.Columns[c.Column] = c.Comment
		}
	}
	for _, q := range queries {
		db.Queries[q.Name] = newQuery(q)
	}
	return Metadata{Databases: map[string]Database{name: db}}
}

// onlyForTechniques reports whether the comment of a table says that only techniques need it.
func onlyForTechniques(comment string) bool {
	for _, beginning := range []string{"Work table of ", "Reference", "For techniques"} {
		if strings.HasPrefix(comment, beginning) {
			return true
		}
	}
	return false
}

// newQuery describes a query with its idea and its parameters.
func newQuery(q canned.Query) Query {
	d := Query{SQL: strings.TrimSuffix(strings.TrimSpace(q.SQL()), ";"), Title: q.Title, Description: q.Idea}
	for _, p := range q.Parameters {
		d.Description += " " + p.Name + " = " + p.Title + ", such as " + p.Default + "."
		d.Params = append(d.Params, p.Name)
	}
	return d
}
