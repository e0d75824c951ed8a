package layout

import (
	"strconv"
	"strings"
)

// A lineKind is what a line that is not a puzzle by itself can be.
type lineKind uint8

const (
	kindCells lineKind = iota // it may be a row
	kindBlank
	kindRuler
	kindDashes // a ruler, or a row of empty cells
	kindFence  // a line of a markup language around a block
	kindWords
)

// kindOf tells the kinds of lines apart.
func (w *row) kindOf() lineKind {
	trimmed := strings.TrimSpace(w.text)
	switch {
	case trimmed == "" && strings.Count(w.text, "\t") < manyTabs:
		return kindBlank
	case trimmed != "" && isFence(trimmed):
		return kindFence
	case isRuler(trimmed):
		if w.dashes() != 0 {
			return kindDashes
		}
		return kindRuler
	case w.isHeader():
		return kindRuler
	case len(w.strange) == 0 && (w.cells > 0 || strings.ContainsFunc(trimmed, isBar) || trimmed == ""):
		return kindCells
	case strings.Trim(trimmed, ",; ") == "" && strings.Count(trimmed, trimmed[:1]) >= manyTabs:
		return kindCells // a row of empty fields
	case isTitle(w.text):
		return kindWords
	case squareOf(len(w.parts)) > 9 || squareOf(w.chars) > 9:
		return kindCells // perhaps a larger board
	case len(w.strange) <= 2 && (w.cells > 4 || strings.Count(w.text, "\t") >= manyTabs || w.cells > len(w.strange) &&
		strings.ContainsFunc(trimmed, isBar)):
		return kindCells
	}
	return kindWords
}

// meant reports whether a line is meant as a row rather than as a number among words.
func (w row) meant() bool {
	return w.kind == kindCells && (w.cells > 3 || strings.Count(w.text, "\t") >= manyTabs ||
		strings.ContainsFunc(w.text, isBar))
}

// manyTabs is the number of tabs of a line that is meant as nine cells, one of which may be missing.
const manyTabs = 7

// isFence reports whether a line belongs to a markup language: ``` or [code] or <pre>.
func isFence(trimmed string) bool {
	if !strings.ContainsRune("`~[<{", rune(trimmed[0])) {
		return false
	}
	if strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~") && strings.Trim(trimmed, "~") == "" {
		return true
	}
	tag := strings.TrimLeft(strings.ToLower(trimmed), "[<{/")
	for _, name := range []string{"code", "pre", "spoiler", "quote", "tt", "hidden"} {
		if rest, ok := strings.CutPrefix(tag, name); ok && len(tag) < len(trimmed) &&
			(rest == "" || strings.ContainsRune("]>}=: ", rune(rest[0]))) && strings.ContainsAny(rest, "]>}") {
			return strings.IndexAny(rest, "]>}") == len(rest)-1
		}
	}
	return false
}

// isRuler reports whether a line draws a line: it has three of a character in a row, and nothing else but corners.
func isRuler(text string) bool {
	const drawn = "-=~_*+"
	last, run, longest := rune(0), 0, 0
	for _, c := range text {
		switch {
		case strings.ContainsRune(drawn, c) || c >= '\u2500' && c <= '\u257f' || c == '—' || c == '–':
			if c != last {
				run = 0
			}
			run++
			longest = max(longest, run)
		case isSpace(c) || strings.ContainsRune(bars+".',`", c):
			run = 0
		default:
			return false
		}
		last = c
	}
	return longest >= 3 || longest == 2 && strings.ContainsAny(text, "+┼")
}

// dashes returns the character of a ruler that may be a row of empty cells: 4 to 9 of - or _ or *. Otherwise it is 0.
func (w *row) dashes() rune {
	first := rune(0)
	for _, f := range w.parts {
		for _, c := range f.text {
			if first == 0 {
				first = c
			}
			if c != first || !strings.ContainsRune("-_*", c) {
				return 0
			}
		}
	}
	if w.chars < 4 || w.chars > 9 {
		return 0
	}
	return first
}

// isHeader reports whether a line is the labels of columns: A B C or c1 c2 c3.
func (w *row) isHeader() bool {
	if first := strings.TrimLeft(w.text, blanks+"|"); first == "" || first[0] < 'A' || first[0] > 'c' {
		return false
	}
	parts := strings.FieldsFunc(w.text, func(c rune) bool { return isSpace(c) || isBar(c) })
	if len(parts) < 4 || len(parts) > 9 {
		return false
	}
	for k, f := range parts {
		letter, number := string(rune('A'+k)), strconv.Itoa(k+1)
		if f := strings.ToUpper(f); f != letter && f != "C"+number {
			return false
		}
	}
	return true
}

// isNumbers reports whether the parts of a row are the numbers of columns, 1 2 3.
func (w *row) isNumbers() bool {
	for k, f := range w.parts {
		if f.text != strconv.Itoa(k+1) {
			return false
		}
	}
	return len(w.parts) >= 4
}
