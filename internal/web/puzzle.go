package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"setdoku/internal/explain"
	"setdoku/internal/format"
	"setdoku/internal/grid"
	"setdoku/internal/picture"
	"setdoku/solver"
	"setdoku/store"
)

// shown is a puzzle as it was after one of its steps, with the step itself.
type shown struct {
	Puzzle   store.Puzzle
	Steps    []store.HistoryStep // without what they did
	Step     int                 // 0 for the puzzle as it came
	Before   store.Position      // of the step; as it came for step 0
	After    store.Position
	Done     store.HistoryStep // the step, nothing for step 0
	Patterns []pattern         // of the step
	Wrong    []violation
	Dead     []string // what leaves no solution, in words
	Cell     int      // marked because the address asks for it, 0 for none
	Why      *store.Contradiction
}

// pattern is one pattern of a step and all that it proves.
type pattern struct {
	Key      int64
	Text     string // from the view history
	Proves   []store.HistoryDeduction
	Evidence []store.Evidence
	Words    []string
}

// violation is a row of the view violation.
type violation struct {
	UnitType     string `db:"unit_type" json:"unit_type"`
	Unit         int    `db:"unit" json:"unit"`
	Digit        int    `db:"digit" json:"digit"`
	Multiplicity int    `db:"multiplicity" json:"multiplicity"`
}

