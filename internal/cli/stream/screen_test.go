package stream

import (
	"bytes"
	"testing"
)

// TestScreen writes texts to a terminal, whole and byte by byte. Only colors, ends of lines and tabs reach it as such.
func TestScreen(t *testing.T) {
	for text, shown := range map[string]string{
		"\x1b[1m5\x1b[0m\t\x1b[30;107m▀\x1b[0m\n": "\x1b[1m5\x1b[0m\t\x1b[30;107m▀\x1b[0m\n",
		"a\x1b]0;title\abc\n":                     `a\x1b]0;title\x07bc` + "\n",
		"\x1b[2J\x1b[31mred\rover\n":              `\x1b[2J\x1b[31mred\x0dover` + "\n",
		"\x1b\x1b[1m\x1b[1\n":                     `\x1b` + "\x1b[1m" + `\x1b[1` + "\n",
		"\u009b2J \u202egpj \u2066é 🧩\n":          `\u009b2J \u202egpj \u2066é 🧩` + "\n",
		"\x9b2J\xff\n":                            `\x9b2J\xff` + "\n",
	} {
		var whole, bytewise bytes.Buffer
		if n, err := newScreen(&whole, true).Write([]byte(text)); n != len(text) || err != nil {
			t.Errorf("%q: wrote %d bytes, %v", text, n, err)
		}
		s := newScreen(&bytewise, true)
		for i := range len(text) {
			if _, err := s.Write([]byte{text[i]}); err != nil {
				t.Fatal(err)
			}
		}
		if whole.String() != shown || bytewise.String() != shown {
			t.Errorf("%q: shown as %q, and byte by byte as %q, expected %q", text, &whole, &bytewise, shown)
		}
	}
}
