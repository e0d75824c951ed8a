package format_test

import (
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/format"
)

// The puzzle of most examples, its solution, and smaller puzzles. otherExamples changes the digits of the first three.
var (
	puzzle = ".8.9..27..7.23.....627...5..36...9..9.53247.8..8...43..5...738.....83.9..93..2.1."
	solved = "584916273179235846362748159436871925915324768728569431251697384647183592893452617"
	six    = "....5.2...6315.....2......65......36"
	four   = ".1....2..3....3."
)

// otherExamples is examples with other digits. The candidates of r1c1 and the digit of r4c8 are the same.
func otherExamples() []example {
	defer func(p, s, x string) { puzzle, solved, six = p, s, x }(puzzle, solved, six)
	others := strings.NewReplacer("6", "7", "7", "8", "8", "9", "9", "6")
	puzzle, solved = others.Replace(puzzle), others.Replace(solved)
	six = strings.NewReplacer("5", "6", "6", "5").Replace(six)
	return examples()
}

// rowsOf cuts cells into rows.
func rowsOf(cells string, size int) (list []string) {
	for row := range slices.Chunk([]byte(cells), size) {
		list = append(list, string(row))
	}
	return list
}

// drawn draws a grid: left and right of each row, between its boxes, between its cells, and rulers between the bands.
func drawn(left, bar, between, right, ruler string) string {
	var b strings.Builder
	for r, row := range rowsOf(puzzle, 9) {
		if r%3 == 0 && ruler != "" {
			b.WriteString(ruler + "\n")
		}
		var boxes []string
		for c := 0; c < 9; c += 3 {
			boxes = append(boxes, strings.Join(strings.Split(row[c:c+3], ""), between))
		}
		b.WriteString(left + strings.Join(boxes, bar) + right + "\n")
	}
	if ruler != "" {
		b.WriteString(ruler + "\n")
	}
	return b.String()
}

// drawnSix draws the puzzle of 6x6.
func drawnSix() string {
	text := "+-------+-------+\n"
	for r, row := range rowsOf(six, 6) {
		text += "| " + strings.Join(strings.Split(row[:3], ""), " ") + " | " +
			strings.Join(strings.Split(row[3:], ""), " ") + " |\n"
		if r%2 == 1 {
			text += "+-------+-------+\n"
		}
	}
	return text
}

// empty replaces the dots of a text.
func empty(text, by string) string { return strings.ReplaceAll(text, ".", by) }

// example is a text in a layout and the short forms of its puzzles.
type example struct {
	name, text string
	want       []string
}

