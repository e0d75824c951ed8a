package store

import (
	"iter"
	"strings"
)

// Tokens yields the tokens of SQL one after the other: comments, white space, quoted texts, words, and single other
// characters. Together they are the text. An unclosed comment or quoted text extends to the end.
func Tokens(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for text != "" {
			n := tokenLength(text)
			if !yield(text[:n]) {
				return
			}
			text = text[n:]
		}
	}
}

// IsSpace reports whether a token is white space or a comment. A byte order mark is white space, everywhere.
func IsSpace(token string) bool {
	return strings.HasPrefix(token, "--") || strings.HasPrefix(token, "/*") || spaces(token) == len(token)
}

// spaces returns the number of bytes of white space at the beginning of a text.
func spaces(text string) (n int) {
	for n < len(text) {
		switch {
		case text[n] == ' ' || '\t' <= text[n] && text[n] <= '\r':
			n++
		case strings.HasPrefix(text[n:], "\ufeff"):
			n += len("\ufeff")
		default:
			return n
		}
	}
	return n
}

// quotes are the delimiters of comments and quoted texts. A semicolon between them does not end the statement. A
// doubled quote ends one text and begins the next.
var quotes = []struct{ opening, closing string }{
	{"--", "\n"}, {"/*", "*/"}, {"'", "'"}, {`"`, `"`}, {"`", "`"}, {"[", "]"},
}

// tokenLength returns the number of bytes of the first token.
func tokenLength(text string) int {
	n := 0
	for n < len(text) && (isLetter(text[n]) || n > 0 && '0' <= text[n] && text[n] <= '9') {
		n++
	}
	if n = max(n, spaces(text)); n > 0 {
		return n
	}
	for _, q := range quotes {
		if rest, ok := strings.CutPrefix(text, q.opening); ok {
			_, after, _ := strings.Cut(rest, q.closing)
			return len(text) - len(after)
		}
	}
	return 1
}

// isLetter reports whether a word can begin with a byte.
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' }

// onlyStatement returns the first word of a text that contains exactly one statement.
func onlyStatement(text string) (word string, err error) {
	ended := false
	for token := range Tokens(text) {
		switch {
		case IsSpace(token):
		case token == ";":
			ended = word != ""
		case ended:
			return "", ErrStatements
		case word == "":
			word = token
		}
	}
	if word == "" {
		return "", ErrNoStatement
	}
	return word, nil
}
