package format

import (
	"errors"
	"io"
	"strings"
	"testing"
)

// TestListWithHeaders reads lists with headers between the puzzles. Each puzzle must be read, and the lines that
// are not read must be reported.
func TestListWithHeaders(t *testing.T) {
	rows := rowsOf(sample)
	library := ":0000:x:" + sample + ":914::"
	spaced := strings.ReplaceAll(sample, ".", " ")
	runReadTests(t, []readTest{
		{"lines", sample + "\n[easy]\n" + sample + "\n" + filled + "\n[hard]\n" + sample,
			[]string{"1 " + sample, "3 " + sample, "4 " + filled, "6 " + sample}},
		{"a header first", "[easy]\n\n# all of them\n" + sample, []string{"4 " + sample}},
		{"blanks as cells", "[easy]\n" + spaced, []string{"2 " + sample}},
		{"bank line", "[easy]\n0ab " + sample + " 1.2", []string{"2 " + sample + " #0ab"}},
		{"library line", "[easy]\n" + library, []string{"2 " + sample + ":914"}},
		{"short form", "[easy]\n" + sample + ":914", []string{"2 " + sample + ":914"}},
		{"729 characters", "[easy]\n" + strings.Repeat("123456789", 81), []string{"2 " + strings.Repeat(".", 81)}},
		{"CSV", "[easy]\nid,puzzle\n7," + sample, []string{"3 " + sample + " #7"}},
		{"XML", "[easy]\n<opensudoku><game data=\"" + sample + "\"/></opensudoku>", []string{"2 " + sample}},
		{"grids", "[easy]\n" + rows + "[hard]\n" + rows, []string{"2 " + sample, "12 " + sample}},
		{"a grid with a bad row", "[easy]\n" + rows[:80] + "q" + rows[81:], []string{
			"f line 10: row 9: character 'q' at position 1, want a digit or one of . 0 * _ - X"}},
		{"80 cells", "[easy]\n" + sample[:80] + "\n" + sample, []string{"f line 2: 80 cells, want 81", "3 " + sample}},
		{"a line that is too long", "[easy]\n" + strings.Repeat("5", 2*maxLine) + "\n" + sample,
			[]string{"f line 2: line longer than 65535 bytes", "3 " + sample}},
		{"words before the first puzzle", "[easy]\nabout\nthem\n" + sample + "\nmore\n" + sample,
			[]string{"4 " + sample, "6 " + sample}},
		{"words only", sample + "\n[about]\nthis list\n", []string{"1 " + sample}},
		{"nothing below", "[easy]\n[hard]\n" + sample + "\n[end]\n", []string{"3 " + sample}},
		{"a grid cut short by a header", cut(rows, 0, 4) + "[hard]\n" + sample,
			[]string{"f line 1: 4 rows, want 9", "6 " + sample}},
		{"a line below [State]", "[Puzzle]\n" + rows + "[State]\n" + filled + "\n",
			[]string{"2 " + sample, "f line 11: section [State] is not read: 1 line"}},
		{"another grid in a .sdk", "[Puzzle]\n" + rows + "[Extra]\nwords\n" + rowsOf(filled), []string{"2 " + sample,
			"f line 11: section [Extra] has a grid that is not read, want [Puzzle] before it: 10 lines"}},
		{"the name of the next puzzle", "[Puzzle]\n" + rows + "[State]\n" + rows + "#Dnext\n[Puzzle]\n" + rows,
			[]string{
				"2 " + sample, "f line 11: section [State] is not read: 9 lines", "23 " + sample + " #next"}},
	})
}

