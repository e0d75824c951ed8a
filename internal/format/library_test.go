package format

import (
	"bufio"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"setdoku"
)

func TestLibraryLines(t *testing.T) {
	placed := "+2.3.8" + sample[5:]
	noCandidate := ":911 912 113" // a filled cell, and digits that a peer holds or not
	runReadTests(t, []readTest{
		{"full", ":0610-x:15:" + placed + ":112 914:513 716:711:5\n", []string{"1 " + placed + ":914"}},
		{"bare", ":0000:x:" + placed + ":914::\n", []string{"1 " + placed + ":914"}},
		{"grid is the last field", ":0000:x:" + sample, []string{"1 " + sample}},
		{"trailing blanks and CRLF", ":0000:x:" + sample + ":914::  \r\n", []string{"1 " + sample + ":914"}},
		{"short", placed + ":914 112\n", []string{"1 " + placed + ":914"}},
		{"short without a list", placed + ":\n", []string{"1 " + placed + ":"}},
		{"placed digits without a colon", placed + "\n", []string{"1 " + placed + ":"}},
		{"zeros", strings.ReplaceAll(placed, ".", "0") + ":914\n", []string{"1 " + placed + ":914"}},
		{"all placed", "+" + strings.Join(strings.Split(filled, ""), "+"),
			[]string{"1 +" + strings.Join(strings.Split(filled, ""), "+") + ":"}},
		{"deleted entries that are not candidates", sample + noCandidate, []string{"1 " + sample}},
		{"several", sample + ":\n:0:x:" + sample + "\n" + sample + "\n",
			[]string{"1 " + sample, "2 " + sample, "3 " + sample}},
	})
}

func TestBadLibraryLines(t *testing.T) {
	const want = ", want digit, row and column, each 1..9"
	runReadTests(t, []readTest{
		{"too few fields", ":0000:x", []string{"f line 1: library line of 2 fields, want " +
			":code:digits:grid:deleted:eliminations:placements:extra"}},
		{"80 cells", ":0000:x:" + sample[:80] + ":::", []string{"f line 1: 80 cells, want 81"}},
		{"82 cells", ":0000:x:" + sample + "+5:::", []string{"f line 1: 82 cells, want 81"}},
		{"short form of 80 cells", "+" + sample[:80] + ":", []string{"f line 1: 80 cells, want 81"}},
		{"short form of 82 cells", "+" + sample + "5:", []string{"f line 1: 82 cells, want 81"}},
		{"letter", ":0000:x:" + sample[:13] + "q" + sample[14:] + ":::",
			[]string{"f line 1: character 'q' at cell 14, want a digit, '.' or '+'"}},
		{"text after the grid", ":0000:x:" + sample + " a:::",
			[]string{"f line 1: character ' ' after 81 cells, want ':'"}},
		{"text after the short grid", "+" + sample + " a",
			[]string{"f line 1: character ' ' after 81 cells, want ':' and a list of deleted candidates"}},
		{"+ without a digit", "+" + "." + sample[1:] + ":", []string{"f line 1: a '+' without a digit at cell 1"}},
		{"+ at the end", sample[:80] + "+", []string{"f line 1: a '+' without a digit at cell 81"}},
		{"deleted of two digits", sample + ":11", []string{`f line 1: deleted candidate "11"` + want}},
		{"deleted with 0", sample + ":101", []string{`f line 1: deleted candidate "101"` + want}},
		{"elimination", ":0000:x:" + sample + "::1a2::", []string{`f line 1: eliminations candidate "1a2"` + want}},
		{"placement", ":0000:x:" + sample + ":::1112:", []string{`f line 1: placements candidate "1112"` + want}},
		{"repeat between placed and given", "2+2" + sample[2:] + ":",
			[]string{"f line 1: digit 2 twice in row 1 and box 1: r1c1 and r1c2"}},
		{"repeat among placed digits", "+2+2" + sample[2:] + ":",
			[]string{"f line 1: digit 2 twice in row 1 and box 1: r1c1 and r1c2"}},
	})
}

func TestLibraryLine(t *testing.T) {
	p, err := NewReader(strings.NewReader(":0610-x:15:+"+sample+":914:513 716:711:5:6"), "f").Read()
	if err != nil {
		t.Fatal(err)
	}
	l := p.Library
	if l == nil || l.Code != "0610" || l.Variant != "x" || l.Digits != "15" || l.Extra != "5:6" {
		t.Fatalf("got %+v", l)
	}
	if want := []setdoku.Candidate{{Cell: 13, Digit: 5}, {Cell: 16, Digit: 7}}; !slices.Equal(l.Eliminations, want) {
		t.Errorf("eliminations %v, want %v", l.Eliminations, want)
	}
	if want := []setdoku.Candidate{{Cell: 11, Digit: 7}}; !slices.Equal(l.Placements, want) {
		t.Errorf("placements %v, want %v", l.Placements, want)
	}
	if p.State.Placed[0] != 2 || p.State.Givens[0] != 0 || p.State.Deleted[3] != setdoku.SetOf(9) {
		t.Errorf("state %+v", p.State)
	}
}

// TestTechniqueCases reads every line of the shared cases and writes it back.
func TestTechniqueCases(t *testing.T) {
	const name = "../../../shared/data/technique_cases.txt"
	data, err := os.ReadFile(name)
	if err != nil {
		if os.Getenv("SETDOKU_REQUIRE") != "" {
			t.Fatal(err)
		}
		t.Skipf("the shared cases are not here: %v", err)
	}
	r := NewReader(strings.NewReader(string(data)), "cases")
	lines := bufio.NewScanner(strings.NewReader(string(data)))
	n := 0
	for ; lines.Scan(); n++ {
		p, err := r.Read()
		if err != nil {
			t.Fatalf("case %d: %v", n+1, err)
		}
		if p.Library == nil || len(p.Library.Eliminations)+len(p.Library.Placements) == 0 && p.Library.Variant != "x" {
			t.Errorf("case %d: nothing expected of it: %+v", n+1, p.Library)
		}
		if p.Text != lines.Text() {
			t.Errorf("case %d: text %q, want the line %q", n+1, p.Text, lines.Text())
		}
		checkRoundTrip(t, Library, p)
	}
	if _, err := r.Read(); err != io.EOF || n != 667 {
		t.Errorf("%d cases, then %v; want 667, then EOF", n, err)
	}
}
