package endtoend

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/testing/clitest"
	"setdoku/internal/testing/gridtest"
)

// TestGenerateLevels checks the number and symmetry of the givens of puzzles of a level, by default and with other
// flags.
func TestGenerateLevels(t *testing.T) {
	for _, tt := range []struct {
		args        string
		least, most int
		turned      bool // half a turn of symmetry
	}{
		{"--level easy", 32, 36, true},
		{"--level hard", 25, 29, true},
		{"--level easy --clues 26-27", 26, 27, true},
		{"--level easy --symmetry none", 32, 36, false},
		{"--level easy --minimal", 17, 31, true},
	} {
		args := append([]string{"generate", "-n", "6", "--seed", "1"}, strings.Fields(tt.args)...)
		turned := 0
		for _, line := range clitest.Done(t, args...).Out() {
			if n := setdoku.CellCount - strings.Count(line, "."); n < tt.least || n > tt.most {
				t.Errorf("%s: %s has %d givens, want %d to %d", tt.args, line, n, tt.least, tt.most)
			}
			same := true
			for i := range line {
				same = same && (line[i] == '.') == (line[len(line)-1-i] == '.')
			}
			if same {
				turned++
			}
		}
		if turned != map[bool]int{true: 6}[tt.turned] {
			t.Errorf("%s: %d of 6 puzzles have half a turn of symmetry", tt.args, turned)
		}
	}
}

// TestPDF generates puzzles as PDF and reads them with other programs: as many pages as the layout needs, the digits of
// all puzzles and solutions, captions with the rating. The same seed gives the same bytes.
func TestPDF(t *testing.T) {
	gridtest.Long(t, "a process for each case")
	t.Parallel()
	for _, tool := range []string{"pdfinfo", "pdftotext"} {
		if _, err := exec.LookPath(tool); err != nil {
			gridtest.Cannot(t, "no poppler on this machine:", err)
		}
	}
	read := func(pdf, tool string, arguments ...string) string {
		t.Helper()
		command := exec.Command(tool, arguments...)
		command.Stdin = strings.NewReader(pdf)
		text, err := command.CombinedOutput()
		if err != nil || bytes.Contains(text, []byte("Error")) {
			t.Fatalf("%s: %v %s", tool, err, text)
		}
		return string(text)
	}
	digits := func(text string) string { return regexp.MustCompile(`[^1-9]`).ReplaceAllString(text, "") }
	const puzzles = 7
	constraints := []string{"generate", "-n", fmt.Sprint(puzzles), "--level", "easy", "--seed", "7"}
	lines := strings.Fields(clitest.Done(t, append(constraints, "--format", "csv")...).Stdout)
	layouts := []struct{ perPage, pages int }{{1, 7}, {2, 4}, {3, 3}, {4, 2}, {5, 2}, {6, 2}, {9, 1}}
	for _, c := range gridtest.Part(3, layouts) {
		flags := append(constraints, "--format", "pdf", "--solutions", "--per-page", fmt.Sprint(c.perPage))
		pdf := clitest.Done(t, flags...).Stdout
		if again := clitest.Done(t, append(flags, "--jobs", "2")...).Stdout; again != pdf {
			t.Errorf("%d a page: the same seed gives other bytes", c.perPage)
		}
		if want := fmt.Sprintf("Pages: +%d\n",
			c.pages+1); !regexp.MustCompile(want).MatchString(read(pdf, "pdfinfo", "-")) {
			t.Errorf("%d a page: want %s", c.perPage, want)
		}
		if c.perPage > 1 {
			continue
		}
		for i := range puzzles {
			page := read(pdf, "pdftotext", "-layout", "-f", fmt.Sprint(i+1), "-l", fmt.Sprint(i+1), "-", "-")
			caption, grid, _ := strings.Cut(page, "\n")
			if !regexp.MustCompile(fmt.Sprintf(`^ *%d, easy, score \d+$`, i+1)).MatchString(caption) {
				t.Errorf("page %d: caption %q", i+1, caption)
			}
			if givens := strings.Split(lines[i+1], ",")[1]; digits(grid) != digits(givens) {
				t.Errorf("page %d has %s, want %s", i+1, digits(grid), givens)
			}
		}
		last := read(pdf, "pdftotext", "-raw", "-f", "8", "-l", "8", "-", "-")
		if !strings.Contains(last, "Solutions") || len(digits(last)) < 81*puzzles {
			t.Errorf("the solutions: %.300s", last)
		}
	}
	jigsaws := clitest.Done(t, strings.Fields("generate -n 2 --variant jigsaw7+x --seed 5 --solutions --format pdf")...)
	last := read(jigsaws.Stdout, "pdftotext", "-raw", "-f", "2", "-", "-")
	rows := regexp.MustCompile(`(?m)^[1-7]( [1-7])*$`).FindAllString(last, -1)
	if n := len(digits(strings.Join(rows, ""))); n < 2*49 {
		t.Errorf("the solutions of two boards of 49 cells have %d digits: %s", n, last)
	}
}

// TestPDFOfLongText prints a title and names that are wider than their places. All are cut.
func TestPDFOfLongText(t *testing.T) {
	gridtest.Long(t, "poppler")
	t.Parallel()
	long := strings.Repeat("long ", 40)
	list := strings.NewReader("puzzle,name\n" + strings.Repeat(rowPuzzle+","+long+"\n", 7))
	out := filepath.Join(t.TempDir(), "out.pdf")
	clitest.Call(t.Context(), list, "convert", "--title", long, "--per-page", "7", "-o", out).Must(t, 0)
	boxes, err := exec.Command("pdftotext", "-bbox", out, "-").Output()
	if err != nil {
		gridtest.Cannot(t, "no poppler on this machine:", err)
	}
	for _, m := range regexp.MustCompile(`xMax="([0-9]+)`).FindAllSubmatch(boxes, -1) {
		if right, err := strconv.Atoi(string(m[1])); err != nil || right > 595-25 { // of A4
			t.Errorf("a word ends at %d points, error %v", right, err)
		}
	}
	gridtest.Equal(t, "texts that end with dots", strings.Count(string(boxes), "…"), 8)
}

// TestPDFOfAnyText prints titles and names with characters that the font does not have.
func TestPDFOfAnyText(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"🧩", "日本", "a\u202e\u200bb", "\xf0\x9f", "\U0010ffff\ufffd"} {
		out := filepath.Join(t.TempDir(), "out.pdf")
		puzzles := strings.NewReader("puzzle,name\n" + rowPuzzle + "," + text + "\n")
		clitest.Call(t.Context(), puzzles, "convert", "--title", text, "--solutions", "-o", out).Must(t, 0)
		if pdf, err := os.ReadFile(out); err != nil || !bytes.HasSuffix(pdf, []byte("%%EOF\n")) {
			t.Errorf("%q: error %v, the file ends with %q", text, err, pdf[max(0, len(pdf)-10):])
		}
	}
}
