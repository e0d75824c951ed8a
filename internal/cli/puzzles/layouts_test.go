package puzzles_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/cli/puzzles"
	"setdoku/internal/format"
	"setdoku/internal/web/paste"
	"setdoku/solver"
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

// lines cuts cells into rows.
func lines(cells string, size int) (list []string) {
	for row := range slices.Chunk([]byte(cells), size) {
		list = append(list, string(row))
	}
	return list
}

// drawn draws a grid: left and right of each row, between its boxes, between its cells, and rulers between the bands.
func drawn(left, bar, between, right, ruler string) string {
	var b strings.Builder
	for r, row := range lines(puzzle, 9) {
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
	for r, row := range lines(six, 6) {
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
	rows := strings.Join(lines(puzzle, 9), "\n") + "\n"
	zeros := empty(puzzle, "0")
	one, two := []string{puzzle}, []string{puzzle, puzzle}
	boxed := drawn("│ ", " │ ", " ", " │", "├───────┼───────┼───────┤")
	cells := strings.Split(puzzle, "")
	program := func(open, close, none string) string {
		var list []string
		for _, row := range lines(puzzle, 9) {
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
		for r, row := range lines(puzzle, 9) {
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
		{"words of rows", strings.Join(lines(puzzle, 9), " "), one},
		{"slashes", strings.Join(lines(puzzle, 9), "/"), one},
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
		{"4x4", strings.Join(lines(four, 4), "\n"), []string{"4x4 " + four}},
		{"6x6, drawn", drawnSix(),
			[]string{"6x6 " + six}},
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

// read reads a text as a command does, and returns the short forms of its puzzles.
func read(t *testing.T, stdin io.Reader, args ...string) (got []string) {
	t.Helper()
	var messages bytes.Buffer
	in := puzzles.Open(stdin, &messages, args, nil)
	for {
		var p format.Puzzle
		if err := in.Next(t.Context(), &p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		got = append(got, format.Short(p.State))
		if p.Solution == "" && strings.Contains(p.Name, solved) {
			t.Errorf("the solution became the name %q", p.Name)
		}
	}
	for line := range strings.Lines(messages.String()) {
		got = append(got, strings.TrimSpace(line))
	}
	return got
}

// TestEveryWayIn reads every example as a file, as standard input, as an argument, in the form and by ReadStates.
func TestEveryWayIn(t *testing.T) {
	for _, e := range examples() {
		name := filepath.Join(t.TempDir(), "in")
		if err := os.WriteFile(name, []byte(e.text), 0o666); err != nil {
			t.Fatal(err)
		}
		ways := map[string][]string{
			"file":           read(t, nil, name),
			"standard input": read(t, strings.NewReader(e.text), "-"),
			"form":           pasted(t, e.text),
		}
		if !strings.Contains(e.text, "\x00") {
			ways["argument"] = read(t, nil, e.text)
		}
		ways["ReadStates"] = nil
		for state, err := range solver.ReadStates(strings.NewReader(e.text), nil) {
			shown := format.Short(state)
			if err != nil {
				shown = err.Error()
			}
			ways["ReadStates"] = append(ways["ReadStates"], shown)
		}
		for way, got := range ways {
			if !slices.Equal(got, e.want) {
				t.Errorf("%s, %s: got\n  %s\nwant\n  %s\nof\n%s", e.name, way, strings.Join(got, "\n  "),
					strings.Join(e.want, "\n  "), e.text)
			}
		}
	}
}

// TestNothingStays reads every example behind a line with other digits and their solution, and checks that nothing of
// that record stays.
func TestNothingStays(t *testing.T) {
	others := strings.NewReplacer("1", "2", "2", "3", "3", "1")
	first := others.Replace(solved[:80]) + "."
	for _, e := range examples() {
		if strings.Contains(e.text, "\x00") {
			continue // a text has one encoding
		}
		got := read(t, strings.NewReader(first+" "+others.Replace(solved)+"\n\n"+e.text), "-")
		if len(got) == 0 || got[0] != first || !slices.Equal(got[1:], e.want) {
			t.Errorf("%s: got\n  %s\nwant\n  %s", e.name, strings.Join(got, "\n  "), strings.Join(e.want, "\n  "))
		}
	}
}

// TestMissingCell leaves a cell out of each box of a drawn row, with empty cells as characters: an error, because a
// blank is not a cell there.
func TestMissingCell(t *testing.T) {
	for _, bars := range [][3]string{{"| ", " | ", " |"}, {"║ ", " ║ ", " ║"}, {"", " | ", ""}} {
		for _, sign := range []string{".", "0"} {
			rows := strings.Split(strings.TrimSpace(empty(drawn(bars[0], bars[1], " ", bars[2], ""), sign)), "\n")
			for box := range 3 {
				cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(rows[0], bars[0]), bars[2]), bars[1])
				cells[box] = cells[box][:2] + cells[box][4:]
				text := bars[0] + strings.Join(cells, bars[1]) + bars[2] + "\n" + strings.Join(rows[1:], "\n")
				got := read(t, strings.NewReader(text), "-")
				if len(got) != 1 || !strings.Contains(got[0], "row 1: 8 cells, want 9") {
					t.Errorf("got\n  %s\nof\n%s", strings.Join(got, "\n  "), text)
				}
			}
		}
	}
}

// TestErrorsNameTheLayout reads texts with a mistake: one error for each block, with its layout and its first place.
func TestErrorsNameTheLayout(t *testing.T) {
	rows := strings.Join(lines(puzzle, 9), "\n") + "\n"
	wrong := solved[:9] + "9" + solved[10:]
	const unsolved = "the solution does not solve the puzzle: "
	for text, want := range map[string]string{
		puzzle[:80]: "line 1, column 81: this looks like a line of cells: 80 cells, want 81",
		puzzle + " " + wrong: "line 1, column 1: " + unsolved +
			"digit 9 twice in row 2 and box 1: r2c1 and r2c3; digit 9 twice in column 1: r2c1 and r5c1",
		"5" + puzzle[1:] + "," + solved[1:] + "5": "line 1, column 1: " + unsolved +
			"r1c1 is 8, and the puzzle has 5",
		"id,grid,answer\n1," + puzzle + "," + wrong:    "line 2, column 1: " + unsolved,
		"7;" + puzzle + ";" + wrong:                    "line 1, column 1: " + unsolved,
		"x 1" + strings.Repeat(".", 80) + " " + solved: "line 1, column 1: " + unsolved,
		strings.Replace(drawn("| ", " | ", " ", " |", "+---+---+---+"), ". 8 .", ". 8", 1): "line 2, column 22: " +
			"this looks like a drawn grid: row 1: 8 cells, want 9",
		strings.Replace(rows, "27.\n", "q7.\n",
			1): "line 1, column 7: this looks like rows of cells: row 1: character 'q'",
		strings.Repeat(strings.Repeat(".1", 8)+"\n",
			16): "line 1, column 1: this looks like a grid of 16x16: want a board of",
		strings.Repeat("....1\n", 5): "line 1, column 1: a grid of 5x5, which has no usual regions: name its variant",
		rows[:80]:                    "line 8, column 10: this looks like rows of cells: 8 rows, want 9",
	} {
		if got := pasted(t, text); len(got) != 1 || !strings.HasPrefix(got[0], want) {
			t.Errorf("got\n  %s\nwant\n  %s\nof\n%s", strings.Join(got, "\n  "), want, text)
		}
	}
}

// TestWrongArguments reads arguments without a puzzle, and checks that the error says what was found.
func TestWrongArguments(t *testing.T) {
	for arg, want := range map[string]string{
		"no puzzle\nin two lines": "setdoku: argument: no puzzles",
		"https://example.org/sudoku": "setdoku: argument: no puzzles: a link without " +
			"cells, want one with",
		"https://example.org/disclaimer/terms-of-use-2026.html": "setdoku: argument: no puzzles: a link without cells",
		"https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCALhNAbO8QDMBXRAX2UNEP3yA": "setdoku: argument line 1: this " +
			"looks like " +
			"a link: a link of f-puzzles.com with a puzzle compressed by lz-string, want one with 81 cells as text",
		"{\"difficulty\": 1,\n \"cells\": []}": "setdoku: argument: no puzzles: JSON of another program",
		"<ksudoku><game><puzzle/></game>\n</ksudoku>": "setdoku: argument line 1: XML document <ksudoku>, a game of " +
			"KSudoku",
		"missing.txt": "setdoku: missing.txt: no such file or directory",
		"12345": "setdoku: 12345: no such file or directory, nor a puzzle: 5 " +
			"characters",
		strings.Join(lines(puzzle, 9), "\n")[:80]:     "setdoku: argument line 1: this looks like rows of cells: 8 rows",
		strings.Join(lines(puzzle+puzzle, 12), " / "): "setdoku: argument line 1: this looks like",
	} {
		if got := read(t, nil, arg); len(got) != 1 || !strings.HasPrefix(got[0], want) {
			t.Errorf("%q: got %q, want %s", arg, got, want)
		}
	}
}

// TestPageOfFormats reads each example of docs/file-formats.md in every way.
func TestPageOfFormats(t *testing.T) {
	page, err := os.ReadFile("../../../docs/file-formats.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "## What is read\n")
	text, _, _ = strings.Cut(text, "## What is written\n")
	n := 0
	for part := range strings.SplitSeq(text, "\n### ") {
		title, text, _ := strings.Cut(part, "\n")
		for example := range strings.SplitSeq(text, "\n\n") {
			if !strings.HasPrefix(example, "    ") {
				continue
			}
			n++
			example = strings.TrimPrefix(strings.ReplaceAll(example, "\n    ", "\n"), "    ")
			want := []string{puzzle}
			if title == "A variant" {
				want = []string{"6x6 " + six}
			}
			for way, got := range map[string][]string{"file": read(t, strings.NewReader(example), "-"),
				"argument": read(t, nil, example), "form": pasted(t, example)} {
				if len(got) == 1 {
					got[0] = strings.TrimSuffix(got[0], ":111")
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s, %s: got %q of\n%s", title, way, got, example)
				}
			}
		}
	}
	if n < 20 {
		t.Errorf("%d examples", n)
	}
}

// pasted reads a text as the form does.
func pasted(t *testing.T, text string) (got []string) {
	t.Helper()
	s, err := paste.Read(strings.NewReader(text), "pasted", nil)
	if err != nil {
		return []string{err.Error()}
	}
	for p := range s.All(strings.NewReader(text)) {
		got = append(got, format.Short(p.State))
	}
	for _, f := range s.Faults {
		got = append(got, f.String())
	}
	return got
}
