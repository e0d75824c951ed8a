package store

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"setdoku/internal/catalogue"
)

// ErrConstraint is the error for a row that violates a CHECK of its table.
var ErrConstraint = errors.New("a row breaks a constraint of its table")

// orphanError is the error for a row that refers to a missing row.
type orphanError struct {
	table, column string
	value         any
	parent        string
}

func (e orphanError) Error() string {
	if e.column == "puzzle_id" {
		return fmt.Sprintf("%s has a row of puzzle %v, which is not in the table %s", e.table, e.value, e.parent)
	}
	return fmt.Sprintf("%s has a row with %s %v, which is not in the table %s", e.table, e.column, e.value, e.parent)
}

// CheckIntegrity checks the pages, the indexes and the foreign keys of a file. The error wraps ErrDamaged if the file
// is damaged, and ErrConstraint if nothing is wrong but NULL in columns that have none. A server checks its pages
// itself; CheckIntegrity then checks the rows that the server does not check.
func (s *Snapshot) CheckIntegrity(ctx context.Context) error {
	return s.db.backend.checkIntegrity(ctx, s)
}

// CheckConstraints looks for rows of a file that violate a CHECK of their table. The error wraps ErrConstraint and
// names the first such CHECK. A server lets no such row in. PRAGMA integrity_check does not find these rows on a
// read-only connection, because SQLite leaves out every CHECK when it reads the definitions of a file that it has
// opened read-only. Call it after CheckSchema, which proves the definitions.
func (s *Snapshot) CheckConstraints(ctx context.Context) error {
	return s.db.backend.checkConstraints(ctx, s)
}

// CheckSchema compares the tables, views, indexes and triggers of a file with those that the migrations make, and the
// versions that the database names with the migrations. The error names the first that is missing or differs.
// added are all others, such as "view mine". A server prints definitions in its own words, so there compared is false, and CheckSchema compares only
// the versions, which on Citus only the coordinator has.
func (s *Snapshot) CheckSchema(ctx context.Context) (added []string, compared bool, err error) {
	return s.db.backend.checkSchema(ctx, s)
}

// checkVersions compares the schema versions and the version of the catalogue with those of this program. Of the schema
// versions, it does not compare their times and the order in which they were applied.
func (s *Snapshot) checkVersions(ctx context.Context) error {
	list, err := versions(s.db.Dialect())
	if err != nil {
		return err
	}
	wanted := []int64{0} // goose marks an empty database with it
	for _, m := range list {
		wanted = append(wanted, m.Version)
	}
	table := s.db.texts().versionTable
	var found []int64
	err = s.tx.SelectContext(ctx, &found, `
		SELECT CASE WHEN CAST(is_applied AS INTEGER) = 1 THEN version_id ELSE -1 END FROM `+table+` ORDER BY 1`)
	switch {
	case err != nil:
		return fmt.Errorf("read the schema versions: %w", Explain(err))
	case !slices.Equal(found, wanted):
		return fmt.Errorf("table %s %w: it has the versions %v, want %v", table, ErrChanged, found, wanted)
	}
	fingerprint, err := catalogue.Fingerprint()
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
