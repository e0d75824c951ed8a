package web_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"html"
	"math"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"setdoku/internal/testing/gridtest"
	"setdoku/internal/web"
)

// scripted gives the scripts of the pages and a JSON value to a module of testdata and decodes what it writes. It needs
// Node and no browser.
func scripted(t *testing.T, module string, in, out any) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		gridtest.Cannot(t, "no Node on this machine:", err)
	}
	folder := t.TempDir() // where they are modules for every version of Node
	gridtest.Must(t, os.CopyFS(folder, os.DirFS("assets")))
	gridtest.Must(t, os.WriteFile(filepath.Join(folder, "package.json"), []byte(`{"type": "module"}`), 0o666))
	input, err := json.Marshal(in)
	gridtest.Must(t, err)
	cmd := exec.CommandContext(t.Context(), node, filepath.Join("testdata", module), folder)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(input), t.Output()
	written, err := cmd.Output()
	gridtest.Must(t, err)
	gridtest.Must(t, json.Unmarshal(written, out))
}

// TestDigitKeys sends the keys of digits, with and without modifiers, as the systems send them. Windows takes Shift
// back when a key of the keypad sends a movement in place of its digit.
func TestDigitKeys(t *testing.T) {
	t.Parallel()
	type event struct {
		Key       string `json:"key"`
		Code      string `json:"code"`
		Modifiers string `json:"modifiers"`
	}
	cases := []struct {
		event
		want string // which the script does not see
	}{
		{event{"9", "Digit9", ""}, "digit-9"},
		{event{"(", "Digit9", "Shift"}, "corner-9"},
		{event{"9", "Digit9", "Control"}, "mark-9"},
		{event{"(", "Digit9", "Control Shift"}, "color-9"},
		{event{"9", "Digit9", "Alt NumLock"}, "color-9"},
		{event{"ç", "Digit9", ""}, "digit-9"}, // French

		{event{"9", "Numpad9", "NumLock"}, "digit-9"},
		{event{"9", "Numpad9", "NumLock Control"}, "mark-9"},
		{event{"9", "Numpad9", ""}, "digit-9"}, // macOS has no Num Lock
		{event{"9", "Numpad9", "Shift"}, "corner-9"},

		// Shift with Num Lock: on Windows, then on Linux.
		{event{"PageUp", "Numpad9", "NumLock"}, "corner-9"},
		{event{"ArrowUp", "Numpad8", "NumLock"}, "corner-8"},
		{event{"Home", "Numpad7", "NumLock"}, "corner-7"},
		{event{"Clear", "Numpad5", "NumLock"}, "corner-5"},
		{event{"PageUp", "Numpad9", "NumLock Control"}, "color-9"},
		{event{"ArrowUp", "Numpad8", "NumLock Alt"}, "color-8"},
		{event{"ArrowUp", "Numpad8", "NumLock Shift"}, "corner-8"},
		{event{"End", "Numpad1", "NumLock Shift"}, "corner-1"},

		// Without Num Lock the keypad moves.
		{event{"ArrowUp", "Numpad8", ""}, "to 45"},
		{event{"ArrowLeft", "Numpad4", "Shift"}, "to 54"},
		{event{"Home", "Numpad7", ""}, "to 51"},
		{event{"End", "Numpad1", "Control"}, "to 99"},
		{event{"PageUp", "Numpad9", ""}, ""},
		{event{"PageDown", "Numpad3", "Shift"}, ""},
		{event{"Clear", "Numpad5", ""}, ""},

		// The keys of movements are those with Num Lock too.
		{event{"ArrowUp", "ArrowUp", "NumLock"}, "to 45"},
		{event{"ArrowDown", "ArrowDown", "NumLock Shift"}, "to 65"},
		{event{"End", "End", "NumLock"}, "to 59"},
	}
	var did []string
	scripted(t, "keys.mjs", cases, &did)
	if len(did) != len(cases) {
		t.Fatalf("%d answers to %d events", len(did), len(cases))
	}
	for i, c := range cases {
		if did[i] != c.want {
			t.Errorf("%+v: %q, want %q", c.event, did[i], c.want)
		}
	}
}

