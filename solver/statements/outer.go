package statements

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"setdoku/store"
)

// effect returns the keyword that says what a statement does, in capitals, and the table whose rows it changes, in
// lower case and without the schema temp, "" if it changes none. Common table expressions may come first. It ignores
// literals, comments and text in parentheses.
func effect(statement string) (verb, table string) {
	words := strings.Fields(outer(statement))
	for i, word := range words {
		verb = strings.ToUpper(word)
		rest := words[i+1:]
		switch verb {
		case "INSERT", "REPLACE":
			into := slices.IndexFunc(rest, func(word string) bool { return strings.EqualFold(word, "INTO") })
			rest = rest[into+1:]
		case "UPDATE":
			if len(rest) > 1 && strings.EqualFold(rest[0], "OR") {
				rest = rest[2:]
			}
		case "DELETE":
			rest = rest[min(1, len(rest)):]
		case "SELECT", "VALUES":
			return verb, ""
		default:
			if i == 0 && verb != "WITH" {
				return verb, ""
			}
			continue
		}
		if len(rest) > 0 {
			table = strings.TrimPrefix(strings.ToLower(rest[0]), "temp.")
		}
		return verb, table
	}
	return verb, ""
}

// createdTable returns the table of a statement that does nothing but create a temporary table with columns, or an
// index, in lower case and without the schema temp. It returns "" for any other statement, and for one with a literal,
// a quoted name or a comment in slashes, which could hide something.
func createdTable(statement string) (table string, index bool) {
	if strings.ContainsAny(statement, "'\"`$/\r") {
		return "", false
	}
	m := createsTemp().FindStringSubmatch(strings.Join(strings.Fields(strings.ToLower(outer(statement))), " "))
	if m == nil {
		return "", false
	}
	return m[1] + m[2], m[2] != ""
}

var createsTemp = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^create (?:temp(?:orary)? table (?:if not exists )?(?:temp\.)?(\w+)` +
		`(?: without rowid)?|` +
		`(?:unique )?index (?:if not exists )?(?:temp\.)?\w+ on (\w+))$`)
})

// outer returns a statement without literals, comments and text in parentheses.
func outer(statement string) string {
	var out strings.Builder
	depth := 0
	for token := range store.Tokens(statement) {
		switch {
		case token == "(":
			depth++
			out.WriteByte(' ')
		case token == ")":
			depth--
		case depth != 0 || token[0] == '\'':
		case store.IsSpace(token):
			out.WriteByte(' ')
		default:
			out.WriteString(token)
		}
	}
	return out.String()
}
