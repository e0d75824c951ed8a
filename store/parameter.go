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

// Parameters returns the names of the parameters of a statement, in the order of their first use. A parameter is a
// colon and a name. A name in quotes or comments, or after two colons, is not a parameter.
func Parameters(text string) []string {
	names, _ := numbered(text)
	return names
}

// numbered returns the names of the parameters of a statement and the statement for a server: with $ and the number of
// its name, counted from 1, in place of each parameter.
func numbered(text string) (names []string, statement string) {
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
			token, colons = "$"+strconv.Itoa(slices.Index(names, token)+1), 0
		}
		b.WriteString(strings.Repeat(":", colons) + token)
		colons = 0
	}
	return names, b.String() + strings.Repeat(":", colons)
}

// parameterValues returns the values of parameters in the order of their names. The error wraps ErrParameter when a
// parameter has no value or a value has no parameter.
func parameterValues(names []string, values map[string]any) (args []any, err error) {
	for _, name := range names {
		value, ok := values[name]
		if !ok {
			return nil, fmt.Errorf("%w :%s has no value", ErrParameter, name)
		}
		args = append(args, value)
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("%w :%s is not in the statement", ErrParameter, name)
		}
	}
	return args, nil
}

// Typed returns the values that a person typed for parameters. A value becomes an integer if the integer prints as the
// same text, because SQLite treats 5 and '5' as different where no column gives the type; 007 and +5 stay texts.
func Typed(values map[string]string) map[string]any {
	typed := make(map[string]any, len(values))
	for name, value := range values {
		typed[name] = value
		if n, err := strconv.ParseInt(value, 10, 64); err == nil && strconv.FormatInt(n, 10) == value {
			typed[name] = n
		}
	}
	return typed
}

// serverText returns a value as a server reads it, nil for NULL. The error wraps ErrParameter for a value of another
// type.
func serverText(value any) ([]byte, error) {
	switch v := value.(type) {
	case nil:
		return nil, nil
	case []byte:
		return fmt.Appendf(nil, `\x%x`, v), nil
	case string, bool, int, int64, float64:
		return fmt.Append(nil, v), nil
	}
	return nil, fmt.Errorf("%w: a value has the type %T", ErrParameter, value)
}
