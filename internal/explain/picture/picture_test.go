package picture

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"setdoku"
	"setdoku/internal/testing/gridtest"
)

var update = flag.Bool("update", false, "write testdata/*.golden")

// example is a grid of 28 givens with some digits placed and some candidates crossed out.
func example(t testing.TB) setdoku.State {
	t.Helper()
	givens, err := setdoku.ParseGrid("...87...4.......5.1.....2.9695...3...7....5..2....1.7....7..9.3..2..3.....6.14...")
	gridtest.Must(t, err)
	s := setdoku.State{Givens: givens}
	s.Placed[setdoku.Cell(24).Index()] = 1
	s.Placed[setdoku.Cell(53).Index()] = 1
	s.Deleted[setdoku.Cell(22).Index()] = setdoku.NewDigitSet(8)
	return s
}

// diagrams are pictures that differ from the examples in docs/pictures, which are golden files as well.
func diagrams(t testing.TB) map[string]struct {
	Diagram
	Options
} {
	s := example(t)
	type drawn = struct {
		Diagram
		Options
	}
	return map[string]drawn{
		"grid": {Diagram{State: s}, Options{Width: 300}},
		"marks": {Diagram{Title: "Pencil marks", Note: strings.Repeat("A note that is cut. ", 20), State: s,
			Marks: true}, Options{Theme: Dark, ID: "second"}},
		"singles": {Diagram{Title: "Two <singles> & more", State: s,
			Deduction: setdoku.Deduction{
				Evidence: []setdoku.Evidence{{Role: "single", Cell: 33, Digit: 7, Unit: 3},
					{Role: "single", Cell: 46, Digit: 7, Unit: 15}},
				Placements: []setdoku.Candidate{{Cell: 33, Digit: 7}, {Cell: 46, Digit: 7}}}}, Options{Theme: Light}},
		"own_roles": {Diagram{Title: "A technique with roles of its own", State: s,
			Deduction: setdoku.Deduction{Evidence: []setdoku.Evidence{{Role: "here", Cell: 55, Digit: 2},
				{Role: "there", Cell: 58}, {Role: "line", Unit: 5, Digit: 3},
				{Role: "nothing"}}, Eliminations: []setdoku.Candidate{{Cell: 59, Digit: 2}}}}, Options{Theme: Light}},
		"contradiction_cell": {Diagram{State: s,
			Deduction: setdoku.Deduction{Evidence: []setdoku.Evidence{{Role: "assume", Cell: 11, Digit: 3},
				{Role: "place", Cell: 12, Digit: 5}, {Role: "place", Cell: 13, Digit: 9},
				{Role: "contradiction", Cell: 21}}, Eliminations: []setdoku.Candidate{{Cell: 11, Digit: 3}}}},
			Options{Theme: Light}},
		"crossing_links": {Diagram{State: s,
			Deduction: setdoku.Deduction{Evidence: []setdoku.Evidence{{Role: "link", Cell: 11, Digit: 9},
				{Role: "base", Unit: 1, Digit: 9}, {Role: "link", Cell: 16, Digit: 9},
				{Role: "weak", Unit: 15, Digit: 9}, {Role: "link", Cell: 56, Digit: 9}, {Role: "cell", Cell: 56},
				{Role: "link", Cell: 56, Digit: 2}, {Role: "weak", Unit: 5, Digit: 2},
				{Role: "link", Cell: 59, Digit: 2},
				{Role: "base", Unit: 18, Digit: 2}, {Role: "link", Cell: 49, Digit: 2},
				{Role: "link", Cell: 59, Digit: 2}},
				Eliminations: []setdoku.Candidate{{Cell: 22, Digit: 8}, {Cell: 13, Digit: 9}}}}, Options{Theme: Light}},
		"pincers": {Diagram{State: withOnly(map[setdoku.Cell]setdoku.DigitSet{11: 0b011, 15: 0b101, 51: 0b110}),
			Deduction: setdoku.Deduction{
				Evidence: []setdoku.Evidence{{Role: "pivot", Cell: 11}, {Role: "pincer", Cell: 15},
					{Role: "pincer", Cell: 51}},
				Eliminations: []setdoku.Candidate{{Cell: 55, Digit: 3}}}}, Options{Theme: Light}},
		"jigsaw_x_windoku": {Diagram{Marks: true, State: stateOn(t, jigsaw9+"+x+windoku")}, Options{}},
		"jigsaw_7": {Diagram{Marks: true,
			State: stateOn(t, "1233333122234411253641225664155566415756647777774")}, Options{Theme: Dark}},
		"4x4": {Diagram{Title: "Small", Marks: true, State: stateOn(t, "4x4"),
			Deduction: setdoku.Deduction{Eliminations: []setdoku.Candidate{{Cell: 11, Digit: 4}}}},
			Options{Theme: Light}},
		"jigsaw_units": {Diagram{State: stateOn(t, jigsaw9+"+x"), Deduction: setdoku.Deduction{
			Evidence: []setdoku.Evidence{{Role: "base", Unit: 30, Digit: 9}, {Role: "base", Unit: 37, Digit: 9},
				{Role: "cover", Unit: 32, Digit: 9}},
			Eliminations: []setdoku.Candidate{{Cell: 55, Digit: 9}}}}, Options{Theme: Light}},
		"latin": {Diagram{State: setdoku.State{Variant: own(t)}}, Options{Theme: Light}},
	}
}

