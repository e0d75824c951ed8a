package explain

import (
	"fmt"
	"html/template"
	"sync"

	"setdoku"
	"setdoku/internal/explain/picture"
)

var hintArticle = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("hint").Funcs(template.FuncMap{"picture": inline}).Parse(`<article>
<h1>{{.Name}}</h1>
{{range .Words}}<p>{{.}}</p>
{{end}}<figure>
{{picture .Diagram .ID}}
</figure>
</article>
`))
})

// AddHint writes a hint of a level, one of HintLevels. name is that of its puzzle; for full see Advice.Words.
func (p *Page) AddHint(name string, a Advice, level string, full bool) error {
	out, err := p.begin(name)
	if err != nil {
		return err
	}
	return hintArticle().Execute(out, map[string]any{"Name": name, "Words": a.Words(level, full),
		"Diagram": a.Diagram(level), "ID": fmt.Sprint(p.puzzles)})
}

// Diagram returns the picture of a hint of a level: the state, with the pattern if the level says it.
func (a *Advice) Diagram(level string) picture.Diagram {
	d := picture.Diagram{State: a.State, Unknown: a.Unknown}
	if a.Deduction != nil && Includes(level, "why") && a.Status != setdoku.StatusSolved {
		d.Deduction = *a.Deduction
	}
	return d
}
