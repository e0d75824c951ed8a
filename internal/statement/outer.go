package statement

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"setdoku/internal/database"
)

// insertsInto returns the table that a statement inserts rows into, in lower case and without the schema temp. It
// returns "" for any other statement. Common table expressions may come first. It ignores literals, comments and
// text in parentheses.
func insertsInto(statement string) string {
	words := strings.Fields(outer(statement))
	is := func(keyword string) func(string) bool {
		return func(word string) bool { return strings.EqualFold(word, keyword) }
	}
	into := slices.IndexFunc(words, is("INTO"))
	if into < 0 || into+1 == len(words) || !slices.ContainsFunc(words[:into], is("INSERT")) {
		return ""
	}
	return strings.TrimPrefix(strings.ToLower(words[into+1]), "temp.")
}

// tempTable returns the table of a statement that does nothing but create a temporary table with columns, or an index,
// in lower case and without the schema temp. It returns "" for any other statement, and for one with a literal, a
// quoted name or a comment in slashes, which could hide something.
func tempTable(statement string) (table string, index bool) {
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
	for token := range database.Tokens(statement) {
		switch {
		case token == "(":
			depth++
			out.WriteByte(' ')
		case token == ")":
			depth--
		case depth != 0 || token[0] == '\'':
		case database.IsSpace(token):
			out.WriteByte(' ')
		default:
			out.WriteString(token)
		}
	}
	return out.String()
}