// TestGameRules makes 300 random moves by the rules of the script and by the server, on a board of each kind. Both must
// give the same boards.
func TestGameRules(t *testing.T) {
	gridtest.Long(t, "300 moves of each variant")
	t.Parallel()
	type game struct {
		Game  string          `json:"game"`
		Peers json.RawMessage `json:"peers"`
	}
	server := newServer(t, variantDatabase(t), web.Options{}).URL
	classic, _ := startGame(t, server, "level=easy", "")
	games := []game{{classic, nil}}
	attribute := regexp.MustCompile(`data-peers="([^"]*)"`)
	for puzzle := range variantPuzzles {
		p := newGame(t, server, puzzle+1)
		peers := attribute.FindStringSubmatch(fetch(t, server+"/games/"+p.game, http.StatusOK))
		if peers == nil {
			t.Fatalf("puzzle %d: the page has no peers", puzzle+1)
		}
		games = append(games, game{p.game, json.RawMessage(html.UnescapeString(peers[1]))})
	}
	var differences []string
	scripted(t, "rules.mjs", map[string]any{"server": server, "games": games}, &differences)
	for i, text := range differences {
		if text != "" {
			t.Errorf("puzzle %d: %s", i, text)
		}
	}
}

// TestMovesArrive plays games whose requests or answers get lost. In the end the server has every move once, the page
// shows what the server has, and the browser keeps nothing.
func TestMovesArrive(t *testing.T) {
	server := gameServer(t)
	cells := newGame(t, server, 4).open(3)
	play := func(value, cell int) json.RawMessage { return json.RawMessage(move("mark", value, cells[cell])) }
	elsewhere := map[string]json.RawMessage{"elsewhere": play(3, 2)}
	cases := []struct {
		name  string
		steps []any
		alarm string // before the last step
		marks string // of the three cells
	}{
		{"nothing is lost", []any{play(7, 0), play(8, 1), "reload"}, "", "[7] [8] []"},
		{"a request", []any{"lost", play(7, 0), play(8, 1), "connected", "try again"}, "2 waiting: The server does not answer.",
			"[7] [8] []"},
		{"a request before a reload", []any{"lost", play(7, 0), play(8, 1), "connected", "reload"},
			"2 waiting: The server does not answer.", "[7] [8] []"},
		{"an answer", []any{"unanswered", play(7, 0), play(8, 1), "connected", "try again"},
			"2 waiting: The server does not answer.", "[7] [8] []"},
		{"an answer before a reload", []any{"unanswered", play(7, 0), "connected", "reload"},
			"1 waiting: The server does not answer.", "[7] [] []"},
		{"signed out", []any{"signed out", play(7, 0), "connected", "try again"}, "1 waiting: this server needs its token",
			"[7] [] []"},
		{"another window", []any{play(7, 0), elsewhere, play(8, 1)}, "", "[7] [8] [3]"},
		{"another window is seen", []any{play(7, 0), elsewhere, "look again"}, "", "[7] [] [3]"},
		{"a request and another window", []any{"lost", play(7, 0), elsewhere, "connected", "try again"},
			"1 waiting: The server does not answer.", "[7] [] [3]"},
		{"a request, another window and a reload", []any{"lost", play(7, 0), elsewhere, "connected", "reload"},
			"1 waiting: The server does not answer.", "[7] [] [3]"},
	}
	var games []map[string]any
	players := make([]*player, len(cases))
	for i, c := range cases {
		players[i] = newGame(t, server, 4)
		games = append(games, map[string]any{"game": players[i].game, "steps": c.steps})
	}
	type page struct {
		Alarm, Last string
		Same        bool
		Kept        int
	}
	var shown []page
	scripted(t, "moves.mjs", map[string]any{"server": server, "games": games}, &shown)
	for i, c := range cases {
		if want := (page{Last: c.alarm, Same: true}); shown[i] != want {
			t.Errorf("%s: the page is %+v, want %+v", c.name, shown[i], want)
		}
		var marks []any
		for _, cell := range cells {
			_, m, _ := players[i].read().at(cell)
			marks = append(marks, m)
		}
		if got := fmt.Sprint(marks...); got != c.marks {
			t.Errorf("%s: the server has the marks %s, want %s", c.name, got, c.marks)
		}
	}
}

