package explain

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"

	"setdoku/internal/explain/picture"
)

// Page writes paths or hints as HTML that loads no other file, one puzzle after the other. A printer begins a sheet of
// paper for each.
type Page struct {
	out     io.Writer
	title   string       // of several puzzles
	puzzles int          // so far
	first   bytes.Buffer // the first puzzle, as long as it is the only one
	only    string       // its name, which is the title then
}

// NewPage begins a page. If it gets more than one puzzle, it has the title.
func NewPage(out io.Writer, title string) *Page { return &Page{out: out, title: title} }

// begin counts a puzzle and returns where to write it.
func (p *Page) begin(name string) (io.Writer, error) {
	p.puzzles++
	if p.puzzles == 1 {
		p.only = name
		return &p.first, nil
	}
	if p.puzzles == 2 {
		return p.out, p.head(p.title)
	}
	return p.out, nil
}

// head writes the beginning of the page, with the first puzzle.
func (p *Page) head(title string) error {
	_, err := fmt.Fprintf(p.out, pageHead, template.HTMLEscapeString(title))
	if err == nil {
		_, err = p.first.WriteTo(p.out)
	}
	return err
}

// Close writes the end of the page.
func (p *Page) Close() error {
	if p.puzzles < 2 {
		if err := p.head(cmp.Or(p.only, p.title)); err != nil {
			return err
		}
	}
	_, err := io.WriteString(p.out, "</body>\n</html>\n")
	return err
}

const pageHead = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>%s</title>
<style>
:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
article + article { break-before: page; margin-top: 4rem }
h1 { font-size: 1.5rem; overflow-wrap: anywhere }
h2 { font-size: 1.15rem; margin: 2.5rem 0 .5rem; border-top: 1px solid #8886; padding-top: 1rem }
figure { margin: 1rem 0; max-width: var(--wide, 34rem); break-inside: avoid }
figure svg { width: 100%%; height: auto }
figcaption { font-size: .9rem; opacity: .8 }
li { margin: .4rem 0 }
li p, li ul { margin: .2rem 0 }
@media print { body, article + article { margin-top: 0 } h1 { margin-top: 0 } }
</style>
</head>
<body>
`

var storyArticle = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("story").Funcs(template.FuncMap{"picture": inline}).Parse(`<article
{{- if lt .Size 9}} style="--wide: calc(3rem + 3.5rem * {{.Size}})"{{end}}>
<h1>{{.Name}}</h1>
<figure>
{{picture .Start (printf "%sstart" .Prefix)}}
</figure>
{{range $section := .Sections}}<section id="{{$.Prefix}}step-{{.Number}}">
<h2>{{.Heading}}</h2>
{{if .Numbered}}<ol>
{{range .Explanations}}<li>{{template "words" .Paragraphs}}</li>
{{end}}</ol>
{{else}}{{range .Explanations}}{{template "words" .Paragraphs}}
{{end}}{{end}}{{with .Note}}<p>{{.}}</p>
{{end}}{{with .Undrawn}}<p>{{.}}</p>
{{end}}{{range .Figures}}<figure>
{{picture .Diagram (printf "%s%d-%d" $.Prefix $section.Number .Number)}}
{{with .Caption}}<figcaption>{{.}}</figcaption>
{{end}}</figure>
{{end}}</section>
{{end}}<section id="{{.Prefix}}end">
<h2>The end</h2>
<p>{{.Ending}}</p>
<figure>
{{picture .End (printf "%send" .Prefix)}}
</figure>
</section>
</article>
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

// AddStory writes a path.
func (p *Page) AddStory(ctx context.Context, s *Story) error {
	out, err := p.begin(s.Name)
	if err != nil {
		return err
	}
	prefix := "" // of the ids, unlike those of other puzzles
	if p.puzzles > 1 {
		prefix = fmt.Sprintf("%d-", p.puzzles)
	}
	return s.write(ctx, out, prefix, storyArticle())
}
