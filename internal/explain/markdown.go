package explain

import (
	"fmt"
	"io"
	"strings"
)

// Draw writes a picture of a step to a file and returns a URL for the link, or "" for a picture as text.
type Draw func(p Picture, name, title string) (url string, err error)

// WriteMarkdown writes the path as Markdown. The pictures are text blocks, or the files of draw if it is not nil.
func (s *Path) WriteMarkdown(out io.Writer, draw Draw) error {
	w := &writer{w: out}
	w.print("# %s\n", escapeMarkdown(s.Name))
	w.picture(Picture{State: s.Start}, draw, "start", "The puzzle")
	for i := range s.Steps {
		step := &s.Steps[i]
		w.print("\n## %s\n", escapeMarkdown(step.heading()))
		n := len(step.Deductions)
		for k, d := range step.Deductions {
			lines := paragraph(step.words(d))
			for i := range lines {
				lines[i] = escapeMarkdown(lines[i]) // the roles of a user's technique may be any text
			}
			lead, indent := "", ""
			if n > 1 {
				lead = fmt.Sprintf("%d. ", k+1)
				indent = strings.Repeat(" ", len(lead))
			}
			if len(lines) == 1 {
				w.print("\n%s%s\n", lead, lines[0])
				continue
			}
			w.print("\n%s%s\n\n", lead, lines[0])
			for _, line := range lines[1:] {
				w.print("%s- %s\n", indent, line)
			}
		}
		if step.Note != "" {
			w.print("\n%s\n", escapeMarkdown(step.Note))
		}
		figures := step.figures()
		for k, f := range figures {
			if c := f.caption(n); c != "" {
				w.print("\n%s\n", c)
			}
			w.picture(f.Picture, draw, fmt.Sprintf("step-%03d-%d", step.Number, k+1), step.heading())
		}
		if u := withoutPicture(figures, n); u != "" {
			w.print("\n%s\n", u)
		}
	}
	w.print("\n## The end\n\n%s\n", s.Ending)
	w.picture(Picture{State: s.End, Unknown: s.EndUnknown}, draw, "end", "The end")
	return w.err
}

// picture writes a picture as a link to the file of draw, or as a text block.
func (w *writer) picture(p Picture, draw Draw, name, title string) {
	if w.err != nil {
		return
	}
	path := ""
	if draw != nil {
		path, w.err = draw(p, name, title)
	}
	if path != "" {
		w.print("\n![%s](<%s>)\n", escapeMarkdown(title), path)
		return
	}
	w.print("\n```text\n%s```\n", p.Text(false))
}

// markup replaces the characters that have a meaning in Markdown or HTML, and line ends.
var markup = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "&", "&amp;", "<", "&lt;", "[", `\[`, "]", `\]`, "#", `\#`, "~", `\~`, "|", `\|`, "\n", " ", "\r", " ")

// escapeMarkdown prevents that text from a file or a database is read as markup.
func escapeMarkdown(s string) string { return markup.Replace(s) }
