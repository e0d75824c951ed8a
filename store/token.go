package store

import (
	"iter"
	"strings"
)

// Tokens yields the tokens of SQL one after the other: comments, quoted texts, words, and single characters. Together they are the text.
// An unclosed comment or quoted text extends to the end.
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
	return strings.HasPrefix(token, "--") || strings.HasPrefix(token, "/*") || strings.Trim(token, " \t\n\r\f\v\ufeff") == ""
}

// quotes are the delimiters of comments and quoted texts. A semicolon between them does not end the statement. A
// doubled quote ends one text and begins the next.
var quotes = []struct{ opening, closing string }{
	{"--", "\n"}, {"/*", "*/"}, {"'", "'"}, {`"`, `"`}, {"`", "`"}, {"[", "]"},
}

// tokenLength returns the number of bytes of the first token.
func tokenLength(text string) int {
	for _, q := range quotes {
		if rest, ok := strings.CutPrefix(text, q.opening); ok {
			_, after, _ := strings.Cut(rest, q.closing)
			return len(text) - len(after)
		}
	}
	if strings.HasPrefix(text, "\ufeff") {
		return len("\ufeff")
	}
	n := 0
	for n < len(text) && (isLetter(text[n]) || n > 0 && '0' <= text[n] && text[n] <= '9') {
		n++
	}
	return max(n, 1)
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
