package explain

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"setdoku/internal/explain/picture"
)

// Draw writes a picture to a file with a name and returns a URL for the link, or "" for a picture as text.
type Draw func(d picture.Diagram, name string) (url string, err error)

// WriteMarkdown writes the path as Markdown. The pictures are text blocks, or the files of draw if it is not nil.
func (s *Story) WriteMarkdown(ctx context.Context, out io.Writer, draw Draw) error {
	w := &writer{w: out}
	start, end := s.startAndEnd()
	w.print("# %s\n", escapeMarkdown(s.Name))
	w.picture(start, draw, "start")
	for _, t := range s.sections() {
		w.print("\n## %s\n", escapeMarkdown(t.Heading))
		for _, item := range t.Explanations {
			w.explanation(item)
		}
		if t.Note != "" {
			w.print("\n%s\n", escapeMarkdown(t.Note))
		}
		for _, f := range t.Figures {
			if f.Caption != "" {
				w.print("\n%s\n", f.Caption)
			}
			w.picture(f.Diagram, draw, fmt.Sprintf("step-%03d-%d", t.Number, f.Number))
		}
		if t.Undrawn != "" {
			w.print("\n%s\n", t.Undrawn)
		}
	}
	ending, err := s.ending(ctx)
	w.print("\n## The end\n\n%s\n", ending)
	w.picture(end, draw, "end")
	return cmp.Or(err, w.err)
}

// explanation writes what a section says about a deduction as Markdown.
func (w *writer) explanation(item Explanation) {
	lines := slices.Clone(item.Paragraphs())
	for i := range lines {
		lines[i] = escapeMarkdown(lines[i]) // the roles of a user's technique may be any text
	}
	lead, indent := "", ""
	if item.Number > 0 {
		lead = fmt.Sprintf("%d. ", item.Number)
		indent = strings.Repeat(" ", len(lead))
	}
	w.print("\n%s%s\n", lead, lines[0])
	for i, line := range lines[1:] {
		if i == 0 {
			w.print("\n")
		}
		w.print("%s- %s\n", indent, line)
	}
}

// picture writes a picture as a link to the file of draw, or as a text block.
func (w *writer) picture(d picture.Diagram, draw Draw, name string) {
	if w.err != nil {
		return
	}
	path := ""
	if draw != nil {
		d.Marks = true
		path, w.err = draw(d, name)
	}
	if path != "" {
		w.print("\n![%s](<%s>)\n", escapeMarkdown(d.Title), path)
		return
	}
	w.print("\n```text\n%s```\n", picture.Text(d, picture.Screen{}))
}

// markup replaces the characters that have a meaning in Markdown or HTML, and line ends.
var markup = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "&", "&amp;", "<", "&lt;", "[", `\[`, "]",
	`\]`, "#", `\#`, "~", `\~`, "|", `\|`, "\n", " ", "\r", " ")

// escapeMarkdown prevents that text from a file or a database is read as markup.
func escapeMarkdown(s string) string { return markup.Replace(s) }
