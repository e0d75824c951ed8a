package cli

import (
	"io"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"
)

// screen writes to a terminal. Of what a terminal carries out, it lets the end of a line, the tab and the colors of the
// program pass, and makes the rest visible: names, words and statements are texts of users.
type screen struct {
	io.Writer
	colors *regexp.Regexp // that pass
	mu     sync.Mutex
	held   []byte // the beginning of a character or a color that the next write completes
}

var (
	// codeColors are those of QR codes, which a phone cannot read without.
	codeColors = regexp.MustCompile(`\x1b\[(?:0|30;107)m`)
	// allColors are those of grids too.
	allColors = regexp.MustCompile(`\x1b\[(?:[0-2]|36|30;107)m`)
	// begun is a color that has begun at the end of a text.
	begun = regexp.MustCompile(`\x1b(?:\[[0-9;]{0,6})?$`)
)

// newScreen returns a screen. The colors of grids pass if the terminal may be colored.
func newScreen(w io.Writer, colored bool) *screen {
	if colored {
		return &screen{Writer: w, colors: allColors}
	}
	return &screen{Writer: w, colors: codeColors}
}

// Write writes b, apart from a last character or color that is not complete.
func (s *screen) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	text := append(s.held, b...)
	end := len(text)
	if at := begun.FindIndex(text); at != nil {
		end = at[0]
	}
	for i := end - 1; i >= max(0, end-utf8.UTFMax); i-- {
		if utf8.RuneStart(text[i]) {
			if !utf8.FullRune(text[i:end]) {
				end = i
			}
			break
		}
	}
	s.held = append([]byte(nil), text[end:]...)
	text = text[:end]
	var out strings.Builder
	from := 0
	for _, at := range s.colors.FindAllIndex(text, -1) {
		out.WriteString(visible(string(text[from:at[0]])))
		out.Write(text[at[0]:at[1]])
		from = at[1]
	}
	out.WriteString(visible(string(text[from:])))
	if _, err := io.WriteString(s.Writer, out.String()); err != nil {
		return 0, err
	}
	return len(b), nil
}
