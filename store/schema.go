package store

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// CheckSchema compares the tables, views, indexes and triggers with those that the migrations make. The error
// names the first that is missing or another one; what is there beside them is left alone. proved is false where
// that cannot be found out: on a server on which the user may not make a schema.
func (s *Snapshot) CheckSchema(ctx context.Context) (proved bool, err error) {
	made, err := madeByMigrations()
	if err != nil {
		return false, err
	}
	found, err := s.fileObjects(ctx)
	if err != nil {
		return false, fmt.Errorf("read the definitions: %w", Explain(err))
	}
	return true, compareObjects(made.objects, found)
}

// fileObjects returns what a file defines, by kind and name: all but what SQLite makes by itself, and
// the table in which the migrations note how far they have come.
func (s *Snapshot) fileObjects(ctx context.Context) ([]object, error) {
	var rows []struct{ Kind, Name, SQL string }
	err := s.tx.SelectContext(ctx, &rows, `
		SELECT type AS kind, name, sql
		FROM sqlite_master
		WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite^_%' ESCAPE '^' AND name NOT LIKE 'goose^_%' ESCAPE '^'
		ORDER BY type, name`)
	if err != nil {
		return nil, err
	}
	list := make([]object, len(rows))
	for i, r := range rows {
		list[i] = object{r.Kind, r.Name, definition(r.SQL)}
	}
	return list, nil
}

// compareObjects returns an error that wraps ErrChanged for the first of the objects wanted that is not among
// those found.
func compareObjects(wanted, found []object) error {
	byName := func(a, b object) int {
		return strings.Compare(a.kind+" "+a.name, b.kind+" "+b.name)
	}
	slices.SortFunc(found, byName)
	for _, w := range wanted {
		i, there := slices.BinarySearchFunc(found, w, byName)
		switch {
		case !there:
			return fmt.Errorf("%s %s %w: it is missing", w.kind, w.name, ErrChanged)
		case found[i].digest != w.digest:
			return fmt.Errorf("%s %s %w", w.kind, w.name, ErrChanged)
		}
	}
	return nil
}
