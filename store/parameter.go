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

// ErrParameter is the error for values that do not match the parameters of a statement.
var ErrParameter = errors.New("parameter")

// parameterName matches a parameter after its colon.
var parameterName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z_][A-Za-z_0-9]*`) })

// parameters finds the parameters of a statement, each a colon and a name. It returns their names in the order of
// their first use, and the statement with each parameter replaced by what replace returns. A name in quotes or
// comments, or after two colons, is not a parameter.
func parameters(text string, replace func(n int, name string) string) (names []string, statement string) {
	var b strings.Builder
	colon := false // the previous token was a colon
	for text != "" {
		n := TokenLength(text)
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

// Parameters returns the names of the parameters of a statement, in the order of their first use.
func Parameters(text string) []string {
	names, _ := parameters(text, func(_ int, name string) string { return name })
	return names
}

// checkValues returns an error that wraps ErrParameter when a parameter has no value or a value has no parameter.
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

// fileParameters converts the values for a file. A value that looks like a whole number becomes an integer, because
// SQLite treats 5 and '5' as different where no column gives the type.
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

// serverParameters converts a statement and its values for a server.
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
