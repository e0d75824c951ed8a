package web

import (
	"errors"
	"strings"
	"unicode/utf8"

	"setdoku/internal/catalogue"
	"setdoku/internal/web/console"
	"setdoku/store"
)

// fault is what is wrong with a statement: the place of the error in its line, and a name that may be meant.
type fault struct {
	Line, Column      int    // from 1
	Before, At, After string // the line
	Meant             string // "" if no name is near
	Mended            string // the statement with the name that may be meant
}

// newFault returns the place of a refused statement, nil if nobody knows it.
func newFault(text string, err error, schema []relation) *fault {
	var refused *console.Refusal
	if !errors.As(err, &refused) || refused.Reason != console.Wrong {
		return nil
	}
	at := refused.At
	name, known := store.UnknownName(refused.Text, text, schemaColumns(schema))
	if strings.Contains(refused.Text, "incomplete input") {
		at = len(strings.TrimRight(text, " \t\r\n;"))
	}
	at = wordAt(text, at, name)
	if at < 0 {
		return nil
	}
	length := 1
	if first := firstToken(text[at:]); first != "" && !store.IsSpace(first) {
		length = len(first)
	}
	length = min(length, len(text)-at)
	begin := strings.LastIndexByte(text[:at], '\n') + 1
	line, rest := text[begin:], ""
	if end := strings.IndexByte(line, '\n'); end >= 0 {
		line, rest = line[:end], line[end:]
	}
	inLine := at - begin
	end := min(inLine+length, len(line))
	f := &fault{
		Line: 1 + strings.Count(text[:begin], "\n"), Column: 1 + utf8.RuneCountInString(line[:inLine]),
		Before: line[:inLine], At: line[inLine:end], After: line[end:],
	}
	if f.Meant = catalogue.Nearest(strings.ToLower(name), known); name != "" && f.Meant != "" {
		f.Mended = text[:begin] + f.Before + f.Meant + f.After + rest
	}
	return f
}

// schemaColumns returns the columns of a schema.
func schemaColumns(schema []relation) (list []store.Column) {
	for _, r := range schema {
		for _, c := range r.Columns {
			list = append(list, store.Column{Relation: r.Name, Name: c.Name})
		}
	}
	return list
}

// wordAt returns the place of a name in a statement, the first one that is not before the place that the database
// named. Without a name it returns the place that the database named.
func wordAt(text string, named int, name string) int {
	if named > len(text) {
		named = -1
	}
	if name == "" {
		return named
	}
	at := 0
	for token := range store.Tokens(text) {
		if at >= named && strings.EqualFold(strings.Trim(token, "\"`[]"), name) {
			return at
		}
		at += len(token)
	}
	return named
}

// firstToken returns the first token of a text.
func firstToken(text string) string {
	for token := range store.Tokens(text) {
		return token
	}
	return ""
}
