package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/internal/web"
	"setdoku/solver/batch"
	"setdoku/solver/memory"
	sqlfiles "setdoku/sql"
	"setdoku/store"
	"setdoku/store/record"
)

// columnsFile is the page of the columns of all tables and views that people ask for.
const columnsFile = "docs/columns.md"

// relation is a table or view.
type relation struct {
	Name    string
	Kind    string // table or view
	SQL     string // that creates it
	Comment string
	Columns []columnDescription `db:"-"`
}

// columnDescription is a column of a table or view.
type columnDescription struct {
	Relation, Name, Type, Comment string
	NotNull                       bool   `db:"not_null"`
	Primary                       int    // place in the primary key, 0 outside
	Refers                        string // the table to which its foreign key refers, "" without one
}

// columnsPage makes docs/columns.md from the schema of a file of SQLite and its comments.
func columnsPage(ctx context.Context) ([]byte, error) {
	db, err := store.OpenTemp(ctx)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	list, err := relations(ctx, db)
	if err != nil {
		return nil, err
	}
	if err := addTypes(ctx, db, list); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.WriteString(`# The columns of the tables

This page lists the tables and views that people ask for, with the type and the meaning of each column. [tables.md](tables.md) shows how
they belong together. The page is made from the comments in migrations/ (` + "`go generate ./docs`" + `). A database has the same texts in
its table ` + "`column_comment`" + `, and a server also as comments, which ` + "`\\d+ puzzle`" + ` of psql shows.

The types are those of a SQLite file. A server has ` + "`BIGINT` and `SMALLINT` for `INTEGER`" + `. The column "null" says whether a value may be null. A
view has no constraints, so it has no such column. In "key", "primary" marks the columns of the primary key, and → the table to which a
foreign key refers.
`)
	groups := web.SchemaGroups()
	groups = append(groups, web.SchemaGroup{Title: "Other tables: variants, sets, and what shells use"})
	rest := &groups[len(groups)-1].First
	for _, r := range list {
		if !store.ForTechniques(r.Comment) && !slices.ContainsFunc(groups[:len(groups)-1],
			func(g web.SchemaGroup) bool { return slices.Contains(g.First, r.Name) }) {
			*rest = append(*rest, r.Name)
		}
	}
	for _, g := range groups {
		fmt.Fprintf(&b, "\n## %s\n", g.Title)
		for _, name := range g.First {
			i := slices.IndexFunc(list, func(r relation) bool { return r.Name == name })
			list[i].print(&b)
			list = slices.Delete(list, i, i+1)
		}
	}
	b.WriteString("\n## For techniques only\n\nTechnique files read and write these tables and views. Their columns are in " +
		"`column_comment`. Besides,\nthe view `found_NAME` has what sql/technique/NAME.sql finds, and `run_NAME` runs sql/shared/NAME.sql.\n\n" +
		"| table or view | a row is |\n|---|---|\n")
	for _, r := range list {
		if !strings.HasPrefix(r.Name, "found_") && !strings.HasPrefix(r.Name, "run_") {
			fmt.Fprintf(&b, "| `%s` | %s |\n", r.Name, r.Comment)
		}
	}
	return b.Bytes(), nil
}

// print writes the section of a table or view.
func (r *relation) print(b *bytes.Buffer) {
	fmt.Fprintf(b, "\n### %s\n\n%s: %s.\n\n", r.Name, strings.ToUpper(r.Kind[:1])+r.Kind[1:], r.Comment)
	if r.Kind == "view" {
		b.WriteString("| column | type | meaning |\n|---|---|---|\n")
		for _, c := range r.Columns {
			fmt.Fprintf(b, "| `%s` | %s | %s |\n", c.Name, c.Type, c.Comment)
		}
		return
	}
	b.WriteString("| column | type | null | key | meaning |\n|---|---|---|---|---|\n")
	for _, c := range r.Columns {
		null, key := "yes", ""
		if c.NotNull {
			null = "no"
		}
		if c.Primary > 0 {
			key = "primary"
		}
		if c.Refers != "" {
			key = strings.TrimSpace(key + " → " + c.Refers)
		}
		fmt.Fprintf(b, "| `%s` | %s | %s | %s | %s |\n", c.Name, c.Type, null, key, c.Comment)
	}
}

