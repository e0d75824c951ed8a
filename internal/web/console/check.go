package console

import (
	"fmt"
	"slices"
	"strings"

	"setdoku/store"
)

// readingPragmas are the pragmas that only read. database_list is not one of them: it has the path of the file.
var readingPragmas = []string{
	"application_id", "collation_list", "compile_options", "encoding", "foreign_key_list",
	"function_list", "index_info",
	"index_list", "index_xinfo", "page_count", "page_size", "pragma_list", "schema_version", "table_info", "table_list",
	"table_xinfo", "user_version",
}

// askingPragmas are the readingPragmas whose argument is a name. An argument of any other pragma would set something.
var askingPragmas = []string{"foreign_key_list", "index_info", "index_list", "index_xinfo", "table_info", "table_list",
	"table_xinfo"}

// check refuses texts that are too long. If the database has pragmas, check refuses those that are not in the lists, as
// statements and as functions.
func check(text string, pragmas bool) error {
	if len(text) > MaxStatement {
		return &Refusal{Reason: Long, Text: fmt.Sprintf("The statement has %d kB, and at most %d kB are allowed.",
			(len(text)+1023)>>10, MaxStatement>>10)}
	}
	if !pragmas {
		return nil
	}
	list := words(text)
	for _, w := range list {
		if name, is := strings.CutPrefix(w.name(), "pragma_"); is && !slices.Contains(readingPragmas, name) &&
			plain(name) {
			return refusedPragma(name)
		}
	}
	if len(list) > 0 && list[0].is("explain") {
		list = list[1:]
		if len(list) > 1 && list[0].is("query") {
			list = list[2:] // QUERY PLAN
		}
	}
	if len(list) > 0 && list[0].is("pragma") {
		return checkPragma(list[1:])
	}
	return nil
}

// checkPragma checks the words behind PRAGMA: a name, or the name of a schema, a dot and a name; then nothing or an
// argument in parentheses.
func checkPragma(words []word) error {
	for len(words) > 0 && words[len(words)-1].is(";") {
		words = words[:len(words)-1]
	}
	if len(words) > 2 && words[1].is(".") {
		words = words[2:]
	}
	if len(words) == 0 {
		return nil // SQLite says what is missing
	}
	name := words[0].name()
	switch {
	case !slices.Contains(readingPragmas, name):
		return refusedPragma(name)
	case len(words) > 1 && (!words[1].is("(") || !slices.Contains(askingPragmas, name)):
		return refusedPragma(name + " with a value")
	}
	return nil
}

func refusedPragma(name string) error {
	return &Refusal{Reason: Forbidden, Text: fmt.Sprintf("refused: PRAGMA %s is not in the list of pragmas that the "+
		"console may use", name)}
}

// plain reports whether a text has only letters and underscores. A string such as 'pragma_ %' is not a name of a
// pragma.
func plain(name string) bool {
	return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz_") == ""
}

// word is a token of a statement of SQLite that is neither a comment nor white space.
type word string

func (w word) is(text string) bool { return strings.EqualFold(string(w), text) }

// name returns a word as an identifier in lower case, without the quotes.
func (w word) name() string { return strings.ToLower(strings.Trim(string(w), "\"'`[]")) }

// words splits a statement into its tokens.
func words(text string) (list []word) {
	for token := range store.Tokens(text) {
		if !store.IsSpace(token) {
			list = append(list, word(token))
		}
	}
	return list
}
