package format

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// jsonText is the text of JSON that begins with a line. It reads on while a value is not at its end.
type jsonText struct {
	src   *lines
	text  []byte
	at    int // bytes that were read
	ahead []pushed
}

// Read makes jsonText an io.Reader.
func (j *jsonText) Read(b []byte) (int, error) {
	if j.at == len(j.text) {
		ahead, err := j.src.ahead(j.ahead)
		if j.ahead = ahead; err != nil || j.src.long || len(j.text) > mostBytes {
			return 0, io.EOF
		}
		j.text = append(append(j.text, '\n'), ahead[len(ahead)-1].line...)
	}
	n := copy(b, j.text[j.at:])
	j.at += n
	return n, nil
}

// takeJSON reads the values of JSON that begin with a line. It returns false if the line begins none, and replaces the
// line by a copy if it has read on.
func (s *scanner) takeJSON(at *[]byte) bool {
	line := *at
	start := bytes.TrimLeft(line, blanks)
	if len(start) == 0 || start[0] != '{' && start[0] != '[' || s.src.n <= s.plainTo ||
		isSection(bytes.TrimRight(start, blanks)) {
		return false
	}
	first := s.src.n
	j := &jsonText{src: &s.src, text: bytes.Clone(line)}
	values, err := j.values(first)
	if len(j.ahead) > 0 {
		line = j.text[:len(line):len(line)]
	}
	before := len(s.queue)
	if err == nil {
		for i := range values {
			s.walk(&values[i], "", "")
		}
	}
	found := len(s.queue) > before
	if !found && err == nil && slices.ContainsFunc(values, func(v node) bool { return v.hasObject() }) {
		return true // an object without a puzzle
	}
	if !found || s.block.count > 0 {
		if !found {
			s.plainTo = s.src.n
		}
		s.queue = s.queue[:before]
		s.src.unread(line, j.ahead)
		*at = line
		return found && s.endBlock()
	}
	if len(j.ahead) == 0 && single(s.queue[before:]) {
		s.queue[before].text = line
	}
	s.endTitles()
	return true
}

// values parses one or more values, with or without commas between them.
func (j *jsonText) values(line int) (list []node, err error) {
	for from := 0; ; {
		rest := bytes.TrimLeft(j.text[from:], " \t\f\n,;")
		if len(rest) == 0 {
			return list, nil
		}
		j.at = len(j.text) - len(rest)
		p := jsonParser{json.NewDecoder(j), j, j.at, from, line}
		p.UseNumber()
		v, err := p.value(0)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
		from, line = p.start+int(p.InputOffset()), p.line
	}
}

// jsonParser parses a value that starts in a text at a byte.
type jsonParser struct {
	*json.Decoder
	*jsonText
	start   int
	counted int // bytes whose lines are counted
	line    int
}

func (p *jsonParser) value(depth int) (v node, err error) {
	token, err := p.Token()
	end := p.start + int(p.InputOffset())
	p.line += bytes.Count(p.text[p.counted:end], []byte("\n"))
	v.line, p.counted = p.line, end
	switch t := token.(type) {
	case json.Delim:
		if v.kind = object; t == '[' {
			v.kind = array
		}
		if depth == maxDepth {
			return v, errors.New("too deep")
		}
		for p.More() && err == nil {
			if t == '{' {
				var key json.Token
				if key, err = p.Token(); err != nil {
					return v, err
				}
				v.keys = append(v.keys, parseKey(fmt.Sprint(key)))
			}
			var child node
			child, err = p.value(depth + 1)
			v.list = append(v.list, child)
		}
		if err == nil {
			_, err = p.Token()
		}
	case string:
		v.text, v.isString = []byte(t), true
	case nil, bool:
		v.text = []byte(".")
	default:
		v.text = []byte(fmt.Sprint(t))
	}
	return v, err
}
