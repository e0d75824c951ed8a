package web

import (
	"context"
	"io"
	"net/http"
	"strings"

	"setdoku/internal/web/console"
	"setdoku/internal/web/site"
)

// wantedStatement returns the statement of a request of the API, and the number of rows at most, 0 for no number.
func wantedStatement(r *http.Request) (console.Statement, int, error) {
	v := r.URL.Query()
	limit, err := site.Number(v, "limit", 1, 0)
	if err != nil {
		return console.Statement{}, 0, err
	}
	text, _, fields, values, err := statementOfQuery(v)
	switch {
	case err != nil:
		return console.Statement{}, 0, err
	case strings.TrimSpace(text) == "":
		return console.Statement{}, 0, site.Problemf(http.StatusBadRequest,
			"no statement: give it as q, or give the name of a query as query")
	case values == nil:
		return console.Statement{}, 0, site.Problemf(http.StatusBadRequest,
			"the statement has %d parameters: give each a value, p_%s and so on", len(fields), fields[0].Name)
	}
	text, err = sortedStatement(text, v.Get("sort"))
	return console.Statement{Text: text, Values: values}, limit, err
}

// apiQuery runs a statement and answers with its first rows.
func (s *Server) apiQuery(r *http.Request) (*console.Answer, error) {
	statement, limit, err := wantedStatement(r)
	if err != nil {
		return nil, err
	}
	a, err := s.console.Run(r.Context(), statement, limit)
	if err != nil {
		return nil, err
	}
	for _, row := range a.Rows {
		for i, v := range row {
			row[i] = site.JSONValue(v)
		}
	}
	return a, nil
}

// rowsAs returns the handler that sends all rows of a statement in a format.
func (s *Server) rowsAs(format func(io.Writer) *site.RowFormat) site.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		statement, limit, err := wantedStatement(r)
		if err != nil {
			return err
		}
		return s.site.Send(w, r, "query", format(w), limit,
			func(ctx context.Context, begin func([]string) error, row func([]any) error) error {
				return s.console.Stream(ctx, statement, begin, row)
			})
	}
}
