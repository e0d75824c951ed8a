package web

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"setdoku/internal/catalogue"
)

// openAPI is what the page of the API shows of openapi.json.
type openAPI struct {
	Info       struct{ Description string }
	Paths      map[string]map[string]operation
	Components struct {
		Schemas   map[string]jsonSchema
		Responses map[string]response // the errors, by their status
	}
}

// operation is a route of the API.
type operation struct {
	Method, Path string `json:"-"`
	Summary      string
	Parameters   []parameter
	RequestBody  *struct{ Content map[string]content }
	Responses    map[string]response
}

// parameter is a parameter of a route, in its path or in its query.
type parameter struct {
	Name, In, Description string
	Required              bool
	Schema                jsonSchema
	Example               any
}

// response is an answer, by its status.
type response struct {
	Description string
	Content     map[string]content
}

// content is a body of a type.
type content struct {
	Schema  jsonSchema
	Example any
}

// jsonSchema is the part of a schema of OpenAPI that the page shows.
type jsonSchema struct {
	Ref         string `json:"$ref"`
	Type        any    // a name, or some
	Description string
	Enum        []string
	Properties  map[string]jsonSchema
	Items       *jsonSchema
	AllOf       []jsonSchema `json:"allOf"`
	OneOf       []jsonSchema `json:"oneOf"`
}

// apiGroup are the routes whose paths begin alike.
type apiGroup struct {
	Name       string
	Operations []operation
}

// apiData is the data of the page of the API.
type apiData struct {
	openAPI
	Groups []apiGroup
	Host   string // in the examples
	Token  bool   // every request needs the token
}

// The groups and the methods in the order of the page. Other groups follow.
var (
	apiGroups  = []string{"puzzles", "games", "techniques", "query", "queries", "schema", "jobs", "facets"}
	apiMethods = []string{"get", "post", "put", "delete"}
)

// described returns what openapi.json says.
var described = sync.OnceValue(func() *openAPI {
	var d openAPI
	b, err := files.ReadFile("openapi.json")
	if err = errors.Join(err, json.Unmarshal(b, &d)); err != nil {
		panic(err) // the file is a part of the program
	}
	return &d
})

// rejectUnknownParameters returns the handler of a route of the API that refuses parameters which openapi.json does not
// describe.
func rejectUnknownParameters(route Route) Handler {
	var known []string
	paths := []string{route.Path}
	if strings.HasPrefix(route.Path, "/api/puzzles.") || route.Path == "/api/facets" {
		paths = append(paths, "/api/puzzles") // which the address of a list also has for its page
	}
	for _, path := range paths {
		for _, p := range described().Paths[path][strings.ToLower(route.Method)].Parameters {
			if p.In == "query" && !slices.Contains(known, p.Name) {
				known = append(known, p.Name)
			}
		}
	}
	return func(w http.ResponseWriter, r *http.Request) error {
		for _, name := range slices.Sorted(maps.Keys(r.URL.Query())) {
			if slices.Contains(known, name) || strings.HasPrefix(name, "p_") && slices.Contains(known, "p_NAME") {
				continue
			}
			text := fmt.Sprintf("there is no parameter %q here", name)
			if near := catalogue.Nearest(name, known); near != "" {
				text += ", did you mean " + near + "?"
			} else if len(known) > 0 {
				text += ", only " + strings.Join(known, ", ")
			}
			return problemf(http.StatusBadRequest, "%s", text)
		}
		return route.Do(w, r)
	}
}

// apiPage answers with the description of the API for people.
func (s *Server) apiPage(w http.ResponseWriter, r *http.Request) error {
	return s.site.Render(w, r, http.StatusOK, "api", "API", describe(r.Host, s.opts.Token != ""))
}

// describe returns the data of the description of the API for people.
func describe(host string, token bool) apiData {
	d := apiData{openAPI: *described(), Host: host, Token: token}
	for _, path := range slices.Sorted(maps.Keys(d.Paths)) {
		name := strings.FieldsFunc(path, func(c rune) bool { return c == '/' || c == '.' })[1]
		if n := len(d.Groups); n == 0 || d.Groups[n-1].Name != name {
			d.Groups = append(d.Groups, apiGroup{Name: name})
		}
		g := &d.Groups[len(d.Groups)-1]
		for _, method := range apiMethods {
			if o, has := d.Paths[path][method]; has {
				o.Method, o.Path = strings.ToUpper(method), path
				g.Operations = append(g.Operations, o)
			}
		}
	}
	slices.SortStableFunc(d.Groups, func(a, b apiGroup) int {
		// of no place, the greatest number
		order := func(g apiGroup) uint { return uint(slices.Index(apiGroups, g.Name)) }
		return cmp.Compare(order(a), order(b))
	})
	return d
}

