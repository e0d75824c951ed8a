package web

import (
	"net/http"
	"net/url"
	"strings"

	"setdoku/internal/canned"
	"setdoku/internal/web/console"
)

// sqlData is what the page of the console shows.
type sqlData struct {
	Statement string
	Fields    []field       // the parameters of the statement
	Query     *canned.Query // the named query of the address, nil for none
	Answer    *console.Answer
	Failure   string
	Schema    []relation
	Queries   []canned.Query
	Seconds   float64
	Rows      int
	CSV, JSON string
}

// sqlPage runs the statement of the address, if there is one and all its parameters have values.
func (s *Server) sqlPage(w http.ResponseWriter, r *http.Request) error {
	v := r.URL.Query()
	d := sqlData{Seconds: s.console.Time.Seconds(), Rows: s.console.Rows}
	var values map[string]string
	var err error
	if d.Statement, d.Query, d.Fields, values, err = statementOfQuery(v); err != nil {
		return err
	}
	if d.Schema, err = s.schema(r.Context()); err != nil {
		return err
	}
	if d.Queries, err = canned.List(); err != nil {
		return err
	}
	status := http.StatusOK
	if strings.TrimSpace(d.Statement) != "" && values != nil {
		d.Answer, err = s.console.Run(r.Context(), console.Statement{Text: d.Statement, Values: values}, 0)
		if p := problemOf(err); p != nil {
			d.Failure, status = p.Text, p.Status
		} else if err != nil {
			return err
		}
		same := url.Values{"q": {d.Statement}}
		for name, value := range values {
			same.Set("p_"+name, value)
		}
		d.CSV, d.JSON = "/api/query.csv?"+same.Encode(), "/api/query.json?"+same.Encode()
	}
	return s.render(w, r, status, "sql", "SQL", d)
}
