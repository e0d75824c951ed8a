package web

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"

	"setdoku"
	"setdoku/internal/explain"
	"setdoku/internal/format"
	"setdoku/internal/picture"
	"setdoku/solver/statement"
	sqlfiles "setdoku/sql"
)

// puzzleData is what the page of a puzzle shows.
type puzzleData struct {
	*shown
	Board     [9][9]boardCell
	Playable  bool // the page shows the last step, and the user may make moves
	CanUndo   bool
	Crossing  bool // a click crosses out, because the last click did
	Rule      *setdoku.Technique
	Idea      string
	Statement string // the SQL file of the rule
	Read      []tableRows
	Written   []tableRows
	NotKept   string // what the run did not store of the step, "" for nothing
	Hint      *hint
	Message   string // why a move was refused
	State     string // short form of the state, to paste elsewhere
	Picture   string // address of the picture
}

// puzzle answers with the page of a puzzle at one step.
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

// puzzleAt writes the page of a puzzle, with a message about a move that was refused.
func (s *Server) puzzleAt(w http.ResponseWriter, r *http.Request, status int, id int64, step int, message string) error {
	ctx := r.Context()
	needed, err := wantsNeeded(r)
	if err != nil {
		return err
	}
	v, err := s.lookAt(ctx, id, step, needed)
	if err != nil {
		return err
	}
	if v.Cell, err = cellOf(r); err != nil {
		return err
	}
	last := v.Step == v.Puzzle.Steps
	unfinished := v.Puzzle.Status == setdoku.StatusNew || v.Puzzle.Status == setdoku.StatusStuck
	d := puzzleData{
		shown: v, Board: boardOf(v), Playable: last && unfinished && s.write != nil && !needed, Message: message,
		State: format.Short(v.After.State), Picture: fmt.Sprintf("/puzzles/%d/picture.svg?step=%d", id, v.Step),
	}
	if v.Cell != 0 {
		d.Picture += fmt.Sprintf("&cell=%d", v.Cell)
	}
	if needed {
		d.Picture += "&path=needed"
	}
	d.Crossing = r.PostForm.Get("mode") == "cross"
	d.CanUndo = d.Playable && v.Done.Rule == setdoku.RuleManual
	if t, known := s.catalogue.Find(v.Done.Rule); known {
		d.Rule = &t
		var header *sqlfiles.Header
		if d.Statement, header, err = statementOf(t); err != nil {
			return err
		}
		if header != nil {
			d.Idea = header.Idea
		}
	}
	if v.Before.Known && s.explains(v.Done.Rule) {
		for i, p := range v.Patterns {
			v.Patterns[i].Line, v.Patterns[i].Words = explain.Told(v.Before.State, p.deduction(v.Done.Rule), d.Rule)
		}
	}
	if err := s.addNotation(ctx, v); err != nil {
		return err
	}
	d.NotKept = v.notKept()
	size := 1
	if d.Rule != nil {
		size = d.Rule.Size
	}
	if !needed { // the rows belong to the steps of the whole path
		d.Read, d.Written = rowsOf(v, size)
	}
	if level := r.URL.Query().Get("hint"); level != "" {
		if d.Hint, err = s.hint(ctx, v, level); err != nil {
			return err
		}
	}
	return s.render(w, r, status, "puzzle", "Puzzle "+strconv.FormatInt(id, 10), d)
}

// explains reports whether the program can explain a rule in words. It cannot explain a user's own technique.
func (s *Server) explains(rule string) bool {
	t, known := s.catalogue.Find(rule)
	if known {
		_, err := statement.Text(t.File)
		known = err == nil
	}
	return known || rule == setdoku.RuleManual
}

// statementOf returns the SQL file of a technique and its header. It returns "" and nil for a user's own technique, because
// the database has only the name of its file.
func statementOf(t setdoku.Technique) (text string, header *sqlfiles.Header, err error) {
	text, err = statement.Text(t.File)
	if err != nil {
		return "", nil, nil
	}
	h, err := sqlfiles.ParseHeader(text)
	if err != nil {
		return "", nil, fmt.Errorf("sql/%s.sql: %w", t.File, err)
	}
	return text, &h, nil
}

// cellOf returns the cell that the address marks, 0 for none.
func cellOf(r *http.Request) (int, error) {
	cell, err := number(r.URL.Query(), "cell", 11, 0)
	if err == nil && cell != 0 && !setdoku.ValidCell(cell) {
		err = problem(http.StatusBadRequest, fmt.Sprintf("cell=%d, want row * 10 + column", cell))
	}
	return cell, err
}

// picture draws the puzzle before a step with what the step does, the puzzle before all steps, or a hint.
func (s *Server) picture(w http.ResponseWriter, r *http.Request) error {
	id, err := puzzleID(r)
	if err != nil {
		return err
	}
	step, err := number(r.URL.Query(), "step", 0, -1)
	if err != nil {
		return err
	}
	needed, err := wantsNeeded(r)
	if err != nil {
		return err
	}
	v, err := s.lookAt(r.Context(), id, step, needed)
	if err != nil {
		return err
	}
	d := diagramOf(v)
	if v.Cell, err = cellOf(r); err != nil {
		return err
	}
	if v.Cell != 0 {
		d.Parts = append(d.Parts, setdoku.Evidence{Role: "cell", Cell: v.Cell})
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
