package explain

import (
	"fmt"
	"io"
	"strings"
)

// lineWidth is the maximum length of a line of text.
const lineWidth = 88

// Wrap breaks a text into lines. The first line begins with lead, and the others are indented by its width.
func Wrap(lead, text string) string {
	var b strings.Builder
	b.WriteString(lead)
	indent := strings.Repeat(" ", len(lead))
	column := len(lead)
	for k, word := range strings.Fields(text) {
		switch {
		case k == 0:
		case column+1+len(word) > lineWidth:
			b.WriteString("\n" + indent)
			column = len(indent)
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String()
}

// paragraph joins the sentences of a deduction: up to four on one line, more on separate lines. Items of a list are on
// separate lines too.
func paragraph(words []string) []string {
	if len(words) > 4 || hasList(words) {
		return words
	}
	return []string{strings.Join(words, " ")}
}

// writer keeps the first error.
type writer struct {
	w   io.Writer
	err error
}

func (w *writer) print(format string, args ...any) {
	if w.err == nil {
		_, w.err = fmt.Fprintf(w.w, format, args...)
	}
}

// WriteText writes the path as text. With color the pictures have terminal colors instead of letters.
func (s *Path) WriteText(out io.Writer, color bool) error {
	w := &writer{w: out}
	w.print("%s\n\n%s", s.Name, Picture{State: s.Start}.Text(color))
	for i := range s.Steps {
		step := &s.Steps[i]
		w.print("\n%s\n", step.heading())
		n := len(step.Deductions)
		for k, d := range step.Deductions {
			lead, indent := "", ""
			if n > 1 {
				lead = fmt.Sprintf("%d. ", k+1)
				indent = strings.Repeat(" ", len(lead))
			}
			for j, line := range paragraph(step.words(d)) {
				if j > 0 {
					lead = indent
				}
				w.print("%s\n", Wrap(lead, line))
			}
		}
		w.paragraph(step.Note)
		figures := step.figures()
		for _, f := range figures {
			w.print("\n")
			w.note(f.caption(n))
			w.print("%s", f.Text(color))
		}
		w.note(withoutPicture(figures, n))
	}
	w.print("\n%s\n\n%s", s.Ending, Picture{State: s.End, Unknown: s.EndUnknown}.Text(color))
	return w.err
}

// paragraph prints a text as wrapped lines, unless it is empty.
func (w *writer) paragraph(text string) {
	if text != "" {
		w.print("%s\n", Wrap("", text))
	}
}

// note prints a line unless it is empty.
func (w *writer) note(text string) {
	if text != "" {
		w.print("%s\n", text)
	}
}
