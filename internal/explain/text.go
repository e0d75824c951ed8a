package explain

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"setdoku/internal/explain/picture"
)

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
func (s *Story) WriteText(ctx context.Context, out io.Writer, screen picture.Screen) error {
	w := &writer{w: out, screen: screen}
	start, end := s.startAndEnd()
	w.print("%s\n\n%s", s.Name, picture.Text(start, screen))
	for _, t := range s.sections() {
		w.print("\n%s\n", t.Heading)
		for _, item := range t.Explanations {
			lead := ""
			if item.Number > 0 {
				lead = fmt.Sprintf("%d. ", item.Number)
			}
			indent := strings.Repeat(" ", len(lead))
			for _, line := range item.Paragraphs() {
				w.print("%s\n", screen.Wrap(lead, line))
				lead = indent
			}
		}
		w.paragraph(t.Note)
		for _, f := range t.Figures {
			if t.singles {
				continue
			}
			w.print("\n")
			w.paragraph(f.Caption)
			w.print("%s", picture.Text(f.Diagram, screen))
		}
		w.paragraph(t.Undrawn)
	}
	ending, err := s.ending(ctx)
	w.print("\n%s\n\n%s", ending, picture.Text(end, screen))
	return cmp.Or(err, w.err)
}

// paragraph prints a text as wrapped lines, unless it is empty.
func (w *writer) paragraph(text string) {
	if text != "" {
		w.print("%s\n", w.screen.Wrap("", text))
	}
}