// examples has texts of every layout that people use.
func examples() []example {
	rows := strings.Join(rowsOf(puzzle, 9), "\n") + "\n"
	zeros := empty(puzzle, "0")
	one, two := []string{puzzle}, []string{puzzle, puzzle}
	boxed := drawn("│ ", " │ ", " ", " │", "├───────┼───────┼───────┤")
	cells := strings.Split(puzzle, "")
	program := func(open, close, none string) string {
		var list []string
		for _, row := range rowsOf(puzzle, 9) {
			list = append(list, open+strings.Join(strings.Split(row, ""), ", ")+close)
		}
		return empty(strings.Join(list, ",\n"), none)
	}
	withSolution := func(between string) example {
		return example{"a solution behind " + between, puzzle + between + solved + "\n" + puzzle + between + solved,
			two}
	}
	numbered := func(label func(r int) string, head string) string {
		text := head
		for r, row := range rowsOf(puzzle, 9) {
			text += label(r) + strings.Join(strings.Split(row, ""), " ") + "\n"
		}
		return text
	}
	return append(pencilled(), []example{
		{"a line", puzzle, one},
		{"zeros", zeros, one},
		{"a comment", puzzle + " # a comment", one},
		{"an indent", "   " + puzzle, one},
		{"CR", puzzle + "\r" + puzzle + "\r", two},
		{"CRLF", puzzle + "\r\n" + puzzle + "\r\n", two},
		{"^Z", puzzle + "\r\n\x1a", one},
		{"UTF-8 with a mark", "\ufeff" + puzzle, one},
		{"UTF-16", utf16(puzzle+"\r\n"+puzzle, true, false), two},
		{"UTF-16, big end first", utf16("R\u00e4tsel\r\n"+rows, true, true), one},
		{"UTF-16 without a mark", utf16(puzzle, false, false), one},
		{"Latin-1", "R\xe4tsel f\xfcr heute\n" + rows, one},
		withSolution(" "), withSolution("\t"), withSolution(","), withSolution(";"), withSolution(" => "),
		withSolution("|"),
		withSolution(":"),
		{"text of a program", "puzzle = '" + puzzle + "'  # easy\nboard = \"" + puzzle + "\";", two},
		{"a call of a program", "numpy.array([" + program("[", "]", "0") + "])", one},
		{"a header not known", "question,answer\n" + puzzle + "," + solved, one},
		{"four columns", "source,question,answer,rating\na," + puzzle + "," + solved + ",1.5\nb," + zeros + "," +
			solved + ",",
			two},
		{"semicolons", "Puzzle ID;Grid;Level\n1;" + puzzle + ";easy\n2;" + puzzle + ";hard", two},
		{"names in a table", "some-name\t" + puzzle + "\t1.2\nother\t" + puzzle + "\t2.3", two},
		{"tabs in a table", "id\tgrid\tlevel\n1\t" + puzzle + "\teasy", one},
		{"quoted fields", "\"id\",\"grid\",\"level\"\n\"1\",\"" + puzzle + "\",\"a, b\"", one},
		{"no header", "1," + puzzle + "," + solved, one},
		{"a bank", "0000183b305c " + zeros + "  1.2", one},
		{"CSV", "quizzes,solutions\n" + zeros + "," + solved, one},
		{"rows", rows, one},
		{"rows of zeros", empty(rows, "0"), one},
		{"rows of blanks", empty(rows, " "), one},
		{"rows apart", strings.ReplaceAll(rows, "\n", "\n\n"), one},
		{"drawn with thin bars", boxed, one},
		{"drawn with thick bars", drawn("┃ ", " ┃ ", " ", " ┃", "┣━━━━━━━╋━━━━━━━╋━━━━━━━┫"), one},
		{"drawn with double bars", drawn("║ ", " ║ ", " ", " ║", "╠═══════╬═══════╬═══════╣"), one},
		{"drawn with colons", drawn(": ", " : ", " ", " :", "-------------------------"), one},
		{"drawn with exclamation marks", drawn("! ", " ! ", " ", " !", "+++++++++++++++++++++++++"), one},
		{"drawn, nothing between cells", drawn("|", "|", "", "|", "+---+---+---+"), one},
		{"drawn with zeros", empty(boxed, "0"), one},
		{"drawn with blanks", empty(boxed, " "), one},
		{"drawn with blanks, nothing between", empty(drawn("|", "|", "", "|", "|===+===+===|"), " "), one},
		{"drawn, each cell", empty(drawn("| ", " | ", " | ", " |", "|---|---|---|---|---|---|---|---|---|"), " "), one},
		{"no outer bars", drawn("", " | ", " ", "", "------+-------+------"), one},
		{"no outer bars, blanks", empty(drawn("", " | ", " ", "", "------+-------+------"), " "), one},
		{"rulers", strings.Repeat("=", 40) + "\n" + rows + strings.Repeat("~", 7) + "\n" + rows +
			strings.Repeat("_", 33),
			two},
		{"81 dashes", strings.Repeat("-", 81) + "\n" + puzzle + "\n" + strings.Repeat("-", 81), one},
		{"81 dots", strings.Repeat(".", 81), []string{strings.Repeat(".", 81)}},
		{"letters of rows", numbered(func(r int) string { return string(rune('A'+r)) + " | " },
			"    A B C D E F G H I\n"),
			one},
		{"names of rows", numbered(func(r int) string { return "r" + string(rune('1'+r)) + " " },
			"   1 2 3 4 5 6 7 8 9\n"),
			one},
		{"numbers of rows", numbered(func(r int) string { return string(rune('1'+r)) + ": " }, ""), one},
		{"numbers of rows and columns", numbered(func(r int) string { return string(rune('1'+r)) + " | " },
			"    1 2 3 4 5 6 7 8 9\n   ------------------\n"), one},
		{"a list with blanks", strings.Join(cells, " "), one},
		{"a list with commas", strings.Join(cells, ","), one},
		{"a list of empty fields", empty(strings.Join(cells, ","), ""), one},
		{"words of rows", strings.Join(rowsOf(puzzle, 9), " "), one},
		{"slashes", strings.Join(rowsOf(puzzle, 9), "/"), one},
		{"three lines", puzzle[:27] + "\n" + puzzle[27:54] + "\n" + puzzle[54:], one},
		{"a program", "grid = [" + program("[", "]", "0") + "]", one},
		{"a program, -1", program("{", "}", "-1"), one},
		{"a program, None", "[" + program("[", "]", "None") + "]\n", one},
		{"a program, null", program("[", "]", "null"), one},
		{"a program, quotes", program("(", ")", "''"), one},
		{"an array", "[[" + strings.ReplaceAll(strings.TrimSpace(empty(strings.Join(strings.Split(rows, ""), " "),
			"0")),
			"\n ", "]\n [") + "]]", one},
		{"a spreadsheet", empty(strings.ReplaceAll(strings.Join(strings.Split(rows, ""), "\t"), "\t\n\t", "\n"), ""),
			one},
		{"words around", "A title\nand more\n\n" + rows + "\n   page 24\n-- \nthe sender\n5.6/5.6/3.2\n", one},
		{"a fence", "```\n" + boxed + "```\n", one},
		{"code", "[code]\n" + rows + "[/code]\n[code]" + puzzle + "[/code]", two},
		{"a quote", "> " + strings.ReplaceAll(strings.TrimSpace(boxed), "\n", "\n> "), one},
		{"titles of lines", "Monday, easy\n" + puzzle + "\n\nTuesday, hard (1.2)\n" + puzzle + "\nSolution on page 3",
			two},
		{"a link, bd", "https://www.sudokuwiki.org/sudoku.htm?bd=" + zeros, one},
		{"a link, s", "see https://sudokuexchange.com/play/?s=" + zeros + " for it", one},
		{"a link, load", "http://example.org/?load=" + puzzle + "&x=1", one},
		{"a path", "https://example.org/s/" + zeros, one},
		{"JSON", `{"puzzle_id":1,"givens":"` + puzzle + `","status":"solved","solution":"` + solved + `"}`, one},
		{"JSON of a variant", `{"puzzle_id":1,"variant":"6x6","givens":"` + six + `"}`, []string{"6x6 " + six}},
		{"a game of Solo", "3x3:" + solo(puzzle), one},
		{"a game of Solo with parameters", "3x3da:" + solo(puzzle), one},
		{"a game of Solo with diagonals", "3x3x:9zzzb", []string{"x 9" + strings.Repeat(".", 80)}},
		{"a game of Solo, 6x6", "2x3:" + solo(six), []string{"6x6 " + six}},
		{"a jigsaw of Solo", "4j:3o," + soloRegions("1112122233343444", 4),
			[]string{"1112122233343444 3..............."}},
		{"a jigsaw of Solo, 9x9", "9jx:zzz9b," + soloRegions(jigsaw, 9),
			[]string{jigsaw + "+x " + strings.Repeat(".", 78) + "9.."}},
		{"a begun game", "<opensudoku version=\"2\">\n<game data=\"version: 2&#10;" + begun(false) +
			"\"/></opensudoku>",
			[]string{puzzle[:34] + "+2" + puzzle[35:] + ":111 311"}},
		{"a begun game of version 1", "<opensudoku><game data=\"version: 1&#10;" + begun(true) + "\"/></opensudoku>",
			[]string{puzzle[:34] + "+2" + puzzle[35:] + ":111 311"}},
		{"4x4", strings.Join(rowsOf(four, 4), "\n"), []string{"4x4 " + four}},
		{"6x6, drawn", drawnSix(), []string{"6x6 " + six}},
		{"a layout and diagonals", jigsaw + "+x " + strings.Repeat(".", 80) + "1",
			[]string{jigsaw + "+x " + strings.Repeat(".", 80) + "1"}},
		{"a variant", "6x6 " + six + " a comment", []string{"6x6 " + six}},
		{"a variant and its solution", "4x4 " + four + " 2143342143121234 # easy", []string{"4x4 " + four}},
	}...)
}

