package web_test

import (
	"cmp"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"setdoku/internal/gridtest"
)

// themes are the colors of a style sheet by name, in the light and in the dark theme.
func themes(t *testing.T, sheet, name string) (both [2]map[string]string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("assets", sheet))
	gridtest.Must(t, err)
	both = [2]map[string]string{{}, {}}
	for _, m := range regexp.MustCompile(name+
		`: light-dark\(#([0-9a-f]{6}), #([0-9a-f]{6})\)`).FindAllStringSubmatch(string(text), -1) {
		both[0][m[1]], both[1][m[1]] = m[2], m[3]
	}
	return both
}

var themeNames = [2]string{"light", "dark"}

// TestContrastOfColors computes the contrast of every color of text on every ground that the pages put it on, in both
// themes. axe-core sees only the text that a page happens to show.
func TestContrastOfColors(t *testing.T) {
	t.Parallel()
	for i, colors := range themes(t, "base.css", `--([a-z-]+)`) {
		pairs := [][2]string{{"accent-ink", "accent"}, {"bad", "bad-ground"}, {"ink", "bad-ground"}}
		for _, ground := range []string{"ground", "panel", "changed"} {
			for _, ink := range []string{"ink", "dim", "link", "good", "bad", "placed"} {
				pairs = append(pairs, [2]string{ink, ground})
			}
		}
		for _, p := range pairs {
			if ratio := contrast(t, colors[p[0]], colors[p[1]]); ratio < 4.5 {
				t.Errorf("%s: the contrast of %s on %s is %.2f, want 4.5 or more", themeNames[i], p[0], p[1], ratio)
			}
		}
	}
}

// TestColorsOfCells compares the nine colors of a game with the text on them, and with each other and the sheet: as
// people with all cones see them, and as those do who lack the cones for red, green or blue light.
func TestColorsOfCells(t *testing.T) {
	t.Parallel()
	base, game := themes(t, "base.css", `--([a-z-]+)`), themes(t, "game.css", `--([a-z]+)`)
	for theme, colors := range themes(t, "game.css", `\.color-([1-9]) { --color`) {
		if len(colors) != 9 {
			t.Fatalf("%d colors", len(colors))
		}
		for n, color := range colors {
			for _, ink := range []string{"ink", "placed", "bad"} {
				if ratio := contrast(t, cmp.Or(game[theme][ink], base[theme][ink]), color); ratio < 4.5 {
					t.Errorf("%s: the contrast of %s on color %s is %.2f, want 4.5 or more", themeNames[theme], ink, n,
						ratio)
				}
			}
		}
		colors["sheet"] = base[theme]["ground"]
		for eye, matrix := range eyes {
			nearest, pair := math.Inf(1), ""
			for n, a := range colors {
				for k, b := range colors {
					if n < k {
						if d := distance(seen(t, a, matrix), seen(t, b, matrix)); d < nearest {
							nearest, pair = d, n+" and "+k
						}
					}
				}
			}
			t.Logf("%s, %s: %.3f between %s", themeNames[theme], eye, nearest, pair)
			if nearest < 0.055 { // two and a half times the smallest difference that people see side by side, 0.02
				t.Errorf("%s, %s: the colors %s are only %.3f apart", themeNames[theme], eye, pair, nearest)
			}
		}
	}
}

// eyes are what becomes of linear red, green and blue in different eyes (G. Machado and others, A Physiologically-based
// Model for Simulation of Color Vision Deficiency, 2009).
var eyes = map[string][9]float64{
	"all cones": {1, 0, 0, 0, 1, 0, 0, 0, 1},
	"no red":    {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
	"no green":  {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
	"no blue":   {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900},
}

// seen returns a color in Oklab, where distances are those that people see (B. Ottosson, A perceptual color space,
// 2020).
func seen(t *testing.T, color string, eye [9]float64) [3]float64 {
	times := func(m [9]float64, v [3]float64) (r [3]float64) {
		for i := range r {
			r[i] = m[3*i]*v[0] + m[3*i+1]*v[1] + m[3*i+2]*v[2]
		}
		return r
	}
	v := times(eye, linear(t, color))
	for i := range v {
		v[i] = min(max(v[i], 0), 1)
	}
	v = times([9]float64{
		0.4122214708, 0.5363325363, 0.0514459929, 0.2119034982, 0.6806995451, 0.1073969566, 0.0883024619, 0.2817188376,
		0.6299787005,
	}, v)
	for i := range v {
		v[i] = math.Cbrt(v[i])
	}
	return times([9]float64{
		0.2104542553, 0.7936177850, -0.0040720468, 1.9779984951, -2.4285922050, 0.4505937099, 0.0259040371,
		0.7827717662, -0.8086757660,
	}, v)
}

func distance(a, b [3]float64) float64 {
	return math.Hypot(math.Hypot(a[0]-b[0], a[1]-b[1]), a[2]-b[2])
}

// linear returns the amounts of red, green and blue light in a color, which is six hexadecimal digits.
func linear(t *testing.T, color string) (v [3]float64) {
	t.Helper()
	for i := range v {
		n, err := strconv.ParseUint(color[min(2*i, len(color)):min(2*i+2, len(color))], 16, 8)
		if err != nil {
			t.Fatalf("color %q: %v", color, err)
		}
		if part := float64(n) / 255; part <= 0.04045 {
			v[i] = part / 12.92
		} else {
			v[i] = math.Pow((part+0.055)/1.055, 2.4)
		}
	}
	return v
}

// contrast returns the contrast of two colors, as the Web Content Accessibility Guidelines define it.
func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	luminance := func(color string) float64 {
		v := linear(t, color)
		return 0.2126*v[0] + 0.7152*v[1] + 0.0722*v[2]
	}
	x, y := luminance(a)+0.05, luminance(b)+0.05
	return max(x, y) / min(x, y)
}
