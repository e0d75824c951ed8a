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

	"setdoku/internal/cli/clitest"
	"setdoku/internal/gridtest"
)

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
	for _, bad := range [][]string{{"--per-page", "10", "--format", "pdf"}, {"--solutions"},
		{"--per-page", "2", "--format", "csv"}, {"--format", "pdf", "--db", "x.db"}} {
		clitest.Call(t.Context(), nil, append([]string{"generate", "-n", "1"}, bad...)...).Must(t, 2)
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
