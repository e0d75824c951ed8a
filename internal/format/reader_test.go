package format

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"setdoku"
)

// The puzzle of most tests, and its solution.
const (
	sample = "2.3.8....6......7..4.2.3.865.........97.2..6..6..9..25.3...6...4...1.2...1.832.54"
	filled = "273685149685941372941273586528164793397528461164397825832456917456719238719832654"
)

// maxLine is the largest number of bytes of a line, and mostTitles of lines of words that are the name of a grid.
const (
	maxLine    = 64 << 10
	mostTitles = 40
)

// rowsOf cuts 81 characters into nine lines.
func rowsOf(cells string) string {
	var b strings.Builder
	for row := range slices.Chunk([]byte(cells), 9) {
		fmt.Fprintf(&b, "%s\n", row)
	}
	return b.String()
}

// looksLike is the part of an error that names a layout. TestErrorsNameTheLayout checks it.
var looksLike = regexp.MustCompile("this looks like [^:]*: ")

// summary reads a file and returns one string for each result: a puzzle as "line short-form #name =solution", a
// bad record or the end of the file as its error message. It omits the ordinary end.
func summary(in string) []string { return summaryOf(NewReader(strings.NewReader(in), "f"), len(in)) }

// summaryOf is summary for a Reader of size bytes.
func summaryOf(r *Reader, size int) []string {
	var out []string
	for range size + 2 {
		p, err := r.Read()
		if err == io.EOF {
			return out
		}
		if err != nil {
			out = append(out, looksLike.ReplaceAllString(err.Error(), ""))
			if _, bad := errors.AsType[*LineError](err); bad {
				continue
			}
			return append(out, "end")
		}
		s := fmt.Sprintf("%d %s", p.Line, Short(p.State))
		if p.Name != "" {
			s += " #" + p.Name
		}
		if p.Solution != "" {
			s += " =" + p.Solution
		}
		out = append(out, s)
	}
	return append(out, "no end")
}

// placesOf is summary with the positions before each error, each "line:column+length/cell".
func placesOf(in string) []string {
	out := summary(in)
	r := NewReader(strings.NewReader(in), "f")
	for i := range out {
		_, err := r.Read()
		if bad, ok := errors.AsType[*LineError](err); ok {
			out[i] = ""
			for _, s := range bad.Positions() {
				out[i] += strings.TrimSuffix(fmt.Sprintf("%d:%d+%d/%d ", s.Line, s.Column, s.Length, s.Cell), "/0 ") +
					" "
			}
			out[i] = strings.ReplaceAll(out[i], "  ", " ") + looksLike.ReplaceAllString(bad.Err.Error(), "")
		}
	}
	return out
}

// readTest is an input and its results.
type readTest struct {
	name string
	in   string
	want []string
}

// runReadTests reads the inputs.
func runReadTests(t *testing.T, tests []readTest) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := summary(tt.in)
			if !slices.Equal(got, tt.want) {
				t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(tt.want, "\n  "))
			}
		})
	}
}

