package cli

import (
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
)

// rowPrinter prints the rows of a query. Values are those of store.QueryRows.
type rowPrinter struct {
	row    func([]any) error
	finish func() error
}

// newRowPrinter returns a printer of format table, csv or json on w.
func newRowPrinter(w io.Writer, format string, columns []string) rowPrinter {
	switch format {
	case "csv":
		return csvRows(w, columns)
	case "json":
		return jsonRows(w, columns)
	}
	return tableRows(w, columns)
}

// tableRows prints a table; NULL is shown as such.
func tableRows(w io.Writer, columns []string) rowPrinter {
	t := newTable(w, columns...)
	return rowPrinter{
		row: func(values []any) error {
			row := make(table.Row, len(values))
			for i, v := range values {
				switch v.(type) {
				case nil:
					row[i] = "NULL"
				case int64:
					row[i] = v // a column of numbers is aligned right
				default:
					row[i] = valueText(v)
				}
			}
			t.AppendRow(row)
			return nil
		},
		finish: func() error {
			t.Render()
			return nil
		},
	}
}

// csvRows prints a header and a record a row; NULL is an empty field.
func csvRows(w io.Writer, columns []string) rowPrinter {
	out := csv.NewWriter(w)
	header := out.Write(columns)
	return rowPrinter{
		row: func(values []any) error {
			record := make([]string, len(values))
			for i, v := range values {
				record[i] = valueText(v)
			}
			return out.Write(record)
		},
		finish: func() error {
			out.Flush()
			if header != nil {
				return header
			}
			return out.Error()
		},
	}
}

// jsonRows prints an object a row, its fields in the order of the columns. Of columns with
// the same name the second is called name_2, and so on.
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
		row: func(values []any) error {
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
		finish: func() error { return nil },
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
			return jsonText(valueText(v)) // JSON has no number for it
		}
		return []byte(valueText(v))
	}
	return jsonText(valueText(v))
}

// jsonText returns a text as a JSON string that keeps < and > as they are.
func jsonText(s string) []byte {
	var b strings.Builder
	if err := newJSON(&b).Encode(s); err != nil {
		return []byte(`""`) // a string has no way to fail
	}
	return []byte(strings.TrimSuffix(b.String(), "\n"))
}

// valueText returns a value as text: "" for NULL, hexadecimal digits for a blob.
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
