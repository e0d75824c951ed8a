package endtoend

import (
	"encoding/json"
	"image/png"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/gridtest"
)

// TestBoards shows puzzles of variants: as text, as JSON, as a picture, on a web page and as PDF.
func TestBoards(t *testing.T) {
	t.Parallel()
	const small, knight = "4x4 ....1.3..4.2....",
		"anti-knight 5.9....6........3.4..5...8.7.54..6.812.....799.6..32.5.5...6..3.4........9....7.1"
	got := clitest.Done(t, small).Stdout
	if want := "# 4x4, solved, level easy, score 8, hardest naked_single, 2 steps\n+-----+-----+\n| 4 3 | 2 1 |\n| 1 " +
		"2 | 3 4 |\n+-----+-----+\n" +
		"| 3 4 | 1 2 |\n| 2 1 | 4 3 |\n+-----+-----+\n"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	var shown struct{ Variant string }
	if text := clitest.Done(t, "show", knight, "--json").Stdout; json.Unmarshal([]byte(text),
		&shown) != nil || shown.Variant != "anti-knight" {
		t.Errorf("JSON: %s", text)
	}
	if svg := clitest.Done(t, "show", knight, "--step", "1", "--svg", "-").Stdout; !strings.Contains(svg,
		">Anti-knight, puzzle 1, step 1: naked_single</title>") {
		t.Errorf("SVG: %.300s", svg)
	}
	image, err := png.DecodeConfig(strings.NewReader(clitest.Done(t, "show", small, "--png", "-").Stdout))
	if err != nil || image.Width != 434 { // so that its cells are as large as those of classic
		t.Errorf("a PNG of a small board is %d wide (%v)", image.Width, err)
	}
	jigsaws := []string{"generate", "-n", "2", "--variant", "jigsaw7+x", "--seed", "5", "--solutions", "--format"}
	page := clitest.Done(t, append(jigsaws, "print")...).Stdout
	for text, want := range map[string]int{"<figcaption>1, Jigsaw 7x7, diagonals</figcaption>": 1,
		` of 49 cells are filled."`: 2, `49 of 49 cells are filled."`: 2} {
		if got := strings.Count(page, text); got < want {
			t.Errorf("the web page has %s %d times, want %d", text, got, want)
		}
	}
	db := filepath.Join(t.TempDir(), "boards.db")
	clitest.Call(t.Context(), strings.NewReader(small+"\n"+knight+"\n"), "solve", "-", "--db", db).Must(t, 0)
	page = clitest.Done(t, "export", "--db", db, "--format", "print").Stdout
	for _, text := range []string{"<figcaption>1, easy, score 8, 4x4</figcaption>",
		"<figcaption>2, easy, score 72, Anti-knight</figcaption>", " 4 of 16 cells are filled."} {
		if !strings.Contains(page, text) {
			t.Errorf("the exported page has no %s", text)
		}
	}
	if got := clitest.Done(t, "export", "--db", db, "--solutions").Stdout; !strings.HasPrefix(got,
		"4x4 4321123434122143\nanti-knight 5798") {
		t.Errorf("the exported solutions: %s", got)
	}
	if _, err := exec.LookPath("pdftotext"); err != nil {
		gridtest.Cannot(t, "no poppler on this machine:", err)
	}
	file := filepath.Join(t.TempDir(), "jigsaws.pdf")
	clitest.Done(t, append(jigsaws, "pdf", "-o", file)...)
	text, err := exec.Command("pdftotext", "-raw", "-f", "2", file, "-").Output()
	if digits := regexp.MustCompile(`(?m)^[1-7]( [1-7])*$`).FindAllString(string(text), -1); err != nil ||
		len(strings.Join(digits, " "))/2+1 < 2*49 {
		t.Errorf("the solutions in the PDF (%v): %s", err, text)
	}
}
