package cli

import (
	"cmp"
	"io"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// newTable returns a table on w whose header shows the column names unchanged.
func newTable(w io.Writer, columns ...string) table.Writer {
	t := table.NewWriter()
	t.SetOutputMirror(w)
	style := table.StyleLight
	style.Format.Header = text.FormatDefault
	t.SetStyle(style)
	header := make(table.Row, len(columns))
	for i, c := range columns {
		header[i] = c
	}
	t.AppendHeader(header)
	return t
}

// orDash returns a text, or "-" for nil.
func orDash[T ~string](s T) string { return cmp.Or(string(s), "-") }
