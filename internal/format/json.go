package format

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"setdoku"
)

// node is a value of a JSON text.
type node struct {
	line     int
	text     string // of a string, a number, true, false or null
	isString bool
	open     json.Delim // of an object or an array
	keys     []string   // of an object, in lower case
	list     []*node    // values of an object or an array
}

// Keys of the cells of a puzzle in an object, the best first, of its solution, of its name, and of its board.
var (
	puzzleKeys = []string{"state", "puzzle", "givens", "grid", "quiz", "quizzes", "board", "unsolved", "question", "task",
		"mission", "sudoku", "clues", "cells"}
	solutionKeys = []string{"solution", "solutions", "answer", "answers", "solved"}
	nameKeys     = []string{"name", "title", "id", "puzzle id", "puzzle_id", "number", "no"}
)

// takeJSON reads the values of JSON that begin with a line. It returns false if the line begins none, and replaces the
// line by a copy if it has read on.
func (s *scanner) takeJSON(at *[]byte) bool {
	line := *at
	start := bytes.TrimLeft(line, blanks)
	if len(start) < 2 || start[0] != '{' && start[0] != '[' || s.src.n <= s.plainTo ||
		isSection(bytes.TrimRight(start, blanks)) {
		return false
	}
	first, text := s.src.n, bytes.Clone(line)
	var ahead []pushed
	depth, quoted := balance(line, 0, false)
	for depth > 0 && len(text) < mostBytes {
		line = text[:len(line):len(line)]
		var err error
		if ahead, err = s.src.ahead(ahead); err != nil || s.src.long {
			break
		}
		next := ahead[len(ahead)-1].line
		depth, quoted = balance(next, depth, quoted)
		text = append(append(text, '\n'), next...)
	}
	values, err := parseJSON(text, first)
	before := len(s.queue)
	if err == nil && depth == 0 {
		for _, v := range values {
			s.walk(v, "")
		}
	}
	found := len(s.queue) > before
	if !found && err == nil && depth == 0 && slices.ContainsFunc(values, (*node).hasObject) {
		return true // an object without a puzzle
	}
	if !found || s.block.count > 0 {
		if !found {
			s.plainTo = s.src.n
		}
		s.queue = s.queue[:before]
		s.src.unread(line, ahead)
		*at = line
		return found && s.endBlock()
	}
	if len(ahead) == 0 && single(s.queue[before:]) {
		s.queue[before].text = line
	}
	s.endTitles()
	return true
}

// balance returns how many brackets are open behind a line, and whether it ends in a string.
func balance(line []byte, depth int, quoted bool) (int, bool) {
	escaped := false
	for _, c := range line {
		switch {
		case escaped:
			escaped = false
		case c == '\\':
			escaped = quoted
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
		}
	}
	return depth, quoted
}

// parseJSON parses a text of one or more values, with or without commas between them.
func parseJSON(text []byte, line int) (values []*node, err error) {
	for len(bytes.Trim(text, " \t\n,;")) > 0 {
		dec := json.NewDecoder(bytes.NewReader(text))
		dec.UseNumber()
		p := parser{dec, text, 0, line}
		v, err := p.value(0)
		if err != nil {
			return nil, err
		}
		values = append(values, v)
		end := int(dec.InputOffset())
		rest := bytes.TrimLeft(text[end:], " \t\n,;")
		line += bytes.Count(text[:len(text)-len(rest)], []byte("\n"))
		text = rest
	}
	return values, nil
}

// parser parses a value and counts its lines.
type parser struct {
	*json.Decoder
	text []byte
	at   int // text is counted up to here
	line int
}

func (p *parser) value(depth int) (*node, error) {
	token, err := p.Token()
	if err != nil {
		return nil, err
	}
	end := int(p.InputOffset())
	p.line += bytes.Count(p.text[p.at:end], []byte("\n"))
	p.at = end
	v := &node{line: p.line}
	switch t := token.(type) {
	case json.Delim:
		if depth == maxDepth {
			return nil, errors.New("too deep")
		}
		v.open = t
		for p.More() {
			if t == '{' {
				key, err := p.Token()
				if err != nil {
					return nil, err
				}
				v.keys = append(v.keys, strings.ToLower(fmt.Sprint(key)))
			}
			child, err := p.value(depth + 1)
			if err != nil {
				return nil, err
			}
			v.list = append(v.list, child)
		}
		_, err = p.Token()
	case string:
		v.text, v.isString = t, true
	case nil:
		v.text = "."
	case bool:
		v.text = "."
	default:
		v.text = fmt.Sprint(t)
	}
	return v, err
}

// hasObject reports whether a value is or has an object.
func (v *node) hasObject() bool {
	return v.open == '{' || slices.ContainsFunc(v.list, (*node).hasObject)
}

// digits counts the digits 1 to 9 of a value that are values of their own.
func (v *node) digits() (n int) {
	if v.open == 0 && len(v.text) == 1 {
		return digits([]byte(v.text))
	}
	for _, child := range v.list {
		n += child.digits()
	}
	return n
}