func TestPlainLines(t *testing.T) {
	with := func(empty string) string { return strings.ReplaceAll(sample, ".", empty) }
	mixed := "2X3*8_-x06" + sample[10:]
	blankMixed := sample[:10] + strings.ReplaceAll(sample[10:20], ".", " ") + sample[20:]
	blankEnds := " " + with(" ")[1:80] + " "
	one := []string{"1 " + sample}
	named := []string{"1 " + sample + " #name 5"}
	runReadTests(t, []readTest{
		{"dots", sample + "\n", one},
		{"no newline at the end", sample, one},
		{"zeros", with("0") + "\n", one},
		{"stars", with("*") + "\n", one},
		{"underscores", with("_") + "\n", one},
		{"dashes", with("-") + "\n", one},
		{"capital X", with("X") + "\n", one},
		{"small x", with("x") + "\n", one},
		{"blanks", with(" ") + "\n", one},
		{"blanks at both ends", blankEnds + "\n", []string{"1 ." + sample[1:80] + "."}},
		{"several empty characters", mixed + "\n", []string{"1 2.3.8....6" + sample[10:]}},
		{"blanks and dots", blankMixed + "\n", one},
		{"comment after a blank", sample + " name 5\n", named},
		{"comment after a tab", sample + "\tname 5\n", named},
		{"comment after #", sample + "#name 5\n", named},
		{"comment after comma", sample + ",name 5\n", named},
		{"comment after semicolon", sample + "; name 5\n", named},
		{"comment after blank and #", sample + "  # name 5  \n", named},
		{"comment which begins with #", sample + " # #1\n", []string{"1 " + sample + " ##1"}},
		{"blanks as cells and a comment", with(" ") + " # name 5\n", named},
		{"comment in Latin-1", sample + " caf\xe9\n", []string{"1 " + sample + " #café"}},
		{"trailing blanks", sample + " \t \n", one},
		{"CRLF", sample + "\r\n" + filled + "\r\n", []string{"1 " + sample, "2 " + filled}},
		{"CR at the very end", sample + "\r", one},
		{"byte-order mark", "\ufeff" + sample + "\n", one},
		{"comments and empty lines", "# title\n\n \t\n" + sample + "\n#\n" + filled + "\n",
			[]string{"4 " + sample, "6 " + filled}},
		{"all empty", strings.Repeat(".", 81), []string{"1 " + strings.Repeat(".", 81)}},
		{"all empty as dashes", strings.Repeat("-", 81), []string{"f: no puzzles", "end"}},
		{"81 blanks are an empty line", strings.Repeat(" ", 81) + "\n" + sample, []string{"2 " + sample}},
	})
}

