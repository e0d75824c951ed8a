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
	*lines
	text []byte
	at   int // bytes that were read
}

// Read makes jsonText an io.Reader.
func (j *jsonText) Read(b []byte) (int, error) {
	if j.at == len(j.text) {
		line, err := j.next()
		if err != nil || j.long || len(j.text) > mostBytes {
			return 0, io.EOF
		}
		j.text = append(append(j.text, '\n'), line...)
	}
	n := copy(b, j.text[j.at:])
	j.at += n
	return n, nil
}

// takeJSON reads the values of JSON that begin with a line. It returns false if the line begins none. If it has read on
// in vain, the line is read again, and not as JSON.
func (r *Reader) takeJSON(line []byte) bool {
	start := bytes.Trim(line, blanks)
	if len(start) == 0 || start[0] != '{' && start[0] != '[' || r.src.n <= r.plainTo || isSection(start) {
		return false
	}
	before := len(r.queue)
	r.src.mark()
	j := &jsonText{lines: &r.src, text: bytes.Clone(line)}
	values, err := j.values(r.src.n)
	if err == nil {
		for i := range values {
			r.walk(&values[i], "", "")
		}
	}
	found := len(r.queue) > before
	if found && len(r.block.rows) == 0 {
		r.endTitles()
	}
	if found && len(r.block.rows) == 0 || !found && err == nil && slices.ContainsFunc(values, node.hasObject) {
		r.src.release()
		return true
	}
	if !found {
		r.plainTo = r.src.n
	}
	r.block.ended = found // the rows above come first
	r.queue = r.queue[:before]
	r.src.back()
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
