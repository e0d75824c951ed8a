package store

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// CheckSchema compares the tables, views, indexes and triggers with those that the migrations make. The error names
// the first that is missing or differs. Other tables and views are ignored. doubt is the reason why a server could
// not be checked, for instance because the user may not create a schema.
func (s *Snapshot) CheckSchema(ctx context.Context) (doubt, err error) {
	if s.db.dialect == Postgres {
		doubt, err = s.checkServerSchema(ctx)
	} else {
		err = s.checkFileSchema(ctx)
	}
	s.viewsProved = doubt == nil && err == nil
	return doubt, err
}

func (s *Snapshot) checkFileSchema(ctx context.Context) error {
	made, err := madeByMigrations()
	if err != nil {
		return err
	}
	found, err := s.fileObjects(ctx)
	if err != nil {
		return fmt.Errorf("read the definitions: %w", Explain(err))
	}
	return compareObjects(made.objects, found)
}

// fileObjects returns the definitions in a file, by kind and name, without those that SQLite makes itself and without
// the table of schema versions.
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

// compareObjects returns an error that wraps ErrChanged for the first wanted object that was not found.
func compareObjects(wanted, found []object) error {
	byName := func(a, b object) int {
		return strings.Compare(a.kind+" "+a.name, b.kind+" "+b.name)
	}
	found = slices.SortedFunc(slices.Values(found), byName)
	for _, w := range slices.SortedFunc(slices.Values(wanted), byName) {
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
