package cli

import (
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/table"

	"setdoku/internal/format"
)

// rowPrinter prints the rows of a query, whose values are those of store.QueryRows. Finish must be called after the
// last row.
type rowPrinter struct {
	Row    func([]any) error
	Finish func() error
}

// newRowPrinter returns a printer on w. The format is table, line, csv or json. A table and lines have no control
// characters of the values, and neither has CSV on a screen; JSON writes them as \u.
func newRowPrinter(w io.Writer, format string, columns []string, screen bool) rowPrinter {
	switch format {
	case "line":
		return lineRows(w, columns)
	case "csv":
		return csvRows(w, columns, screen)
	case "json":
		return jsonRows(w, columns)
	}
	return tableRows(w, columns)
}

// tableRows prints a table. It shows NULL as NULL.
func tableRows(w io.Writer, columns []string) rowPrinter {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = visible(c)
	}
	t := newTable(w, names...)
	return rowPrinter{
		Row: func(values []any) error {
			row := make(table.Row, len(values))
			for i, v := range values {
				switch v.(type) {
				case nil:
					row[i] = "NULL"
				case int64:
					row[i] = v // a column of numbers is aligned right
				default:
					row[i] = visible(valueText(v))
				}
			}
			t.AppendRow(row)
			return nil
		},
		Finish: func() error {
			t.Render()
			return nil
		},
	}
}

// lineRows prints a line for each value, behind the name of its column, and an empty line between two rows.
func lineRows(w io.Writer, columns []string) rowPrinter {
	width, first := 0, true
	for _, c := range columns {
		width = max(width, utf8.RuneCountInString(visible(c)))
	}
	return rowPrinter{
		Row: func(values []any) error {
			var b strings.Builder
			if !first {
				b.WriteByte('\n')
			}
			first = false
			for i, v := range values {
				text := "NULL"
				if v != nil {
					text = visible(valueText(v))
				}
				fmt.Fprintf(&b, "%*s = %s\n", width, visible(columns[i]), text)
			}
			_, err := io.WriteString(w, b.String())
			return err
		},
		Finish: func() error { return nil },
	}
}

// csvRows prints a header and one record a row. NULL is an empty field.
func csvRows(w io.Writer, columns []string, screen bool) rowPrinter {
	shown := func(text string) string { return text }
	if screen {
		shown = visible
	}
	out := format.NewRecords(w)
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = shown(c)
	}
	header := out.Write(names)
	return rowPrinter{
		Row: func(values []any) error {
			record := make([]string, len(values))
			for i, v := range values {
				record[i] = shown(valueText(v))
			}
			return out.Write(record)
		},
		Finish: func() error {
			out.Flush()
			if header != nil {
				return header
			}
			return out.Error()
		},
	}
}

// jsonRows prints one object a row, with the fields in the order of the columns. The second column with the same name
// is called name_2, the third name_3.
func jsonRows(w io.Writer, columns []string) rowPrinter {
	names := make([][]byte, len(columns))
	seen := make(map[string]bool)
	for i, c := range columns {
		name := c
		for n := 2; seen[name]; n++ {
			name = fmt.Sprintf("%s_%d", c, n)
		}
		seen[name] = true
		names[i] = jsonText(name)
	}
	return rowPrinter{
		Row: func(values []any) error {
			line := []byte{'{'}
			for i, v := range values {
				if i > 0 {
					line = append(line, ',')
				}
				line = append(append(line, names[i]...), ':')
				line = append(line, jsonValue(v)...)
			}
			_, err := w.Write(append(line, '}', '\n'))
			return err
		},
		Finish: func() error { return nil },
	}
}

// jsonValue returns a value as JSON, a number where it is one.
func jsonValue(v any) []byte {
	switch v := v.(type) {
	case nil:
		return []byte("null")
	case int64:
		return strconv.AppendInt(nil, v, 10)
	case float64:
		if math.IsInf(v, 0) {
			return jsonText(valueText(v)) // jsonLines has no infinite number
		}
		return []byte(valueText(v))
	}
	return jsonText(valueText(v))
}

// visible returns a text without what a terminal carries out: it writes control characters other than the end of a line
// and the tab, characters that reorder the text, and bytes that are not UTF-8, as \x1b or \u009b.
func visible(text string) string {
	var b strings.Builder
	for i, r := range text {
		_, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case r == '\n' || r == '\t' || !unicode.IsControl(r) && !unicode.Is(unicode.Bidi_Control, r):
			b.WriteRune(r)
		case r < utf8.RuneSelf:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// jsonText returns a text as a JSON string, without escaping < and >, and with all control characters escaped.
func jsonText(s string) []byte {
	var b strings.Builder
	if err := jsonLines(&b).Encode(s); err != nil {
		return []byte(`""`) // encoding a string cannot fail
	}
	line := strings.TrimSuffix(b.String(), "\n")
	if strings.IndexFunc(line, unicode.IsControl) < 0 {
		return []byte(line)
	}
	var escaped []byte
	for _, r := range line {
		if unicode.IsControl(r) {
			// encoding/json leaves DEL and the second block of control characters
			escaped = fmt.Appendf(escaped, `\u%04x`, r)
		} else {
			escaped = utf8.AppendRune(escaped, r)
		}
	}
	return escaped
}

// valueText returns a value as text. NULL is "", a blob is its hexadecimal digits.
func valueText(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case float64:
		text := strconv.FormatFloat(v, 'g', -1, 64)
		if !strings.ContainsAny(text, ".eIN") {
			text += ".0" // as SQLite shows it
		}
		return text
	case []byte:
		return hex.EncodeToString(v)
	case time.Time:
		return v.UTC().Format(time.DateTime)
	}
	return fmt.Sprint(v)
}
