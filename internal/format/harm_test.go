package format_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/testing/gridtest"
)

// headed are the examples after which every line is a record of the table, and ended is the one that ends a text.
var headed = []string{"a header not known", "four columns", "semicolons", "tabs in a table", "quoted fields", "CSV"}

const ended = "^Z"

// TestPairs reads each two examples with blank lines between them, the first with other digits than the second, and
// checks that the puzzles are those of the first and then those of the second. Behind a table with a header the second
// is read or reported.
func TestPairs(t *testing.T) {
	firsts, seconds, n := otherExamples(), examples(), 0
	for i, a := range firsts {
		// the second examples change from one first example to the next
		for _, b := range gridtest.Part(7, seconds[i%7:]) {
			if strings.Contains(a.text+b.text, "\x00") || a.name == ended {
				continue // a text has one encoding
			}
			n++
			got := read(a.text + "\n\n" + b.text)
			want := slices.Concat(a.want, b.want)
			if slices.Contains(headed, a.name) && len(got) > len(a.want) && slices.ContainsFunc(got, isMessage) {
				got, want = got[:len(a.want)], a.want
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s, %s: got\n  %s\nwant\n  %s", a.name, b.name, strings.Join(got, "\n  "),
					strings.Join(want, "\n  "))
			}
		}
	}
	if n < 1000 {
		t.Errorf("%d pairs", n)
	}
}

// harmless are the examples in which a digit that is taken away leaves an empty cell, with the part of the text in
// which it does.
var harmless = map[string]*regexp.Regexp{
	// an empty field is an empty cell
	"a list of empty fields": regexp.MustCompile(`\d`),
	"a spreadsheet":          regexp.MustCompile(`\d`),
	"drawn, each cell":       regexp.MustCompile(`\d`),
	// blanks at the end of a row are empty cells, and may be missing
	"no outer bars, blanks": regexp.MustCompile(`(?m)\d *$`),
}

// candidates matches the names of examples with pencil marks, in which a part with fewer digits is another cell.
var candidates = regexp.MustCompile(`^(pencil|placed|a hint)`)

// TestHarm takes away or doubles each character of each example that is a digit or an empty cell, and takes away each
// line. The result has a message, or it is the same puzzle. Only a line that is a puzzle of several may be missing.
// A note of a begun game may change.
func TestHarm(t *testing.T) {
	n := 0
	for _, e := range examples() {
		if strings.Contains(e.text, "\x00") {
			continue
		}
		check := func(how, text string, several bool) {
			n++
			got := read(text)
			for i, g := range got {
				if digits, _, found := strings.Cut(g, ":"); found && strings.HasPrefix(e.name, "a begun game") &&
					i == 0 {
					got[i] = digits + ":111 311"
				}
			}
			if slices.Equal(got, e.want) || slices.ContainsFunc(got, isMessage) ||
				several && len(got) == len(e.want)-1 && slices.Equal(got, e.want[1:]) {
				return
			}
			t.Errorf("%s, %s: got\n  %s\nwant\n  %s\nof\n%s", e.name, how, strings.Join(got, "\n  "),
				strings.Join(e.want, "\n  "), text)
		}
		var leaves [][]int
		if part := harmless[e.name]; part != nil {
			leaves = part.FindAllStringIndex(e.text, -1)
		}
		for _, i := range gridtest.Part(11, digits(e)) {
			if !slices.ContainsFunc(leaves, func(part []int) bool { return part[0] <= i && i < part[1] }) {
				check("a character less", e.text[:i]+e.text[i+1:], false)
			}
			check("a character twice", e.text[:i+1]+e.text[i:], false)
		}
		list := strings.SplitAfter(e.text, "\n")
		for i := range list {
			check("a line less", strings.Join(slices.Delete(slices.Clone(list), i, i+1), ""), len(e.want) > 1)
		}
	}
	if n < 1000 {
		t.Errorf("%d texts", n)
	}
}

// digits returns the places of digits and dots in the text of an example. Among pencil marks they are those that are a
// cell.
func digits(e example) (places []int) {
	for i, c := range e.text {
		one := regexp.MustCompile(`(^|\s)$`).MatchString(e.text[max(0, i-1):i]) &&
			regexp.MustCompile(`^(\s|$)`).MatchString(e.text[min(i+1, len(e.text)):])
		if (c == '.' || c >= '0' && c <= '9') && (one || !candidates.MatchString(e.name)) {
			places = append(places, i)
		}
	}
	return places
}