// TestSelection selects cells by drags, clicks and keys.
func TestSelection(t *testing.T) {
	t.Parallel()
	type event struct {
		Kind string `json:"kind"`
		Cell int    `json:"cell"`
		Key  string `json:"key"`
		Held string `json:"held"`
	}
	key := func(key, held string) event { return event{"key", 0, key, held} }
	cases := []struct {
		event
		want string
	}{
		{key("ArrowRight", ""), "12"},
		{key("ArrowDown", ""), "22"},
		{key("ArrowRight", "Shift"), "22 23"},
		{key("Home", ""), "21"},
		{key("ArrowLeft", ""), "29"}, // round the board
		{key("End", "Control"), "99"},
		{event{"pointerdown", 55, "", ""}, "55"},
		{event{"pointermove", 56, "", ""}, "55 56"},
		{event{"pointermove", 66, "", ""}, "55 56 66"},
		{event{"pointerup", 66, "", ""}, "55 56 66"},
		{event{"pointermove", 77, "", ""}, "55 56 66"},
		{event{"pointerdown", 99, "", "Control"}, "55 56 66 99"},
		{event{"pointerup", 99, "", ""}, "55 56 66 99"},
		{event{"pointerdown", 56, "", "Control"}, "55 66 99"}, // a drag from a selected cell removes
		{event{"pointermove", 66, "", ""}, "55 99"},
		{event{"pointerup", 66, "", ""}, "55 99"},
		{event{"dblclick", 12, "", ""}, "12 34"},
		{key("Escape", ""), ""},
	}
	events := make([]event, len(cases))
	for i, c := range cases {
		events[i] = c.event
	}
	var selected []string
	scripted(t, "select.mjs", append(events, key("a", "Control")), &selected)
	for i, c := range cases {
		if selected[i] != c.want {
			t.Errorf("%d: %+v selects %s, want %s", i, c.event, selected[i], c.want)
		}
	}
	if all := len(strings.Fields(selected[len(cases)])); all != 81 {
		t.Errorf("Ctrl and A selects %d cells", all)
	}
}

// TestSuggestions asks for suggestions at the cursor, which is |.
func TestSuggestions(t *testing.T) {
	t.Parallel()
	relations := map[string][]string{"puzzle": {"puzzle_id", "givens"}, "step": {"puzzle_id", "rule"}}
	cases := [][2]string{ // with what is written and the first two suggestions
		{"SELECT * FROM pu|", "pu puzzle"},
		{"SELECT * FROM |", " puzzle step"},
		{"SELECT gi| FROM puzzle", "gi givens"},
		{"SELECT s.| FROM step AS s", " puzzle_id rule"},
		{"SELECT s.r| FROM puzzle JOIN step s", "r rule"},
		{"SELEC|", "SELEC SELECT"},
		{"SELECT 'pu|", ""},
		{"SELECT 1 -- pu|", ""},
	}
	var statements, first []string
	for _, c := range cases {
		statements = append(statements, c[0])
	}
	scripted(t, "suggest.mjs", map[string]any{"relations": relations, "statements": statements}, &first)
	for i, c := range cases {
		if first[i] != c[1] {
			t.Errorf("%s: %q, want %q", c[0], first[i], c[1])
		}
	}
}

// TestSpoken compares what screen readers get in place of cells, from the server and from the page.
func TestSpoken(t *testing.T) {
	t.Parallel()
	texts := []string{"So r7c7 is 2.", "r1c23 and r12c3 see r9c9.", "r1c1<>5", "Select a cell."}
	want := []string{"So row 7, column 7 is 2.", "row 1, columns 2 3 and rows 1 2, column 3 see row 9, column 9.",
		"row 1, column 1<>5", "Select a cell."}
	for i, text := range texts {
		if got := web.Spoken(text); got != want[i] {
			t.Errorf("the server writes %q as %q, expected %q", text, got, want[i])
		}
	}
	server := gameServer(t)
	page := fetch(t, server+"/games/"+newGame(t, server, 4).game+"?hint=why", http.StatusOK)
	_, hint, _ := strings.Cut(page, `<form id="hint"`)
	hint, _, _ = strings.Cut(hint, "</form>")
	if !strings.Contains(hint, `</span><span class="unseen">`) || !strings.Contains(hint, "row ") {
		t.Errorf("the hint has no words for screen readers:\n%s", hint)
	}
	unheard := regexp.MustCompile(`<span aria-hidden="true">[^<]*</span>|<(p|span) class="mono[^<]*</(p|span)>`)
	for _, page := range []string{"/puzzles/1?step=1", "/puzzles/1?step=1&hint=why", "/puzzles/1/finds?after=1",
		"/techniques/nested_forcing"} {
		text := fetch(t, server+page, http.StatusOK)
		_, words, found := strings.Cut(text, `<div class="words`)
		words, _, _ = strings.Cut(words, "<details id=")
		words = unheard.ReplaceAllString(words, "")
		if at := regexp.MustCompile(`>[^<]*\br[1-9]+c[1-9]+\b[^<]*`).FindString(words); !found || at != "" {
			t.Errorf("%s: a screen reader gets %q in\n%s", page, at, words)
		}
	}
	var got []string
	scripted(t, "spoken.mjs", texts, &got)
	gridtest.Equal(t, "the page", want, got)
}

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
