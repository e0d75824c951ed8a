package format

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"setdoku"
)

// Reader reads the puzzles of one text, one at a time: a file, standard input, an argument, or the text of a form.
type Reader struct {
	file     string
	src      *scanner
	texts    slab
	textOff  bool             // OmitText has been called
	variant  *setdoku.Variant // of SetVariant, nil for none
	unusual  bool             // variant is not classic
	last     *setdoku.Variant // that a line named, nil for none
	lastName string           // as the line had it
	isAhead  bool             // ahead is the next puzzle, or aheadErr the next error
	ahead    Puzzle
	aheadErr error
	wrongAt  int // the line of the last record that was no puzzle

	solutionsOff bool   // OmitSolutions has been called
	before       Puzzle // then the puzzle that Next returned last, if its solution may follow
}

// NewReader returns a Reader of r. name appears in puzzles and errors.
func NewReader(r io.Reader, name string) *Reader {
	out := &Reader{file: name}
	out.src = newScanner(r, 9, out.variantNamed)
	return out
}

// OmitText leaves Puzzle.Text empty from the next puzzle on. A caller that does not need the text saves a copy of every
// line. Call OmitText before the first Next.
func (r *Reader) OmitText() { r.textOff = true }

// OmitSolutions lets Next return a puzzle without waiting for a later line, which may be its solution. Next checks such
// a solution, but leaves it out. Call OmitSolutions before the first Next.
func (r *Reader) OmitSolutions() { r.solutionsOff = true }

// SetVariant makes v the variant of the puzzles that name none. A puzzle that names another one is a bad record. Of a
// smaller board the Reader reads the same layouts, with one cell for each of the board, but library lines have 81
// cells. Call SetVariant before the first Next.
func (r *Reader) SetVariant(v *setdoku.Variant) {
	r.variant = v
	r.src.size = v.OrClassic().Size
	r.src.busy, r.unusual = r.src.size != 9, r.board() != nil
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
	var err error
	if r.isAhead {
		*p, err = r.ahead, r.aheadErr
		r.isAhead = false
	} else {
		err = r.readNew(p)
	}
	if r.solutionsOff && err == nil && !r.src.queued() {
		r.before = *p
		return nil
	}
	for answered := err == nil; answered; {
		if answered, r.aheadErr = r.read(&r.ahead, p); !answered {
			bad, ok := errors.AsType[*unsolvedError](r.aheadErr)
			if r.isAhead = !ok || bad.line != p.Line; !r.isAhead {
				err = r.aheadErr
			}
		}
	}
	if err != nil {
		*p = Puzzle{}
	}
	return err
}

// readNew reads the next record into p, after the solution of the puzzle before it.
func (r *Reader) readNew(p *Puzzle) error {
	if r.before.Line == 0 {
		_, err := r.read(p, nil)
		return err
	}
	before := &r.before
	answered, err := r.read(p, before)
	for answered {
		answered, err = r.read(p, before)
	}
	before.Line = 0
	return err
}

// unsolvedError is the error of a solution that does not solve its puzzle.
type unsolvedError struct {
	line int // of the solution
	err  error
}

func (e *unsolvedError) Error() string {
	return "the solution does not solve the puzzle: " + e.err.Error()
}

// read reads the next record into p. If it is the solution of the puzzle before, not nil, it becomes its Solution, and
// answered is true.
func (r *Reader) read(p, before *Puzzle) (answered bool, err error) {
	d := &p.State.Givens // p is overwritten in any case
	if r.unusual {
		// each line is a record
	} else if line, name, ok := r.src.plain(d); ok {
		if bytes.IndexByte(d[:], 0) >= 0 && d.Check() == nil {
			p.State.Variant, p.State.Placed = nil, setdoku.Grid{}
			p.State.Deleted = [setdoku.CellCount]setdoku.DigitSet{}
			p.File, p.Line, p.Name, p.Solution = r.file, r.src.src.n, name, ""
			p.Text, p.Library = r.keepText(line), nil
			return false, nil
		}
		r.src.src.back()
		r.src.busy = true
	}
	rec, err := r.src.next()
	if err != nil {
		return false, r.wrong(err)
	}
	if rec.answer || rec.full() {
		if before == nil && rec.line == r.wrongAt {
			return r.read(p, nil) // its puzzle was an error
		}
		if before != nil && before.Library == nil && rec.solves(before) &&
			(before.Solution == "" || before.Solution == rec.givens.String()) {
			return r.solve(before, rec)
		}
	}
	if err := r.puzzle(p, rec); err != nil {
		e := &LineError{File: r.file, Line: rec.line, Err: err}
		if repeats, ok := errors.AsType[setdoku.Repeats](err); ok {
			e.positions = repeatPositions(repeats, rec)
		}
		if len(e.positions) == 0 {
			e.positions = []Position{{Line: e.Line, Column: 1, Length: max(1, utf8.RuneCount(rec.text))}}
		}
		r.wrongAt = e.Line
		return false, e
	}
	return false, nil
}

