package migrations

import (
	"fmt"
	"io/fs"
	"strings"
)

// Script returns the statements that make all tables, as plain SQL for the shell of a database, "sqlite" or "postgres":
// the text of the migrations without their marks, each under a line with its name.
func Script(dialect string) (string, error) {
	list, err := For(dialect)
	if err != nil {
		return "", err
	}
	names, err := fs.Glob(list, "*.sql")
	if err != nil {
		return "", err
	}
	var out strings.Builder
	for _, name := range names {
		text, err := fs.ReadFile(list, name)
		if err != nil {
			return "", err
		}
		_, up, _ := strings.Cut(string(text), begin)
		up, _, _ = strings.Cut(up, end)
		fmt.Fprintf(&out, "\n-- %s\n\n%s", strings.TrimSuffix(name, ".sql"), up)
	}
	return out.String(), nil
}
