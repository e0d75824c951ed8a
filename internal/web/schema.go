package web

import (
	"context"
	"net/http"

	"setdoku/internal/database"
	sqlfiles "setdoku/sql"
)

// relation is a table or view of the schema browser.
type relation struct {
	Name    string   `db:"name" json:"name"`
	Kind    string   `db:"kind" json:"kind"` // table or view
	Group   string   `db:"-" json:"group"`   // state, audit or reference
	Comment string   `db:"comment" json:"comment"`
	SQL     string   `db:"sql" json:"sql"` // the statement that creates it, "" for a table on a server
	Columns []column `db:"-" json:"columns"`
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
		return nil, database.Explain(err)
	}
	if err := s.lists.SelectContext(ctx, &columns, sqlfiles.Page(dialect+"/columns", "")); err != nil {
		return nil, database.Explain(err)
	}
	at := make(map[string]int, len(list))
	for i := range list {
		at[list[i].Name] = i
		list[i].Group = schemaGroups[groupOf(list[i].Name)].Name
	}
	for _, c := range columns {
		if i, ok := at[c.Relation]; ok {
			list[i].Columns = append(list[i].Columns, c)
		}
	}
	return list, nil
}

// apiSchema lists tables and views.
func (s *Server) apiSchema(r *http.Request) ([]relation, error) { return s.schema(r.Context()) }
