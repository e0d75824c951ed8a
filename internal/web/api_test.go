package web_test

import (
	"fmt"
	"html"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"setdoku/internal/format"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/web"
)

// TestAPIPage reads the page of the API: every route is on it and on that of docs, with a meaning of every parameter
// and member, links go to parts that exist, and the examples that read work in a shell.
func TestAPIPage(t *testing.T) {
	gridtest.Long(t, "many requests")
	t.Parallel()
	server := readOnlyServer(t)
	page, markdown := fetch(t, server+"/api", 200), web.APIMarkdown()
	for _, r := range web.Routes() {
		if strings.HasPrefix(r.Path, "/api/") && (!strings.Contains(page, `<b>`+r.Method+`</b> <code>`+r.Path+`</code>`) ||
			!strings.Contains(markdown, "\n### "+r.Method+" "+r.Path+"\n")) {
			t.Errorf("no %s %s", r.Method, r.Path)
		}
	}
	for line := range strings.Lines(markdown) {
		if cells := strings.Split(line, "|"); len(cells) == 5 && strings.TrimSpace(cells[3]) == "" {
			t.Errorf("no meaning: %s", line)
		}
	}
	for _, m := range regexp.MustCompile(`href="(#|/api/)([^"]*)"`).FindAllStringSubmatch(page, -1) {
		if m[1] == "#" && m[2] != "main" && !strings.Contains(page, `id="`+m[2]+`"`) {
			t.Errorf("a link goes to #%s", m[2])
		} else if m[1] != "#" {
			fetch(t, server+m[1]+html.UnescapeString(m[2]), 200)
		}
	}
	check(t, server, []request{
		{"/api/puzzles?levle=hard", "", 400, "did you mean level?"},
		{"/api/puzzles/1?steps=2", "", 400, "did you mean step?"},
		{"/api/jobs?limit=3", "", 400, "there is no parameter"},
	})
	read := 0
	for _, m := range regexp.MustCompile(`<code>(curl [^<]*)</code>`).FindAllStringSubmatch(page, -1) {
		command := html.UnescapeString(m[1])
		if !regexp.MustCompile(`-X|-d|GAME|JOB`).MatchString(command) {
			read++
			fetch(t, command[strings.Index(command, "'http://")+1:len(command)-1], 200)
		}
	}
	if read < 15 {
		t.Errorf("%d examples read", read)
	}
}

// TestErrorsAreDescribed makes errors in every route of the API. Each has a status that openapi.json describes.
func TestErrorsAreDescribed(t *testing.T) {
	gridtest.Long(t, "some requests of each route")
	t.Parallel()
	server, reading := newServer(t, newDatabase(t, 4), web.Options{}).URL, readOnlyServer(t)
	doc := decode[struct {
		Paths map[string]map[string]struct {
			Responses map[string]any
		}
		Components struct{ Responses map[string]any }
	}](t, fetch(t, server+"/api/openapi.json", 200))
	own := make(map[string]bool)
	for _, methods := range doc.Paths {
		for _, o := range methods {
			for status := range o.Responses {
				own[status] = true
			}
		}
	}
	unknown := strings.NewReplacer("{id}", "99999", "{game}", strings.Repeat("0", 32), "{job}", "none",
		"{name}", "none", "{step}", "1")
	for _, r := range web.Routes() {
		if !strings.HasPrefix(r.Path, "/api/") {
			continue
		}
		described := doc.Paths[r.Path][strings.ToLower(r.Method)].Responses
		request := func(server, path, body string) int {
			status, answer, _ := send(t, r.Method, server+path, body)
			code := strconv.Itoa(status)
			_, has := described[code]
			if status >= 400 && !has && (doc.Components.Responses[code] == nil || own[code]) {
				t.Errorf("%s %s: %d %.200s, which the route does not describe", r.Method, path, status, answer)
			}
			return status
		}
		request(server, unknown.Replace(r.Path)+"?nonsense=1", "{}")
		if status := request(server, unknown.Replace(r.Path), "{}"); r.Method != "POST" &&
			(status == http.StatusNotFound) != strings.Contains(r.Path, "{") {
			t.Errorf("%s %s: %d of nothing", r.Method, r.Path, status)
		}
		if r.Method != "GET" {
			request(reading, unknown.Replace(r.Path), "{}")
			request(server, unknown.Replace(r.Path), strings.Repeat(" ", 20<<20))
		}
		request(server, strings.NewReplacer("{id}", "1", "{step}", "77", "{name}", "x_wing").Replace(r.Path)+
			"?q=SELECT+nonsense", "nonsense")
	}
}