func TestBadLines(t *testing.T) {
	const want = ", want a digit or one of . 0 * _ - X"
	spaced := strings.ReplaceAll(sample, ".", " ")
	runReadTests(t, []readTest{
		{"80 cells", sample[:80] + "\n" + sample, []string{"f line 1: 80 cells, want 81", "2 " + sample}},
		{"82 cells", sample + ".\n" + sample, []string{"f line 1: 82 cells, want 81", "2 " + sample}},
		{"80 cells and a comment", sample[:80] + " # name", []string{"f line 1: 80 cells, want 81"}},
		{"80 cells and a comment of digits", sample[:80] + "  25", []string{"f line 1: 80 cells, want 81"}},
		{"79 cells and a digit", sample[:79] + " 5 stars", []string{"f line 1: 79 cells, want 81"}},
		{"80 cells, comma", sample[:80] + ",x", []string{"f line 1: 80 cells, want 81"}},
		{"82 cells and words", sample + "5 hello", []string{"f line 1: 82 cells, want 81"}},
		{"80 cells and a trailing blank", sample[:80] + " ", []string{"f line 1: 80 cells, want 81"}},
		{"indented", " " + sample, []string{"1 " + sample}},
		{"80 blank-style cells", spaced[:80], []string{"f line 1: 80 cells, want 81"}},
		{"82 blank-style cells", spaced + "7", []string{"f line 1: 82 cells, want 81"}},
		{"truncated last line", sample + "\n" + sample[:40], []string{"1 " + sample, "f line 2: 40 cells, want 81"}},
		{"truncated to nine cells", sample + "\n" + sample[:9],
			[]string{"1 " + sample, "f line 2: 9 cells, want 81, or 9 rows of 9"}},
		{"truncated to eight cells", sample + "\n" + sample[:8], []string{"1 " + sample, "f line 2: 8 cells, want 81"}},
		{"a letter", sample[:13] + "q" + sample[14:], []string{"f line 1: character 'q' at position 14" + want}},
		{"a letter beyond ASCII", sample[:13] + "é" + sample[14:],
			[]string{"f line 1: character 'é' at position 14" + want}},
		{"two letters", sample[:13] + "q" + sample[14:40] + "é" + sample[41:],
			[]string{"f line 1: character 'q' at position 14" + want + "; also 'é' at position 41"}},
		{"a letter and 80 cells", sample[:13] + "q" + sample[15:] + " # a name",
			[]string{"f line 1: character 'q' at position 14" + want + "; 80 cells, want 81"}},
		{"letters, 83 cells and a comment", "q" + sample[1:] + "1z,x",
			[]string{"f line 1: character 'q' at position 1" + want + "; also 'z' at position 83; 83 cells, want 81"}},
		{"a letter and a repeat", "22q" + sample[3:],
			[]string{"f line 1: character 'q' at position 3, want a digit or one of . 0 * _ - X"}},
		{"many letters", strings.Repeat("q.", 12) + sample[24:],
			[]string{"f line 1: character 'q' at position 1" + want + "; also 'q' at position 3, " +
				"'q' at position 5, 'q' at position 7, 'q' at position 9, 'q' at position 11, 'q' at position 13, " +
				"'q' at " +
				"position 15, 'q' at position 17, 3 more"}},
		{"repeats in several units", "2....2..." + strings.Repeat(".", 63) + "5..5....2", []string{
			"f line 1: digit 2 twice in row 1: r1c1 and r1c6; digit 5 twice in row 9: r9c1 and r9c4"}},
		{"three of a kind", "2.2.2...." + strings.Repeat(".", 72), []string{
			"f line 1: digit 2 3 times in row 1: r1c1, r1c3 and r1c5; digit 2 twice in box 1: r1c1 and r1c3"}},
		{"repeats everywhere", strings.Repeat("7", 18) + strings.Repeat(".", 63), []string{
			"f line 1: digit 7 9 times in row 1: r1c1, r1c2, r1c3, r1c4, r1c5, r1c6, r1c7, r1c8 and r1c9; " +
				"digit 7 9 times in row 2: r2c1, r2c2, r2c3, r2c4, r2c5, r2c6, r2c7, r2c8 and r2c9; " +
				"digit 7 twice in column 1: r1c1 and r2c1; digit 7 twice in column 2: r1c2 and r2c2; digit 7 twice " +
				"in column 3: r1c3 and r2c3; and 9 more"}},
		{"a letter behind the cells", sample + "abc",
			[]string{"f line 1: character 'a' at position 82, want a digit or one of . 0 * _ - X; also 'b' at " +
				"position 83, 'c' at position 84; 84 cells, want 81"}},
		{"words", "hello world\n" + sample, []string{"2 " + sample}},
		{"repeat in a row", "22" + sample[2:], []string{"f line 1: digit 2 twice in row 1 and box 1: r1c1 and r1c2"}},
		{"repeat in a column", sample[:72] + "5" + sample[73:76] + ".....",
			[]string{"f line 1: digit 5 twice in column 1: r4c1 and r9c1"}},
		{"repeat in a box", sample[:20] + "2...." + sample[25:],
			[]string{"f line 1: digit 2 twice in box 1: r1c1 and r3c3"}},
		{"a carriage return inside", sample + "\r" + sample, []string{"1 " + sample, "2 " + sample}},
		{"a carriage return in a comment", sample + " a\r" + sample, []string{"1 " + sample + " #a", "2 " + sample}},
		{"600 cells", strings.Repeat("5", 600), []string{"f line 1: 600 cells, want 81"}},
		{"a short line above a puzzle", sample[:7] + "\n" + sample,
			[]string{"f line 1: 7 cells, want 81", "2 " + sample}},
		{"a short line two lines above a puzzle", "5...3\n\n" + sample,
			[]string{"f line 1: 5 cells, want 81", "3 " + sample}},
		{"a short line of dashes above a puzzle", "53__7_\n" + sample,
			[]string{"f line 1: 6 cells, want 81", "2 " + sample}},
		{"single dots above a puzzle", ".8.9.\n" + sample, []string{"f line 1: 5 cells, want 81", "2 " + sample}},
		{"single dots below a puzzle", sample + "\n8.9.2.7.2",
			[]string{"1 " + sample, "f line 2: 9 cells, want 81, or 9 rows of 9"}},
		{"five single dots below a puzzle", sample + "\n8.9.2.7.2.1",
			[]string{"1 " + sample, "f line 2: 11 cells, want 81"}},
		{"a date, a version and a number", "2.5.2020\n" + sample + "\n1.2.3\n" + sample + "\n12.5\n",
			[]string{"2 " + sample, "4 " + sample}},
		{"a short line far from a puzzle", "5...3\nmore\nwords\nhere\n" + sample, []string{"5 " + sample}},
		{"short lines are reported one by one", "12345678\n1234567\n", []string{"f: no puzzles", "end"}},
		{"long line", strings.Repeat("5", 3*maxLine) + "\n" + sample,
			[]string{"f line 1: line longer than 65535 bytes", "2 " + sample}},
		{"long last line", sample + "\n" + strings.Repeat("é", maxLine),
			[]string{"1 " + sample, "f line 2: line longer than 65535 bytes"}},
		{"long line cut within a character", "a" + strings.Repeat("é", maxLine),
			[]string{"f line 1: line longer than 65535 bytes"}},
		{"words after blank-style cells", strings.ReplaceAll(sample, ".", " ") + "7 hello",
			[]string{"f line 1: 82 cells, want 81"}},
		{"line as long as can be", sample + strings.Repeat(" ", maxLine-82) + "\n" + filled,
			[]string{"1 " + sample, "2 " + filled}},
	})
}

