package web

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"setdoku/internal/catalogue"
	"setdoku/store"
)

// field is a parameter of a statement as a field of the form. The name of the form field is p_ and the parameter's
// name.
type field struct{ Name, Title, Value string }

// wanted is the statement that an address asks for: the statement itself, or a named query.
type wanted struct {
	Statement string
	Query     *catalogue.Query // nil for none
	Fields    []field          // the parameters of the statement
	// the values of the parameters, nil if one has none yet, because the statement cannot run then
	values map[string]string
}

// wantedBy reads the statement of an address and the values of its parameters.
func wantedBy(v url.Values) (want wanted, err error) {
	want.Statement = v.Get("q")
	if name := v.Get("query"); name != "" {
		list, err := catalogue.Queries()
		if err != nil {
			return want, err
		}
		i := slices.IndexFunc(list, func(q catalogue.Query) bool { return q.Name == name })
		if i < 0 {
			return want, problemf(http.StatusNotFound, "no query is named %s", name)
		}
		want.Query = &list[i]
		if strings.TrimSpace(want.Statement) == "" {
			want.Statement = want.Query.SQL()
		} else if strings.TrimSpace(want.Statement) != strings.TrimSpace(want.Query.SQL()) {
			want.Query = nil // the user has changed the statement, and its title is no longer that of the query
		}
	}
	values, known := make(map[string]string), true
	for _, name := range store.Parameters(want.Statement) {
		f := field{Name: name}
		if want.Query != nil {
			for _, p := range want.Query.Parameters {
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
		want.Fields = append(want.Fields, f)
	}
	if known {
		want.values = values
	}
	return want, nil
}

// jsonQuery is a named query as the API sends it.
type jsonQuery struct {
	catalogue.Query
	SQL string `json:"sql"`
}

// apiQueries lists the named queries.
func (s *Server) apiQueries(*http.Request) ([]jsonQuery, error) {
	list, err := catalogue.Queries()
	out := make([]jsonQuery, len(list))
	for i, q := range list {
		out[i] = jsonQuery{q, q.SQL()}
		out[i].Parameters = append([]catalogue.Parameter{}, q.Parameters...)
	}
	return out, err
}
