package explain

import (
	"bytes"
	"html/template"
	"io"
	"strings"
	"sync"

	"setdoku/internal/explain/picture"
)

var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{"picture": inline}).Parse(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Name}}</title>
<style>
:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
h2 { font-size: 1.15rem; margin: 2.5rem 0 .5rem; border-top: 1px solid #8886; padding-top: 1rem }
figure { margin: 1rem 0; max-width: 34rem; break-inside: avoid }
figure svg { width: 100%; height: auto }
figcaption { font-size: .9rem; opacity: .8 }
li { margin: .4rem 0 }
li p, li ul { margin: .2rem 0 }
{{if lt .Size 9}}figure { max-width: calc(3rem + 3.5rem * {{.Size}}) }
{{end}}</style>
</head>
<body>
<h1>{{.Name}}</h1>
<figure>
{{picture .Start "start"}}
</figure>
{{range $section := .Sections}}<section id="step-{{.Number}}">
<h2>{{.Heading}}</h2>
{{if .Numbered}}<ol>
{{range .Explanations}}<li>{{template "words" .Lines}}</li>
{{end}}</ol>
{{else}}{{range .Explanations}}{{template "words" .Lines}}
{{end}}{{end}}{{with .Note}}<p>{{.}}</p>
{{end}}{{with .Undrawn}}<p>{{.}}</p>
{{end}}{{range .Figures}}<figure>
{{picture .Diagram (printf "%d-%d" $section.Number .Number)}}
{{with .Caption}}<figcaption>{{.}}</figcaption>
{{end}}</figure>
{{end}}</section>
{{end}}<section id="end">
<h2>The end</h2>
<p>{{.Ending}}</p>
<figure>
{{picture .End "end"}}
</figure>
</section>
</body>
</html>
{{define "words"}}<p>{{index . 0}}</p>{{if gt (len .) 1}}
<ul>
{{range slice . 1}}<li>{{.}}</li>
{{end}}</ul>{{end}}{{end}}
`))
})

// inline draws a picture as markup for a page.
func inline(d picture.Diagram, id string) (template.HTML, error) {
	d.Marks = true
	var b strings.Builder
	err := picture.SVG(&b, d, picture.Options{ID: "picture-" + id})
	return template.HTML(b.String()), err // picture escapes its texts
}

// WriteHTML writes the path as a self-contained page.
func (s *Story) WriteHTML(out io.Writer) error {
	start, end := s.startAndEnd()
	var b bytes.Buffer
	err := page().Execute(&b, map[string]any{"Name": s.Name, "Ending": s.ending(), "Sections": s.sections(),
		"Start": start, "End": end, "Size": s.Start.Board().Size})
	if err != nil {
		return err
	}
	_, err = b.WriteTo(out)
	return err
}