// pencilled returns pencil marks of the puzzle in the layouts in which people post them.
func pencilled() []example {
	var s setdoku.State
	var err error
	if s.Givens, err = setdoku.ParseGrid(puzzle); err != nil {
		return nil
	}
	marks := s.Candidates()
	fields := make([]string, 81)
	for i, m := range marks {
		if fields[i] = m.String(); s.Givens[i] != 0 {
			fields[i] = puzzle[i : i+1]
		}
	}
	grid := func(each func(i int, f string) string, bar, ruler string) string {
		text := ruler
		for i, f := range fields {
			text += each(i, f)
			switch {
			case i%9 == 8:
				text += "\n"
			case i%3 == 2:
				text += " " + bar + " "
			default:
				text += "  "
			}
			if i%27 == 26 {
				text += ruler
			}
		}
		return text
	}
	plain := func(i int, f string) string { return f }
	around := func(left, right string) func(int, string) string {
		return func(i int, f string) string {
			if len(f) > 2 && i%2 == 0 {
				return left + f + right
			}
			return f
		}
	}
	within := func(with string) func(int, string) string {
		return func(i int, f string) string {
			if len(f) > 2 && i%2 == 0 {
				return f[:1] + with + f[1:]
			}
			return f
		}
	}
	one := []string{puzzle}
	// in a grid with a placed digit, the other single digits are givens
	placed := puzzle[:34] + "+2." + solved[36:45] + puzzle[45:] + ":"
	list := []example{
		{"pencil marks", grid(plain, "|", "+-----+-----+-----+\n"), one},
		{"pencil marks, exclamation marks", grid(plain, "!", "+-----+-----+-----+\n"), one},
		{"pencil marks with a star", grid(around("*", ""), "|", "*-----*\n"), one},
		{"pencil marks with a star behind", grid(around("", "*"), "|", ""), one},
		{"pencil marks with a number sign", grid(around("#", ""), "|", ""), one},
		{"pencil marks with @", grid(around("", "@"), "|", ""), one},
		{"pencil marks in braces", grid(around("{", "}"), "|", ""), one},
		{"pencil marks in brackets", grid(around("[", "]"), "|", ""), one},
		{"pencil marks in parentheses", grid(around("(", ")"), "|", ""), one},
		{"pencil marks with a dash", grid(within("-"), "|", ""), one},
		{"pencil marks with a plus", grid(within("+"), "|", ""), one},
		{"pencil marks with a bracketed digit", grid(func(i int, f string) string {
			if len(f) > 2 {
				return "(" + f[:1] + ")" + f[1:]
			}
			return f
		}, "|", ""), one},
		{"pencil marks on a line", strings.Join(fields, " "), one},
		{"placed", grid(func(i int, f string) string {
			if i == 34 {
				return "u2"
			}
			return f
		}, "|", ""), []string{placed}},
		{"placed, plus", grid(func(i int, f string) string {
			if i == 34 {
				return "+2"
			}
			return f
		}, "|", ""), []string{placed}},
		{"a hint", "Look at row 4.\n\n   c1 c2 c3 | c4 c5 c6 | c7 c8 c9\n" +
			labelled(grid(func(i int, f string) string {
				if len(f) == 2 {
					return f[:1] + "x" + f[1:] + "p"
				}
				return f
			}, "|", "   -----+-----+-----\n")) + "   o placed, b blocks\n", one},
	}
	for _, blank := range []string{".", " "} {
		var b strings.Builder
		for r := range 27 {
			for c := range 9 {
				i := r/3*9 + c
				for d := r%3*3 + 1; d <= r%3*3+3; d++ {
					switch {
					case s.Givens[i] != 0 && d == 5:
						b.WriteString(puzzle[i : i+1])
					case s.Givens[i] == 0 && marks[i].Has(uint8(d)):
						b.WriteByte(byte('0' + d))
					default:
						b.WriteString(blank)
					}
				}
				b.WriteString([]string{" ", " ", " | "}[c%3])
			}
			b.WriteString("\n")
			if r%9 == 8 {
				b.WriteString("------------+-------------+-------------\n")
			}
		}
		list = append(list, example{"three lines a cell, empty " + blank, b.String(), one})
	}
	return list
}

