package format

import (
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"setdoku"
	"setdoku/internal/layout"
)

// Reader reads the puzzles of one text, one at a time: a file, standard input, an argument, or the text of a form.
type Reader struct {
	file     string
	src      *layout.Reader
	rec      layout.Record
	texts    slab
	textOff  bool             // OmitText has been called
	variant  *setdoku.Variant // of SetVariant, nil for none
	last     *setdoku.Variant // that a line named, nil for none
	lastName string           // as the line had it
}

// NewReader returns a Reader of r. name appears in puzzles and errors.
func NewReader(r io.Reader, name string) *Reader {
	out := &Reader{file: name}
	out.src = layout.NewReader(r, func(variant string) (int, error) {
		v, err := out.variantNamed(variant)
		if err != nil {
			return 0, err
		}
		return v.Size, nil
	})
	return out
}

// OmitText leaves Puzzle.Text empty from the next one-line puzzle on. A caller that does not need the text saves a
// copy of every line.
func (r *Reader) OmitText() { r.textOff = true }

// SetVariant makes v the variant of the puzzles that name none. A puzzle that names another one is a bad record. Of a
// smaller board the Reader reads the same layouts, with one cell for each of the board, but library lines and CSV have
// 81 cells. Call SetVariant before the first Next.
func (r *Reader) SetVariant(v *setdoku.Variant) {
	r.variant = v
	r.src.SetSize(v.OrClassic().Size)
}

// Read is Next with a new Puzzle.
func (r *Reader) Read() (Puzzle, error) {
	var p Puzzle
	err := r.Next(&p)
	return p, err
}

// Next reads the next puzzle into p and overwrites all of it. After an error p is the zero value. A *LineError is
// a record that gives no puzzle, or lines that are not read. The next call continues after them. Any other error
// ends the text, and every later call returns it: io.EOF at the end, an error that wraps ErrNoPuzzles at the end
// of a text without a record, or an error that stops reading (read error, not a text file, broken XML).
func (r *Reader) Next(p *Puzzle) error {
	if r.board() == nil && r.plain(p) {
		return nil
	}
	err := r.src.Next(&r.rec)
	if err == nil {
		if err = r.puzzle(p); err == nil {
			return nil
		}
		*p = Puzzle{}
		return r.wrong(err)
	}
	*p = Puzzle{}
	if bad, ok := errors.AsType[*layout.Error](err); ok {
		return r.lineError(bad)
	}
	if stop, ok := errors.AsType[*layout.Stop](err); ok && stop.Line > 0 {
		return fmt.Errorf("%s line %d: %w", r.file, stop.Line, stop)
	}
	if err == io.EOF {
		return err
	}
	return fmt.Errorf("%s: %w", r.file, err)
}

// plain quickly reads a line of 81 digits and dots. It returns false if the next line is anything else.
func (r *Reader) plain(p *Puzzle) bool {
	d := &p.State.Givens // p is overwritten in any case
	line, name, ok := r.src.Plain((*[setdoku.CellCount]uint8)(d))
	if !ok {
		return false
	}
	if d.Check() != nil {
		r.src.Again()
		return false
	}
	p.State.Variant, p.State.Placed, p.State.Deleted = nil, setdoku.Grid{}, [setdoku.CellCount]setdoku.DigitSet{}
	p.File, p.Line, p.Name, p.Solution = r.file, r.src.Lines(), name, ""
	p.Text, p.Library = r.keepText(line), nil
	return true
}

// puzzle makes a puzzle of the record that was read.
func (r *Reader) puzzle(p *Puzzle) error {
	rec := &r.rec
	v, err := r.boardOf(rec)
	if err != nil {
		return err
	}
	p.State = setdoku.State{Variant: v, Givens: rec.Givens, Placed: rec.Placed}
	if rec.Marking != layout.NoMarks || len(rec.Deleted) > 0 {
		p.State = marked(p.State, rec)
	}
	p.File, p.Line, p.Name, p.Solution, p.Text, p.Library = r.file, rec.Line, rec.Name, "", "", nil
	if err := p.State.Check(); err != nil {
		return err
	}
	if rec.Solution != nil {
		d, err := solution(&p.State, rec.Solution)
		if err != nil {
			return err
		}
		p.Solution = d.String()
	}
	if rec.Text == nil {
		p.Text = Short(p.State)
	} else {
		p.Text = r.keepText(rec.Text)
	}
	if l := rec.Library; l != nil {
		p.Library = &LibraryLine{Code: l.Code, Variant: l.Variant, Digits: l.Digits, Extra: l.Extra,
			Eliminations: candidates(l.Eliminations), Placements: candidates(l.Placements)}
	}
	return nil
}

