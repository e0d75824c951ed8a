package database

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	sqlfiles "setdoku/sql"
)

// CheckSchema compares the tables, views, indexes and triggers of a file with those that the migrations make, and the
// versions that the database names with the migrations. The error names the first that is missing or differs. Other
// tables and views are ignored. A server prints definitions in its own words, so there compared is false, and
// CheckSchema compares only the versions, which on Citus only the coordinator has.
func (s *Snapshot) CheckSchema(ctx context.Context) (compared bool, err error) {
	if s.db.dialect == Postgres {
		if layout, err := s.db.Layout(ctx); err != nil || len(layout.Distributed) > 0 {
			return false, err
		}
		return false, s.checkVersions(ctx)
	}
	made, found, err := s.migratedAndFound(ctx)
	if err == nil {
		err = compareObjects(made, found)
	}
	if err != nil {
		return true, err
	}
	return true, s.checkVersions(ctx)
}

// object is a table, view, index or trigger of a file.
type object struct{ kind, name, definition string }

// definition returns a definition in one form of white space, which makes no difference. The lines stay, because a
// comment ends with its line.
func definition(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); len(words) > 0 {
			lines = append(lines, strings.Join(words, " "))
		}
	}
	return strings.Join(lines, "\n")
}

// checkVersions compares the schema versions and the version of the catalogue with those of this program. Of the schema
// versions, it does not compare their times and the order in which they were applied.
func (s *Snapshot) checkVersions(ctx context.Context) error {
	list, err := versions(s.db.dialect)
	if err != nil {
		return err
	}
	wanted := []int64{0} // goose marks an empty database with it
	for _, m := range list {
		wanted = append(wanted, m.Version)
	}
	table := s.db.versionTable()
	var found []int64
	err = s.tx.SelectContext(ctx, &found, `
		SELECT CASE WHEN CAST(is_applied AS INTEGER) = 1 THEN version_id ELSE -1 END FROM `+table+` ORDER BY 1`)
	switch {
	case err != nil:
		return fmt.Errorf("read the schema versions: %w", Explain(err))
	case !slices.Equal(found, wanted):
		return fmt.Errorf("table %s %w: it has the versions %v, want %v", table, ErrChanged, found, wanted)
	}
	fingerprint, err := sqlfiles.Fingerprint()
	if err != nil {
		return err
	}
	var fingerprints []string
	err = s.tx.SelectContext(ctx, &fingerprints, `SELECT fingerprint FROM catalogue_version`)
	switch {
	case err != nil:
		return fmt.Errorf("read the version of the catalogue: %w", Explain(err))
	case !slices.Equal(fingerprints, []string{fingerprint}):
		return fmt.Errorf("table catalogue_version %w: it has %q, want %q", ErrChanged, fingerprints, fingerprint)
	}
	return nil
}

// migratedAndFound returns the definitions that the migrations make in a file, and those of this file. If the sum of
// all is right they are the same. Otherwise the migrations run in a new database, which takes longer.
func (s *Snapshot) migratedAndFound(ctx context.Context) (made, found []object, err error) {
	if found, err = s.fileObjects(ctx); err != nil {
		return nil, nil, fmt.Errorf("read the definitions: %w", Explain(err))
	}
	if sumOfObjects(found) == migratedSum() {
		return found, found, nil
	}
	made, err = migratedFile(ctx)
	return made, found, err
}

// sumOfObjects returns a sum of definitions and their order.
func sumOfObjects(list []object) string {
	return fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(nil, "%q", list)))
}

// migratedFiles caches the definitions that the migrations make in a new file.
var migratedFiles struct {
	mutex   sync.Mutex
	objects []object
}

// migratedFile returns the definitions that the migrations make in a new file.
func migratedFile(ctx context.Context) ([]object, error) {
	m := &migratedFiles
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.objects != nil {
		return m.objects, nil
	}
	db, err := OpenTemp(ctx)
	if err == nil {
		err = db.Snapshot(ctx, func(temp *Snapshot) (err error) {
			m.objects, err = temp.fileObjects(ctx)
			return err
		})
		err = errors.Join(err, db.Close())
	}
	if err != nil {
		return nil, fmt.Errorf("find out what the migrations make: %w", err)
	}
	return m.objects, nil
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
		case found[i].definition != w.definition:
			return fmt.Errorf("%s %s %w", w.kind, w.name, ErrChanged)
		}
	}
	return nil
}