// Address returns the path and the query of an example of the route.
func (o operation) Address() string {
	path, query := o.Path, url.Values{}
	for _, p := range o.Parameters {
		switch {
		case p.Example == nil:
		case p.In == "path":
			path = strings.ReplaceAll(path, "{"+p.Name+"}", url.PathEscape(fmt.Sprint(p.Example)))
		default:
			query.Set(p.Name, fmt.Sprint(p.Example))
		}
	}
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	return path
}

// Opens reports whether a browser can open the example: it reads, and its path names no game or job.
func (o operation) Opens() bool {
	return o.Method == http.MethodGet && !slices.ContainsFunc(o.Parameters, func(p parameter) bool {
		return p.In == "path" && p.Example == strings.ToUpper(p.Name)
	})
}

// Body returns the type and an example of the body that the route takes, "" without one.
func (o operation) Body() (b struct{ Kind, Example string }) {
	if o.RequestBody == nil {
		return b
	}
	for kind, c := range o.RequestBody.Content {
		b.Kind = kind
		if text, is := c.Example.(string); is {
			b.Example = text
		} else if c.Example != nil {
			example, _ := json.Marshal(c.Example) // it was JSON
			b.Example = string(example)
		}
	}
	return b
}

// Curl returns an example of a request as a command of a shell.
func (d apiData) Curl(o operation) string {
	words := []string{"curl"}
	if o.Method != http.MethodGet && (o.Method != http.MethodPost || o.RequestBody == nil) {
		words = append(words, "-X "+o.Method)
	}
	if d.Token {
		words = append(words, `-H "Authorization: Bearer $TOKEN"`)
	}
	if b := o.Body(); b.Kind != "" {
		words = append(words, fmt.Sprintf("-H 'Content-Type: %s' -d '%s'", b.Kind, cmp.Or(b.Example, "...")))
	}
	return strings.Join(append(words, fmt.Sprintf("'http://%s%s'", d.Host, o.Address())), " ")
}

// Answer returns the answer of a request that succeeds: its status, what it is, and its schema.
func (o operation) Answer() (a struct {
	Status, Description string
	Schema              jsonSchema
}) {
	statuses := slices.Sorted(maps.Keys(o.Responses)) // those of requests that fail come later, and default last
	if len(statuses) == 0 || statuses[0] == "default" {
		return a
	}
	r := o.Responses[statuses[0]]
	a.Status, a.Description = statuses[0], r.Description
	for _, c := range r.Content {
		a.Schema = c.Schema
	}
	return a
}

// Errors returns the statuses of the errors that the route describes.
func (o operation) Errors() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(o.Responses)),
		func(status string) bool { return status[0] != '4' })
}

// Name returns the name of the schema in the components that a value or the items of a list have, "" if it has none.
func (j jsonSchema) Name() string {
	if j.Items != nil {
		return j.Items.Name()
	}
	for _, part := range slices.Concat(j.AllOf, j.OneOf) {
		if name := part.Name(); name != "" {
			return name
		}
	}
	return strings.TrimPrefix(j.Ref, "#/components/schemas/")
}

// Kind returns the type in words: integer, string or null, list of string.
func (j jsonSchema) Kind() string {
	kinds, one := "", ""
	switch t := j.Type.(type) {
	case string:
		one = t
	case []any:
		for i, name := range t {
			if kinds += fmt.Sprint(name); i < len(t)-1 {
				kinds += " or "
			}
		}
	}
	kinds += one
	if j.Items != nil {
		kinds = strings.Replace(kinds, "array", strings.TrimSpace("list of "+j.Items.Kind()), 1)
	}
	return kinds
}

// Members returns the members of an object, its own and those of the schemas that it joins.
func (d apiData) Members(j jsonSchema) (list []member) {
	for _, part := range j.AllOf {
		if part.Ref != "" {
			part = d.Components.Schemas[part.Name()]
		}
		list = append(list, d.Members(part)...)
	}
	for _, name := range slices.Sorted(maps.Keys(j.Properties)) {
		list = append(list, member{name, j.Properties[name]})
	}
	return list
}

// member is a member of an object.
type member struct {
	Name   string
	Schema jsonSchema
}

// Always returns the statuses of the errors that every route may have, separated by commas.
func (d apiData) Always() string {
	statuses := slices.Sorted(maps.Keys(d.Components.Responses))
	for _, methods := range d.Paths {
		for _, o := range methods {
			statuses = slices.DeleteFunc(statuses, func(s string) bool { _, own := o.Responses[s]; return own })
		}
	}
	return strings.Join(statuses, ", ")
}