// boardOf returns the variant of a record as a State has it.
func (r *Reader) boardOf(rec *layout.Record) (*setdoku.Variant, error) {
	switch {
	case rec.Variant != "":
		v, err := r.variantNamed(rec.Variant)
		return unlessClassic(v), err
	case rec.Size == r.variant.OrClassic().Size:
		return r.board(), nil
	}
	name := fmt.Sprintf("%dx%[1]d", rec.Size)
	v, err := r.variantNamed(name)
	if err != nil && r.variant == nil {
		return nil, fmt.Errorf("a grid of %s, which has no usual regions: name its variant", name)
	}
	return v, err
}

// wrong returns the error of a record that is no puzzle, with the places of its cells.
func (r *Reader) wrong(err error) error {
	e := &LineError{File: r.file, Line: r.rec.Line, Err: err}
	if repeats, ok := errors.AsType[setdoku.Repeats](err); ok {
		e.positions = repeatPositions(repeats, &r.rec)
	} else {
		e.positions = []Position{{Line: e.Line, Column: 1, Length: max(1, utf8.RuneCount(r.rec.Text))}}
	}
	return e
}

// lineError returns an error of the text with its places.
func (r *Reader) lineError(bad *layout.Error) *LineError {
	e := &LineError{File: r.file, Line: bad.Line, Err: bad}
	for _, at := range bad.Places {
		e.positions = append(e.positions, Position{Line: at.Line, Column: at.Column, Length: at.Length})
	}
	return e
}

// marked makes a state of the pencil marks, or of the deleted candidates, of a record.
func marked(s setdoku.State, rec *layout.Record) setdoku.State {
	var marks [setdoku.CellCount]setdoku.DigitSet
	for i, m := range rec.Marks {
		marks[i] = setdoku.DigitSet(m)
	}
	switch rec.Marking {
	case layout.OnlyMarks:
		return fromMarks(s.Variant, &marks)
	case layout.GivenMarks:
		s.KeepOnly(&marks)
	}
	live := s.Candidates()
	for _, c := range candidates(rec.Deleted) {
		i := c.Cell.Index()
		s.Deleted[i] |= live[i] & setdoku.SetOf(c.Digit)
	}
	return s
}

// fromMarks returns the state of a grid of pencil marks on a board, nil for classic. A cell with one mark is a given,
// unless a peer has the same mark: then nobody has placed it yet.
func fromMarks(v *setdoku.Variant, marks *[setdoku.CellCount]setdoku.DigitSet) setdoku.State {
	s := setdoku.State{Variant: v}
	for i, m := range marks {
		single := m.Count() == 1
		for _, p := range s.Board().Peers[i] {
			single = single && marks[p]&m == 0
		}
		if single {
			s.Givens[i] = m.Lowest()
		}
	}
	s.KeepOnly(marks)
	return s
}

// solution reads the solution of a puzzle and checks that it solves the puzzle.
func solution(s *setdoku.State, text []byte) (d setdoku.Grid, err error) {
	board := s.Board()
	if len(text) != board.Size*board.Size {
		return d, fmt.Errorf("solution: %d cells, want %d", len(text), board.Size*board.Size)
	}
	for k, c := range text {
		i := k
		if board.Size < 9 {
			i = k/board.Size*9 + k%board.Size
		}
		if c < '1' || c > '9' {
			return d, fmt.Errorf("solution: %s is %q, want a digit", setdoku.CellAt(i), c)
		}
		d[i] = c - '0'
		if given := s.Givens[i]; given != 0 && given != d[i] {
			return d, fmt.Errorf("the solution does not solve the puzzle: %s is %d, and the puzzle has %d",
				setdoku.CellAt(i), d[i], given)
		}
	}
	if err := board.Check(d); err != nil {
		return d, fmt.Errorf("the solution does not solve the puzzle: %s", err)
	}
	return d, nil
}

// candidates returns candidates by digit, row and column.
func candidates(list []int) (out []setdoku.Candidate) {
	for _, n := range list {
		out = append(out, setdoku.Candidate{Cell: setdoku.Cell(n % 100), Digit: uint8(n / 100)})
	}
	return out
}
