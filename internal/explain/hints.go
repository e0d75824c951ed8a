package explain

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"slices"
	"strings"
	"sync"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain/picture"
	"setdoku/solver/solutions"
)

// HintLevels say how much a hint tells. Each level tells more than the one before it.
var HintLevels = []string{"where", "what", "why"}

// Includes reports whether a level of HintLevels tells at least as much as another one.
func Includes(level, what string) bool {
	return slices.Index(HintLevels, level) >= slices.Index(HintLevels, what)
}

// Hint returns what a hint of a level tells about a deduction in state s, and at level why the line of the pattern in
// the notation of players, which is among the words too. With full, it describes each step of refutations and branches
// with its reason.
func Hint(s setdoku.State, d setdoku.Deduction, by *catalogue.Technique, level string, full bool) (words []string,
	notation string) {
	t := newExplainer(s, d)
	t.full = full
	words = []string{"Look at " + t.place(by) + "."}
	if Includes(level, "what") && by.Title != "" { // a move by hand has no technique
		line := fmt.Sprintf("Technique: %s (%s).", by.Title, by.Level)
		if !Includes(level, "why") { // the argument says it too
			line = strings.TrimSpace(line + " " + degenerate(s, d))
		}
		words = append(words, line)
	}
	if Includes(level, "why") {
		e := t.explain(true, by)
		words, notation = append(words, e.all()...), e.Notation
	}
	return words, notation
}

// Withheld returns a sentence about the techniques that are not tried in a state, "" if all are.
func Withheld(ctx context.Context, s setdoku.State) (string, error) {
	proper, err := solutions.Unique(ctx, s.Variant, s.Givens)
	switch {
	case errors.Is(err, solutions.ErrNotCounted):
		return NotCounted + " The techniques that need exactly one solution are left out.", nil
	case err != nil || proper:
		return "", err
	}
	return catalogue.WhyWithheld, nil
}

// NotCounted is a sentence about solutions.ErrNotCounted.
const NotCounted = "The solutions were not counted: the search gave up. With more givens it may succeed."

// WhyNone describes a contradiction and the number of steps after which it appears.
func WhyNone(c *setdoku.Contradiction, from int) string {
	text := c.String()
	if c.Kind == "no_solution" {
		text = "all candidates of a cell lead to a contradiction"
	}
	switch n := c.Step - from; n {
	case 0:
		return fmt.Sprintf("Here %s.", text)
	case 1:
		return fmt.Sprintf("After one step %s.", text)
	default:
		return fmt.Sprintf("After %d steps %s.", n, text)
	}
}

// Mistakes names wrong digits, and digits of the solution that were crossed out, in sentences.
func Mistakes(wrong, lost []setdoku.Candidate) string {
	var crossed, list []string
	for _, c := range lost {
		crossed = append(crossed, fmt.Sprintf("%d from %s", c.Digit, setdoku.CellAt(c.Cell.Index())))
	}
	if placed := setdoku.Placements(wrong).Names(); len(placed) > 0 {
		list = append(list, fmt.Sprintf("%s %s wrong.", join(placed, "and"), either(len(placed), "is", "are")))
	}
	if len(crossed) > 0 {
		list = append(list, fmt.Sprintf("It was wrong to cross out the %s.", join(crossed, "and the")))
	}
	return strings.Join(list, " ")
}

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

// AddHint writes the words of a hint and its picture. name is that of its puzzle.
func (p *Page) AddHint(name string, words []string, d picture.Diagram) error {
	out, err := p.begin(name)
	if err != nil {
		return err
	}
	return hintArticle().Execute(out,
		map[string]any{"Name": name, "Words": words, "Diagram": d, "ID": fmt.Sprint(p.puzzles)})
}
