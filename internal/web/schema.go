package web

import (
	"context"
	"net/http"

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
}

// column is a column of a relation.
type column struct {
	Relation string `db:"relation" json:"-"`
	Name     string `db:"name" json:"name"`
	Type     string `db:"type" json:"type"`
	Comment  string `db:"comment" json:"comment,omitempty"`
}

// These queries read the schema from the catalogs of the databases, with the comments of column_comment. They leave out
// tables of goose and SQLite.
var (
	relationQueries = map[store.Dialect]string{
		store.SQLite: `
			SELECT m.name, m.type AS kind, m.sql, COALESCE(k.comment, '') AS comment
			FROM sqlite_master AS m
			LEFT JOIN column_comment AS k ON k.table_name = m.name AND k.column_name = ''
			WHERE m.type IN ('table', 'view') AND m.name NOT LIKE 'sqlite%' AND m.name NOT LIKE 'goose%'
			ORDER BY m.name`,
		store.Postgres: `
			SELECT c.relname AS name, CASE c.relkind WHEN 'v' THEN 'view' ELSE 'table' END AS kind,
				CASE c.relkind WHEN 'v' THEN PG_GET_VIEWDEF(c.oid) ELSE '' END AS sql,
					COALESCE(k.comment, '') AS comment
			FROM pg_class AS c
			LEFT JOIN column_comment AS k ON k.table_name = c.relname AND k.column_name = ''
			WHERE c.relnamespace = CURRENT_SCHEMA()::regnamespace AND c.relkind IN ('r', 'p', 'v')
				AND NOT c.relispartition
				AND c.relname NOT LIKE 'goose%'
				AND c.oid NOT IN (SELECT d.objid FROM pg_depend AS d WHERE d.deptype = 'e') -- of an extension
			ORDER BY c.relname`,
	}
	columnQueries = map[store.Dialect]string{
		store.SQLite: `
			SELECT m.name AS relation, i.name, i.type, COALESCE(k.comment, '') AS comment
			FROM sqlite_master AS m
			CROSS JOIN PRAGMA_TABLE_INFO(m.name) AS i
			LEFT JOIN column_comment AS k ON k.table_name = m.name AND k.column_name = i.name
			WHERE m.type IN ('table', 'view')
			ORDER BY m.name, i.cid`,
		store.Postgres: `
			SELECT c.relname AS relation, a.attname AS name, FORMAT_TYPE(a.atttypid, a.atttypmod) AS type,
				COALESCE(k.comment, '') AS comment
			FROM pg_class AS c
			INNER JOIN pg_attribute AS a ON a.attrelid = c.oid
			LEFT JOIN column_comment AS k ON k.table_name = c.relname AND k.column_name = a.attname
			WHERE c.relnamespace = CURRENT_SCHEMA()::regnamespace AND c.relkind IN ('r', 'p', 'v')
				AND NOT c.relispartition
				AND a.attnum > 0 AND NOT a.attisdropped
				AND c.oid NOT IN (SELECT d.objid FROM pg_depend AS d WHERE d.deptype = 'e') -- of an extension
			ORDER BY c.relname, a.attnum`,
	}
)

// schema reads all tables and views with their columns.
func (s *Server) schema(ctx context.Context) ([]relation, error) {
	list := []relation{}
	var columns []column
	if err := s.lists.SelectContext(ctx, &list, relationQueries[s.lists.Dialect()]); err != nil {
		return nil, store.Explain(err)
	}
	if err := s.lists.SelectContext(ctx, &columns, columnQueries[s.lists.Dialect()]); err != nil {
		return nil, store.Explain(err)
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