// jigsaw is a layout of 9x9.
const jigsaw = "111222333111222333111222333444555666444555666444555667888999677888999777888999777"

// soloRegions writes the regions of a jigsaw as Solo does: the pairs of neighbors in one region before each border,
// first of those in a row, then of those in a column.
func soloRegions(layout string, size int) string {
	var b strings.Builder
	run := 0
	border := func(is bool) {
		if !is {
			run++
			return
		}
		for ; run > 25; run -= 25 {
			b.WriteByte('z')
		}
		b.WriteByte("_abcdefghijklmnopqrstuvwxy"[run])
		run = 0
	}
	for k := range layout {
		if k%size < size-1 {
			border(layout[k] != layout[k+1])
		}
	}
	for k := range layout {
		if at := k%size*size + k/size; k%size < size-1 {
			border(layout[at] != layout[at+size])
		}
	}
	border(true)
	return b.String()
}

// solo writes cells as a game of Simon Tatham's Solo.
func solo(cells string) string {
	var b strings.Builder
	empty, after := 0, false
	for _, c := range cells + "1" {
		if c == '.' {
			empty++
			continue
		}
		if empty > 0 {
			b.WriteByte(byte('a' + empty - 1))
		} else if after {
			b.WriteByte('_')
		}
		b.WriteRune(c)
		empty, after = 0, true
	}
	return strings.TrimSuffix(strings.TrimSuffix(b.String(), "1"), "_")
}

