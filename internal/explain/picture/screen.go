package picture

import "strings"

// Screen describes the terminal or the file that shows a text. The zero value is a file: it has no colors, and its
// lines may have any length.
type Screen struct {
	Color bool
	Width int // columns, 0 for any number
}

// lineWidth is the maximum length of a line of text.
const lineWidth = 88

// Wrap breaks a text into lines of 88 columns, or of the width of a narrower screen, as the function Wrap does.
func (s Screen) Wrap(lead, text string) string {
	if s.Width > 0 {
		return Wrap(lead, text, min(lineWidth, s.Width))
	}
	return Wrap(lead, text, lineWidth)
}

// Wrap breaks a text into lines of at most width columns. The first line begins with lead, and the others are indented
// by its width.
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
