package web

import (
	"bytes"
	"context"
	"fmt"
	"html/template"
	"net/http"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain"
	"setdoku/internal/explain/picture"
	"setdoku/internal/format"
	"setdoku/solver"
	sqlfiles "setdoku/sql"
)

// puzzleData is the data of the page of a puzzle.
type puzzleData struct {
	*shown
	Place       place // with the step and the pattern that are shown
	Open        bool  // the solver can go on from the step that is shown
	Drawing     template.HTML
	Explanation explanation // the words of the chosen pattern
	Said        string
	Rule        *catalogue.Technique
	Header      *catalogue.Header // nil for a user's own technique
	Statement   string            // the SQL file of the rule
	Read        []tableRows
	Written     []tableRows
	MissingText string // a sentence about the rows of the step that the run did not store, "" if it stored all
	Hint        *solver.Hint
	Message     string // why a move was refused
	Game        string // the address of an unfinished game of the player, "" for none
	State       string // short form of the state, to paste elsewhere
}

// puzzle answers with the page of a puzzle at one step.
func (s *Server) puzzle(w http.ResponseWriter, r *http.Request) error {
	p, err := parsePlace(r)
	if err != nil {
		return err
	}
	return s.puzzleAt(w, r, http.StatusOK, p, "")
}

// puzzleAt writes the page of a puzzle, with a message about a move that was refused.
func (s *Server) puzzleAt(w http.ResponseWriter, r *http.Request, status int, p place, message string) error {
	ctx := r.Context()
	v, err := s.lookAt(ctx, p)
	if err != nil {
		return err
	}
	p.Step = v.Step
	d := puzzleData{
		shown: v, Place: p, Open: v.open(), Message: message, State: format.Short(v.After.State),
	}
	s.addRule(&d)
	if level := r.URL.Query().Get("hint"); level != "" {
		if d.Hint, err = s.hint(ctx, v.After, level); err != nil {
			return err
		}
	}
	if s.site.ReadOnly == "" {
		if d.Game, err = s.games().unfinishedGame(r, v.Puzzle.PuzzleID); err != nil {
			return err
		}
	}
	d.Said, d.MissingText = v.said(), v.notKept()
	if d.Drawing, err = drawing(d.diagram(), d.Shows()); err != nil {
		return err
	}
	return s.site.Render(w, r, status, "puzzle", d.title(), &d)
}

// addRule adds the words about the rule of the step, its statement, and the rows that the statement read and wrote.
func (s *Server) addRule(d *puzzleData) {
	if t, known := s.catalogue.Find(d.Done.Rule); known {
		d.Rule = &t
		d.Statement, d.Header = techniqueStatement(t)
	}
	if d.Chosen > 0 {
		d.markPatterns(d.Rule)
		d.Explanation = explained(d.Shown(), d.Before, d.Place.Branch, d.Place.Drawing)
	}
	if len(d.Done.Deductions) > 0 && !d.Needed { // the rows belong to the steps of the whole path
		d.Read, d.Written = d.stepRows()
	}
}

// Givens returns the givens, a character for each cell of the board.
func (d *puzzleData) Givens() string { return d.Board().Text(d.Path.Start.Givens) }

// diagram returns the picture of the hint, or of the step.
func (d *puzzleData) diagram() picture.Diagram {
	switch {
	case d.Hint == nil:
		return newDiagram(d.shown, d.Place)
	case d.hinted():
		return picture.Diagram{State: d.Hint.State, Deduction: d.Hint.Shown()}
	}
	return newDiagram(d.shown, place{After: true})
}

// hinted reports whether the picture is that of the hint.
func (d *puzzleData) hinted() bool {
	return d.Hint != nil && d.Hint.Level == "why" && d.Hint.Status == solver.StatusStep
}

// hint returns the hint after a position.
func (s *Server) hint(ctx context.Context, at setdoku.Position, level string) (*solver.Hint, error) {
	if !at.Known {
		return nil, problemf(http.StatusConflict,
			"the pencil marks after this step were not stored, so the next step is unknown")
	}
	return s.advisers.Hint(ctx, at.State, level)
}

// Shows returns a label of the picture.
func (d *puzzleData) Shows() string {
	switch {
	case d.hinted():
		return "The grid with the hint"
	case d.Step == 0:
		return "The grid before all steps"
	case d.Place.After || d.Hint != nil:
		return fmt.Sprintf("The grid after step %d", d.Step)
	case len(d.Patterns) > 1:
		return fmt.Sprintf("The grid before step %d, with pattern %d", d.Step, d.Chosen)
	}
	return fmt.Sprintf("The grid before step %d, with what the step does", d.Step)
}

// title returns the title of the page.
func (d *puzzleData) title() string {
	text := fmt.Sprintf("Puzzle %d", d.Puzzle.PuzzleID)
	if d.Step > 0 {
		text += fmt.Sprintf(", step %d: %s", d.Step, ruleTitle(d.Done.Rule))
	}
	if len(d.Patterns) > 1 {
		text += fmt.Sprintf(", pattern %d", d.Chosen)
	}
	return text
}

// Listed returns the patterns that the page lists.
func (d *puzzleData) Listed() []explain.Explanation {
	first, last := d.listed()
	return d.Patterns[first-1 : last]
}

// Shown returns the chosen pattern, nil if the step has none.
func (d *puzzleData) Shown() *explain.Explanation {
	if d.Chosen == 0 {
		return nil
	}
	return &d.Patterns[d.Chosen-1]
}

// Else returns the address of all that the techniques find in the position of the picture, "" if its pencil marks are
// unknown.
func (d *puzzleData) Else() string {
	at, after := d.Before, max(d.Step-1, 0)
	if d.Place.After || d.Open {
		at, after = d.After, d.Step
	}
	if d.Needed || !at.Known {
		return ""
	}
	return matchQuery{Puzzle: d.Puzzle.PuzzleID, After: after, Digit: d.Place.Digit}.String()
}

// Other returns the address of the same place in the other path.
func (d *puzzleData) Other() string {
	if !d.Needed {
		return fmt.Sprintf("/puzzles/%d?path=needed&from=%d", d.Puzzle.PuzzleID, d.Step)
	}
	step := d.Done.Number
	if d.Step > 0 && step == 0 {
		step = d.Whole
	}
	return place{Puzzle: d.Puzzle.PuzzleID, Step: step}.String()
}

// techniqueStatement returns the SQL file of a technique and its header. It returns "" and nil for a user's own technique,
// because the database has only the name of its file.
func techniqueStatement(t catalogue.Technique) (text string, header *catalogue.Header) {
	text, err := sqlfiles.Text(t.File)
	if err != nil {
		return "", nil
	}
	return text, catalogue.HeaderNamed(t.Name)
}

// picture draws the puzzle at a place.
func (s *Server) picture(w http.ResponseWriter, r *http.Request) error {
	p, err := parsePlace(r)
	if err != nil {
		return err
	}
	v, err := s.lookAt(r.Context(), p)
	if err != nil {
		return err
	}
	return writePicture(w, newDiagram(v, p))
}

// writePicture answers with a picture.
func writePicture(w http.ResponseWriter, d picture.Diagram) error {
	var b bytes.Buffer
	if err := picture.SVG(&b, d, picture.Options{}); err != nil {
		return err
	}
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	return writeFile(w, "image/svg+xml", "", b.Bytes())
}
