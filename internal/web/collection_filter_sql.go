package web

import (
	"fmt"
	"strconv"
	"strings"

	"setdoku/store"
)

// clues counts the givens of puzzle AS z. An index has exactly this expression.
const clues = `LENGTH(REPLACE(z.givens, '.', ''))`

// sourceName is the source of puzzle AS z without its line, in one line.
var sourceName = strings.Join(strings.Fields(store.SourceName), " ")

// usesTechnique is the condition that a puzzle has a step of a technique.
const usesTechnique = `EXISTS (SELECT 1 FROM puzzle_technique AS u WHERE u.puzzle_id = z.puzzle_id AND u.technique = ?)`

// hasTag is the condition that a puzzle has a tag.
const hasTag = `EXISTS (SELECT 1 FROM puzzle_tag AS t WHERE t.puzzle_id = z.puzzle_id AND t.tag = ?)`

// where returns the conditions of the filter over puzzle AS z, and their values. It leaves out the position of the
// page.
func (f collectionFilter) where() (conditions []string, args []any) {
	for _, c := range f.conditions {
		conditions, args = append(conditions, c.sql), append(args, c.value)
	}
	return conditions, args
}

// listColumns are the columns of a collectionRow.
const listColumns = "z.puzzle_id, z.name, z.variant, z.givens, z.state, z.status, z.level, z.score, z.hardest, z.steps, " +
	clues + " AS clues, z.source"

// filterHints are the parts of the queries of a dialect that no result depends on.
//
// only makes SQLite read the index puzzle_facet, which has all columns of filters and orders, and not the table.
// Without it, SQLite takes the index of the order and reads a row of the table for each entry, which takes ten times as
// long if few puzzles match.
//
// hide hides that a column equals a value. SQLite would leave the column out of GROUP BY and then sort, because the
// rest is not the order of the index.
var filterHints = map[store.Dialect]struct{ only, hide string }{store.SQLite: {" INDEXED BY puzzle_facet", "+"}}

// statement returns the query of a page. It asks for one row more than the page shows, to know whether there is a next
// page.
func (f collectionFilter) statement(d store.Dialect) (query string, args []any) {
	o := collectionOrders[f.Sort]
	conditions, args := f.where()
	inOrder := o.indexed && len(conditions) == 0 // the index of the order has the page, row after row
	if f.After != "" {
		condition, values, _ := o.later(f.After)
		conditions = append(conditions, condition)
		args = append(args, values...)
	}
	limit := "\nLIMIT " + strconv.Itoa(f.Limit+1)
	if inOrder {
		return "SELECT " + listColumns + "\nFROM puzzle AS z" + whereClause(conditions, "\n") + "\nORDER BY " + o.by() +
			limit, args
	}
	return "SELECT " + listColumns + "\nFROM puzzle AS z\nWHERE z.puzzle_id IN (\n    SELECT z.puzzle_id\n    FROM " +
		"puzzle AS z" + filterHints[d].only +
		whereClause(conditions, "\n    ") + "\n    ORDER BY " + o.by() + strings.ReplaceAll(limit, "\n", "\n    ") +
		"\n)\nORDER BY " + o.by(), args
}

// whereClause returns a WHERE clause, "" without conditions. Its lines begin with indent, a line feed and blanks.
func whereClause(conditions []string, indent string) string {
	if len(conditions) == 0 {
		return ""
	}
	return indent + "WHERE " + strings.Join(conditions, indent+"    AND ")
}

// sqlLiteral returns a statement with its values in place of the question marks, ready to paste into a SQL shell.
func sqlLiteral(query string, args []any) string {
	parts := strings.SplitN(query, "?", len(args)+1)
	for i, a := range args {
		text := fmt.Sprint(a)
		if s, ok := a.(string); ok {
			text = "'" + strings.ReplaceAll(s, "'", "''") + "'"
		}
		parts[i] += text
	}
	return strings.Join(parts, "")
}
