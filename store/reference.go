package store

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"sync"

	"setdoku"
)

// ErrChanged is the error for a table, view or row that differs from the one that the migrations have made.
var ErrChanged = errors.New("is not as the migrations made it")

// referenceText describes a new database. Its first line is the sum of the definitions in a file. The others are the
// reference tables. With it no process must create a database to compare with. TestReference writes it.
//
//go:embed reference.txt
var referenceText string

// referenceTable is a table that the migrations fill. Nothing changes it afterwards.
type referenceTable struct {
	name    string
	columns []string // a column that may be NULL ends in ?
	sum     uint64   // of a hash of each row
}

// migratedSum returns the sum of the definitions that the migrations make in a file, see sumOfObjects.
func migratedSum() string {
	sum, _, _ := strings.Cut(referenceText, "\n")
	return sum
}

// referenceTables parses the lines of referenceText after the first: a line has a table, its columns and the sum of its
// rows.
var referenceTables = sync.OnceValues(func() (tables []referenceTable, err error) {
	_, lines, _ := strings.Cut(referenceText, "\n")
	for line := range strings.Lines(lines) {
		var t referenceTable
		var columns string
		if _, err := fmt.Sscan(line, &t.name, &columns, &t.sum); err != nil {
			return nil, fmt.Errorf("reference.txt, %q: %w", line, err)
		}
		t.columns = strings.Split(columns, ",")
		tables = append(tables, t)
	}
	return tables, nil
})

// query returns a query for the name of the table and a text with a line for each row. Rows that users have added are
// left out.
func (t *referenceTable) query() string {
	values := make([]string, len(t.columns))
	for i, c := range t.columns {
		name, optional := strings.CutSuffix(c, "?")
		if values[i] = "t." + name; optional {
			values[i] = "COALESCE(CAST(t." + name + " AS TEXT), 'NULL')"
		}
	}
	where := ""
	switch t.name {
	case "technique":
		where = " WHERE t.family <> 'user' AND t.name NOT LIKE '%:%'"
	case "variant", "variant_unit", "variant_peer":
		where = " WHERE t.variant IN ('" + strings.Join(setdoku.VariantNames(), "', '") + "')"
	case "pattern_field", "pattern_part":
		// A shell adds naked_subset, the name of a file, to choose a size.
		where = " WHERE t.technique NOT IN (SELECT o.name FROM technique AS o WHERE o.family = 'user'" +
			" AND o.name NOT IN (SELECT b.file FROM technique AS b WHERE b.family <> 'user'))"
	}
	return "SELECT '" + t.name + "' AS name, COALESCE(STRING_AGG(CONCAT_WS('|', " + strings.Join(values, ", ") +
		"), '\n'), '') AS lines FROM " + t.name + " AS t" + where
}

// sumOfLines returns the sum of the FNV-1a hashes of the lines of a text. It does not depend on their order.
func sumOfLines(text string) (sum uint64) {
	for line := range strings.SplitSeq(text, "\n") {
		hash := uint64(14695981039346656037)
		for i := range len(line) {
			hash = (hash ^ uint64(line[i])) * 1099511628211
		}
		sum += hash
	}
	return sum
}

// CheckReference compares the rows of the reference tables with the rows of the migrations. The error names the first
// table that differs and wraps ErrChanged.
func (s *Snapshot) CheckReference(ctx context.Context) error {
	tables, err := referenceTables()
	if err != nil {
		return err
	}
	queries, sums := make([]string, len(tables)), make(map[string]uint64, len(tables))
	for i, t := range tables {
		queries[i], sums[t.name] = t.query(), t.sum
	}
	var found []struct{ Name, Lines string }
	if err := s.tx.SelectContext(ctx, &found, strings.Join(queries, " UNION ALL ")+" ORDER BY 1"); err != nil {
		return fmt.Errorf("read the reference tables: %w", Explain(err))
	}
	for _, t := range found {
		if sumOfLines(t.Lines) != sums[t.Name] {
			return fmt.Errorf("reference table %s %w", t.Name, ErrChanged)
		}
	}
	return nil
}

// CheckReference calls Snapshot.CheckReference once for an open database. Every command that reasons on a database
// calls it. A database that this process made needs no check.
func (db *DB) CheckReference(ctx context.Context) error {
	db.referenceMu.Lock()
	defer db.referenceMu.Unlock()
	if db.referenceKnown {
		return nil
	}
	if err := db.Snapshot(ctx, func(s *Snapshot) error { return s.CheckReference(ctx) }); err != nil {
		return fmt.Errorf("%s: %w", db.path, err)
	}
	db.referenceKnown = true
	return nil
}