// child returns the value of the first key that an object has, nil if it has none.
func (v *node) child(keys []string) *node {
	for _, key := range keys {
		if i := slices.Index(v.keys, key); i >= 0 {
			return v.list[i]
		}
	}
	return nil
}

// walk adds the puzzles of a value.
func (s *scanner) walk(v *node, variant string) {
	switch {
	case v.open == 0:
		if len(v.text) >= 16 {
			s.addValue(v.text, v.line, variant)
		}
		return
	case v.open == '[':
		if !s.addArray(v, variant) {
			for _, child := range v.list {
				s.walk(child, variant)
			}
		}
		return
	}
	if name := v.child([]string{"variant"}); name != nil && name.isString {
		variant = name.text
	}
	first := len(s.queue)
	for _, key := range puzzleKeys {
		if child := v.child([]string{key}); child != nil && len(s.queue) == first {
			s.walk(child, variant)
		}
	}
	if len(s.queue) == first {
		for i, child := range v.list {
			if !slices.Contains(solutionKeys, v.keys[i]) {
				s.walk(child, variant)
			}
		}
	}
	if child := v.child(puzzleKeys); child != nil && len(s.queue) == first && child.digits() >= manyDigits {
		s.fail(failure(Position{Line: child.line, Column: 1}, "expected an array of %d cells, got %d digits",
			s.size*s.size, child.digits()))
	}
	end := len(s.queue)
	if answer := v.child(solutionKeys); answer != nil {
		s.walk(answer, variant)
		for i := range s.queue[end:] {
			s.queue[end+i].answer = end > first
		}
	}
	if name := v.child(nameKeys[:2]); name != nil && name.open == 0 {
		for i := range s.queue[first:] {
			if rec := &s.queue[first+i]; rec.name == "" {
				rec.name = OneLine(name.text)
			}
		}
	}
}

// addValue adds the puzzles of a text that is a value of a structured one.
func (s *scanner) addValue(text string, line int, variant string) {
	in := newScanner(strings.NewReader(text), s.size, s.named)
	in.inner = true
	if variant != "" {
		v, err := s.named(variant)
		if err != nil {
			s.fail(failure(Position{Line: line, Column: 1}, "%w", err))
			return
		}
		if in.size = v.Size; len(text) == setdoku.CellCount && v.Size < 9 {
			text = onBoard(text, v.Size)
			in.src = newLines(strings.NewReader(text))
		}
	}
	for {
		rec, err := in.next()
		if bad, ok := errors.AsType[*LineError](err); ok {
			if 4*letters(text) > len(text) {
				continue // words, or names of cells such as r1c2
			}
			bad.Line, bad.positions = line, []Position{{Line: line, Column: 1}}
			s.fail(bad)
			continue
		}
		if err != nil {
			return
		}
		out := s.emit()
		*out = *rec
		out.line, out.text, out.places, out.column = line, nil, nil, 0
		if out.variant == "" {
			out.variant = variant
		}
	}
}

// onBoard returns the cells of a smaller board of the 81 characters of a board of 9x9.
func onBoard(cells string, size int) string {
	b := make([]byte, size*size)
	for k := range b {
		b[k] = cells[index(k, size)]
	}
	return string(b)
}

// addArray adds the puzzle of an array of cells, of rows of cells, or of strings that are rows. It returns false if the
// array is none.
func (s *scanner) addArray(v *node, variant string) bool {
	var cells []cell
	digits, size := 0, len(v.list)
	add := func(n *node) bool {
		if n.open != 0 {
			return false
		}
		c := cell{text: strings.TrimSpace(n.text), line: n.line, column: 1}
		if c.text == "" || c.text == "-1" {
			c.text = "."
		}
		if len(c.text) == 1 && c.text >= "1" && c.text <= "9" {
			digits++
		}
		cells = append(cells, c)
		return true
	}
	rows := 0 // elements that are arrays or strings of more than one cell
	for _, child := range v.list {
		switch {
		case child.open == '[':
			rows++
			if len(child.list) != size {
				size = 0
			}
			for _, n := range child.list {
				if !add(n) {
					return false
				}
			}
		case child.isString && len(v.list) <= 9 && len(child.text) > 3 && 4*letters(child.text) <= len(child.text):
			rows++
			for _, c := range characters(child.text, child.line, 1) {
				if c.text != " " {
					add(&node{line: c.line, text: c.text})
				}
			}
		case !add(child):
			return false
		}
	}
	if rows == 0 {
		size = s.sizeFor(len(cells))
	}
	if size < 4 || size > 9 || size*size != len(cells) {
		size = s.size
	}
	if rows > 0 && rows < len(v.list) {
		return false
	}
	empty, ok := emptyText(cells, size)
	if len(cells) == size*size && ok {
		rec := s.emit()
		if err := rec.set(cells, size, empty, false); err != nil {
			s.spoil(Position{}, err)
			return true
		}
		rec.variant, rec.places = variant, nil
		return true
	}
	if digits >= manyDigits {
		s.fail(wrongCells("", cells, s.size*s.size, s.size))
		return true
	}
	return false
}