// TestStepTold reads the steps of puzzles from the API. Each pattern has the words of the page. Its text is one line:
// the notation of players, or what it proves and the first sentence of the words.
func TestStepTold(t *testing.T) {
	t.Parallel()
	server := gameServer(t)
	lines, sentences := 0, 0
	for id := 1; id <= 4; id++ {
		at := fmt.Sprintf("%s/api/puzzles/%d/steps", server, id)
		for step := range decode[[]any](t, fetch(t, at, 200)) {
			body := fetch(t, fmt.Sprint(at, "/", step+1), 200)
			for _, p := range decode[struct{ Deductions []explanation }](t, body).Deductions {
				if len(p.Words) == 0 {
					t.Errorf("puzzle %d, step %d: no words about %s", id, step+1, p.names())
					continue
				}
				first, _, _ := strings.Cut(p.Words[0], ". ")
				want := strings.Join(p.names(), ", ") + ": " + strings.TrimSuffix(first, ".") + "."
				if sentences++; p.Notation != nil {
					sentences--
					lines++
					want = *p.Notation
				}
				if p.Text != want {
					t.Errorf("puzzle %d, step %d: text %q, want %q", id, step+1, p.Text, want)
				}
			}
		}
	}
	if lines == 0 || sentences == 0 {
		t.Errorf("%d lines in notation and %d sentences, want some of both", lines, sentences)
	}
}

// explanation is a deduction or a hint as the API prints it.
type explanation struct {
	Placements, Eliminations, Words []string
	Text                            string
	Notation                        *string
}

// names returns what the deduction does.
func (d explanation) names() []string { return slices.Concat(d.Placements, d.Eliminations) }

// TestPagesAreReadBack reads the API and the downloads as the form does.
func TestPagesAreReadBack(t *testing.T) {
	t.Parallel()
	server := readOnlyServer(t)
	for path, want := range map[string]int{
		"/api/puzzles/1": 1, "/api/puzzles/1?step=2": 1, "/api/puzzles.csv": 12,
		"/api/query.csv?q=SELECT+givens+FROM+puzzle": 12,
	} {
		status, body := get(t, server+path)
		sheet, err := format.ReadSheet(strings.NewReader(body), "answer", nil)
		if status != 200 || err != nil || sheet.Puzzles != want || sheet.Bad > 0 {
			t.Errorf("%s: %d, %v, read back as %+v of\n%s", path, status, err, sheet, body)
			continue
		}
		state := format.Short(sheet.First.State)
		if strings.HasPrefix(path, "/api/puzzles/") && !strings.Contains(body, `"state":"`+state+`"`) {
			t.Errorf("%s: read back as %s of\n%s", path, state, body)
		}
	}
}

