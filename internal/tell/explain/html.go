package explain

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"io"
	"sync"

	"setdoku/internal/tell/picture"
)

var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Parse(`<!DOCTYPE html>
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
</style>
</head>
<body>
<h1>{{.Name}}</h1>
{{template "figure" .Start}}
{{range .Steps}}<section id="step-{{.Number}}">
<h2>{{.Heading}}</h2>
{{if .Numbered}}<ol>
{{range .Told}}<li>{{template "words" .}}</li>
{{end}}</ol>
{{else}}{{range .Told}}{{template "words" .}}
{{end}}{{end}}{{range .Notes}}<p>{{.}}</p>
{{end}}{{range .Figures}}{{template "figure" .}}
{{end}}</section>
{{end}}<section id="end">
<h2>The end</h2>
<p>{{.Ending}}</p>
{{template "figure" .End}}
</section>
</body>
</html>
{{define "figure"}}<figure>
{{.Picture}}
{{with .Caption}}<figcaption>{{.}}</figcaption>
{{end}}</figure>{{end}}
{{define "words"}}<p>{{index . 0}}</p>{{if gt (len .) 1}}
<ul>
{{range slice . 1}}<li>{{.}}</li>
{{end}}</ul>{{end}}{{end}}
`))
})

// htmlPage, htmlStep and htmlFigure are the data of the page template.
type (
	htmlPage struct {
		Name, Ending string
		Steps        []htmlStep
		Start, End   htmlFigure
	}
	htmlStep struct {
		Number   int
		Heading  string
		Told     [][]string
		Numbered bool
		Notes    []string
		Figures  []htmlFigure
	}
	htmlFigure struct {
		Picture template.HTML
		Caption string
	}
)

// WriteHTML writes the path as a self-contained page.
func (s *Path) WriteHTML(out io.Writer) error {
	var err error
	figure := func(d picture.Diagram, id, caption string) htmlFigure {
		d.Marks = true
		var b bytes.Buffer
		err = errors.Join(err, picture.SVG(&b, d, picture.Options{ID: id}))
		return htmlFigure{template.HTML(b.String()), caption} // picture escapes its texts
	}
	view := htmlPage{Name: s.Name, Ending: s.Ending, Start: figure(picture.Diagram{Title: "The puzzle", State: s.Start}, "picture-start", "")}
	for _, t := range s.sections() {
		v := htmlStep{Number: t.number, Heading: t.heading}
		for _, item := range t.told {
			v.Told = append(v.Told, paragraph(item.lines))
			v.Numbered = item.number > 0
		}
		for k, f := range t.figures {
			v.Figures = append(v.Figures, figure(f.Diagram, fmt.Sprintf("picture-%d-%d", t.number, k+1), f.caption(t.of)))
		}
		for _, note := range []string{t.note, t.undrawn} {
			if note != "" {
				v.Notes = append(v.Notes, note)
			}
		}
		view.Steps = append(view.Steps, v)
	}
	view.End = figure(picture.Diagram{Title: "The end", State: s.End, Unknown: s.EndUnknown}, "picture-end", "")
	if err != nil {
		return err
	}
	return page().Execute(out, view)
}
