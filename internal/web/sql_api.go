package web

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"strings"

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
	return s.sendRows(w, r, newCSV(w))
}

// apiQueryJSON sends all rows of a statement as a list of objects, one a line.
func (s *Server) apiQueryJSON(w http.ResponseWriter, r *http.Request) error {
	return s.sendRows(w, r, newJSON(w))
}

func (s *Server) sendRows(w http.ResponseWriter, r *http.Request, to *rowFormat) error {
	statement, limit, err := wantedStatement(r)
	if err != nil {
		return err
	}
	return s.send(w, r, "query", to, limit, func(ctx context.Context, begin func([]string) error, row func([]any) error) error {
		return s.console.Stream(ctx, statement, begin, row)
	})
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
	case *string:
		return text(v)
	case []string:
		return strings.Join(v, ",")
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
