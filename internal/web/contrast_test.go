package web_test

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestContrastOfColors computes the contrast of every color of text on every ground that the pages put it on, in both themes. axe-core sees
// only the text that a page happens to show.
func TestContrastOfColors(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("assets", "base.css"))
	if err != nil {
		t.Fatal(err)
	}
	light, dark, found := strings.Cut(string(text), "prefers-color-scheme: dark")
	if !found {
		t.Fatal("base.css has no dark theme")
	}
	dark, _, _ = strings.Cut(dark, "* { box-sizing")
	named := regexp.MustCompile(`--([a-z-]+): #([0-9a-f]{6})`)
	for theme, part := range map[string]string{"light": light, "dark": dark} {
		colors := make(map[string]string)
		for _, m := range named.FindAllStringSubmatch(part, -1) {
			colors[m[1]] = m[2]
		}
		pairs := [][2]string{{"accent-ink", "accent"}, {"bad", "bad-ground"}, {"ink", "bad-ground"}}
		for _, ground := range []string{"ground", "panel", "changed"} {
			for _, ink := range []string{"ink", "dim", "link", "good", "bad", "placed"} {
				pairs = append(pairs, [2]string{ink, ground})
			}
		}
		for _, p := range pairs {
			if ratio := contrast(t, colors[p[0]], colors[p[1]]); ratio < 4.5 {
				t.Errorf("%s: the contrast of %s on %s is %.2f, want 4.5 or more", theme, p[0], p[1], ratio)
			}
		}
	}
}

// contrast returns the contrast of two colors, each six hexadecimal digits, as the Web Content Accessibility Guidelines define it.
func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	luminance := func(color string) (sum float64) {
		for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
			n, err := strconv.ParseUint(color[min(2*i, len(color)):min(2*i+2, len(color))], 16, 8)
			if err != nil {
				t.Fatalf("color %q: %v", color, err)
			}
			part := float64(n) / 255
			if part <= 0.04045 {
				sum += weight * part / 12.92
			} else {
				sum += weight * math.Pow((part+0.055)/1.055, 2.4)
			}
		}
		return sum
	}
	x, y := luminance(a)+0.05, luminance(b)+0.05
	return max(x, y) / min(x, y)
}
