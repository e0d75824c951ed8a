package format

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"setdoku"
)

func TestVariantLines(t *testing.T) {
	jigsaw := strings.Repeat("1234", 4)
	const rows = "1122112233443344"
	for _, c := range []struct{ name, line, variant, givens, want string }{
		{"a name", "4x4 .1....2..3....3.", "4x4", ".1....2..3....3.", ""},
		{"with a solution", "4x4 .1....2..3....3. 2143342143121234", "4x4", ".1....2..3....3.", ""},
		{"zeros", "6x6 010300003050030005400020020500004030", "6x6", ".1.3....3.5..3...54...2..2.5....4.3.", ""},
		{"classic", "x " + strings.Repeat(".", 81), "x", strings.Repeat(".", 81), ""},
		{"a usual layout is its board", rows + " ................", "4x4", "................", ""},
		{"a layout with other numbers", "1112122233343444+x ................", "1112122233343444+x", "................",
			""},
		{"no layout but a puzzle and a comment", strings.Repeat(".", 81) + " " + jigsaw, "classic",
			strings.Repeat(".", 81), ""},
		{"too few cells", "4x4 .1....2..3....3", "", "", "t line 1: a puzzle of 4x4: 15 cells, want 16"},
		{"very few cells", "x 4...", "", "", "t line 1: a puzzle of 9x9: 4 cells, want 81"},
		{"a layout with a cell too many", rows + "4 ................", "", "",
			`t line 1: variant "11221122334433444": a layout of 17 cells, want 16, 25`},
		{"a layout of 80 cells", strings.Repeat("12345678", 10) + " " + strings.Repeat(".", 81), "", "",
			`t line 1: variant "` + strings.Repeat("12345678", 10) + `": a layout of 80 cells, want 16, 25`},
		{"two variants", "x windoku " + strings.Repeat(".", 81), "", "",
			"t line 1: two variants for one puzzle, x and windoku: join them with +"},
		{"a digit beyond the size", "4x4 .1....5..3....3.", "", "",
			`t line 1: a puzzle of 4x4: character '5' at position 7, want a digit 1 to 4 or one of . 0 * _ - X`},
		{"a region of the wrong size", "1112122233343334 ................", "", "",
			`t line 1: variant "1112122233343334": region 3 of the layout has 6 cells, want 4`},
		{"two of a digit", "4x4 11..............", "", "", "t line 1: digit 1 twice in row 1 and box 1: r1c1 and r1c2"},
		{"an unknown name", "windowku " + strings.Repeat(".", 81), "", "",
			`t line 1: variant "windowku": want one of `},
		{"an unknown addition", "4x4+y ................", "", "",
			`t line 1: variant "4x4+y": "y" is none of its additions`},
		{"a comment", "4x4 ................ 2143342143121234 7", "4x4", "................", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := NewReader(strings.NewReader(c.line+"\n"), "t").Read()
			if c.want != "" {
				if err == nil || !strings.HasPrefix(looksLike.ReplaceAllString(err.Error(), ""), c.want) {
					t.Errorf("error %v, want %s", err, c.want)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			v := p.State.Board()
			if v.Name != c.variant || v.Text(p.State.Givens) != c.givens {
				t.Errorf("variant %s, givens %s, want %s, %s", v.Name, v.Text(p.State.Givens), c.variant, c.givens)
			}
		})
	}
}

// TestSetVariant reads puzzles that name no variant as puzzles of one: lines of its own size, and on 9x9 all formats,
// with the candidates and the errors of the board.
func TestSetVariant(t *testing.T) {
	const latin = "123456789234567891345678912456789123567891234678912345789123456891234567912345678"
	rows := "" // each row is a region
	for k := range 9 {
		rows += strings.Repeat(string(rune('1'+k)), 9)
	}
	empty, nine := strings.Repeat(".", 81), strings.Repeat(".", 9)+"\n"
	for _, c := range []struct {
		name, variant, text string
		want                []string // of each puzzle: Short, ; the solution, ; the name
	}{
		{"lines", "4x4", "# four\n.1....2..3....3. easy\n4x4 1..............2\n1..............2#hard\n" +
			"2143342143121234 2143342143121234\n\n12340",
			[]string{"4x4 .1....2..3....3.;;easy", "4x4 1..............2;;", "4x4 1..............2;;hard",
				"4x4 2143342143121234;2143.....3421.....4312.....1234..................................................;"}},
		{"two variants", "4x4", "x " + empty,
			[]string{"t line 1: two variants for one puzzle: the line names x, and all puzzles are of 4x4"}},
		{"classic and another", "classic", "x " + empty + "\nclassic " + empty,
			[]string{"t line 1: two variants for one puzzle: the line names x, and all puzzles are of classic",
				empty + ";;"}},
		{"a digit beyond the size", "6x6", "7" + empty[:35],
			[]string{"t line 1: character '7' at position 1, want a digit 1 to 6 or one of . 0 * _ - X"}},
		{"a line of 9x9", "x", "1" + empty[:80] + " easy\n1" + empty[:79] + "1\n*" + empty[:80],
			[]string{"x 1" + empty[:80] + ";;easy", "t line 2: digit 1 twice in diagonal 1: r1c1 and r9c9",
				"x " + empty + ";;"}},
		{"a row of digits that is not a layout", rows, latin + " " + latin,
			[]string{rows + " " + latin + ";" + latin + ";"}},
		{"a grid", "anti-king", "1" + nine[1:] + ".1" + nine[2:] + strings.Repeat(nine, 7) + "1" +
			nine[1:] + strings.Repeat(nine, 8),
			[]string{"t line 1: digit 1 twice", "anti-king 1" + empty[:80] + ";;"}},
		{"CSV", "x", "puzzle,solution\n1" + empty[:80] + ",\n1" + empty[:79] + "1,\n",
			[]string{"x 1" + empty[:80] + ";;", "t line 3: digit 1 twice in diagonal 1"}},
		{"a library line", "x", "1" + empty[:80] + ":155 222\n:0000:x:1" + empty[:80] + ":155 222::",
			[]string{"x 1" + empty[:80] + ":222;;", "x 1" + empty[:80] + ":222;;"}},
		{"a library line of a smaller board", "4x4", empty + ":111 122\n....1" + empty[:76] + ":111",
			[]string{"4x4 " + empty + ":111 122;;", "t line 2: r1c5=1 is outside a board of 4x4"}},
		{"a short form", "x", "x 1" + empty[:79] + "+2:555\nwindoku " + empty + ":555",
			[]string{"x 1" + empty[:79] + "+2:555;;",
				"t line 2: two variants for one puzzle: the line names windoku, and all puzzles are of x"}},
		{"XML", "x", `<opensudoku><game data="` + strings.ReplaceAll("1"+empty[:79]+"1", ".", "0") + `"/></opensudoku>`,
			[]string{"t line 1: digit 1 twice in diagonal 1"}},
		{"pasted rows", "4x4", ".1|..\n..|2.\n--+--\n.3|..\n..|3.", []string{"4x4 .1....2..3....3.;;"}},
		{"pasted rows with a digit too large", "4x4", ".1..\n..5.\n.3..\n..3.",
			[]string{"t line 2: row 2: character '5' at position 3, want a digit 1 to 4 or one of . 0 * _ - X"}},
		{"pasted rows with two of a digit", "4x4", "1..1\n....\n....\n....",
			[]string{"t line 1: digit 1 twice in row 1: r1c1 and r1c4"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			v, err := setdoku.ParseVariant(c.variant)
			if err != nil {
				t.Fatal(err)
			}
			r := NewReader(strings.NewReader(c.text+"\n"), "t")
			r.SetVariant(v)
			var got []string
			for {
				p, err := r.Read()
				if errors.Is(err, io.EOF) || errors.Is(err, ErrNoPuzzles) {
					break
				} else if err != nil {
					got = append(got, looksLike.ReplaceAllString(err.Error(), ""))
				} else {
					got = append(got, strings.Join([]string{Short(p.State), p.Solution, p.Name}, ";"))
				}
			}
			if !slices.EqualFunc(got, c.want, strings.HasPrefix) {
				t.Errorf("read\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

// TestVariantName writes a named puzzle of a variant and reads it back, with and without its solution.
func TestVariantName(t *testing.T) {
	for _, solution := range []string{"", "2143342143121234"} {
		p, err := NewReader(strings.NewReader("4x4 .1....2..3....3. "+solution+" # my name\n"), "t").Read()
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		w, err := NewWriter(&b, Line81)
		if err == nil {
			err = errors.Join(w.Write(p), w.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
		again, err := NewReader(strings.NewReader(b.String()), "t").Read()
		if err != nil || again.Name != "my name" || again.Solution != p.Solution ||
			again.State.Givens != p.State.Givens {
			t.Errorf("%q is read as %+v, error %v", b.String(), again, err)
		}
	}
}