// begun writes a game of OpenSudoku in which a digit was placed in r4c8 and 4 and 5 are noted in r1c1.
func begun(old bool) string {
	var b strings.Builder
	for i, c := range puzzle {
		switch {
		case i == 34:
			b.WriteString("2|0|1|")
		case c != '.':
			b.WriteString(string(c) + "|0|0|")
		case i == 0 && old:
			b.WriteString("0|4,5,|1|")
		case i == 0:
			b.WriteString("0|24|1|")
		case old:
			b.WriteString("0|-|1|")
		default:
			b.WriteString("0|0|1|")
		}
	}
	return b.String()
}

// labelled writes r1 to r9 before the rows of a grid.
func labelled(grid string) string {
	n := 0
	var b strings.Builder
	for line := range strings.Lines(grid) {
		if !strings.Contains(line, "--") {
			n++
			line = "r" + string(rune('0'+n)) + " " + line
		}
		b.WriteString(line)
	}
	return b.String()
}

// utf16 returns a text in UTF-16.
func utf16(text string, mark, bigEndian bool) string {
	var b []byte
	if mark {
		text = "\ufeff" + text
	}
	for _, c := range text {
		if bigEndian {
			b = append(b, byte(c>>8), byte(c))
		} else {
			b = append(b, byte(c), byte(c>>8))
		}
	}
	return string(b)
}

// result is what a Reader makes of a text: a line with the short form of each puzzle, and each message.
func read(text string) (got []string) {
	for _, p := range readPuzzles(text) {
		got = append(got, p.short)
	}
	return got
}

// readResult is a puzzle that was read, or a message.
type readResult struct{ short, solution, name string }

// readPuzzles reads a text to its end. A message is a result without solution and name.
func readPuzzles(text string) (got []readResult) {
	r := format.NewReader(strings.NewReader(text), "text")
	for {
		p, err := r.Read()
		_, bad := errors.AsType[*format.LineError](err)
		switch {
		case err == nil:
			got = append(got, readResult{format.Short(p.State), p.Solution, p.Name})
		case err == io.EOF:
			return got
		default:
			if got = append(got, readResult{short: err.Error()}); !bad {
				return got
			}
		}
	}
}

// isMessage reports whether a line that read returns is a message rather than a puzzle.
func isMessage(line string) bool { return strings.HasPrefix(line, "text") }

