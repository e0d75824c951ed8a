package console

import (
	"fmt"
	"slices"
	"strings"

	"setdoku/store"
)

// sortable are the first words of the statements that can stand in parentheses.
var sortable = []string{"SELECT", "WITH", "VALUES"}

// Sorted returns a statement that has the rows of another one in the order of a column, counted from 1. It returns "" for a statement whose rows
// cannot be sorted in this way, such as PRAGMA.
func Sorted(text string, column int, descending bool) string {
	text = core(text)
	word := text[:min(len(text), store.TokenLength(text))]
	if !slices.Contains(sortable, strings.ToUpper(word)) {
		return ""
	}
	order := ""
	if descending {
		order = " DESC"
	}
	return fmt.Sprintf("SELECT * FROM (\n%s\n) AS unsorted ORDER BY %d%s NULLS LAST", text, column, order)
}

// core returns a statement from its first word to its last semicolon, without either that or comments before it.
func core(text string) string {
	begin, at := -1, 0
	for at < len(text) {
		n := store.TokenLength(text[at:])
		token := text[at : at+n]
		switch {
		case begin < 0 && (token == ";" || store.Blank(token) || strings.HasPrefix(token, "--") || strings.HasPrefix(token, "/*")):
		case token == ";":
			return text[begin:at]
		case begin < 0:
			begin = at
		}
		at += n
	}
	if begin < 0 {
		return ""
	}
	return text[begin:]
}
