package explain

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/explain/picture"
	"setdoku/internal/format"
)

var (
	cellsText = `r\dc\d(?: \{[\d ]+\})?(?:(?:, | and | or )r\dc\d(?: \{[\d ]+\})?)*`
	aCell     = regexp.MustCompile(`r(\d)c(\d)`)
	inBraces  = regexp.MustCompile(`r(\d)c(\d) \{([\d ]+)\}`)
	sees      = regexp.MustCompile(`(` + cellsText +
		`)(?:, which| of color [a-d])? sees? (?:(?:the \d in|all their places for \d|all places for the \d in the sets:) )?(` + cellsText + `)`)
	placed   = regexp.MustCompile(`(\d) in (r\dc\d)`)
	inCovers = regexp.MustCompile(`\b(?:is|be) in (?:row|column)s? [^:]*: (.*)\.`)
)

func indexes(text string) (cells []int) {
	for _, m := range aCell.FindAllStringSubmatch(text, -1) {
		cells = append(cells, setdoku.Cell(num(m[1])*10+num(m[2])).Index())
	}
	return cells
}

// checkTruth checks the statements of the words about the grid: the candidates in braces, which cells see each
// other, where a digit is, and that the places in the covers of a fish are there.
func checkTruth(t *testing.T, f find, words []string) {
	t.Helper()
	live, filled := f.state.Candidates(), f.state.Filled()
	wrong := func(claim string) {
		t.Errorf("%s: not true: %s\n%s\n%s", f.Technique, claim, format.Short(f.state), strings.Join(words, "\n"))
	}
	text := strings.Join(words, "\n")
	for _, m := range inBraces.FindAllStringSubmatch(text, -1) {
		if braces(live[indexes(m[0])[0]]) != "{"+m[3]+"}" {
			wrong(m[0])
		}
	}
	for _, m := range sees.FindAllStringSubmatch(text, -1) {
		for _, i := range indexes(m[1]) {
			for _, j := range indexes(m[2]) {
				if i == j || !f.state.Board().SeeEachOther(i, j) {
					wrong(m[0])
				}
			}
		}
	}
	covers := newExplainer(f.state, f.Deduction).Role("cover").Units()
	for _, m := range inCovers.FindAllStringSubmatch(text, -1) {
		for _, i := range indexes(m[1]) {
			if !slices.ContainsFunc(covers,
				func(u int) bool { return newExplainer(f.state, f.Deduction).inUnit(u, i) }) {
				wrong(m[0])
			}
		}
	}
	if f.Technique == "naked_single" {
		for _, m := range placed.FindAllStringSubmatch(text, -1) {
			if i := indexes(m[2])[0]; filled[i] != uint8(num(m[1])) ||
				!f.state.Board().SeeEachOther(i, f.Placements[0].Cell.Index()) {
				wrong(m[0])
			}
		}
	}
	if f.Technique == "naked_single" || f.Technique == "hidden_single" {
		checkBlockers(f, words, wrong)
	}
}

var inCell = regexp.MustCompile(`(\d) in (r\dc\d)`)

// checkBlockers requires that the words and the picture of a single have the same blockers, that these hold their
// digits, and that they leave nothing else, apart from what the words call eliminated.
func checkBlockers(f find, words []string, wrong func(string)) {
	p := picture.NewPattern(f.state, f.Deduction)
	single := p.First("single")
	inWords, drawn := make(map[setdoku.Candidate]bool), make(map[int]bool)
	for _, m := range inCell.FindAllStringSubmatch(words[1], -1) {
		inWords[setdoku.CandidateAt(indexes(m[2])[0], uint8(num(m[1])))] = true
	}
	for _, m := range p.Marked().Framed {
		drawn[m.Cell] = drawn[m.Cell] || m.Look == picture.Blocking
	}
	blocked := func(cell int, digit uint8) bool {
		for c := range inWords {
			if c.Digit == digit && f.state.Board().SeeEachOther(c.Cell.Index(), cell) {
				return true
			}
		}
		return false
	}
	for c := range inWords {
		if p.Filled[c.Cell.Index()] != c.Digit || !drawn[c.Cell.Index()] {
			wrong("blocker " + c.Placement())
		}
	}
	for cell, is := range drawn {
		if is && !inWords[setdoku.CandidateAt(cell, p.Filled[cell])] {
			wrong("a blocker is drawn and not named: " + setdoku.CellAt(cell).String())
		}
	}
	crossed := strings.Join(words, " ")
	for d := uint8(1); d <= uint8(f.state.Board().Size) && single.Unit < 0; d++ {
		if d != single.Digit && !blocked(single.Cell, d) && !strings.Contains(crossed, "eliminated there before") {
			wrong(fmt.Sprintf("nothing keeps %d out", d))
		}
	}
	for _, i := range p.Others(single) {
		if !blocked(i, single.Digit) && !strings.Contains(crossed, "it was eliminated before") {
			wrong("nothing keeps the digit out of " + setdoku.CellAt(i).String())
		}
	}
}