// withOnly returns an empty board with only these candidates in some cells.
func withOnly(candidates map[setdoku.Cell]setdoku.DigitSet) (s setdoku.State) {
	for cell, m := range candidates {
		s.Deleted[cell.Index()] = setdoku.AllDigits &^ m
	}
	return s
}

const jigsaw9 = "112222222311144242331554444311155464355556667335666677388899697389999997888887777"

// stateOn returns a state on the board of a name, with a few digits.
func stateOn(t testing.TB, name string) setdoku.State {
	t.Helper()
	v, err := setdoku.ParseVariant(name)
	gridtest.Must(t, err)
	s := setdoku.State{Variant: v}
	s.Givens[3], s.Givens[10], s.Placed[20] = 1, 2, 3
	return s
}

// own returns a variant of a user: a board of 5x5 with two regions, one of them in two parts, a window, and a diagonal
// that is not a line.
func own(t testing.TB) *setdoku.Variant {
	t.Helper()
	var units [setdoku.UnitCount][]int
	for k := range 5 {
		for n := range 5 {
			units[k], units[9+k] = append(units[k], k*9+n), append(units[9+k], n*9+k)
		}
	}
	units[27], units[28], units[36], units[45] = []int{0, 1, 2, 9, 11}, []int{18, 19, 22, 31, 40},
		[]int{4, 12, 13, 20, 36}, []int{10, 19, 28, 37, 38}
	v, err := setdoku.NewVariant("own", "My own", 5, units, nil)
	gridtest.Must(t, err)
	return v
}

func TestGolden(t *testing.T) {
	for name, d := range diagrams(t) {
		t.Run(name, func(t *testing.T) {
			var got bytes.Buffer
			gridtest.Must(t, SVG(&got, d.Diagram, d.Options))
			golden(t, name+".svg", got.Bytes())
		})
	}
}

// golden compares a text with a golden file.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	wellFormed(t, got)
	file := filepath.Join("testdata", name+".golden")
	if *update {
		gridtest.Must(t, os.WriteFile(file, got, 0o666))
	}
	want, err := os.ReadFile(file)
	gridtest.Must(t, err)
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what is drawn: look at it, then go test ./internal/explain/picture -update", file)
	}
}

