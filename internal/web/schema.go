package web

import (
	"context"
	"net/http"

	sqlfiles "setdoku/sql"
	"setdoku/store"
)

// relation is a table or view of the schema browser.
type relation struct {
	Name    string   `db:"name" json:"name"`
	Kind    string   `db:"kind" json:"kind"` // table or view
	Group   string   `db:"-" json:"group"`   // state, audit or reference
	Comment string   `db:"comment" json:"comment"`
	SQL     string   `db:"sql" json:"sql"` // the statement that creates it, "" for a table on a server
	Columns []column `db:"-" json:"columns"`
	Damaged string   `db:"-" json:"damaged,omitempty"` // why a view of a user has no columns
}

// column is a column of a relation.
type column struct {
	Relation string `db:"relation" json:"-"`
	Name     string `db:"name" json:"name"`
	Type     string `db:"type" json:"type"`
	Comment  string `db:"comment" json:"comment,omitempty"`
}

// schema reads all tables and views with their columns.
func (s *Server) schema(ctx context.Context) ([]relation, error) {
	list := []relation{}
	var columns []column
	dialect := string(s.lists.Dialect())
	if err := s.lists.SelectContext(ctx, &list, sqlfiles.Page(dialect+"/relations", "")); err != nil {
		return nil, store.Explain(err)
	}
	err := s.lists.SelectContext(ctx, &columns, sqlfiles.Page(dialect+"/columns", ""))
	if store.StatementFault(err) != "" {
		columns, err = s.columnsOfSound(ctx, list)
	}
	if err != nil {
		return nil, store.Explain(err)
	}
	at := make(map[string]int, len(list))
	for i := range list {
		at[list[i].Name] = i
		list[i].Group = schemaGroups[schemaGroup(list[i].Name)].Name
	}
	for _, c := range columns {
		if i, ok := at[c.Relation]; ok {
			list[i].Columns = append(list[i].Columns, c)
		}
	}
	return list, nil
}

// columnsOfSound reads the columns of one table or view after the other, and sets Damaged of those that SQLite cannot
// read: views of users with a name that no longer exists.
func (s *Server) columnsOfSound(ctx context.Context, list []relation) (columns []column, err error) {
	statement := sqlfiles.Page(string(s.lists.Dialect())+"/columns", "AND m.name = ?")
	for i := range list {
		var some []column
		err := s.lists.SelectContext(ctx, &some, statement, list[i].Name)
		if list[i].Damaged = store.StatementFault(err); list[i].Damaged == "" && err != nil {
			return nil, err
		}
		columns = append(columns, some...)
	}
	return columns, nil
}

// apiSchema lists tables and views.
func (s *Server) apiSchema(r *http.Request) ([]relation, error) { return s.schema(r.Context()) }
