package web

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"

	"setdoku/internal/format"
	"setdoku/internal/web/console"
)

// A client must take stallRows rows within downloadStall. Otherwise it is cut off.
const (
	downloadStall = 2 * time.Minute
	stallRows     = 1000
)

// eachRow calls begin with the names of columns and then row with the values of each row. It ends early, without an
// error, if one of them returns console.ErrEnough.
type eachRow func(ctx context.Context, begin func(columns []string) error, row func(values []any) error) error

// rowFormat writes the rows of a download in one format.
type rowFormat struct {
	ending, kind string // of the file
	begin        func(columns []string) error
	row          func(n int, values []any) error
	flush, end   func() error
}

// csvRows returns a rowFormat that writes CSV to w.
func csvRows(w io.Writer) *rowFormat {
	out := format.NewRecords(w)
	flush := func() error { out.Flush(); return out.Error() }
	return &rowFormat{
		ending: "csv", kind: "text/csv; charset=utf-8", begin: out.Write, flush: flush, end: flush,
		row: func(_ int, values []any) error {
			fields := make([]string, len(values))
			for i, v := range values {
				fields[i] = valueText(v)
			}
			return out.Write(fields)
		},
	}
}

// jsonRows writes rows as a list of objects, one a line.
func jsonRows(w io.Writer) *rowFormat {
	out := bufio.NewWriter(w)
	var names [][]byte
	return &rowFormat{
		ending: "json", kind: "application/json", flush: out.Flush,
		begin: func(columns []string) error {
			for _, name := range distinct(columns) {
				b, err := json.Marshal(name)
				if err != nil {
					return err
				}
				names = append(names, append(b, ':'))
			}
			return out.WriteByte('[')
		},
		row: func(n int, values []any) error {
			line := []byte(",\n{")
			if n == 0 {
				line = line[1:]
			}
			for i, v := range values {
				b, err := json.Marshal(jsonValue(v))
				if err != nil {
					return err
				}
				if i > 0 {
					line = append(line, ',')
				}
				line = append(append(line, names[i]...), b...)
			}
			_, err := out.Write(append(line, '}'))
			return err
		},
		end: func() error {
			if _, err := out.WriteString("\n]\n"); err != nil {
				return err
			}
			return out.Flush()
		},
	}
}

// Send sends rows as a file, at most limit of them unless it is 0. If reading fails after the first rows, or the client
// does not take them, the connection is cut, so that nobody takes a part for the whole.
func (s *site) Send(w http.ResponseWriter, r *http.Request, name string, to *rowFormat, limit int, each eachRow) error {
	n, begun, isHead := 0, false, r.Method == http.MethodHead
	client := http.NewResponseController(w)
	defer func() { _ = client.SetWriteDeadline(time.Time{}) }() // the next request of the connection has none
	err := each(r.Context(), func(columns []string) error {
		begun = true
		w.Header().Set("Content-Type", to.kind)
		w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s.%s"`, name, to.ending))
		if isHead {
			return console.ErrEnough
		}
		return to.begin(columns)
	}, func(values []any) error {
		if limit > 0 && n == limit {
			return console.ErrEnough
		}
		if n%stallRows == 0 {
			_ = client.SetWriteDeadline(time.Now().Add(downloadStall)) // not all writers have a deadline
			if err := to.flush(); err != nil {
				return err
			}
			_ = client.Flush()
		}
		n++
		return to.row(n-1, values)
	})
	switch {
	case !begun:
		return err
	case err == nil && !isHead:
		err = to.end()
	}
	if err != nil {
		if r.Context().Err() == nil {
			s.Log.Error("download cut off", "method", r.Method, "path", r.URL.Path, "rows", n, "error", err)
		}
		panic(http.ErrAbortHandler) // net/http knows it and closes the connection
	}
	return nil
}

// distinct adds numbers to names that are there twice: a, a_2.
func distinct(names []string) []string {
	out := make([]string, 0, len(names))
	for _, name := range names {
		free := name
		for n := 2; slices.Contains(out, free); n++ {
			free = fmt.Sprintf("%s_%d", name, n)
		}
		out = append(out, free)
	}
	return out
}