// relations reads the tables and views with their columns, in alphabetical order.
func relations(ctx context.Context, db *store.DB) (list []relation, err error) {
	if err := db.SelectContext(ctx, &list, sqlfiles.Page("sqlite/relations", "")); err != nil {
		return nil, err
	}
	var columns []columnDescription
	err = db.SelectContext(ctx, &columns, `
		SELECT m.name AS relation, i.name, i.type, i."notnull" AS not_null, i.pk AS "primary",
			COALESCE(f."table", '') AS refers, COALESCE(k.comment, '') AS comment
		FROM sqlite_master AS m
		CROSS JOIN PRAGMA_TABLE_INFO(m.name) AS i
		LEFT JOIN PRAGMA_FOREIGN_KEY_LIST(m.name) AS f ON f."from" = i.name
		LEFT JOIN column_comment AS k ON k.table_name = m.name AND k.column_name = i.name
		WHERE m.type IN ('table', 'view')
		ORDER BY m.name, i.cid`)
	for _, c := range columns {
		if i := slices.IndexFunc(list, func(r relation) bool { return r.Name == c.Relation }); i >= 0 {
			list[i].Columns = append(list[i].Columns, c)
		}
	}
	return list, err
}

// addTypes adds the types of the columns of views that an expression computes. SQLite knows them only from a value, so
// addTypes fills the database first. A column that has no value there has the type of a column of the same name.
func addTypes(ctx context.Context, db *store.DB, list []relation) error {
	if err := fillSample(ctx, db); err != nil {
		return err
	}
	types := make(map[string]string)
	for _, r := range list {
		for i, c := range r.Columns {
			switch c.Type {
			case "INT": // the result of an arithmetic expression
				r.Columns[i].Type = "INTEGER"
			case "", "BLOB":
				err := db.GetContext(ctx, &r.Columns[i].Type, `SELECT COALESCE((SELECT UPPER(TYPEOF(`+c.Name+`)) FROM `+
					r.Name+` WHERE `+c.Name+` IS NOT NULL LIMIT 1), '')`)
				if err != nil {
					return err
				}
			}
			types[c.Name] = cmp.Or(types[c.Name], r.Columns[i].Type)
		}
	}
	for _, r := range list {
		for i, c := range r.Columns {
			r.Columns[i].Type = cmp.Or(c.Type, types[c.Name])
		}
	}
	return nil
}

// fillSample solves testdata/sample.sdm, but one puzzle by singles only, so that it has candidates. It adds a puzzle
// that has a digit twice in a row, and begins a game.
func fillSample(ctx context.Context, db *store.DB) error {
	all, err := catalogue.BuiltIn()
	if err != nil {
		return err
	}
	singles, err := all.Select([]string{"singles"}, nil)
	if err != nil {
		return err
	}
	sample, err := os.ReadFile("testdata/sample.sdm")
	if err != nil {
		return err
	}
	var puzzles []format.Puzzle
	for in := format.NewReader(bytes.NewReader(sample), "sample.sdm"); ; {
		p, err := in.Read()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		puzzles = append(puzzles, p)
	}
	solve := func(by catalogue.Catalogue, puzzles []format.Puzzle) error {
		b, err := batch.NewBatch(ctx, db, memory.Options{Techniques: by},
			record.Run{Engine: string(catalogue.EngineAuto)})
		if err != nil {
			return err
		}
		_, err = b.Solve(ctx, puzzles)
		return errors.Join(err, b.Close(ctx))
	}
	twice := format.Puzzle{State: setdoku.State{Givens: setdoku.Grid{5, 5}}}
	if err := errors.Join(solve(all, append(puzzles[1:], twice)), solve(singles, puzzles[:1])); err != nil {
		return err
	}
	_, err = db.ExecContext(ctx,
		`INSERT INTO game (game_id, puzzle_id, started_at, changed_at) VALUES ('game', 1, '', '')`)
	return err
}
