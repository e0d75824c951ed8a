package store

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	sqlfiles "setdoku/sql"
)

// Column is a column of a table or view.
type Column struct {
	Relation string `db:"relation"` // the table or view
	Name     string `db:"name"`
}

// Columns returns the columns of all tables and views, in their order.
func (db *DB) Columns(ctx context.Context) ([]Column, error) {
	var rows []struct {
		Column
		Type, Comment string
	}
	if err := db.SelectContext(ctx, &rows, sqlfiles.Page(string(db.Dialect())+"/columns", "")); err != nil {
		return nil, fmt.Errorf("read the columns of the tables: %w", Explain(err))
	}
	list := make([]Column, len(rows))
	for i, r := range rows {
		list[i] = r.Column
	}
	return list, nil
}

// Columns is DB.Columns, on another connection: after an error a transaction of a server reads nothing more.
func (s *Snapshot) Columns(ctx context.Context) ([]Column, error) { return s.db.Columns(ctx) }

// unknownName matches the messages of both databases about a table or column that does not exist.
var unknownName = regexp.MustCompile(`(?:no such (table|column): (?:\w+\.)*(\w+)|` +
	`(relation|column) "?(?:\w+\.)*(\w+)"? does not exist)`)

// UnknownName returns the name of a table or column that a database does not have, in its message about a statement,
// and the names that can be in its place: those of the tables and views, or the columns of those that the statement
// names; of all columns if it names no table. name is "" if the message is about something else.
func UnknownName(message, statement string, columns []Column) (name string, known []string) {
	m := unknownName.FindStringSubmatch(message)
	if m == nil {
		return "", nil
	}
	var tokens []string
	for token := range Tokens(statement) {
		tokens = append(tokens, strings.ToLower(token))
	}
	all := !slices.ContainsFunc(columns, func(c Column) bool { return slices.Contains(tokens, c.Relation) })
	isColumn := m[1] == "column" || m[3] == "column"
	for _, c := range columns {
		switch {
		case !isColumn:
			known = append(known, c.Relation)
		case all || slices.Contains(tokens, c.Relation):
			known = append(known, c.Name)
		}
	}
	return m[2] + m[4], known
}
