package format

import (
	"strings"
	"testing"
)

func TestCSV(t *testing.T) {
	zeros := strings.ReplaceAll(sample, ".", "0")
	one := []string{"2 " + sample}
	runReadTests(t, []readTest{
		{"quizzes,solutions", "quizzes,solutions\n" + zeros + "," + filled + "\n",
			[]string{"2 " + sample + " =" + filled}},
		{"id,puzzle,solution,clues,difficulty",
			"id,puzzle,solution,clues,difficulty\n7," + sample + "," + filled + ",30,1.2\n",
			[]string{"2 " + sample + " #7 =" + filled}},
		{"puzzle only", "puzzle\n" + sample + "\n", one},
		{"another order, other columns, capitals, blanks", "clues, Puzzle ,id\n30," + sample + ",a\n",
			[]string{"2 " + sample + " #a"}},
		{"byte-order mark and CRLF", "\ufeffid,puzzle\r\n1," + sample + "\r\n", []string{"2 " + sample + " #1"}},
		{"quoted header and fields", `"id","puzzle"` + "\n" + `"a, ""b""","` + sample + `"` + "\n",
			[]string{"2 " + sample + ` #a, "b"`}},
		{"quoted field over two lines", "id,puzzle\n\"a\nb\"," + sample + "\n2," + sample,
			[]string{"2 " + sample + " #a b", "4 " + sample + " #2"}},
		{"quoted field at the end", "puzzle,note\n" + sample + ",\"a\n\nb\"\n" + sample + ",",
			[]string{"2 " + sample, "5 " + sample}},
		{"empty lines and comments", "# data\n\npuzzle\n\n# more\n" + sample + " \n", []string{"6 " + sample}},
		{"quoted id with #", "id,puzzle\n\"#1\"," + sample + "\n", []string{"2 " + sample + " ##1"}},
		{"solution with empty cells", "puzzle,solution\n" + sample + "," + zeros,
			[]string{"f line 2: solution: r1c2 is '0', want a digit"}},
		{"blank solution", "puzzle,solution\n" + sample + ", ", one},
		{"after lines", sample + "\npuzzle\n" + sample + "\n", []string{"1 " + sample, "3 " + sample}},
		{"another header", "id,puzzle\n1," + sample + "\npuzzle,solution\n" + sample + "," + filled +
			"\npuzzle,solution\n" + sample + ",\n",
			[]string{"2 " + sample + " #1", "4 " + sample + " =" + filled, "6 " + sample}},
		{"header only", "id,puzzle\n", []string{"f: no puzzles", "end"}},
	})
}

func TestBadCSV(t *testing.T) {
	const head = "id,puzzle,solution\n"
	good := "9," + sample + ",\n"
	after := "3 " + sample + " #9"
	runReadTests(t, []readTest{
		{"80 cells", head + "1," + sample[:80] + ",\n" + good, []string{"f line 2: 80 cells, want 81", after}},
		{"letter", head + "1," + sample[:13] + "q" + sample[14:] + ",\n" + good,
			[]string{"f line 2: character 'q' at position 14, want a digit or one of . 0 * _ - X", after}},
		{"repeat", head + "1,22" + sample[2:] + ",\n" + good,
			[]string{"f line 2: digit 2 twice in row 1 and box 1: r1c1 and r1c2", after}},
		{"too few columns", head + "1," + sample + "\n" + good,
			[]string{"f line 2: columns: 2, want 3 as in the header", after}},
		{"too many columns", head + "1," + sample + ",,\n" + good,
			[]string{"f line 2: columns: 4, want 3 as in the header", after}},
		{"solution of 80 cells", head + "1," + sample + "," + filled[:80] + "\n" + good,
			[]string{"f line 2: solution: 80 cells, want 81", after}},
		{"quote inside a field", head + "1\"2," + sample + ",\n" + good,
			[]string{`f line 2: bare " in non-quoted-field`, after}},
		{"text after a quote", head + "\"1\"2," + sample + ",\n" + good,
			[]string{`f line 2: extraneous or missing " in quoted-field`, after}},
		{"quote without end", head + "\"1," + sample + ",\n" + good,
			[]string{`f line 2: extraneous or missing " in quoted-field`, after}},
		{"quote without end in the last record", head + good + "\"1," + sample + ",\n", []string{"2 " + sample + " #9",
			`f line 3: extraneous or missing " in quoted-field`}},
		{"quote without end in a long file", head + "\"1," + sample + ",\n" + strings.Repeat("# x\n", maxLine/4),
			[]string{
				`f line 2: a quoted field has no end; the quote makes one record of 16363 lines`}},
		{"quote without end, and bad records", head + "\"1," + sample + ",\n2,,\n3,,\n" + good, []string{
			`f line 2: extraneous or missing " in quoted-field; the quote makes one record of 3 lines`,
			"5 " + sample + " #9"}},
		{"quoted field that goes on before a long line", head + "\"1\n" + strings.Repeat("5", 2*maxLine) + "\n" + good,
			[]string{
				`f line 2: a quoted field has no end`, "f line 3: line longer than 65535 bytes",
				"4 " + sample + " #9"}},
		{"long line", head + strings.Repeat("5", 2*maxLine) + "\n" + good,
			[]string{"f line 2: line longer than 65535 bytes", after}},
		{"NUL", head + "1," + sample[:80] + "\x00,\n" + good,
			[]string{"f line 2: byte 0x00 at position 83: not a text file of puzzles; nothing after it is read",
				"end"}},
		{"header with a broken quote", "id,\"puzzle\n", []string{"f: no puzzles", "end"}},
		{"two columns of puzzles", "puzzle,quizzes\n", []string{"f: no puzzles", "end"}},
		{"no column of puzzles", "id,grid\n", []string{"f: no puzzles", "end"}},
	})
}

