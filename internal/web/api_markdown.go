package web

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// APIMarkdown returns the description of the API as a page of docs: the routes and schemas of openapi.json, which the
// page in the browser shows too.
func APIMarkdown() string {
	d := describe("localhost:8081", false)
	var b strings.Builder
	fmt.Fprintf(&b, `# The HTTP API

%s

`+"`setdoku serve --db sudoku.db`"+` prints the address of the server. The page `+"`/api`"+` of the server shows the same as this
page, with examples that you can open, and `+"`/api/openapi.json`"+` has it for programs. Parameters are in the query unless they are in
the path. A parameter with an unknown name is an error.

`, d.Info.Description)
	for _, g := range d.Groups {
		fmt.Fprintf(&b, "- [/api/%s](#api%[1]s):", g.Name)
		for i, o := range g.Operations {
			fmt.Fprintf(&b, "%s %s `%s`", map[bool]string{true: ","}[i > 0], o.Method, o.Path)
		}
		b.WriteString("\n")
	}
	b.WriteString("- [Errors](#errors), [schemas](#schemas)\n")
	for _, g := range d.Groups {
		fmt.Fprintf(&b, "\n## /api/%s\n", g.Name)
		for _, o := range g.Operations {
			o.markdown(&b, d)
		}
	}
	fmt.Fprintf(&b, "\n## Errors\n\nAn error is JSON: `{\"error\":\"...\"}`. Every route may also answer %s.\n\n", d.Always())
	b.WriteString("| status | meaning |\n|---|---|\n")
	for _, status := range slices.Sorted(maps.Keys(d.Components.Responses)) {
		fmt.Fprintf(&b, "| %s | %s |\n", status, d.Components.Responses[status].Description)
	}
	b.WriteString("\n## Schemas\n")
	for _, name := range slices.Sorted(maps.Keys(d.Components.Schemas)) {
		s := d.Components.Schemas[name]
		fmt.Fprintf(&b, "\n### %s\n\n", name)
		if s.Description != "" {
			fmt.Fprintf(&b, "%s\n\n", s.Description)
		}
		b.WriteString("| field | type | meaning |\n|---|---|---|\n")
		for _, m := range d.Members(s) {
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", m.Name, m.Schema.markdownType(), m.Schema.meaning())
		}
	}
	return b.String()
}

// markdown writes the section of a route.
func (o operation) markdown(b *strings.Builder, d apiData) {
	fmt.Fprintf(b, "\n### %s %s\n\n%s.\n\n    %s\n\n", o.Method, o.Path, o.Summary, d.Curl(o))
	if len(o.Parameters) > 0 {
		b.WriteString("| parameter | type | meaning |\n|---|---|---|\n")
		for _, p := range o.Parameters {
			meaning := p.Schema.meaning()
			if p.Description != "" && p.Description != p.Name {
				meaning = strings.TrimSuffix(p.Description+": "+meaning, ": ")
			}
			if p.In == "path" {
				meaning += " (in the path)"
			}
			fmt.Fprintf(b, "| `%s` | %s | %s |\n", p.Name, p.Schema.markdownType(), meaning)
		}
		b.WriteString("\n")
	}
	if o.RequestBody != nil {
		for kind, c := range o.RequestBody.Content {
			fmt.Fprintf(b, "Body: %s%s. ", kind, strings.TrimSuffix(", "+c.Schema.markdownType(), ", string"))
		}
	}
	a := o.Answer()
	fmt.Fprintf(b, "Answer: %s, %s", a.Status, a.Description)
	if a.Schema.Name() != "" {
		fmt.Fprintf(b, ": %s", a.Schema.markdownType())
	}
	b.WriteString(".")
	if errors := o.Errors(); len(errors) > 0 {
		fmt.Fprintf(b, " Errors: %s.", strings.Join(errors, ", "))
	}
	b.WriteString("\n")
}

// markdownType returns the type, with a link if it has a name.
func (j jsonSchema) markdownType() string {
	if name := j.Name(); name != "" {
		return strings.TrimSpace(fmt.Sprintf("%s [%s](#%s)", j.Kind(), name, strings.ToLower(name)))
	}
	return j.Kind()
}

// meaning returns the description and the values that the schema lists.
func (j jsonSchema) meaning() string {
	if len(j.Enum) == 0 {
		return j.Description
	}
	return strings.TrimPrefix(j.Description+": "+strings.Join(j.Enum, ", "), ": ")
}
