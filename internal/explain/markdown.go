package explain

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"
	"text/template"

	"setdoku/internal/explain/picture"
)

// Draw writes a picture to a file with a name and returns a URL for the link.
type Draw func(d picture.Diagram, name string) (url string, err error)

// markdownStory is a path as Markdown.
const markdownStory = `# {{escape .Name}}
{{picture .Start "start"}}{{range $section := .Sections}}
## {{escape .Heading}}
{{range .Explanations}}{{explanation .}}{{end}}{{paragraph .Note}}{{range .Figures}}{{paragraph .Caption}}
{{- picture .Diagram (printf "step-%03d-%d" $section.Number .Number)}}{{end}}{{paragraph .Undrawn}}{{end}}
## The end

{{.Ending}}
{{picture .End "end"}}`

// WriteMarkdown writes the path as Markdown. The pictures are text blocks, or the files of draw if it is not nil.
func (s *Story) WriteMarkdown(ctx context.Context, out io.Writer, draw Draw) error {
	var failed error // to draw a picture
	err := s.write(ctx, out, "", template.Must(template.New("markdown").Funcs(template.FuncMap{
		"escape": escapeMarkdown,
		"paragraph": func(text string) string {
			if text == "" {
				return ""
			}
			return "\n" + escapeMarkdown(text) + "\n"
		},
		"explanation": func(e Explanation) string {
			lines := e.Paragraphs()
			text := fmt.Sprintf("\n%s%s\n", e.lead(), escapeMarkdown(lines[0])) // a user's roles may be any text
			if len(lines) > 1 {
				text += "\n"
			}
			for _, line := range lines[1:] {
				text += fmt.Sprintf("%*s- %s\n", len(e.lead()), "", escapeMarkdown(line))
			}
			return text
		},
		"picture": func(d picture.Diagram, name string) (string, error) {
			if draw == nil {
				return fmt.Sprintf("\n```text\n%s```\n", picture.Text(d, picture.Screen{})), nil
			}
			d.Marks = true
			var url string
			url, failed = draw(d, name)
			return fmt.Sprintf("\n![%s](<%s>)\n", escapeMarkdown(d.Title), url), failed
		},
	}).Parse(markdownStory)))
	return cmp.Or(failed, err)
}

// markup replaces the characters that have a meaning in Markdown or HTML, and line ends.
var markup = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "&", "&amp;", "<", "&lt;", "[", `\[`, "]",
	`\]`, "#", `\#`, "~", `\~`, "|", `\|`, "\n", " ", "\r", " ")

// escapeMarkdown prevents that text from a file or a database is read as markup.
func escapeMarkdown(s string) string { return markup.Replace(s) }
