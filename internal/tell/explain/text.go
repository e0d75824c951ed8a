package explain

import (
	"fmt"
	"io"
	"strings"

	"setdoku/internal/tell/picture"
)

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
	screen picture.Screen // of texts that are not marked up
	err    error
}

func (w *writer) print(format string, args ...any) {
	if w.err == nil {
		_, w.err = fmt.Fprintf(w.w, format, args...)
	}
}

// WriteText writes the path as text for a screen. With colors the pictures have terminal colors instead of letters.
func (s *Path) WriteText(out io.Writer, screen picture.Screen) error {
	w := &writer{w: out, screen: screen}
	w.print("%s\n\n%s", s.Name, picture.Text(picture.Diagram{State: s.Start}, screen))
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
			w.print("%s", picture.Text(f.Diagram, screen))
		}
		w.note(t.undrawn)
	}
	w.print("\n%s\n\n%s", s.Ending, picture.Text(picture.Diagram{State: s.End, Unknown: s.EndUnknown}, screen))
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