// pageExamples returns the examples of docs/file-formats.md with their headings.
func pageExamples(t *testing.T) (list []example) {
	page, err := os.ReadFile("../../docs/file-formats.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "## What is read\n")
	text, _, _ = strings.Cut(text, "## What is written\n")
	for part := range strings.SplitSeq(text, "\n### ") {
		title, text, _ := strings.Cut(part, "\n")
		for text := range strings.SplitSeq(text, "\n\n") {
			if !strings.HasPrefix(text, "    ") {
				continue
			}
			text = strings.TrimRight(strings.TrimPrefix(strings.ReplaceAll(text, "\n    ", "\n"), "    "), "\n")
			want := []string{puzzle}
			if title == "A variant" {
				want = []string{"6x6 " + six}
			} else if strings.HasSuffix(text, ":111") {
				want = []string{puzzle + ":111"}
			}
			list = append(list, example{title, text, want})
		}
	}
	if len(list) < 20 {
		t.Fatalf("%d examples", len(list))
	}
	return list
}

// TestExamples reads every example, and behind a line with other digits and their solution, of which nothing stays.
func TestExamples(t *testing.T) {
	others := strings.NewReplacer("1", "2", "2", "3", "3", "1")
	first := others.Replace(solved[:80]) + "."
	for _, e := range append(examples(), pageExamples(t)...) {
		want := e.want
		for _, r := range readPuzzles(e.text) {
			if r.solution == "" && strings.Contains(r.name, solved) {
				t.Errorf("%s: the solution became the name %q", e.name, r.name)
			}
		}
		if got := read(e.text); !slices.Equal(got, want) {
			t.Errorf("%s: got\n  %s\nwant\n  %s\nof\n%s", e.name, strings.Join(got, "\n  "), strings.Join(want, "\n  "), e.text)
		}
		if strings.Contains(e.text, "\x00") {
			continue // a text has one encoding
		}
		got := read(first + " " + others.Replace(solved) + "\n\n" + e.text)
		if !slices.Equal(got, append([]string{first}, want...)) {
			t.Errorf("%s, behind another puzzle: got\n  %s\nwant\n  %s", e.name, strings.Join(got, "\n  "),
				strings.Join(want, "\n  "))
		}
	}
}

// otherEmpty are characters and words for empty cells.
var otherEmpty = []string{"·", "•", "□", "—", "o", "O", "%", "/", "?", "undefined", "nan"}

// lost reports what is wrong with the results of a text: each of the puzzles must be among them, and nothing else, or a
// message says what is not read.
func lost(got []readResult, want []string) bool {
	n := 0
	for _, r := range got {
		switch {
		case isMessage(r.short):
			return false // the puzzles before it are compared elsewhere
		case n < len(want) && r.short == want[n]:
			n++
		default:
			return true
		}
	}
	return n < len(want)
}

// TestOtherEmptyCells reads each example of the page with other characters for its empty cells, between two puzzles.
func TestOtherEmptyCells(t *testing.T) {
	between := others.Replace(puzzle)
	for _, e := range pageExamples(t) {
		for _, by := range otherEmpty {
			text := empty(e.text, by)
			if by == "undefined" && len(e.text) > 700 || by == "nan" {
				continue
			}
			if strings.Count(text, by) < 17 {
				text = strings.ReplaceAll(e.text, "0", by)
			}
			if len(by) > 3 && !strings.Contains(e.text, ". .") && !strings.Contains(e.text, "0,0") {
				continue // a word is no cell between digits
			}
			for _, between := range [][2]string{{between + "\n", "\n" + between}, {between + "\n\n", "\n\n" + between}} {
				all := slices.Concat([]string{others.Replace(puzzle)}, e.want, []string{others.Replace(puzzle)})
				got := readPuzzles(between[0] + text + between[1])
				if lost(got, all) {
					t.Errorf("%s with %s: got\n%v\nof\n%s", e.name, by, got, text)
				}
			}
		}
	}
	for _, by := range otherEmpty[:9] { // what is read, not only reported
		rows := strings.Join(rowsOf(puzzle, 9), "\n")
		for _, text := range []string{empty(puzzle, by), empty(rows, by), strings.Join(strings.Split(empty(rows, by), ""), " "),
			empty(drawn("| ", " | ", " ", " |", "+-------+-------+-------+"), by), empty(strings.Join(strings.Split(puzzle, ""), ","), by),
			empty(strings.Join(strings.Split(puzzle, ""), "\n"), by)} {
			if got := read(between + "\n\n" + text + "\n\n" + between); !slices.Equal(got, []string{between, puzzle, between}) {
				t.Errorf("%s: got %q of\n%s", by, got, text)
			}
		}
	}
}

var others = strings.NewReplacer("1", "2", "2", "3", "3", "1")

// TestAround reads each example with a number before it, a sentence behind it, and twice on a line.
func TestAround(t *testing.T) {
	for _, e := range append(examples(), pageExamples(t)...) {
		if strings.Contains(e.text, "\x00") || strings.Contains(e.text, "\x1a") {
			continue
		}
		text := strings.TrimPrefix(strings.TrimSpace(e.text), "\ufeff")
		for how, in := range map[string]string{
			"a number": "12 " + text, "a number and a dot": "3. " + text, "a number above": "12\n" + text,
			"a number and an empty line": "12\n\n" + text,
			"a sentence":                 text + " This is a sentence.", "a sentence below": text + "\nThis is a sentence.",
		} {
			got := readPuzzles(in)
			if lost(got, e.want) {
				t.Errorf("%s, %s: got\n%v\nof\n%s", e.name, how, got, in)
			}
		}
		if strings.Contains(text, "\n") {
			continue
		}
		for _, between := range []string{" ", ", ", "; ", "\t", " | "} {
			got := readPuzzles(text + between + text)
			if lost(got, slices.Concat(e.want, e.want)) {
				t.Errorf("%s twice: got\n%v\nof\n%s", e.name, got, text+between+text)
			}
		}
	}
}

// TestSolutions reads a puzzle and its solution with separators between them: one puzzle with a solution and no name.
func TestSolutions(t *testing.T) {
	for _, between := range []string{" ", "  ", "\t", ",", ", ", ";", "; ", "|", " | ", ":", ": ", " : ", " => ", "=>", "->", " -> ",
		"=", " = ", "#", " # ", " // ", "//", " / ", "/", " (", " [", " {", "','", "\",\"", "\", \"", " solution: ", " solution ",
		"\n", "\n\n", "\nsolution: ", "\nSolution:\n", "\n\nAnswer\n\n", "\r\n", "`, `", "-", " - ", "_", "*", ")("} {
		end := map[string]string{" (": ")", " [": "]", " {": "}", "','": "'", ")(": ")"}[between]
		for _, text := range []string{puzzle + between + solved + end, empty(puzzle, "0") + between + solved + end} {
			got := readPuzzles(text + "\n" + others.Replace(puzzle))
			if len(got) != 2 || got[0] != (readResult{puzzle, solved, ""}) || got[1].short != others.Replace(puzzle) {
				t.Errorf("%q: got %q", between, got)
			}
			wrong := strings.Replace(text, solved, solved[:80]+string(solved[79]), 1)
			if got := readPuzzles(wrong); !slices.ContainsFunc(got, func(r readResult) bool {
				return strings.Contains(r.short, "the solution does not solve the puzzle")
			}) {
				t.Errorf("%q, a wrong solution: got %q", between, got)
			}
		}
	}
	rows := strings.Join(rowsOf(puzzle, 9), "\n")
	for name, text := range map[string]string{
		"rows":    rows + "\n\n" + strings.Join(rowsOf(solved, 9), "\n"),
		"JSON":    "{\n \"puzzle\": \"" + puzzle + "\",\n \"solution\": \"" + solved + "\"\n}",
		"YAML":    "- puzzle: \"" + puzzle + "\"\n  solution: \"" + solved + "\"\n",
		"a tuple": "('" + puzzle + "', '" + solved + "'),", "columns": "solution,puzzle\n" + solved + "," + puzzle,
	} {
		if got := readPuzzles(text); len(got) != 1 || got[0].short != puzzle || got[0].solution != solved {
			t.Errorf("%s: got %q", name, got)
		}
	}
}
