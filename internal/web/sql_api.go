package web

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"

	"setdoku/internal/web/console"
)

// statusOfReason has the HTTP status of a statement that the console refused.
var statusOfReason = map[console.Reason]int{
	console.Wrong: http.StatusBadRequest, console.Forbidden: http.StatusForbidden, console.Long: http.StatusRequestEntityTooLarge,
	console.Large: http.StatusUnprocessableEntity, console.Slow: http.StatusRequestTimeout, console.Busy: http.StatusServiceUnavailable,
}

// wantedStatement returns the statement of a request of the API, and the number of rows at most, 0 for no number.
func wantedStatement(r *http.Request) (console.Statement, int, error) {
	v := r.URL.Query()
	limit, err := number(v, "limit", 1, 0)
	if err != nil {
		return console.Statement{}, 0, err
	}
	text, _, fields, values, err := statementOfQuery(v)
	switch {
	case err != nil:
		return console.Statement{}, 0, err
	case strings.TrimSpace(text) == "":
		return console.Statement{}, 0, problem(http.StatusBadRequest, "no statement: give it as q, or give the name of a query as query")
	case values == nil:
		return console.Statement{}, 0, problem(http.StatusBadRequest, fmt.Sprintf("the statement has %d parameters: give each a value, p_%s and so on", len(fields), fields[0].Name))
	}
	text, err = sortedStatement(text, v.Get("sort"))
	return console.Statement{Text: text, Values: values}, limit, err
}

// apiQuery runs a statement and answers with its first rows.
func (s *Server) apiQuery(w http.ResponseWriter, r *http.Request) error {
	statement, limit, err := wantedStatement(r)
	if err != nil {
		return err
	}
	a, err := s.console.Run(r.Context(), statement, limit)
	if err != nil {
		return err
	}
	for _, row := range a.Rows {
		for i, v := range row {
			row[i] = jsonValue(v)
		}
	}
	return writeJSON(w, http.StatusOK, a)
}

// apiQueryCSV sends all rows of a statement as CSV.
func (s *Server) apiQueryCSV(w http.ResponseWriter, r *http.Request) error {
	out := csv.NewWriter(w)
	return s.sendRows(w, r, "text/csv; charset=utf-8", "query.csv", rowFormat{
		begin: func(columns []string) error { return out.Write(columns) },
		row: func(_ int, row []any) error {
			fields := make([]string, len(row))
			for i, v := range row {
				fields[i] = shownValue(v)
			}
			return out.Write(fields)
		},
		end: func() error { out.Flush(); return out.Error() },
	})
}

// apiQueryJSON sends all rows of a statement as a list of objects, one a line.
func (s *Server) apiQueryJSON(w http.ResponseWriter, r *http.Request) error {
	var names [][]byte
	return s.sendRows(w, r, "application/json", "query.json", rowFormat{
		begin: func(columns []string) error {
			for _, name := range distinct(columns) {
				b, err := json.Marshal(name)
				if err != nil {
					return err
				}
				names = append(names, append(b, ':'))
			}
			_, err := io.WriteString(w, "[")
			return err
		},
		row: func(n int, row []any) error {
			line := []byte(",\n{")
			if n == 0 {
				line = []byte("\n{")
			}
			for i, v := range row {
				b, err := json.Marshal(jsonValue(v))
				if err != nil {
					return err
				}
				if i > 0 {
					line = append(line, ',')
				}
				line = append(append(line, names[i]...), b...)
			}
			_, err := w.Write(append(line, '}'))
			return err
		},
		end: func() error { _, err := io.WriteString(w, "\n]\n"); return err },
	})
}

// rowFormat writes the rows of a download in one format.
type rowFormat struct {
	begin func(columns []string) error
	row   func(n int, row []any) error
	end   func() error
}

// stallRows is the number of rows that a client must take within downloadStall.
const stallRows = 1000

// sendRows sends all rows of a statement as a file. If the statement fails after the first rows, the connection is cut, so that nobody
// takes a part for the whole.
func (s *Server) sendRows(w http.ResponseWriter, r *http.Request, kind, name string, to rowFormat) error {
	statement, limit, err := wantedStatement(r)
	if err != nil {
		return err
	}
	n, begun := 0, false
	deadline := http.NewResponseController(w)
	defer func() { _ = deadline.SetWriteDeadline(time.Time{}) }() // the next request of the connection has none
	err = s.console.Stream(r.Context(), statement, func(columns []string) error {
		begun = true
		w.Header().Set("Content-Type", kind)
		w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
		if r.Method == http.MethodHead {
			return console.ErrEnough
		}
		return to.begin(columns)
	}, func(row []any) error {
		if limit > 0 && n == limit {
			return console.ErrEnough
		}
		if n%stallRows == 0 {
			_ = deadline.SetWriteDeadline(time.Now().Add(downloadStall)) // not all writers have a deadline
		}
		n++
		return to.row(n-1, row)
	})
	switch {
	case !begun:
		return err
	case err == nil:
		err = to.end()
	}
	if err != nil {
		s.opts.Log.Debug("download ended early", "error", err)
		panic(http.ErrAbortHandler) // net/http knows it and closes the connection
	}
	return nil
}

// jsonValue returns a value of a row as JSON can have it: blobs in hexadecimal digits, infinities as null.
func jsonValue(v any) any {
	switch v := v.(type) {
	case []byte:
		return fmt.Sprintf("%X", v)
	case float64:
		if math.IsInf(v, 0) || math.IsNaN(v) {
			return nil
		}
	}
	return v
}

// shownValue returns a value of a row as text, "" for NULL.
func shownValue(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case []byte:
		return fmt.Sprintf("%X", v)
	}
	return fmt.Sprint(v)
}

// mostShown is the number of characters of a value that a page shows. CSV and JSON have all.
const mostShown = 2000

// shownShort returns a value of a row as a page shows it.
func shownShort(v any) string {
	text := strings.ToValidUTF8(shownValue(v), "\ufffd")
	if len(text) <= mostShown {
		return text
	}
	return fmt.Sprintf("%s… (%d bytes)", strings.ToValidUTF8(text[:mostShown], ""), len(text))
}

// distinct adds numbers to names that stand twice: a, a_2.
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