// TestOpenAPI checks that the description has exactly the routes of the API, and that answers match their schemas.
func TestOpenAPI(t *testing.T) {
	t.Parallel()
	server := readOnlyServer(t)
	doc := decode[struct {
		Paths      map[string]map[string]any
		Components struct{ Schemas map[string]schema }
	}](t, fetch(t, server+"/api/openapi.json", 200))
	var described []string
	for path, methods := range doc.Paths {
		for method := range methods {
			described = append(described, strings.ToUpper(method)+" "+path)
		}
	}
	var served []string
	for _, r := range web.Routes() {
		if strings.HasPrefix(r.Path, "/api/") {
			served = append(served, r.Method+" "+r.Path)
		}
	}
	slices.Sort(described)
	slices.Sort(served)
	if !slices.Equal(described, served) {
		t.Errorf("described %v\nserved %v", described, served)
	}
	for path, schema := range map[string]string{
		"/api/puzzles?limit=2": "Page", "/api/facets": "Facets", "/api/puzzles/1": "Puzzle",
		"/api/puzzles/1?step=0": "Puzzle", "/api/puzzles/11": "Puzzle",
		"/api/puzzles/1/steps/2": "Step", "/api/puzzles/11/hint": "Hint", "/api/techniques/x_wing": "TechniquePage",
		"/api/query?q=SELECT+1": "Answer", "/api/techniques/bug_plus_1": "TechniquePage",
		"/api/puzzles/99":      "Error",
		"/api/puzzles/1/steps": "[Step", "/api/techniques": "[Technique", "/api/queries": "[Query",
		"/api/schema": "[Relation", "/api/puzzles.json?status=new": "[Row",
	} {
		_, body := get(t, server+path)
		schema, isList := strings.CutPrefix(schema, "[")
		values := []any{decode[any](t, body)}
		if isList {
			values = decode[[]any](t, body)
		}
		for _, v := range values {
			if err := doc.Components.Schemas[schema].check(doc.Components.Schemas, v); err != nil {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
}

// schema is what TestOpenAPI knows of JSON Schema.
type schema struct {
	Ref        string `json:"$ref"`
	Type       any    // a name, or some
	Enum       []string
	Properties map[string]schema
	Required   []string
	Items      *schema
	OneOf      []schema `json:"oneOf"`
	AllOf      []schema `json:"allOf"`
}

// check returns what is wrong with a value. A member that no schema names is an error.
func (s schema) check(all map[string]schema, value any) error {
	if name, ok := strings.CutPrefix(s.Ref, "#/components/schemas/"); ok {
		return all[name].check(all, value)
	}
	if s.OneOf != nil {
		var err error
		for _, one := range s.OneOf {
			if err = one.check(all, value); err == nil {
				return nil
			}
		}
		return err
	}
	if s.AllOf != nil {
		whole := schema{Type: "object", Properties: map[string]schema{}}
		for _, part := range s.AllOf {
			if name, ok := strings.CutPrefix(part.Ref, "#/components/schemas/"); ok {
				part = all[name]
			}
			for name, p := range part.Properties {
				whole.Properties[name] = p
			}
			whole.Required = append(whole.Required, part.Required...)
		}
		return whole.check(all, value)
	}
	kind := map[bool]string{true: "null"}[value == nil]
	switch v := value.(type) {
	case string:
		if kind = "string"; s.Enum != nil && !slices.Contains(s.Enum, v) {
			return fmt.Errorf("%q is none of %v", v, s.Enum)
		}
	case float64:
		if kind = "number"; v == float64(int64(v)) {
			kind = "integer"
		}
	case bool:
		kind = "boolean"
	case []any:
		kind = "array"
		for i, item := range v {
			if s.Items != nil {
				if err := s.Items.check(all, item); err != nil {
					return fmt.Errorf("%d: %w", i, err)
				}
			}
		}
	case map[string]any:
		kind = "object"
		for _, name := range s.Required {
			if _, ok := v[name]; !ok {
				return fmt.Errorf("%s is missing", name)
			}
		}
		for name, member := range v {
			p, known := s.Properties[name]
			if !known && len(s.Properties) > 0 {
				return fmt.Errorf("%s is not described", name)
			}
			if err := p.check(all, member); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	if wanted := fmt.Sprint(s.Type); s.Type != nil && !strings.Contains(wanted, kind) &&
		!(kind == "integer" && strings.Contains(wanted, "number")) {
		return fmt.Errorf("%v is a %s, want %s", value, kind, wanted)
	}
	return nil
}
