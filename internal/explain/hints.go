package explain

import (
	"fmt"
	"html/template"
	"io"
	"sync"

	"setdoku"
	"setdoku/internal/explain/picture"
)

// HintPage writes hints as a page of HTML that prints each of them on a page of its own.
type HintPage struct {
	out    io.Writer
	Level  string // how much a hint says, one of HintLevels
	Full   bool   // see Advice.Words
	number int    // of the last hint
}

const hintHead = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hints</title>
<style>
:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
section { break-after: page }
section:last-of-type { break-after: auto }
figure { margin: 1rem 0; max-width: 34rem; break-inside: avoid }
figure svg { width: 100%; height: auto }
</style>
</head>
<body>
`

var hintSection = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("hint").Funcs(template.FuncMap{"picture": inline}).Parse(`<section>
<h1>{{.Name}}</h1>
{{range .Words}}<p>{{.}}</p>
{{end}}<figure>
{{picture .Diagram .ID}}
</figure>
</section>
`))
})

// NewHintPage begins a page.
func NewHintPage(out io.Writer, level string, full bool) (*HintPage, error) {
	_, err := io.WriteString(out, hintHead)
	return &HintPage{out: out, Level: level, Full: full}, err
}

// Add writes a hint. name is that of its puzzle.
func (p *HintPage) Add(name string, a Advice) error {
	p.number++
	return hintSection().Execute(p.out, map[string]any{"Name": name, "Words": a.Words(p.Level, p.Full),
		"Diagram": a.Diagram(p.Level), "ID": fmt.Sprint(p.number)})
}

// Close writes the end of the page.
func (p *HintPage) Close() error {
	_, err := io.WriteString(p.out, "</body>\n</html>\n")
	return err
}

// Diagram returns the picture of a hint of a level: the state, with the pattern if the level says it.
func (a *Advice) Diagram(level string) picture.Diagram {
	d := picture.Diagram{State: a.State, Unknown: a.Unknown}
	if a.Deduction != nil && Includes(level, "why") && a.Status != setdoku.StatusSolved {
		d.Deduction = *a.Deduction
	}
	return d
}