func TestOpenSudoku(t *testing.T) {
	zeros := strings.ReplaceAll(sample, ".", "0")
	game := `<game data="` + zeros + `"/>`
	v1 := "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n<name>Easy &amp; short</name>\n" +
		"<author>A</author>\n" + game + "\n" + game + "</opensudoku>\n"
	v2 := "<opensudoku version=\"2\">\n<folder name=\"One\">\n" + game + "\n<game note=\"a &lt;b&gt;&#10;c\" data=\"" +
		zeros + "\"/>\n" +
		"</folder>\n<folder>\n" + game + "<game data=\"" + zeros + "\" name=\"n\"></game></folder></opensudoku>"
	runReadTests(t, []readTest{
		{"version 1", v1, []string{"5 " + sample + " #Easy & short", "6 " + sample + " #Easy & short"}},
		{"version 2", v2, []string{"3 " + sample + " #One", "4 " + sample + " #a <b> c", "7 " + sample,
			"7 " + sample + " #n"}},
		{"one long line", "<opensudoku>" + strings.Repeat(game, 1000) + "</opensudoku>", slicesOf(1000, "1 "+sample)},
		{"byte-order mark, empty line, indent", "\ufeff\r\n  <opensudoku>" + game + "</opensudoku>",
			[]string{"2 " + sample}},
		{"ASCII", `<?xml version="1.0" encoding="US-ASCII"?><opensudoku>` + game + "</opensudoku>",
			[]string{"1 " + sample}},
		{"no games", "<opensudoku></opensudoku>", []string{"f: no puzzles", "end"}},
	})
}

func slicesOf(n int, s string) []string {
	return strings.Split(strings.Repeat(s+"\n", n-1)+s, "\n")
}

