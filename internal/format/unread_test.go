package format_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/testing/gridtest"
)

// TestUnread reads puzzles of forms that are not read, whose error names what the text is, and texts as games,
// spreadsheets and people write them.
func TestUnread(t *testing.T) {
	game := func(version string) string {
		fields := ""
		for cell := range slices.Chunk(strings.SplitAfter(begun(false), "|"), 3) {
			fields += strings.Join(cell[:len(cell)-1], "") + "0|0|" + cell[len(cell)-1]
		}
		fields = strings.TrimSuffix(fields, "0|0|") // behind the last bar
		return "<opensudoku version=\"2\"><game data=\"version: " + version + "&#10;" + fields + "\"/></opensudoku>"
	}
	groups := "`" + strings.Join(rowsOf(puzzle, 9), "` `") + "`"
	joined := strings.Join(strings.Split(strings.TrimSpace(pencilled()[0].text), "\n"), " ")
	boxed := drawn("│ ", " │ ", " ", " │", "├───────┼───────┼───────┤")
	for _, e := range []struct{ name, text, want string }{
		{"SumoCue", "SumoCueV1=17J0+0J1", "killer"},
		{"a killer of Solo", "3x3kda:" + solo(puzzle) + ",abc", "killer"},
		{"a short text of sudokuwiki.org", "S9B012345abcdef", "sudokuwiki.org"},
		{"a version of Open Sudoku", game("7"), `"7"`},
		{"version 5 of Open Sudoku", game("5"), puzzle[:34] + "+2" + puzzle[35:] + ":111 311"},
		{"a saved game of Solo", "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nPARAMS  :3:3x3\n" +
			"DESC    :50:" + solo(puzzle), puzzle},
		{"a link to Solo", "https://example.org/solo.html#3x3:" + solo(puzzle), puzzle},
		{"a text of a spreadsheet", "'" + empty(puzzle, "0"), puzzle},
		{"a formula of a spreadsheet", `="` + empty(puzzle, "0") + `"`, puzzle},
		{"a formula with dots", `="` + puzzle + `"`, puzzle},
		{"nine groups in backticks", groups, puzzle},
		{"nine groups in backticks with commas", strings.ReplaceAll(groups, "` `", "`, `"), puzzle},
		{"bordered pencil marks on a line", joined, puzzle},
		{"doubled bars", strings.ReplaceAll(boxed, " │ ", " ││ "), puzzle},
		{"doubled bars without blanks", drawn("||", "||", "", "||", ""), puzzle},
		{"double lines", strings.ReplaceAll(boxed, "│", "‖"), puzzle},
		{"a solution twice", puzzle + " " + solved + " " + solved, puzzle},
		{"a solution twice, below", puzzle + "\n" + solved + "\n" + solved, puzzle},
		{"a name of nine parts", "#DEas 9 3 . . 2 . 1 .\n[Puzzle]\n" + strings.Join(rowsOf(puzzle, 9), "\n"), puzzle},
	} {
		got := read(e.text)
		if len(got) != 1 || got[0] != e.want && (e.want == puzzle || !strings.Contains(got[0], e.want)) {
			t.Errorf("%s: got %q, want %q", e.name, got, e.want)
		}
	}
}