// TestAfterDocument reads lines after an XML document.
func TestAfterDocument(t *testing.T) {
	doc := "<?xml version=\"1.0\"?>\n<opensudoku>\n<game data=\"" + sample + "\"/>\n</opensudoku>"
	first := "3 " + sample
	runReadTests(t, []readTest{
		{"nothing", doc + "\n \n", []string{first}},
		{"lines", doc + "\n" + filled + "\n\n" + sample, []string{first, "5 " + filled, "7 " + sample}},
		{"a puzzle on the same line", doc + filled + "\n" + sample, []string{first, "4 " + filled, "5 " + sample}},
		{"words", doc + "\nthe end\n" + sample, []string{"3 " + sample, "6 " + sample}},
		{"a grid", doc + "\n" + rowsOf(filled), []string{first, "5 " + filled}},
		{"another document", doc + "\n" + doc, []string{first, "7 " + sample}},
		{"another document on the same line", "<opensudoku/>" + doc[22:], []string{"2 " + sample}},
		{"a comment, then a document", doc + "\n<!-- end -->\n" + doc, []string{first, "8 " + sample}},
		{"a comment, then a line", doc + "\n<!-- end -->\n" + filled,
			[]string{first, "f line 6: text that is in no game is not read: 1 line"}},
		{"CSV", doc + "\nid,puzzle\n1," + filled, []string{first, "6 " + filled + " #1"}},
		{"a long line", doc + "\n" + strings.Repeat("5", 2*maxLine) + "\n" + filled,
			[]string{first, "f line 5: line longer than 65535 bytes", "6 " + filled}},
		{"CRLF", strings.ReplaceAll(doc+"\n"+filled+"\n", "\n", "\r\n"), []string{first, "5 " + filled}},
	})
}

// TestLostInDocument reads documents with content that is not a game.
func TestLostInDocument(t *testing.T) {
	in := func(inner string) string {
		return "<opensudoku>\n<game data=\"" + sample + "\"/>\n" + inner + "\n</opensudoku>\n"
	}
	first := "2 " + sample
	runReadTests(t, []readTest{
		{"lines between games", in("\n" + filled + "\nwords\n<game data=\"" + filled + "\"/>"), []string{
			first, "f line 4: text that is in no game is not read: 2 lines", "6 " + filled}},
		{"text that is about the games", in("<description>" + filled + "\n</description><author>x</author>"),
			[]string{first}},
		{"an element for a game", in(`<puzzle data="` + filled + `"/>`),
			[]string{first, `f line 3: element <puzzle> is not read, want <game data="...">`}},
		{"capitals", in(`<Game data="` + filled + `"/>`),
			[]string{first, `f line 3: element <Game> is not read, want <game data="...">`}},
		{"a puzzle as text", in("<puzzle>\n" + filled + "\n</puzzle>"),
			[]string{first, `f line 3: element <puzzle> is not read, want <game data="...">`}},
		{"games within an element", in("<games kind=\"x\"><game data=\"" + filled + "\"/></games>"),
			[]string{first, "3 " + filled}},
		{"another element", in("<style>\n<theme name=\"dark\"/>\n</style>"),
			[]string{first, "f line 3: element <style> is not read: 3 lines"}},
		{"an element with nothing in it", in("<style></style>"), []string{first}},
		{"a root of lines", "<opensudoku>\n" + filled + "\n</opensudoku>",
			[]string{"f line 2: text that is in no game is not read: 1 line"}},
	})
}

// TestUnread checks that lines in which no puzzle was expected differ from bad lines.
func TestUnread(t *testing.T) {
	r := NewReader(strings.NewReader("[Puzzle]\n"+rowsOf(sample)+"[State]\n"+rowsOf(filled)+"[Extra]\n"+rowsOf(filled)),
		"f")
	if _, err := r.Read(); err != nil {
		t.Fatal(err)
	}
	_, err := r.Read()
	if got, ok := errors.AsType[Unread](err); !ok || got != (Unread{Part: "section [State]", Lines: 9}) {
		t.Errorf("[State]: got %v, want it to wrap Unread", err)
	}
	_, err = r.Read()
	_, unread := errors.AsType[Unread](err)
	if _, bad := errors.AsType[*LineError](err); !bad || unread {
		t.Errorf("[Extra]: got %v, want a bad line", err)
	}
	if _, err = r.Read(); err != io.EOF {
		t.Errorf("at the end: got %v", err)
	}
}