func TestRepeatIsWrapped(t *testing.T) {
	_, err := NewReader(strings.NewReader("22"+sample[2:]), "f").Read()
	want := setdoku.Repeat{Digit: 2, A: 11, B: 12, Unit: 1}
	if got, ok := errors.AsType[setdoku.Repeat](err); !ok || got != want {
		t.Errorf("got %v, want it to wrap %v", err, want)
	}
}

func TestFatal(t *testing.T) {
	const noText = ": not a text file of puzzles"
	const noMore = "; nothing after it is read"
	runReadTests(t, []readTest{
		{"empty file", "", []string{"f: no puzzles", "end"}},
		{"only a byte-order mark", "\ufeff", []string{"f: no puzzles", "end"}},
		{"only comments", "# one\n\n#two", []string{"f: no puzzles", "end"}},
		{"only borders", "*-----*\n---------\n*-----*\n", []string{"f: no puzzles", "end"}},
		{"only bad lines", "hello\n", []string{"f: no puzzles", "end"}},
		{"NUL", "ab\x00c\n" + sample + "\n", []string{"f line 1: byte 0x00 at position 3" + noText + noMore, "end"}},
		{"NULs only", strings.Repeat("\x00", 3*maxLine),
			[]string{"f line 1: byte 0x00 at position 1" + noText + noMore, "end"}},
		{"control byte after a puzzle", sample + "\n\x1b[0m\n" + sample,
			[]string{"1 " + sample, "f line 2: byte 0x1b at position 1" + noText + noMore, "end"}},
		{"control byte in a comment", sample + " a\x07",
			[]string{"f line 1: byte 0x07 at position 84" + noText, "end"}},
		{"control byte in a grid", rowsOf(sample)[:40] + "\x01\n",
			[]string{"f line 5: byte 0x01 at position 1" + noText, "end"}},
		{"invalid UTF-8", "caf\xe9\n", []string{"f: no puzzles", "end"}},
		{"invalid UTF-8 in a long line", "caf\xe9" + strings.Repeat("a", maxLine),
			[]string{"f line 1: line longer than 65535 bytes"}},
		{"NUL in a library line", ":0000:x:" + sample + ":\x00::",
			[]string{"f line 1: byte 0x00 at position 91" + noText, "end"}},
		{"UTF-16 little endian", "\xff\xfe2\x00", []string{"f: no puzzles", "end"}},
		{"UTF-16 big endian", "\xfe\xff\x002", []string{"f: no puzzles", "end"}},
	})
}

func TestErrNoPuzzles(t *testing.T) {
	r := NewReader(strings.NewReader("# none\n"), "f")
	for range 2 { // the end stays
		if _, err := r.Read(); !errors.Is(err, ErrNoPuzzles) {
			t.Errorf("comments only: got %v, want ErrNoPuzzles", err)
		}
	}
	r = NewReader(strings.NewReader(sample[:80]+"\n"), "f")
	r.Read()
	if _, err := r.Read(); err != io.EOF {
		t.Errorf("after a bad line: got %v, want io.EOF", err)
	}
}

