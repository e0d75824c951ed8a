package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// SQLiteVersion returns the version of the SQLite inside this program, such as 3.40.1.
func SQLiteVersion(ctx context.Context) (version string, err error) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return "", fmt.Errorf("open a database in memory: %w", err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := db.QueryRowContext(ctx, `SELECT sqlite_version()`).Scan(&version); err != nil {
		return "", fmt.Errorf("ask SQLite for its version: %w", err)
	}
	return version, nil
}
