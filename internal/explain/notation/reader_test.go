package notation_test

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"setdoku"
)

// line is a line of notation, read back. This reader shares nothing with the package that writes lines.
type line struct {
	branches [][]node
	proved   *node
	lost     []setdoku.Candidate
}

// node is a digit in cells, or several digits of a set. sign is the link before it, 0 for the first node.
type node struct {
	sign   byte
	digits []uint8
	cells  []int
	set    int  // the number of the term of an almost locked set, 0 for none. Both sides of the = in the term have it.
	color  bool // all cells or none
}

var (
	termForm  = regexp.MustCompile(`^(?:\((\d+(?:[-=]\d+)*)\))?(\{?)((?:r[1-9]+c[1-9]+)(?:,r[1-9]+c[1-9]+)*)(\}?)$`)
	cellForm  = regexp.MustCompile(`r([1-9]+)c([1-9]+)`)
	lostForm  = regexp.MustCompile(`^r([1-9])c([1-9])<>([1-9])$`)
	proofForm = regexp.MustCompile(`^((?:r[1-9]+c[1-9]+)(?:,r[1-9]+c[1-9]+)*)=([1-9])$`)
	linkForm  = regexp.MustCompile(` [-=] `)
)

// readLine reads a line.
func readLine(text string) (l line, err error) {
	body, conclusion, ok := strings.Cut(text, " => ")
	if !ok {
		return l, errors.New("no conclusion")
	}
	if proof, rest, says := strings.Cut(conclusion, ", so "); says {
		m := proofForm.FindStringSubmatch(proof)
		if m == nil {
			return l, fmt.Errorf("conclusion %q", proof)
		}
		l.proved = &node{digits: digitsOf(m[2]), cells: cellsOf(m[1])}
		conclusion = rest
	}
	for item := range strings.SplitSeq(conclusion, ", ") {
		m := lostForm.FindStringSubmatch(item)
		if m == nil {
			return l, fmt.Errorf("conclusion %q", item)
		}
		l.lost = append(l.lost, setdoku.Candidate{Cell: setdoku.Cell(m[1][0]-'0')*10 + setdoku.Cell(m[2][0]-'0'),
			Digit: m[3][0] - '0'})
	}
	sets := 0
	for text := range strings.SplitSeq(body, " | ") {
		var branch []node
		signs := linkForm.FindAllString(text, -1)
		for k, term := range linkForm.Split(text, -1) {
			var sign byte
			if k > 0 {
				sign = signs[k-1][1]
			}
			if branch, err = addTerm(branch, sign, term, &sets); err != nil {
				return l, err
			}
		}
		l.branches = append(l.branches, branch)
	}
	return l, nil
}

// addTerm adds the nodes of a term to a chain.
func addTerm(branch []node, sign byte, term string, sets *int) ([]node, error) {
	m := termForm.FindStringSubmatch(term)
	if m == nil || (m[2] == "{") != (m[4] == "}") {
		return nil, fmt.Errorf("term %q", term)
	}
	cells, color := cellsOf(m[3]), m[2] == "{"
	if m[1] == "" {
		if len(branch) == 0 || len(branch[len(branch)-1].digits) != 1 || branch[len(branch)-1].set > 0 &&
			len(branch[len(branch)-1].cells) > 1 {
			return nil, fmt.Errorf("term %q has no digit", term)
		}
		return append(branch, node{sign: sign, digits: branch[len(branch)-1].digits, cells: cells, color: color}), nil
	}
	rest := m[1]
	number := 0
	if strings.Contains(rest, "=") && len(cells) > 1 {
		*sets++
		number = *sets
	}
	for rest != "" {
		at := strings.IndexAny(rest, "-=")
		digits := rest
		if at >= 0 {
			digits = rest[:at]
		}
		branch = append(branch, node{sign: sign, digits: digitsOf(digits), cells: cells, set: number, color: color})
		if at < 0 {
			break
		}
		sign, rest = rest[at], rest[at+1:]
	}
	return branch, nil
}

func digitsOf(text string) (list []uint8) {
	for _, d := range []byte(text) {
		list = append(list, d-'0')
	}
	return list
}

// cellsOf returns the cells of a list such as r12c3,r4c5, 0..80.
func cellsOf(text string) (list []int) {
	for _, m := range cellForm.FindAllStringSubmatch(text, -1) {
		for _, r := range []byte(m[1]) {
			for _, c := range []byte(m[2]) {
				list = append(list, int(r-'1')*9+int(c-'1'))
			}
		}
	}
	return list
}
