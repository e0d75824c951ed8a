package format

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"setdoku"
)

// node is a value of a structured text: of JSON, an element of XML, or a record of a table.
type node struct {
	line, column int    // of its first character; the column is 0 if it is not known
	text         []byte // of a string, a number, true, false or null
	isString     bool
	kind         nodeKind
	keys         []key  // of an object or a record
	list         []node // values of it, or of an array
}

// A nodeKind is the kind of a value.
type nodeKind uint8

const (
	scalar nodeKind = iota
	array
	object
	tableRecord // all of its fields may be puzzles
)

// A key is what the name of a value says about it: puzzleKey and so on, and one more for each better name of the kind.
type key int

const (
	puzzleKey key = 100 * iota
	solutionKey
	variantKey
	nameKey
	idKey
	noKey
)

// keyNames are the names of the cells of a puzzle in an object, the best first, of its solution, its variant and its
// name.
var keyNames = [][]string{
	{"state", "puzzle", "givens", "grid", "quiz", "quizzes", "board", "unsolved", "question", "task", "mission", "sudoku",
		"clues", "cells", "puzzles"},
	{"solution", "solutions", "answer", "answers", "solved"},
	{"variant"},
	{"note", "name", "title"},
	{"id", "puzzle id", "puzzle_id", "number", "no"},
}

// parseKey returns the key that a name is.
func parseKey(name string) key {
	name = strings.ToLower(strings.TrimSpace(name))
	for kind, names := range keyNames {
		if i := slices.Index(names, name); i >= 0 {
			return key(100*kind + i)
		}
	}
	return noKey
}

// child returns the value with the least key from one key on and below another, and its key; nil if there is none.
func (v *node) child(from, to key) (child *node, least key) {
	for i, k := range v.keys[:min(len(v.keys), len(v.list))] {
		if k >= from && k < to {
			child, to = &v.list[i], k
		}
	}
	return child, to
}

// hasObject reports whether a value is or has an object.
func (v node) hasObject() bool {
	return v.kind == object || slices.ContainsFunc(v.list, node.hasObject)
}

// walk adds the puzzles of a value. Those without a variant and a name of their own have these.
func (r *Reader) walk(v *node, variant, name string) {
	first := len(r.queue)
	switch v.kind {
	case scalar:
		r.addValue(v, variant)
	case array:
		if r.addArray(v, variant) {
			break
		}
		for i := range v.list {
			r.walk(&v.list[i], variant, "")
		}
	default:
		if value, _ := v.child(variantKey, nameKey); value != nil && value.isString {
			variant = string(value.text)
		}
		child, k := v.child(puzzleKey, solutionKey)
		for v.kind == object && child != nil && len(r.queue) == first {
			r.walk(child, variant, "")
			child, k = v.child(k+1, solutionKey)
		}
		for i, found := 0, len(r.queue) > first; i < len(v.list) && !found; i++ {
			if i >= len(v.keys) || v.keys[i] < solutionKey || v.keys[i] == noKey {
				r.walk(&v.list[i], variant, "")
			}
		}
		end := len(r.queue)
		if answer, _ := v.child(solutionKey, variantKey); answer != nil {
			r.walk(answer, variant, "")
			for i := range r.queue[end:] {
				r.queue[end+i].answer = end > first
			}
		}
		last := noKey
		if v.kind == object {
			last = idKey
		}
		if child, _ := v.child(nameKey, last); child != nil && child.kind == scalar && len(r.queue) > first {
			name = OneLine(string(child.text))
		}
	}
	for i := range r.queue[first:] {
		if rec := &r.queue[first+i]; name != "" {
			rec.name = name
		}
	}
}

// addValue adds the puzzles of a text that is a value of a structured one.
func (r *Reader) addValue(v *node, variant string) {
	const n = setdoku.CellCount
	text, place := v.text, Position{Line: v.line, Column: max(1, v.column), Length: 1}
	if len(text) < 16 {
		return
	}
	var d setdoku.Grid
	if variant == "" && r.size == 9 && len(text) == n && plainCells((*[n]byte)(text), (*[n]uint8)(&d)) {
		rec := r.emit()
		rec.givens, rec.at, rec.isRun = d, place, v.column > 0
		return
	}
	if version, game, begun := strings.Cut(string(bytes.TrimSpace(text)), "\n"); begun && strings.HasPrefix(version, "version:") {
		rec := r.emit()
		rec.at = place
		if err := rec.begun(strings.TrimSpace(version[len("version:"):]), game); err != nil {
			r.spoil(place, err)
		}
		return
	}
	size := r.size
	if variant != "" {
		board, err := r.variantNamed(variant)
		if err != nil {
			r.fail(failure(place, "%w", err))
			return
		}
		if size = board.Size; len(text) == n && size < 9 {
			text = []byte(BoardCells(board, string(text)))
		}
	}
	in := &Reader{src: newLines(bytes.NewReader(text)), size: size, variant: r.variant, inner: true}
	for {
		rec, err := in.next()
		if bad, ok := errors.AsType[*LineError](err); ok {
			if 4*letters(string(text)) > len(text) {
				continue // words, or names of cells such as r1c2
			}
			if bad.Line == 1 && v.column > 0 {
				for i := range bad.positions {
					bad.positions[i].Column += v.column - 1
					bad.positions[i].Line = v.line
				}
			} else {
				bad.positions = []Position{place}
			}
			bad.Line = v.line
			r.fail(bad)
			continue
		}
		if err != nil {
			return
		}
		out := r.emit()
		*out = *rec
		out.at, out.places, out.isRun = place, nil, rec.isRun && rec.at.Line == 1 && v.column > 0
		if out.isRun {
			out.at.Column, out.at.Length = v.column+rec.at.Column-1, rec.at.Length
		}
		if out.variant == "" {
			out.variant = variant
		}
	}
}

// addArray adds the puzzle of an array of cells, of rows of cells, or of strings that are rows. It returns false if the
// array is none.
func (r *Reader) addArray(v *node, variant string) bool {
	var rows, cells []string
	for _, child := range v.list {
		switch {
		case child.kind == array && !slices.ContainsFunc(child.list, func(c node) bool { return c.kind != scalar }):
			row := make([]string, len(child.list))
			for i, c := range child.list {
				row[i] = c.cell()
			}
			rows = append(rows, strings.Join(row, ","))
		case child.kind == scalar && child.isString && len(v.list) <= 9 && len(child.text) > 3 &&
			4*letters(string(child.text)) <= len(child.text):
			rows = append(rows, string(child.text))
		case child.kind == scalar:
			cells = append(cells, child.cell())
		default:
			return false
		}
	}
	if len(rows) == 0 {
		rows = []string{strings.Join(cells, ",")}
	} else if len(rows) < len(v.list) {
		return false
	}
	before := len(r.queue)
	r.addValue(&node{line: v.line, text: []byte(strings.Join(rows, "\n"))}, variant)
	return len(r.queue) > before
}

// cell returns a value as a cell of an array.
func (v *node) cell() string {
	if text := strings.TrimSpace(string(v.text)); text != "" && text != "-1" {
		return text
	}
	return "."
}