func wellFormed(t testing.TB, text []byte) {
	t.Helper()
	decoder := xml.NewDecoder(bytes.NewReader(text))
	for {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// TestContrast checks the contrast that WCAG requires of letters (4.5 to 1) and of meaningful lines (3 to 1), on the
// background, on the shades of a pattern and on the tints of regions and windows, and of digits and pencil marks on
// shades above tints.
func TestContrast(t *testing.T) {
	tints := []paint{tintOne, tintTwo, tintThree, tintWindow}
	sets := []paint{setATint, setBTint, setCTint, setDTint}
	shades := append([]paint{baseTint, coverTint, victimTint}, sets...)
	for _, theme := range []Theme{Light, Dark} {
		tones := theme.tones()
		check := func(front, behind, ground paint, least float64) {
			got := contrast(over(tones[front], tones[paper]), over(tones[behind], tones[ground]))
			if got < least {
				t.Errorf("theme %s: paint %d on %d on %d has a contrast of %.2f, want %.1f", theme, front, behind, ground, got,
					least)
			}
		}
		for _, c := range []struct {
			front paint
			least float64
			on    []paint
		}{
			{ink, 4.5, append([]paint{paper, spot, spotTwo, finTint, diagonal}, append(tints, shades...)...)},
			{pencil, 4.5, append([]paint{paper}, append(tints, shades...)...)},
			{placed, 4.5, append([]paint{paper, baseTint, coverTint, setDTint}, tints...)},
			{victim, 3, append([]paint{paper, spot, baseTint, coverTint}, tints...)},
			{link, 3, append([]paint{paper}, tints...)},
			{cover, 3, []paint{paper, tintOne, tintTwo, tintWindow}},
			{fin, 3, append([]paint{paper}, tints...)},
			{white, 4.5, []paint{fresh}},
			{white, 3, []paint{setA, setB, setC, setD}},
			{base, 3, []paint{paper}},
		} {
			for _, behind := range c.on {
				check(c.front, behind, paper, c.least)
			}
		}
		for _, shade := range shades {
			for _, ground := range tints {
				check(ink, shade, ground, 4.5)
				check(pencil, shade, ground, 4.5)
				check(placed, shade, ground, 4)
			}
		}
	}
}

// TestBadDiagrams checks the errors for cells, digits, units and options that do not exist.
func TestBadDiagrams(t *testing.T) {
	for want, d := range map[string]Diagram{
		"digit 5 in cell 10": {Deduction: setdoku.Deduction{Placements: []setdoku.Candidate{{Cell: 10, Digit: 5}}}},
		"digit 0 in cell 11": {Deduction: setdoku.Deduction{Eliminations: []setdoku.Candidate{{Cell: 11, Digit: 0}}}},
		"part 0, role link: cell 100": {Deduction: setdoku.Deduction{Evidence: []setdoku.Evidence{{Role: "link",
			Cell: 100}}}},
		"part 0, role digit: digit 10": {Deduction: setdoku.Deduction{Evidence: []setdoku.Evidence{{Role: "digit",
			Digit: 10}}}},
		"part 0, role base: unit 28": {Deduction: setdoku.Deduction{Evidence: []setdoku.Evidence{{Role: "base",
			Unit: 28}}}},
		"part 0, role base: unit -1": {Deduction: setdoku.Deduction{Evidence: []setdoku.Evidence{{Role: "base",
			Unit: -1}}}},
	} {
		if err := SVG(io.Discard, d, Options{}); !errors.Is(err, ErrDiagram) || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	for want, o := range map[string]Options{`theme "blue"`: {Theme: "blue"}, "9000 pixels wide": {Width: 9000},
		"-1 pixels wide": {Width: -1}} {
		if err := SVG(io.Discard, Diagram{}, o); !errors.Is(err, ErrDiagram) || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// TestAnyParts checks that parts in any order, as a user's technique may write them, give a picture, and always
// the same.
func TestAnyParts(t *testing.T) {
	s := example(t)
	rapid.Check(t, func(t *rapid.T) {
		cell := rapid.Custom(func(t *rapid.T) setdoku.Cell {
			return setdoku.CellAt(rapid.IntRange(0, 80).Draw(t, "index"))
		})
		digit := rapid.Uint8Range(1, 9)
		part := rapid.Custom(func(t *rapid.T) setdoku.Evidence {
			p := setdoku.Evidence{Role: rapid.SampledFrom([]string{"link", "base", "cover", "weak", "cell", "set",
				"restricted", "stem", "fin", "color", "color_2",
				"rectangle", "digit", "assume", "place", "contradiction", "single", "unit", "own"}).Draw(t, "role")}
			if rapid.Bool().Draw(t, "in a cell") {
				p.Cell = cell.Draw(t, "cell")
			}
			if rapid.Bool().Draw(t, "of a digit") {
				p.Digit = digit.Draw(t, "digit")
			}
			if rapid.Bool().Draw(t, "in a unit") {
				p.Unit = rapid.IntRange(1, 27).Draw(t, "unit")
			}
			return p
		})
		one := rapid.Custom(func(t *rapid.T) setdoku.Candidate {
			return setdoku.Candidate{Cell: cell.Draw(t, "cell"), Digit: digit.Draw(t, "digit")}
		})
		d := Diagram{State: s, Deduction: setdoku.Deduction{Evidence: rapid.SliceOfN(part, 0, 12).Draw(t, "parts"),
			Eliminations: rapid.SliceOfN(one, 0, 3).Draw(t, "eliminations"),
			Placements:   rapid.SliceOfN(one, 0, 2).Draw(t, "placements")}}
		var first, second bytes.Buffer
		if err := SVG(&first, d, Options{}); err != nil {
			t.Fatal(err)
		}
		if err := SVG(&second, d, Options{}); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Fatalf("not the same again, error %v", err)
		}
		if text := first.String(); strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
			t.Fatal("a place that is not a number")
		}
	})
}

// TestWriteError checks that an error of the writer is returned.
func TestWriteError(t *testing.T) {
	if err := SVG(full{}, Diagram{}, Options{}); !errors.Is(err, errFull) {
		t.Errorf("error %v, want %v", err, errFull)
	}
	s, err := NewSheet(full{}, SheetOptions{})
	for err == nil {
		err = s.Add(Entry{State: example(t)})
	}
	if !errors.Is(err, errFull) {
		t.Errorf("error %v, want %v", err, errFull)
	}
	if err := s.Close(); !errors.Is(err, errFull) {
		t.Errorf("error %v, want %v", err, errFull)
	}
}

var errFull = errors.New("full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

// TestStylesOfOnePage requires that the styles of pictures on one page, each of which hold for the whole page, say the
// same of a class.
func TestStylesOfOnePage(t *testing.T) {
	rules := make(map[string]string)
	for name, d := range diagrams(t) {
		for _, theme := range append(Themes[:], d.Theme) {
			var out strings.Builder
			gridtest.Must(t, SVG(&out, d.Diagram, Options{Theme: theme}))
			_, style, _ := strings.Cut(out.String(), "<style>")
			style, _, _ = strings.Cut(style, "</style>")
			for k, part := range strings.Split(style, "@media") {
				for _, m := range regexp.MustCompile(`([^{}\n]+)\{([^{}]+)\}`).FindAllStringSubmatch(part, -1) {
					selector := fmt.Sprint(k, m[1])
					if was := rules[selector]; was != "" && was != m[2] || !strings.HasPrefix(m[1], ".sudoku-") {
						t.Errorf("%s, theme %q: %s has %s and %s", name, theme, m[1], was, m[2])
					}
					rules[selector] = m[2]
				}
			}
		}
	}
	if len(rules) < 20 {
		t.Errorf("%d rules", len(rules))
	}
}

// over returns the color of a tone on a background, with red, green and blue from 0 to 1.
func over(t, paper tone) (out [3]float64) {
	for k := range out {
		shift := 16 - 8*k
		front, back, a := float64(t.rgb>>shift&0xff), float64(paper.rgb>>shift&0xff), float64(t.alpha)/255
		out[k] = (front*a + back*(1-a)) / 255
	}
	return out
}

// contrast returns the contrast ratio of two colors, 1 to 21, according to WCAG 2.1.
func contrast(a, b [3]float64) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(c [3]float64) float64 {
	for k, v := range c {
		if v <= 0.04045 {
			c[k] = v / 12.92
		} else {
			c[k] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2]
}
