package store

import (
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// ErrParameter says that a statement and the values of its parameters do not fit.
var ErrParameter = errors.New("parameter")

// parameterName is the rest of a parameter after its colon.
var parameterName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z_][A-Za-z_0-9]*`) })

// parameters finds the parameters of a statement, each a colon and a name: their names in the order
// in which they come first, and the statement with what replace returns in their places. What
// stands in quotes or comments, or after two colons, is none.
func parameters(text string, replace func(n int, name string) string) (names []string, statement string) {
	var b strings.Builder
	colon := false // the token before was one
	for text != "" {
		n := tokenLength(text)
		if text[0] == ':' && !colon {
			if name := parameterName().FindString(text[1:]); name != "" {
				at := slices.Index(names, name)
				if at < 0 {
					at = len(names)
					names = append(names, name)
				}
				b.WriteString(replace(at+1, name))
				text = text[1+len(name):]
				continue
			}
		}
		colon = text[:n] == ":"
		b.WriteString(text[:n])
		text = text[n:]
	}
	return names, b.String()
}

// Parameters returns the names of the parameters of a statement, in the order in which they come first.
func Parameters(text string) []string {
	names, _ := parameters(text, func(_ int, name string) string { return name })
	return names
}

// checkValues returns an error that wraps ErrParameter when a parameter has no value or a value is for none.
func checkValues(names []string, values map[string]string) error {
	for _, name := range names {
		if _, ok := values[name]; !ok {
			return fmt.Errorf("%w :%s has no value", ErrParameter, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if !slices.Contains(names, name) {
			return fmt.Errorf("%w :%s is not in the statement", ErrParameter, name)
		}
	}
	return nil
}

// fileParameters returns the values as a file takes them: what looks like a whole number is one, for in
// SQLite 5 and '5' differ where no column says what they are.
func fileParameters(text string, values map[string]string) (args []any, err error) {
	names := Parameters(text)
	if err := checkValues(names, values); err != nil {
		return nil, err
	}
	for _, name := range names {
		var value any = values[name]
		if n, err := strconv.ParseInt(values[name], 10, 64); err == nil {
			value = n
		}
		args = append(args, sql.Named(name, value))
	}
	return args, nil
}

// serverParameters returns a statement and its values as a server takes them.
func serverParameters(text string, values map[string]string) (statement string, args [][]byte, err error) {
	names, statement := parameters(text, func(n int, _ string) string { return "$" + strconv.Itoa(n) })
	if err := checkValues(names, values); err != nil {
		return "", nil, err
	}
	for _, name := range names {
		args = append(args, []byte(values[name]))
	}
	return statement, args, nil
}
