package format

import (
	"strings"
	"testing"
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
		{"a layout with other numbers", "1112122233343444+x ................", "1112122233343444+x", "................", ""},
		{"no layout but a puzzle and a comment", strings.Repeat(".", 81) + " " + jigsaw, "classic", strings.Repeat(".", 81), ""},
		{"too few cells", "4x4 .1....2..3....3", "", "", "t line 1: the givens of a puzzle of 4x4: 15 cells, want 16"},
		{"a digit beyond the size", "4x4 .1....5..3....3.", "", "", `t line 1: the givens: character '5' at position 7, want a digit 1 to 4 or one of . 0`},
		{"a region of the wrong size", "1112122233343334 ................", "", "", `t line 1: variant "1112122233343334": region 3 of the layout has 6 cells, want 4`},
		{"two of a digit", "4x4 11..............", "", "", "t line 1: digit 1 twice in row 1 and box 1: r1c1 and r1c2"},
		{"an unknown name", "windowku " + strings.Repeat(".", 81), "", "", `t line 1: variant "windowku": want one of `},
		{"an unknown addition", "4x4+y ................", "", "", `t line 1: variant "4x4+y": "y" is none of its additions`},
		{"too many fields", "4x4 ................ ................ 7", "", "", "t line 1: 4 fields, want a variant, the givens, and perhaps the solution"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := NewReader(strings.NewReader(c.line+"\n"), "t").Read()
			if c.want != "" {
				if err == nil || !strings.HasPrefix(err.Error(), c.want) {
					t.Errorf("error %v, want %s", err, c.want)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			v := p.State.Board()
			if v.Name != c.variant || Cells(v, p.State.Givens) != c.givens {
				t.Errorf("variant %s, givens %s, want %s, %s", v.Name, Cells(v, p.State.Givens), c.variant, c.givens)
			}
		})
	}
}
