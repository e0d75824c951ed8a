package explain

import (
	"fmt"
	"io"
	"strings"
)

// lineWidth is the maximum length of a line of text.
const lineWidth = 88

// Screen is what a text is shown on. The zero value is a file: it has no colors, and its lines may have any length.
type Screen struct {
	Color bool
	Width int // columns, 0 for any number
}

// Wrap breaks a text into lines of 88 columns, or fewer if the screen has fewer. See Wrap.
func (s Screen) Wrap(lead, text string) string {
	if s.Width > 0 {
		return Wrap(lead, text, min(lineWidth, s.Width))
	}
	return Wrap(lead, text, lineWidth)
}

// Wrap breaks a text into lines of at most width columns. The first line begins with lead, and the others are indented by its
// width.
func Wrap(lead, text string, width int) string {
	var b strings.Builder
	b.WriteString(lead)
	indent := strings.Repeat(" ", len(lead))
	column := len(lead)
	for k, word := range strings.Fields(text) {
		switch {
		case k == 0:
		case column+1+len(word) > width:
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

// paragraph joins the sentences of a deduction: up to four on one line, more on separate lines. The notation before
// them and items of a list keep lines of their own.
func paragraph(words []string) []string {
	if len(words) > 1 && strings.Contains(words[0], " => ") {
		return append(words[:1:1], paragraph(words[1:])...)
	}
	if len(words) > 4 || hasList(words) {
		return words
	}
	return []string{strings.Join(words, " ")}
}

// writer keeps the first error.
type writer struct {
	w      io.Writer
	screen Screen // of texts that are not marked up
	err    error
}

func (w *writer) print(format string, args ...any) {
	if w.err == nil {
		_, w.err = fmt.Fprintf(w.w, format, args...)
	}
}

// WriteText writes the path as text for a screen. With colors the pictures have terminal colors instead of letters.
func (s *Path) WriteText(out io.Writer, screen Screen) error {
	w := &writer{w: out, screen: screen}
	w.print("%s\n\n%s", s.Name, Picture{State: s.Start}.Text(screen))
	for _, t := range s.sections() {
		w.print("\n%s\n", t.heading)
		for _, item := range t.told {
			lead := ""
			if item.number > 0 {
				lead = fmt.Sprintf("%d. ", item.number)
			}
			indent := strings.Repeat(" ", len(lead))
			for _, line := range paragraph(item.lines) {
				w.print("%s\n", screen.Wrap(lead, line))
				lead = indent
			}
		}
		w.paragraph(t.note)
		for _, f := range t.figures {
			if t.singles {
				continue
			}
			w.print("\n")
			w.note(f.caption(t.of))
			w.print("%s", f.Text(screen))
		}
		w.note(t.undrawn)
	}
	w.print("\n%s\n\n%s", s.Ending, Picture{State: s.End, Unknown: s.EndUnknown}.Text(screen))
	return w.err
}

// paragraph prints a text as wrapped lines, unless it is empty.
func (w *writer) paragraph(text string) {
	if text != "" {
		w.print("%s\n", w.screen.Wrap("", text))
	}
}

// note prints a line unless it is empty.
func (w *writer) note(text string) {
	if text != "" {
		w.print("%s\n", text)
	}
}
