package solver

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/jmoiron/sqlx"

	"setdoku/migrations"
)

// BuiltIn returns the catalogue that the migrations make. It carries out those of their statements alone that are about the
// table technique, in memory, which takes some milliseconds where a whole database takes some hundred.
func BuiltIn(ctx context.Context) (_ Catalogue, err error) {
	db, err := sqlx.Open("sqlite", ":memory:")
	if err != nil {
		return nil, fmt.Errorf("read the technique catalogue: %w", err)
	}
	db.SetMaxOpenConns(1) // each connection has a memory of its own
	defer func() { err = errors.Join(err, db.Close()) }()
	files, err := fs.Glob(migrations.FS, "sqlite/*.sql") // sorted, so in order
	if err != nil {
		return nil, err
	}
	for _, name := range files {
		text, err := fs.ReadFile(migrations.FS, name)
		if err != nil {
			return nil, err
		}
		up, _, _ := strings.Cut(string(text), "-- +goose Down")
		for _, q := range split(up) {
			if !aboutTechniques(q) {
				continue
			}
			if _, err := db.ExecContext(ctx, q); err != nil {
				return nil, fmt.Errorf("read the technique catalogue from %s: %w", name, err)
			}
		}
	}
	return LoadCatalogue(ctx, db)
}

// aboutTechniques reports whether a statement makes or changes the table technique.
func aboutTechniques(statement string) bool {
	words := strings.Fields(statement)
	if len(words) < 3 {
		return false
	}
	switch strings.ToUpper(words[0]) {
	case "UPDATE":
		return words[1] == "technique"
	case "CREATE", "ALTER", "INSERT", "DELETE":
		return words[2] == "technique"
	}
	return false
}