// look reads a puzzle at a step, at its last one when step is -1.
func (s *Server) look(ctx context.Context, id int64, step int) (*shown, error) {
	var v shown
	err := s.read.Snapshot(ctx, func(q *store.Snapshot) (err error) {
		if v.Puzzle, err = q.Puzzle(ctx, id); err != nil {
			return err
		}
		if v.Step = step; step < 0 {
			v.Step = v.Puzzle.Steps
		}
		r, err := q.Replay(ctx, v.Puzzle)
		if err != nil {
			return err
		}
		v.Steps = r.Steps
		if v.After, err = r.At(v.Step); err != nil {
			return err
		}
		if v.Puzzle.Status == "invalid" {
			if v.Why, err = q.Contradiction(ctx, id); err != nil {
				return err
			}
		}
		if v.Before = v.After; v.Step == 0 {
			return nil
		}
		if v.Before, err = r.At(v.Step - 1); err != nil {
			return err
		}
		v.Done, err = q.Step(ctx, id, v.Step, !v.Before.Known || !s.explains(v.After.Rule))
		if errors.Is(err, store.ErrNoStep) {
			return nil // the run kept nothing of it
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	v.Patterns = patternsOf(v.Done)
	v.Dead = deadEnds(v.After)
	if v.Puzzle.Status != "solved" {
		v.Wrong = []violation{}
		err = s.read.SelectContext(ctx, &v.Wrong, s.read.Rebind(`
			SELECT unit_type, unit, digit, multiplicity FROM violation WHERE puzzle_id = ? ORDER BY unit_type, unit, digit`), id)
	}
	return &v, store.Explain(err)
}

// deadEnds tells which cells have no candidate and which digits no place left, of a state whose candidates are
// known.
func deadEnds(p store.Position) (list []string) {
	if !p.Known {
		return nil
	}
	filled, marks := p.State.Filled(), p.State.Candidates()
	for i := range grid.Size {
		if filled[i] == 0 && marks[i] == 0 {
			list = append(list, grid.CellName(i)+" has no candidate left.")
		}
	}
	for u, cells := range grid.Units {
		var have grid.Marks
		for _, i := range cells {
			if have |= marks[i]; filled[i] != 0 {
				have |= grid.Mark(filled[i])
			}
		}
		for lost := grid.All &^ have; lost != 0; lost &= lost - 1 {
			list = append(list, fmt.Sprintf("Digit %d has no place left in %s %d.", lost.Lowest(), grid.UnitTypes[u/9], u%9+1))
		}
	}
	return list
}

// patternsOf gathers what a step did by the pattern that proves it, in the order of the keys.
func patternsOf(h store.HistoryStep) []pattern {
	at := make(map[int64]int)
	var list []pattern
	for _, d := range h.Deductions {
		i, known := at[d.Pattern]
		if !known {
			i = len(list)
			at[d.Pattern] = i
			list = append(list, pattern{Key: d.Pattern, Text: d.Text})
		}
		list[i].Proves = append(list[i].Proves, d)
	}
	for _, e := range h.Evidence {
		if i, known := at[e.Pattern]; known {
			list[i].Evidence = append(list[i].Evidence, e)
		}
	}
	slices.SortStableFunc(list, func(a, b pattern) int {
		switch {
		case a.Key < b.Key:
			return -1
		case a.Key > b.Key:
			return 1
		}
		return 0
	})
	return list
}

// boardCell is a cell of the grid as a table.
type boardCell struct {
	Cell    int
	Digit   uint8
	Given   bool
	Marks   []uint8 // candidates, ascending
	Changed bool    // by the step
}

// boardOf is a state as nine rows of nine cells.
func boardOf(v *shown) [9][9]boardCell {
	var b [9][9]boardCell
	filled, marks := v.After.State.Filled(), v.After.State.Candidates()
	for i := range grid.Size {
		c := boardCell{Cell: grid.Number(i), Digit: filled[i], Given: v.After.State.Givens[i] != 0}
		for d := uint8(1); d <= 9; d++ {
			if filled[i] == 0 && v.After.Known && marks[i].Has(d) {
				c.Marks = append(c.Marks, d)
			}
		}
		b[i/9][i%9] = c
	}
	for _, d := range v.Done.Deductions {
		i := grid.Index(d.Cell)
		b[i/9][i%9].Changed = true
	}
	if v.Cell != 0 {
		i := grid.Index(v.Cell)
		b[i/9][i%9].Changed = true
	}
	return b
}

// puzzleData is what the page of a puzzle shows.
type puzzleData struct {
	*shown
	Board     [9][9]boardCell
	Playable  bool // by hand, at its last step
	CanUndo   bool
	Crossing  bool // a click crosses out, as the last one did
	Rule      *solver.Technique
	Idea      string
	Statement string // the file of the rule
	Read      []tableRows
	Written   []tableRows
	Hint      *hint
	Message   string // what became of a move
	State     string // short form of the state, to be pasted elsewhere
	Picture   string // address of the picture
}

// puzzle is the page of one puzzle at one step.
func (s *Server) puzzle(w http.ResponseWriter, r *http.Request) error {
	id, err := puzzleID(r)
	if err != nil {
		return err
	}
	step, err := number(r.URL.Query(), "step", 0, -1)
	if err != nil {
		return err
	}
	return s.puzzleAt(w, r, http.StatusOK, id, step, "")
}

// puzzleAt writes the page of a puzzle, with a message about what was tried.
func (s *Server) puzzleAt(w http.ResponseWriter, r *http.Request, status int, id int64, step int, message string) error {
	ctx := r.Context()
	v, err := s.look(ctx, id, step)
	if err != nil {
		return err
	}
	if v.Cell, err = cellOf(r); err != nil {
		return err
	}
	last := v.Step == v.Puzzle.Steps
	unfinished := v.Puzzle.Status == "new" || v.Puzzle.Status == "stuck"
	d := puzzleData{
		shown: v, Board: boardOf(v), Playable: last && unfinished && s.write != nil, Message: message,
		State: format.Short(v.After.State), Picture: fmt.Sprintf("/puzzles/%d/picture.svg?step=%d", id, v.Step),
	}
	if v.Cell != 0 {
		d.Picture += fmt.Sprintf("&cell=%d", v.Cell)
	}
	d.Crossing = r.PostForm.Get("mode") == "cross"
	d.CanUndo = d.Playable && v.Done.Rule == "manual"
	if t, known := s.catalogue.Find(v.Done.Rule); known {
		d.Rule = &t
		if d.Statement, d.Idea, err = s.statementOf(t); err != nil {
			return err
		}
	}
	if v.Before.Known && s.explains(v.Done.Rule) {
		for i, p := range v.Patterns {
			v.Patterns[i].Words = explain.Words(v.Before.State, p.deduction(v.Done.Rule))
		}
	}
	size := 1
	if d.Rule != nil {
		size = d.Rule.Size
	}
	d.Read, d.Written = rowsOf(v, size)
	if level := r.URL.Query().Get("hint"); level != "" {
		if d.Hint, err = s.hint(ctx, v, level); err != nil {
			return err
		}
	}
	return s.render(w, r, status, "puzzle", "Puzzle "+strconv.FormatInt(id, 10), d)
}

// explains reports whether there are words for what a rule does. Of a technique of one's own there are none.
func (s *Server) explains(rule string) bool {
	t, known := s.catalogue.Find(rule)
	if known {
		_, err := solver.Text(t.File)
		known = err == nil
	}
	return known || rule == "manual"
}

// statementOf returns the file of a technique and the idea in its header. A technique file of one's own is
// not in the database, only its name is.
func (s *Server) statementOf(t solver.Technique) (statement, idea string, err error) {
	statement, err = solver.Text(t.File)
	if err != nil {
		return "", "", nil
	}
	header, err := solver.ParseHeader(statement)
	if err != nil {
		return "", "", fmt.Errorf("sql/%s.sql: %w", t.File, err)
	}
	return statement, header.Idea, nil
}

// tableRows are rows of a table as the page shows them, with the query that gives them.
type tableRows struct {
	Table   string
	Query   string
	Columns []string
	Rows    [][]any
	More    int // rows that are not shown
}

// shownRows is how many rows of a table the page of a puzzle shows.
const shownRows = 40

// rowsOf lists the rows that a step wrote, and those that its patterns are made of: the parts of the patterns
// and the candidates of their cells as they were. All of them are at hand already.
func rowsOf(v *shown, size int) (read, written []tableRows) {
	if v.Step == 0 || len(v.Done.Deductions) == 0 {
		return nil, nil
	}
	id, step := v.Puzzle.PuzzleID, v.Step
	of := fmt.Sprintf("WHERE puzzle_id = %d AND step = %d", id, step)
	read = append(read, tableRows{
		Table: "pass", Query: fmt.Sprintf("SELECT %d AS puzzle_id, name AS technique, size FROM technique WHERE name = '%s'", id, v.Done.Rule),
		Columns: []string{"puzzle_id", "technique", "size"}, Rows: [][]any{{id, v.Done.Rule, size}},
	})
	parts := tableRows{
		Table: "evidence", Query: "SELECT * FROM evidence " + of + " ORDER BY pattern, ordinal",
		Columns: []string{"pattern", "ordinal", "role", "cell", "digit", "unit_type", "unit"},
	}
	cells := make(map[int]bool)
	for _, e := range v.Done.Evidence {
		parts.Rows = append(parts.Rows, []any{e.Pattern, e.Ordinal, e.Role, whole(e.Cell), whole(e.Digit), unit(e.UnitType), whole(e.Unit)})
		if e.Cell != nil {
			cells[*e.Cell] = true
		}
	}
	read = append(read, parts)
	if v.Before.Known {
		marks := tableRows{Table: "candidate_at", Columns: []string{"cell", "digit"}, Query: fmt.Sprintf(
			"SELECT cell, digit FROM candidate_at WHERE puzzle_id = %d AND step = %d AND cell IN (SELECT e.cell FROM evidence AS e "+
				"WHERE e.puzzle_id = %d AND e.step = %d) ORDER BY cell, digit", id, step-1, id, step)}
		for i, m := range v.Before.State.Candidates() {
			for ; cells[grid.Number(i)] && m != 0; m &= m - 1 {
				marks.Rows = append(marks.Rows, []any{grid.Number(i), m.Lowest()})
			}
		}
		read = append(read, marks)
	}
	written = append(written, tableRows{
		Table: "step", Query: "SELECT * FROM step " + of, Columns: []string{"puzzle_id", "step", "rule", "placements", "eliminations"},
		Rows: [][]any{{id, step, v.Done.Rule, v.Done.Placements, v.Done.Eliminations}},
	})
	for _, table := range []string{"cell", "elimination"} {
		t := tableRows{
			Table: table, Query: "SELECT * FROM " + table + " " + of + " ORDER BY cell, digit",
			Columns: []string{"puzzle_id", "step", "cell", "digit", "rule", "pattern"},
		}
		for _, d := range v.Done.Deductions {
			if d.Placement == (table == "cell") {
				t.Rows = append(t.Rows, []any{id, step, d.Cell, d.Digit, v.Done.Rule, d.Pattern})
			}
		}
		if len(t.Rows) > 0 {
			written = append(written, t)
		}
	}
	for _, list := range [][]tableRows{read, written} {
		for i := range list {
			list[i].More = max(0, len(list[i].Rows)-shownRows)
			list[i].Rows = list[i].Rows[:len(list[i].Rows)-list[i].More]
		}
	}
	return read, written
}

// whole is a number, or NULL.
func whole(n *int) any {
	if n == nil {
		return nil
	}
	return *n
}

// unit is a type of unit, or NULL.
func unit(s *string) any {
	if s == nil {
		return nil
	}
	return *s
}

// cellOf is the cell that an address marks, 0 for none.
func cellOf(r *http.Request) (int, error) {
	cell, err := number(r.URL.Query(), "cell", 11, 0)
	if err == nil && cell != 0 && !grid.Valid(cell) {
		err = problem(http.StatusBadRequest, fmt.Sprintf("cell=%d, want row * 10 + column", cell))
	}
	return cell, err
}

// picture draws a puzzle before a step with what the step did, or as it came, or with a hint.
func (s *Server) picture(w http.ResponseWriter, r *http.Request) error {
	id, err := puzzleID(r)
	if err != nil {
		return err
	}
	step, err := number(r.URL.Query(), "step", 0, -1)
	if err != nil {
		return err
	}
	v, err := s.look(r.Context(), id, step)
	if err != nil {
		return err
	}
	d := diagramOf(v)
	if v.Cell, err = cellOf(r); err != nil {
		return err
	}
	if v.Cell != 0 {
		d.Parts = append(d.Parts, picture.Part{Role: "cell", Cell: v.Cell})
	}
	if r.URL.Query().Get("hint") != "" {
		h, err := s.hint(r.Context(), v, "why")
		if err != nil {
			return err
		}
		if h != nil {
			d = h.diagram
		}
	}
	var b bytes.Buffer
	if err := picture.SVG(&b, d, picture.Options{}); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	_, _ = w.Write(b.Bytes())
	return nil
}
