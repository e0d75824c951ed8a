package verify

import (
	"os"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/brute"
	sqlfiles "setdoku/sql"
)

// shared reads a file of the folder beside the repository. Where it is absent the
// test is skipped, or fails when SETDOKU_REQUIRE is set.
func shared(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../../shared/" + name)
	if err == nil {
		return string(text)
	}
	if os.Getenv("SETDOKU_REQUIRE") != "" {
		t.Fatal(err)
	}
	t.Skipf("no library of cases here: %v", err)
	return ""
}

// techniqueByCode reads the technique of each library code.
func techniqueByCode(t *testing.T) map[string]string {
	t.Helper()
	names := map[string]string{}
	lines := strings.Split(strings.TrimSpace(shared(t, "techniques.tsv")), "\n")
	for _, line := range lines[1:] {
		columns := strings.Split(line, "\t")
		for _, code := range strings.Fields(columns[3]) {
			names[code] = columns[1]
		}
	}
	return names
}

// libraryCase is a line `:code[-variant]:digits:grid:deleted:eliminations:placements:extra`.
type libraryCase struct {
	line    string
	code    string
	variant string
	state   setdoku.State
	want    []Conclusion // without patterns
}

func readCase(t *testing.T, line string) libraryCase {
	t.Helper()
	fields := append(strings.Split(line, ":"), "", "", "")
	c := libraryCase{line: line}
	c.code, c.variant, _ = strings.Cut(fields[1], "-")
	cell, placed := 0, false
	for _, b := range []byte(fields[3]) {
		switch {
		case b == '+':
			placed = true
			continue
		case placed:
			c.state.Placed[cell] = b - '0'
		case b != '.':
			c.state.Givens[cell] = b - '0'
		}
		cell, placed = cell+1, false
	}
	if cell != setdoku.CellCount {
		t.Fatalf("%d cells: %s", cell, line)
	}
	for _, d := range readCandidates(fields[4]) {
		c.state.Deleted[setdoku.CellIndex(d.Cell)] |= setdoku.SetOf(d.Digit)
	}
	c.want = readCandidates(fields[5])
	for _, d := range readCandidates(fields[6]) {
		d.Placement = true
		c.want = append(c.want, d)
	}
	return c
}

// readCandidates reads a list of digit, row, column.
func readCandidates(text string) (list []Conclusion) {
	for _, s := range strings.Fields(text) {
		list = append(list, Conclusion{Cell: int(s[1]-'0')*10 + int(s[2]-'0'), Digit: s[0] - '0'})
	}
	return list
}

// TestLibraryCases wants every deduction that the library lists for a technique, and none that contradicts a
// solution. A case of variant x must find nothing.
func TestLibraryCases(t *testing.T) {
	byCode := techniqueByCode(t)
	known := strings.Fields("0000 0002 0003 0100 0101 0110 0111 0200 0201 0202 0210 0211 0212 0300 0301 0302")
	passed := map[string]int{}
	for _, line := range strings.Split(shared(t, "data/technique_cases.txt"), "\n") {
		code, _, _ := strings.Cut(strings.TrimPrefix(line, ":"), ":")
		code, _, _ = strings.Cut(code, "-")
		if !strings.HasPrefix(line, ":") || !slices.Contains(known, code) {
			continue
		}
		c := readCase(t, strings.TrimSpace(line))
		if c.check(t, byCode[c.code]) {
			passed[code]++
		}
	}
	t.Logf("cases passed by code: %v", passed)
	for _, code := range known {
		if passed[code] == 0 {
			t.Errorf("no case of code %s passed", code)
		}
	}
}

func (c libraryCase) check(t *testing.T, technique string) bool {
	got, err := Find(c.state, technique, 0)
	if err != nil {
		t.Errorf("%s: %v", c.line, err)
		return false
	}
	ok := true
	fail := func(format string, args ...any) {
		t.Helper()
		t.Errorf(format, args...)
		ok = false
	}
	if n, _ := brute.CountState(c.state, 1); n == 0 {
		fail("%s: the case has no solution", c.line)
	}
	if c.variant == "x" && len(got) > 0 {
		fail("%s: %s finds %v, want nothing", c.line, technique, got)
	}
	found := map[Conclusion]bool{}
	for _, d := range got {
		d.Pattern = 0
		found[d] = true
		if c.refutes(d) {
			fail("%s: %s finds %v against a solution", c.line, technique, d)
		}
	}
	for _, d := range c.want {
		if c.variant != "x" && !found[d] {
			fail("%s: %s does not find %v", c.line, technique, d)
		}
	}
	return ok
}

// refutes reports whether a solution of the case contradicts d.
func (c libraryCase) refutes(d Conclusion) bool {
	against := c.state
	i := setdoku.CellIndex(d.Cell)
	if d.Placement {
		against.Deleted[i] |= setdoku.SetOf(d.Digit)
	} else {
		against.Placed[i] = d.Digit
	}
	n, _ := brute.CountState(against, 1)
	return n > 0
}

// TestKnowsCatalogue wants a rule in verify for every technique that the statements name.
func TestKnowsCatalogue(t *testing.T) {
	catalogue, err := sqlfiles.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range catalogue {
		if ruleOf(c.Name).userDefined {
			t.Errorf("verify does not know %s", c.Name)
		}
	}
	if !ruleOf("my_wing").userDefined {
		t.Error("a technique out of the catalogue is known")
	}
}
