package explain

import (
	"bytes"
	"fmt"
	"html/template"
	"io"
	"sync"
)

// Inline writes a picture as markup for a page, such as an SVG element. id is unique in the page.
type Inline func(w io.Writer, p Picture, id, title string) error

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
pre { overflow-x: auto; line-height: 1.25 }
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
{{if .Picture}}{{.Picture}}{{else}}<pre>{{.Text}}</pre>{{end}}
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
		Picture       template.HTML
		Text, Caption string
	}
)

// WriteHTML writes the path as a self-contained page. The pictures are text, or the markup of inline if it is not
// nil. That markup must be valid.
func (s *Path) WriteHTML(out io.Writer, inline Inline) error {
	var err error
	figure := func(p Picture, id, title, caption string) htmlFigure {
		f := htmlFigure{Caption: caption}
		if inline == nil {
			f.Text = p.Text(Screen{})
		} else if err == nil {
			var b bytes.Buffer
			err = inline(&b, p, id, title)
			f.Picture = template.HTML(b.String())
		}
		return f
	}
	view := htmlPage{Name: s.Name, Ending: s.Ending, Start: figure(Picture{State: s.Start}, "picture-start", "The puzzle", "")}
	for _, t := range s.sections() {
		v := htmlStep{Number: t.number, Heading: t.heading}
		for _, item := range t.told {
			v.Told = append(v.Told, paragraph(item.lines))
			v.Numbered = item.number > 0
		}
		for k, f := range t.figures {
			id := fmt.Sprintf("picture-%d-%d", t.number, k+1)
			v.Figures = append(v.Figures, figure(f.Picture, id, t.heading, f.caption(t.of)))
		}
		for _, note := range []string{t.note, t.undrawn} {
			if note != "" {
				v.Notes = append(v.Notes, note)
			}
		}
		view.Steps = append(view.Steps, v)
	}
	view.End = figure(Picture{State: s.End, Unknown: s.EndUnknown}, "picture-end", "The end", "")
	if err != nil {
		return err
	}
	return page().Execute(out, view)
}
