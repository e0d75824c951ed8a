package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"setdoku/internal/catalogue"
	sqlfiles "setdoku/sql"
	"setdoku/store"
)

// datasetteDatabase is the entry of a database in a metadata file of Datasette (https://datasette.io). The names of the
// fields are Datasette's.
type datasetteDatabase struct {
	Description string                     `json:"description"`
	Tables      map[string]*datasetteTable `json:"tables"` // and views
	Queries     map[string]datasetteQuery  `json:"queries"`
}

type datasetteTable struct {
	Description string            `json:"description"`
	Columns     map[string]string `json:"columns,omitempty"`
	Hidden      bool              `json:"hidden,omitempty"` // until the reader asks for it
}

type datasetteQuery struct {
	SQL         string   `json:"sql"`
	Title       string   `json:"title"`
	Description string   `json:"description"`
	Params      []string `json:"params,omitempty"`
}

// writeDatasette writes the metadata with which Datasette explains a database file: the comments of its tables and
// columns, and the named queries.
func writeDatasette(ctx context.Context, w io.Writer, path string) error {
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	if name == "" {
		return errors.New("export: the file has no name but an extension")
	}
	db := datasetteDatabase{
		Description: "Sudoku puzzles, and every step that solved them. Begin with puzzle, board and history.",
		Tables:      make(map[string]*datasetteTable),
		Queries:     make(map[string]datasetteQuery),
	}
	if err := read(ctx, path, func(s *store.Snapshot) error { return db.addTables(ctx, s) }); err != nil {
		return err
	}
	queries, err := catalogue.Queries()
	if err != nil {
		return err
	}
	for _, q := range queries {
		described := datasetteQuery{SQL: strings.TrimSuffix(strings.TrimSpace(q.SQL()), ";"), Title: q.Title,
			Description: q.Idea}
		for _, p := range q.Parameters {
			described.Description += " " + p.Name + " = " + p.Title + ", such as " + p.Default + "."
			described.Params = append(described.Params, p.Name)
		}
		db.Queries[q.Name] = described
	}
	enc := jsonLines(w)
	enc.SetIndent("", "  ")
	return enc.Encode(map[string]map[string]datasetteDatabase{"databases": {name: db}})
}

// addTables adds the tables and views that column_comment describes.
func (d *datasetteDatabase) addTables(ctx context.Context, s *store.Snapshot) error {
	var comments []struct {
		Table   string `db:"table_name"`
		Column  string `db:"column_name"` // empty for the table itself
		Comment string `db:"comment"`
	}
	if err := s.SelectContext(ctx, &comments,
		sqlfiles.Page("column_comments", "")); err != nil {
		return fmt.Errorf("read the comments of columns: %w", err)
	}
	for _, c := range comments {
		t := d.Tables[c.Table]
		if t == nil {
			t = &datasetteTable{Columns: make(map[string]string)}
			d.Tables[c.Table] = t
		}
		if c.Column != "" {
			t.Columns[c.Column] = c.Comment
			continue
		}
		t.Description, t.Hidden = c.Comment, store.ForTechniques(c.Comment)
	}
	return nil
}
