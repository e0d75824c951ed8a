package cli

import (
	"strings"

	"rsc.io/qr"
)

// qrMargin is the number of light modules that a QR code must have on each side.
const qrMargin = 4

// qrLines draws a text as a QR code, black on white in the colors of a terminal. A line of text has two lines of
// modules.
func qrLines(text string) (string, error) {
	code, err := qr.Encode(text, qr.L)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for y := -qrMargin; y < code.Size+qrMargin; y += 2 {
		b.WriteString("\x1b[30;107m")
		for x := -qrMargin; x < code.Size+qrMargin; x++ {
			half := 0 // Black is false outside of the code
			if code.Black(x, y) {
				half++
			}
			if code.Black(x, y+1) {
				half += 2
			}
			b.WriteRune([]rune(" ▀▄█")[half])
		}
		b.WriteString("\x1b[0m\n")
	}
	return b.String(), nil
}