// TestPlaces checks the line, the column and the kind of each kind of error.
func TestPlaces(t *testing.T) {
	rows := rowsOf(puzzle, 9)
	in := func(row int, text string) string {
		list := slices.Clone(rows)
		list[row] = text
		return strings.Join(list, "\n")
	}
	marks := strings.SplitAfter(pencilled()[3].text, "\n")
	for _, e := range []struct {
		name, text   string
		line, column int
		want         string
	}{
		{"too few cells", puzzle + "\n" + puzzle[:80], 2, 81, "expected 81 cells, got 80"},
		{"too many cells", puzzle + "5", 1, 82, "expected 81 cells, got 82"},
		{"a wrong cell", puzzle[:40] + "q" + puzzle[41:], 1, 41, `got "q"`},
		{"a repeat", "88" + puzzle[2:], 1, 2, "digit 8 twice"},
		{"a short row", in(4, rows[4][:8]), 5, 9, "row 5: expected 9 cells, got 8"},
		{"rows that lack blanks", strings.ReplaceAll(strings.ReplaceAll(in(4, "9 53247"), ".", " "), "27 ", "27"), 1, 9,
			"row 1: expected 9 cells"},
		{"a short row before a grid", in(0, rows[0][:8]) + "\n" + strings.Join(rows, "\n"), 1, 9, "row 1: expected 9"},
		{"a wrong cell of a row", in(4, "9.532q7.8"), 5, 6, `row 5: expected a digit`},
		{"too few rows", strings.Join(rows[:8], "\n"), 8, 10, "expected 9 rows, got 8"},
		{"a row of fields", strings.ReplaceAll(in(4, "9.53247."), "", ",")[1:], 5, 17, "row 5: expected 9 cells"},
		{"a row of pencil marks", strings.Join(marks[:3], "") + "12 " + strings.Join(marks[3:], ""), 4, 41, "pencil marks"},
		{"a column", "id,puzzle\n1," + puzzle[:80] + "\n", 2, 83, "expected 81 cells, got 80"},
		{"JSON", "{\n\"puzzle\": \"" + puzzle[:80] + "\"}", 2, 1, "expected 81 cells, got 80"},
		{"a deleted candidate", puzzle + ":11", 1, 1, "deleted"},
		{"a library line", ":0000:x:" + puzzle[:80] + ":::", 1, 1, "expected 81 cells, got 80"},
		{"729 characters", strings.Repeat("12345678.", 80) + "2........", 1, 721, "729 pencil marks"},
		{"a variant", "6x6 " + six[:35], 1, 40, "expected 36 cells, got 35"},
		{"a solution of a variant", "6x6 " + six + " 123456", 1, 42, "expected 36 cells, got 6"},
		{"a wrong solution", puzzle + " " + solved[:80] + "1", 1, 83, "does not solve"},
		{"a section", "[State]\n" + puzzle, 1, 1, "not read"},
		{"a game of Solo", "3x3:a8a9b2_7b7a2_3e6", 1, 1, "Solo"},
	} {
		_, err := format.NewReader(strings.NewReader(e.text), "text").Read()
		for r := format.NewReader(strings.NewReader(e.text), "text"); err == nil; {
			_, err = r.Read()
		}
		bad, ok := errors.AsType[*format.LineError](err)
		if !ok || !strings.Contains(err.Error(), e.want) {
			t.Errorf("%s: got %v", e.name, err)
		} else if at := bad.Positions()[0]; at.Line != e.line || at.Column != e.column {
			t.Errorf("%s: got line %d, column %d of %v", e.name, at.Line, at.Column, err)
		}
	}
	for c := range 32 {
		_, err := format.NewReader(strings.NewReader("a\n"+puzzle[:5]+string(rune(c))+puzzle[6:]+"\n"), "text").Read()
		if strings.ContainsRune("\t\f\r\n\x1a", rune(c)) {
			continue
		}
		if want := "text line 2: byte 0x"; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("byte %d: got %v", c, err)
		}
	}
}

// TestVariantOfLayouts reads each layout of cells as a jigsaw with the same solution: two 4s are in each other's box.
func TestVariantOfLayouts(t *testing.T) {
	const regions = "112222333111222333111212333444555666444555666444555666777888999777888999777888999"
	v, err := setdoku.ParseVariant(regions)
	gridtest.Must(t, err)
	for _, e := range append(examples(), pageExamples(t)...) {
		if len(e.want) != 1 || e.want[0] != puzzle || strings.Contains(e.text, ":0000") {
			continue
		}
		r := format.NewReader(strings.NewReader(e.text), "text")
		r.SetVariant(v)
		p, err := r.Read()
		named := err != nil && strings.Contains(err.Error(), "two variants")
		if named != strings.Contains(e.name, "Solo") || !named && (p.State.Variant != v || p.State.Givens.String() != puzzle) {
			t.Errorf("%s: got %s, %v", e.name, format.Short(p.State), err)
		}
	}
}
