package store

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// ErrParameter is the error for values that do not match the parameters of a statement.
var ErrParameter = errors.New("parameter")

// Parameters returns the names of the parameters of a statement, in the order of their first use. A parameter is a colon and a name. A
// name in quotes or comments, or after two colons, is not a parameter.
func Parameters(text string) []string {
	names, _ := numbered(text, "")
	return names
}

// numbered returns the names of the parameters of a statement and the statement with a mark and the number of its name, counted
// from 1, in place of each parameter.
func numbered(text, mark string) (names []string, statement string) {
	var b strings.Builder
	colons := 0 // before the token
	for token := range Tokens(text) {
		if token == ":" {
			colons++
			continue
		}
		if colons == 1 && isLetter(token[0]) {
			if !slices.Contains(names, token) {
				names = append(names, token)
			}
			token, colons = mark+strconv.Itoa(slices.Index(names, token)+1), 0
		}
		b.WriteString(strings.Repeat(":", colons) + token)
		colons = 0
	}
	return names, b.String() + strings.Repeat(":", colons)
}

// withValues returns numbered of a statement and the values of its parameters. The error wraps ErrParameter when a parameter has no value
// or a value has no parameter.
func withValues(text, mark string, values map[string]string) (statement string, args []string, err error) {
	names, statement := numbered(text, mark)
	for _, name := range names {
		value, ok := values[name]
		if !ok {
			return "", nil, fmt.Errorf("%w :%s has no value", ErrParameter, name)
		}
		args = append(args, value)
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if !slices.Contains(names, name) {
			return "", nil, fmt.Errorf("%w :%s is not in the statement", ErrParameter, name)
		}
	}
	return statement, args, nil
}
