package layout

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
)

// A line of JSON is an object with the cells of a puzzle, as commands print with --json.

// jsonPuzzle has the names under which an object has a puzzle. The case of letters does not matter.
type jsonPuzzle struct {
	State, Puzzle, Givens, Grid, Quiz, Board, Unsolved any
	Solution, Variant, Name                            any
}

// key matches the first key of an object.
var key = regexp.MustCompile(`^\{?\s*"[\w -]+"\s*:`)

// jsonObject returns the object of a line and the text of its cells, "" if it has none.
func jsonObject(line []byte) (p jsonPuzzle, cells string) {
	if json.Unmarshal(bytes.Trim(line, blanks+","), &p) != nil {
		return p, ""
	}
	for _, value := range []any{p.State, p.Puzzle, p.Givens, p.Grid, p.Quiz, p.Board, p.Unsolved} {
		if cells, ok := value.(string); ok && len(cells) >= 16 {
			return p, cells
		}
	}
	return p, ""
}

// readJSON reads an object with a puzzle.
func readJSON(r *Reader, line []byte, rec *Record) (bool, error) {
	if text := bytes.TrimLeft(line, blanks); len(text) == 0 || text[0] != '{' && text[0] != '"' || !key.Match(text) {
		return false, nil
	}
	p, cells := jsonObject(line)
	if cells == "" {
		return false, errors.New(`JSON of another program, such as gnome-sudoku; want lines such as {"puzzle":"53..7..."}`)
	}
	rec.Size = r.size
	if name, ok := p.Variant.(string); ok && name != "" {
		size, err := r.sizeOf(name)
		if err != nil {
			return true, err
		}
		rec.Variant, rec.Size = name, size
	}
	if fits, err := readVariant(r, []byte(cells), rec); fits {
		return true, err
	}
	if fits, err := readShort(r, []byte(cells), rec); fits {
		return true, err
	}
	if err := readCells(onBoard(cells, rec.Size), rec.Size, &rec.Givens); err != nil {
		return true, err
	}
	if solution, ok := p.Solution.(string); ok && solution != "" {
		rec.Solution = onBoard(solution, rec.Size)
	}
	if p.Name != nil {
		rec.Name = OneLine(fmt.Sprint(p.Name))
	}
	return true, nil
}

// onBoard returns the cells of a board. A smaller board may be in the 81 characters of a board of 9x9.
func onBoard(cells string, size int) []byte {
	if len(cells) != CellCount {
		return []byte(cells)
	}
	b := make([]byte, size*size)
	for k := range b {
		b[k] = cells[index(k, size)]
	}
	return b
}
