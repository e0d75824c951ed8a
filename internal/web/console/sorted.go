package console

import (
	"fmt"
	"slices"
	"strings"

	"setdoku/store"
)

// sortable are the first words of the statements that can be in parentheses.
var sortable = []string{"SELECT", "WITH", "VALUES"}

// Sorted returns a statement that has the rows of another one in the order of a column, counted from 1. It returns ""
// for a statement whose rows cannot be sorted in this way, such as PRAGMA.
func Sorted(text string, column int, descending bool) string {
	text, word := core(text)
	if !slices.Contains(sortable, strings.ToUpper(word)) {
		return ""
	}
	order := ""
	if descending {
		order = " DESC"
	}
	return fmt.Sprintf("SELECT * FROM (\n%s\n) AS unsorted ORDER BY %d%s NULLS LAST", text, column, order)
}

// core returns a statement from its first word to its last semicolon, without either that or comments before it, and
// the first word.
func core(text string) (statement, first string) {
	begin, at := 0, 0
	for token := range store.Tokens(text) {
		switch {
		case first == "" && (token == ";" || store.IsSpace(token)):
		case token == ";":
			return text[begin:at], first
		case first == "":
			begin, first = at, token
		}
		at += len(token)
	}
	return text[begin:], first
}
