package explain

import (
	"fmt"
	"io"
	"strings"
)

// lineWidth is where lines of text end.
const lineWidth = 88

// Wrap breaks a text into lines, the first with the lead and the others indented as far.
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

// paragraph is the words of a deduction: up to four sentences behind each other, more on lines of their own.
func paragraph(words []string) []string {
	if len(words) > 4 {
		return words
	}
	return []string{strings.Join(words, " ")}
}

// writer remembers the first error.
type writer struct {
	w   io.Writer
	err error
}

func (w *writer) print(format string, args ...any) {
	if w.err == nil {
		_, w.err = fmt.Fprintf(w.w, format, args...)
	}
}

// WriteText writes the story as text. With colour the pictures have the colours of a terminal instead of letters.
func (s *Story) WriteText(out io.Writer, colour bool) error {
	w := &writer{w: out}
	w.print("%s\n\n%s", s.Name, Picture{State: s.Start}.Text(colour))
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
			w.print("%s", f.Text(colour))
		}
		w.note(untold(figures, n))
	}
	w.print("\n%s\n\n%s", s.Ending, Picture{State: s.End, Unknown: s.EndUnknown}.Text(colour))
	return w.err
}

// paragraph prints a text in lines of some width unless it is empty.
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
