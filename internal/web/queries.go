package web

import (
	"net/http"
	"net/url"
	"strings"

	"setdoku/internal/database"
	"setdoku/internal/web/site"
	sqlfiles "setdoku/sql"
)

// field is a parameter of a statement as a field of the form. The name of the form field is p_ and the parameter's
// name.
type field struct{ Name, Title, Value string }

// statementOfQuery returns the statement of an address, which has the statement itself or the name of a query, and the
// values of its parameters. values is nil if a parameter has no value yet, because the statement cannot run then.
func statementOfQuery(v url.Values) (statement string, query *sqlfiles.Query, fields []field, values map[string]string,
	err error) {
	statement = v.Get("q")
	if name := v.Get("query"); name != "" {
		list, err := sqlfiles.Queries()
		if err != nil {
			return "", nil, nil, nil, err
		}
		for i := range list {
			if list[i].Name == name {
				query = &list[i]
			}
		}
		if query == nil {
			return "", nil, nil, nil, site.Problemf(http.StatusNotFound, "no query is named %s", name)
		}
		if strings.TrimSpace(statement) == "" {
			statement = query.SQL()
		}
	}
	values = make(map[string]string)
	known := true
	for _, name := range database.Parameters(statement) {
		f := field{Name: name}
		if query != nil {
			for _, p := range query.Parameters {
				if p.Name == name {
					f.Title, f.Value = p.Title, p.Default
				}
			}
		}
		given := v.Has("p_" + name)
		if given {
			f.Value = v.Get("p_" + name)
		}
		known = known && (given || f.Value != "")
		values[name] = f.Value
		fields = append(fields, f)
	}
	if !known {
		values = nil
	}
	return statement, query, fields, values, nil
}

// jsonQuery is a named query as the API sends it.
type jsonQuery struct {
	sqlfiles.Query
	SQL string `json:"sql"`
}

// apiQueries lists the named queries.
func (s *Server) apiQueries(*http.Request) ([]jsonQuery, error) {
	list, err := sqlfiles.Queries()
	out := make([]jsonQuery, len(list))
	for i, q := range list {
		out[i] = jsonQuery{q, q.SQL()}
		out[i].Parameters = append([]sqlfiles.Parameter{}, q.Parameters...)
	}
	return out, err
}
