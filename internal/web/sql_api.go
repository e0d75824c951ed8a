package web

import (
	"context"
	"io"
	"net/http"
	"strings"

	"setdoku/internal/format"
	"setdoku/internal/web/console"
)

// wantedStatement returns the statement of a request of the API, and the number of rows at most, 0 for no number.
func wantedStatement(r *http.Request) (c console.Statement, limit int, err error) {
	v := r.URL.Query()
	if limit, err = formNumber(v, "limit", 1, 0); err != nil {
		return c, 0, err
	}
	want, err := wantedBy(v)
	switch {
	case err != nil:
		return c, 0, err
	case strings.TrimSpace(want.Statement) == "":
		return c, 0, problemf(http.StatusBadRequest,
			"no statement: give it as q, or give the name of a query as query")
	case want.values == nil:
		return c, 0, problemf(http.StatusBadRequest,
			"the statement has %s: give each a value, beginning with p_%s", format.Plural(len(want.Fields), "parameter"),
			want.Fields[0].Name)
	}
	c.Values = want.values
	c.Text, err = sortedStatement(want.Statement, v.Get("sort"))
	return c, limit, err
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
			row[i] = jsonValue(v)
		}
	}
	return a, nil
}

// rowsAs returns the handler that sends all rows of a statement in a format.
func (s *Server) rowsAs(format func(io.Writer) *rowFormat) Handler {
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
