package sqltext

import (
	"slices"
	"strings"
)

// InsertsInto returns the table that a statement inserts rows into, in lower case and without the schema temp. It
// returns "" for any other statement. Common table expressions may come first. It ignores literals, comments and
// text in parentheses.
func InsertsInto(statement string) string {
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

// outer returns a statement without literals, comments and text in parentheses.
func outer(statement string) string {
	var out strings.Builder
	depth := 0
	literal, comment := false, false
	for i, c := range []byte(statement) {
		switch {
		case comment:
			comment = c != '\n'
		case c == '\'':
			literal = !literal
		case literal:
		case c == '-' && strings.HasPrefix(statement[i:], "--"):
			comment = true
			out.WriteByte(' ')
		case c == '(':
			depth++
			out.WriteByte(' ')
		case c == ')':
			depth--
		case depth == 0:
			out.WriteByte(c)
		}
	}
	return out.String()
}
