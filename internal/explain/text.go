package explain

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/template"

	"setdoku/internal/explain/picture"
)

// textStory is a path as text. A section of singles has no picture.
const textStory = `{{.Name}}

{{picture .Start}}{{range .Sections}}
{{.Heading}}
{{range .Explanations}}{{explanation .}}{{end}}{{paragraph .Note}}{{if not .Singles}}{{range .Figures}}
{{paragraph .Caption}}{{picture .Diagram}}{{end}}{{end}}{{paragraph .Undrawn}}{{end}}
{{.Ending}}

{{picture .End}}`

// WriteText writes the path as text for a screen. With colors the pictures have terminal colors instead of letters.
func (s *Story) WriteText(ctx context.Context, out io.Writer, screen picture.Screen) error {
	return s.write(ctx, out, "", template.Must(template.New("text").Funcs(template.FuncMap{
		"picture": func(d picture.Diagram) string { return picture.Text(d, screen) },
		"paragraph": func(text string) string {
			if text == "" {
				return ""
			}
			return screen.Wrap("", text) + "\n"
		},
		"explanation": func(e Explanation) (text string) {
			lead := e.lead()
			for _, line := range e.Paragraphs() {
				text += screen.Wrap(lead, line) + "\n"
				lead = strings.Repeat(" ", len(lead))
			}
			return text
		},
	}).Parse(textStory)))
}

// lead is the number of the deduction before its explanation, "" if it has none.
func (e Explanation) lead() string {
	if e.Number == 0 {
		return ""
	}
	return fmt.Sprintf("%d. ", e.Number)
}
