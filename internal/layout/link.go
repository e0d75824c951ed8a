package layout

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"
)

// A link has the cells of a puzzle as a parameter or as a part of its path, such as ?bd=, ?s=, ?load= or /81 digits.

// address matches a link in a text.
var address = regexp.MustCompile(`(?i)(https?://|www\.)\S+|\S+\?(bd|s|load|puzzle|p|fpuzzles|puzzleid)=\S+`)

// packed are the sites whose links have a puzzle in a packed form, and what it is.
var packed = []struct{ part, what string }{
	{"f-puzzles.com", "f-puzzles.com with a puzzle compressed by lz-string"},
	{"sudokupad", "SudokuPad with a compressed puzzle or the number of one"},
	{"crackingthecryptic", "SudokuPad with a compressed puzzle or the number of one"},
	{"fpuzzles=", "f-puzzles with a puzzle compressed by lz-string"},
	{"/scl", "SudokuPad with a compressed puzzle"},
	{"=S9", "sudokuwiki with a packed puzzle"},
}

// linked returns the link of a line, the cells in it and their column. cells is "" if it has none.
func (r *Reader) linked(line []byte) (link, cells string, column int) {
	if len(line) > mostRow || bytes.IndexByte(line, '/') < 0 && bytes.IndexByte(line, '?') < 0 {
		return "", "", 0
	}
	at := address.FindIndex(line)
	if at == nil {
		return "", "", 0
	}
	link = string(line[at[0]:at[1]])
	for _, text := range strings.FieldsFunc(link,
		func(c rune) bool { return strings.ContainsRune("/?&=#:,;\"'<>[]()", c) }) {
		plain, err := url.QueryUnescape(text)
		if err == nil && areCells([]byte(plain), r.size) && strings.Trim(plain, "0123456789.") == "" {
			column = utf8.RuneCount(line[:at[0]]) + utf8.RuneCountInString(link[:strings.Index(link, text)]) + 1
			return link, plain, column
		}
	}
	return link, "", 0
}

// packedAs returns what a link with a packed puzzle is, "" for another link.
func packedAs(link string) string {
	for _, p := range packed {
		if i := strings.Index(link, p.part); i >= 0 && len(link) > i+len(p.part)+20 {
			return p.what
		}
	}
	return ""
}

// readLink reads the puzzle of a link.
func readLink(r *Reader, line []byte, rec *Record) (bool, error) {
	link, cells, column := r.linked(line)
	packed := packedAs(link)
	switch {
	case link == "":
		return false, nil
	case cells == "" && packed == "":
		return false, errors.New("a link without cells, want one with a digit or a dot for each cell")
	case cells == "":
		return true, fmt.Errorf("a link of %s, want one with %d cells as text", packed, r.size*r.size)
	}
	rec.Size, rec.column = r.size, column
	return true, readCells([]byte(cells), r.size, &rec.Givens)
}