func TestReadErrorEndsFile(t *testing.T) {
	broken := errors.New("disk on fire")
	for _, tt := range []struct{ name, in, want string }{
		{"at once", "", "f line 1: read: disk on fire"},
		{"within a line", sample + "\n" + sample[:5], "f line 2: read: disk on fire"},
		{"within a long line", strings.Repeat("5", 2*maxLine), "f line 2: read: disk on fire"},
		{"within a quoted field", "id,puzzle\n\"a\nb\n", "f line 4: read: disk on fire"},
		{"within XML", "<opensudoku>\n<game", "f line 2: read XML: disk on fire"},
	} {
		r := NewReader(io.MultiReader(strings.NewReader(tt.in), iotest.ErrReader(broken)), "f")
		var err error
		for bad := true; bad; {
			_, err = r.Read()
			_, bad = errors.AsType[*LineError](err)
			bad = bad || err == nil
		}
		if !errors.Is(err, broken) || err.Error() != tt.want {
			t.Errorf("%s: got %v, want %s", tt.name, err, tt.want)
		}
	}
}

// TestText checks that Text is the unchanged line, or the short form for a record of several lines.
func TestText(t *testing.T) {
	line := sample + " # name"
	for _, tt := range []struct{ name, in, want string }{
		{"line", "\ufeff" + line + "\r\n", line},
		{"line with Latin-1", sample + " \xe9\n", sample + " é"},
		{"bank line", "0ab " + sample + " 1.2", "0ab " + sample + " 1.2"},
		{"grid", rowsOf(sample), sample},
		{"library", ":0000:x:" + sample + ":112::", ":0000:x:" + sample + ":112::"},
		{"CSV", "id,puzzle\n\"a\nb\"," + sample, "\"a b\"," + sample},
		{"XML", `<opensudoku><game data="` + strings.ReplaceAll(sample, ".", "0") + `"/></opensudoku>`, sample},
	} {
		p, err := NewReader(strings.NewReader(tt.in), "f").Read()
		if err != nil || p.Text != tt.want || p.File != "f" {
			t.Errorf("%s: got file %q text %q error %v, want text %q", tt.name, p.File, p.Text, err, tt.want)
		}
	}
}

// endless repeats the same bytes, n in total.
type endless struct {
	unit []byte
	n    int
}

func (e *endless) Read(p []byte) (int, error) {
	if e.n <= 0 {
		return 0, io.EOF
	}
	k := copy(p, e.unit)
	e.n -= k
	return k, nil
}

// TestBoundedMemory reads inputs in which a line, a quoted field or a tag never ends.
func TestBoundedMemory(t *testing.T) {
	const size = 256 << 20
	for _, tt := range []struct {
		name, start string
		unit        byte
		want        int // records and errors, the end included
	}{
		{"one line", "", '5', 2},
		{"one comment", "# ", 'x', 2},
		{"one CSV row", "id,puzzle\n", '5', 2},
		{"one quoted field", "id,puzzle\n\"", 'x', 2},
		{"one XML text", "<opensudoku>", 'x', 2},
		{"one XML attribute", `<opensudoku><game data="`, '5', 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in := &endless{unit: bytes.Repeat([]byte{tt.unit}, 1<<16), n: size}
			r := NewReader(io.MultiReader(strings.NewReader(tt.start), in), "f")
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			got := 0
			for bad := true; bad; got++ {
				_, err := r.Read()
				_, bad = errors.AsType[*LineError](err)
			}
			runtime.ReadMemStats(&after)
			if held := after.TotalAlloc - before.TotalAlloc; held > 16<<20 {
				t.Errorf("%d bytes allocated for %d bytes of input", held, size)
			}
			if got != tt.want {
				t.Errorf("%d results, want %d", got, tt.want)
			}
		})
	}
}

// TestOmitText checks that puzzles are the same without their text.
func TestOmitText(t *testing.T) {
	line := strings.Repeat(".", 72) + "123456789"
	in := line + " # a name\n" + strings.ReplaceAll(line, ".", "_") + "\n" + line + ",x\n"
	with, without := NewReader(strings.NewReader(in), "list"), NewReader(strings.NewReader(in), "list")
	without.OmitText()
	for n := range 3 {
		p, err := with.Read()
		if err != nil {
			t.Fatal(err)
		}
		q, err := without.Read()
		if err != nil {
			t.Fatal(err)
		}
		if p.Text == "" || q.Text != "" {
			t.Errorf("line %d has the text %q, and %q where it is omitted", n+1, p.Text, q.Text)
		}
		p.Text = ""
		if diff := cmp.Diff(p, q); diff != "" {
			t.Errorf("line %d (-with its text +without):\n%s", n+1, diff)
		}
	}
}