func TestBadOpenSudoku(t *testing.T) {
	zeros := strings.ReplaceAll(sample, ".", "0")
	in := func(data string) string {
		return "<opensudoku>\n<game data=\"" + data + "\"/>\n<game data=\"" + zeros + "\"/>\n</opensudoku>"
	}
	const want = " characters, want 81 digits, 0 for an empty cell"
	after := "3 " + sample
	runReadTests(t, []readTest{
		{"80 digits", in(zeros[:80]), []string{"f line 2: game data of 80" + want, after}},
		{"serialised game", in("version: 1&#10;0|0,|1|2|0,|0|"),
			[]string{"f line 2: game data: 6 fields of version 1, want 243", after}},
		{"no data", "<opensudoku>\n<game note=\"n\"/></opensudoku>", []string{"f line 2: game data of 0" + want}},
		{"letter", in(zeros[:13] + "q" + zeros[14:]), []string{
			"f line 2: game data: character 'q' at position 14, want a digit or one of . 0 * _ - X", after}},
		{"repeat", in("22" + zeros[2:]), []string{"f line 2: digit 2 twice in row 1 and box 1: r1c1 and r1c2", after}},
		{"truncated in a game", in(zeros)[:60], []string{"f line 2: XML: unexpected EOF", "end"}},
		{"truncated after a game", in(zeros)[:120], []string{"2 " + sample, "f line 3: XML: unexpected EOF", "end"}},
		{"another document", "<!DOCTYPE html>\n<html></html>",
			[]string{"f line 2: XML document <html>, want <opensudoku>; nothing after it is read", "end"}},
		{"tag that does not match", "<opensudoku>\n</folder>",
			[]string{"f line 2: XML: element <opensudoku> closed by </folder>", "end"}},
		{"another encoding", `<?xml version="1.0" encoding="ISO-8859-1"?><opensudoku/>`, []string{
			`f line 1: read XML: xml: opening charset "ISO-8859-1": encoding ISO-8859-1 is not read, save the file as UTF-8; nothing after it is read`, "end"}},
		{"deep nesting", strings.Repeat("<opensudoku>", 100),
			[]string{"f line 1: more than 64 elements within each other; nothing after it is read", "end"}},
		{"NUL", "<opensudoku>\x00</opensudoku>",
			[]string{"f line 1: byte 0x00 at position 13: not a text file of puzzles", "end"}},
		{"tag in a file of lines", sample + "\n<opensudoku>",
			[]string{"1 " + sample, "f line 2: XML: unexpected EOF", "end"}},
	})
}

func TestOtherLines(t *testing.T) {
	bank := "0000183b305c " + strings.ReplaceAll(sample, ".", "0") + "  1.2\n"
	dots729 := strings.Repeat(".", 729)
	all729 := strings.Repeat("123456789", 81)
	runReadTests(t, []readTest{
		{"bank", bank + bank, []string{"1 " + sample + " #0000183b305c", "2 " + sample + " #0000183b305c"}},
		{"bank, id of digits only", "000018303058 " + sample + "  1.2", []string{"1 " + sample + " #000018303058"}},
		{"bank, no rating", "ABCDEF " + sample, []string{"1 " + sample + " #ABCDEF"}},
		{"bank of 80 digits", "0000183b305c " + sample[:80] + " 1.2", []string{"f line 1: 80 cells, want 81"}},
		{"bank of 82 digits", "0000183b305c " + sample + "7 1.2", []string{"f line 1: 82 cells, want 81"}},
		{"bank, id not hexadecimal", "xyz " + sample + " 1.2", []string{
			`f line 1: variant "xyz": want one of classic, 4x4, 6x6, 8x8, x, windoku, anti-knight, anti-king, or a layout of one region digit for each cell, such as 1122112233443344`}},
		{"bank with a letter", "0000183b305c " + sample[:80] + "q 1.2",
			[]string{"f line 1: character 'q' at position 81, want a digit or one of . 0 * _ - X"}},
		{"bank with a repeat", "0000183b305c 22" + sample[2:] + " 1.2",
			[]string{"f line 1: digit 2 twice in row 1 and box 1: r1c1 and r1c2"}},
		{"bank and blanks as cells", bank + strings.ReplaceAll(sample, ".", " ") + " 1.2",
			[]string{"1 " + sample + " #0000183b305c", "2 " + sample + " #1.2"}},
		{"729, everything", all729, []string{"1 " + strings.Repeat(".", 81)}},
		{"729 with a comment", all729 + " # name", []string{"1 " + strings.Repeat(".", 81) + " #name"}},
		{"729, one crossed out", "." + all729[1:], []string{"1 " + strings.Repeat(".", 81) + ":111"}},
		{"729, zeros", "0" + all729[1:], []string{"1 " + strings.Repeat(".", 81) + ":111"}},
		{"729, a cell without candidates", dots729[:9] + all729[9:],
			[]string{"1 " + strings.Repeat(".", 81) + ":111 211 311 411 511 611 711 811 911"}},
		{"729, digit out of place", "2" + all729[1:], []string{"f line 1: character '2' at position 1, want 1 or '.'"}},
		{"728 characters", all729[1:], []string{"f line 1: 728 cells, want 81"}},
		{"730 characters", all729 + "1", []string{"f line 1: 730 cells, want 81"}},
		{"formats line by line", bank + sample + "\n" + all729 + "\n" + sample + ":914\n", []string{
			"1 " + sample + " #0000183b305c", "2 " + sample, "3 " + strings.Repeat(".", 81), "4 " + sample + ":914"}},
	})
}