// solves reports whether a record is meant as the solution of the puzzle before it: the puzzle has empty cells, or the
// record is its answer.
func (rec *record) solves(before *Puzzle) bool {
	for k := range rec.size * rec.size {
		if i := index(k, rec.size); before.State.Givens[i] == 0 && before.State.Placed[i] == 0 {
			return rec.size == before.State.Board().Size
		}
	}
	return rec.answer || rec.line == before.Line && rec.givens == before.State.Filled()
}

// solve makes a record the solution of the puzzle before it.
func (r *Reader) solve(p *Puzzle, rec *record) (answered bool, err error) {
	board := p.State.Board()
	for i, digit := range &rec.givens {
		given := p.State.Givens[i]
		switch {
		case given == digit && digit != 0, given == 0 && (digit != 0 || i/9 >= board.Size || i%9 >= board.Size):
			continue
		case digit == 0:
			err = fmt.Errorf("expected a digit in %v", setdoku.CellAt(i))
		default:
			err = fmt.Errorf("expected %d in %v, as the puzzle has, got %d", given, setdoku.CellAt(i), digit)
		}
		break
	}
	if err == nil {
		err = board.Check(rec.givens)
	}
	if err == nil {
		p.Solution = rec.givens.String()
		return true, nil
	}
	e := &LineError{File: r.file, Line: rec.line, Err: &unsolvedError{rec.line, err}}
	e.positions = []Position{{Line: rec.line, Column: 1, Length: max(1, utf8.RuneCount(rec.text))}}
	if at, ok := rec.place(0); ok && rec.column > 0 {
		at.Length = board.Size * board.Size
		e.positions[0] = at
	}
	return false, e
}

// wrong returns an error of the scanner with the name of the file.
func (r *Reader) wrong(err error) error {
	if bad, ok := errors.AsType[*LineError](err); ok {
		bad.File, r.wrongAt = r.file, bad.Line
		return bad
	}
	if stop, ok := errors.AsType[*stop](err); ok && stop.line > 0 {
		return fmt.Errorf("%s line %d: %w", r.file, stop.line, stop)
	}
	if err == io.EOF {
		return err
	}
	return fmt.Errorf("%s: %w", r.file, err)
}

// puzzle makes a puzzle of a record.
func (r *Reader) puzzle(p *Puzzle, rec *record) error {
	v, err := r.boardFor(rec)
	if err != nil {
		return err
	}
	p.State = setdoku.State{Variant: v, Givens: rec.givens, Placed: rec.placed}
	if rec.marking != noMarks || len(rec.deleted) > 0 {
		p.State = marked(p.State, rec)
	}
	p.File, p.Line, p.Name, p.Solution, p.Text, p.Library = r.file, rec.line, rec.name, "", "", rec.library
	if err := p.State.Check(); err != nil {
		return err
	}
	switch {
	case r.textOff:
	case rec.text == nil:
		p.Text = Short(p.State)
	default:
		p.Text = r.keepText(rec.text)
	}
	return nil
}

// boardFor returns the variant of a record as a State has it.
func (r *Reader) boardFor(rec *record) (*setdoku.Variant, error) {
	switch {
	case rec.variant != "":
		v, err := r.variantNamed(rec.variant)
		return unlessClassic(v), err
	case rec.size == r.variant.OrClassic().Size:
		return r.board(), nil
	}
	name := boardName(rec.size)
	v, err := r.variantNamed(name)
	if err != nil && r.variant == nil {
		return nil, fmt.Errorf("a grid of %s, which has no usual regions: name its variant", name)
	}
	return v, err
}

// marked makes a state of the pencil marks, or of the deleted candidates, of a record.
func marked(s setdoku.State, rec *record) setdoku.State {
	switch rec.marking {
	case onlyMarks:
		return fromMarks(s.Variant, &rec.marks)
	case givenMarks:
		s.KeepOnly(&rec.marks)
	}
	live := s.Candidates()
	for _, c := range rec.deleted {
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
