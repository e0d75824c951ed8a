package web

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"setdoku"
	"setdoku/internal/explain"
	"setdoku/internal/format"
	"setdoku/solver"
	"setdoku/solver/solutions"
	"setdoku/store"
)

// mostEchoed is the size in bytes of the largest text that the form shows again with its faults marked. The faulty
// lines of a longer text are skipped, as those of a file.
const mostEchoed = 1 << 20

// solveData is the data of the page with the form for puzzles.
type solveData struct {
	Text    string           // of the form that was sent
	Variant *setdoku.Variant // the board that the form has chosen, nil for none
	Sheet   *format.Sheet    // its puzzles and faults, nil before it was sent
	Lines   []format.Line    // of the text, with its faults marked
	Jobs    []jobProgress
}

// solvePage answers with the form for puzzles, which other sites may fill in with puzzle=TEXT, and with the list of
// jobs.
func (s *Server) solvePage(w http.ResponseWriter, r *http.Request) error {
	return s.site.Render(w, r, http.StatusOK, "solve", "Solve",
		solveData{Text: r.URL.Query().Get("puzzle"), Jobs: s.jobs.All()})
}

// solvePosted starts a job for the puzzles of the form and redirects to its page. If the text has a fault, the form
// comes back with the faults marked; the button for the rest sends it again.
func (s *Server) solvePosted(w http.ResponseWriter, r *http.Request) error {
	return s.withList(w, r, func(l *list) (*job, error) {
		if err := l.readForm(r); err != nil {
			return nil, err
		}
		if l.sheet.Puzzles == 0 || l.sheet.Bad > 0 && !l.skip {
			d := solveData{Variant: l.variant, Sheet: l.sheet, Jobs: s.jobs.All()}
			d.Lines = l.sheet.Lines(bytes.NewReader(l.text.Bytes()))
			if !l.isFile && l.text.Len() <= mostEchoed {
				d.Text = l.text.String()
			}
			return nil, s.site.Render(w, r, http.StatusBadRequest, "solve", "Solve", d)
		}
		if l.step {
			return nil, s.firstStep(w, r, l.sheet)
		}
		if l.play {
			return nil, s.playPosted(w, r, l)
		}
		j, err := s.startJob(l)
		if err == nil {
			p, _ := j.Look()
			http.Redirect(w, r, "/solve/"+p.ID, http.StatusSeeOther)
		}
		return j, err
	})
}

// firstStep adds the only puzzle of a list and shows its first step as a hint, which stores nothing more. If the puzzle
// has steps already, it shows the first of them.
func (s *Server) firstStep(w http.ResponseWriter, r *http.Request, sheet *format.Sheet) error {
	if sheet.Puzzles != 1 {
		return problemf(http.StatusBadRequest, "the text has %d puzzles: the first step is shown of one",
			sheet.Puzzles)
	}
	id, err := s.withSteps(r.Context(), sheet.First.State)
	address := place{Puzzle: id, Step: 1}.String()
	if err == nil && id == 0 {
		err = s.write.Writing(r.Context(), func(c *store.Conn) error {
			return c.Atomically(r.Context(), func() error {
				added, _, err := c.Add(r.Context(), []format.Puzzle{sheet.First})
				if err == nil {
					address = fmt.Sprintf("/puzzles/%d?hint=why", added[0].PuzzleID)
				}
				return err
			})
		})
	}
	if err == nil {
		http.Redirect(w, r, address, http.StatusSeeOther)
	}
	return err
}

// playPosted adds the puzzle of the form to the collection, solves it there, and begins a game of it. The solution is
// not shown.
func (s *Server) playPosted(w http.ResponseWriter, r *http.Request, l *list) error {
	n, err := solutions.CountState(r.Context(), l.sheet.First.State, 1)
	switch {
	case l.sheet.Puzzles > 1:
		return problemf(http.StatusBadRequest,
			"the text has %d puzzles: play one of them, or solve all and choose one in the list", l.sheet.Puzzles)
	case err == nil && n == 0:
		return problemf(http.StatusBadRequest, "this puzzle has no solution: look for a wrong digit")
	}
	result, err := s.goOn(r.Context(), l.sheet.First, nil, false)
	if err != nil {
		return err
	}
	return s.games().Begin(w, r, store.Game{PuzzleID: result.PuzzleID})
}

// list is a text with puzzles that a request has sent.
type list struct {
	text    bytes.Buffer
	sheet   *format.Sheet
	variant *setdoku.Variant // of the puzzles that name none, nil for classic
	name    string           // source of the puzzles
	isFile  bool
	skip    bool   // its faults may be skipped
	step    bool   // make only the first step
	play    bool   // the player wants to play the puzzle
	release func() // gives its memory back
}

// withList calls do, which reads the list of a request and may start a job. The memory of the list stays reserved until
// the job ends.
func (s *Server) withList(w http.ResponseWriter, r *http.Request, do func(*list) (*job, error)) error {
	release, err := s.admit(w, r, forList+requestSize(r))
	if err != nil {
		return err
	}
	l := &list{release: release}
	l.text.Grow(int(requestSize(r)))
	j, err := do(l)
	if j == nil {
		release()
	}
	return err
}

// startJob starts a job for the puzzles of a list.
func (s *Server) startJob(l *list) (*job, error) {
	in := jobInput{Name: l.name, Total: l.sheet.Puzzles, Bad: l.sheet.Bad, Ended: l.release}
	in.Puzzles = func(yield func(format.Puzzle) bool) { l.sheet.All(bytes.NewReader(l.text.Bytes()))(yield) }
	for _, f := range l.sheet.Faults {
		in.Errors = append(in.Errors, f.String())
	}
	j, err := s.jobs.Start(in)
	if errors.Is(err, ErrClosed) {
		return nil, problemf(http.StatusServiceUnavailable, "%v", err)
	}
	return j, err
}

// read reads a text, which is the body of a request or a part of it.
func (l *list) read(text io.Reader, name string) (err error) {
	l.text.Reset()
	l.name = name
	l.sheet, err = format.ReadSheet(io.TeeReader(text, &l.text), name, l.variant)
	return err
}

// setVariant chooses the board of the puzzles that name none. An empty name chooses none.
func (l *list) setVariant(name string) (err error) {
	if name == "" {
		return nil
	}
	if l.variant, err = setdoku.ParseVariant(name); err != nil {
		return problemf(http.StatusBadRequest, "%v", err)
	}
	return nil
}

// readForm reads the puzzles of the form: the file if there is one, otherwise the text. The board comes before them.
func (l *list) readForm(r *http.Request) error {
	form, err := r.MultipartReader()
	if err != nil {
		return bodyProblem(fmt.Errorf("the form cannot be read: %w", err))
	}
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return bodyProblem(fmt.Errorf("the form cannot be read: %w", err))
		}
		content := bufio.NewReader(part)
		_, missing := content.Peek(1)
		switch name := part.FormName(); {
		case missing != nil:
		case name == "skip":
			l.skip = true
		case name == "step":
			l.step = true
		case name == "play":
			l.play = true
		case name == "variant":
			var text []byte
			if text, err = io.ReadAll(io.LimitReader(content, 200)); err == nil {
				err = l.setVariant(string(text))
			}
		case name == "file":
			l.isFile = true
			err = l.read(content, part.FileName())
		case name == "puzzles" && !l.isFile:
			err = l.read(content, "pasted text")
		}
		if err != nil {
			return bodyProblem(err)
		}
	}
	if l.sheet == nil {
		return l.read(strings.NewReader(""), "pasted text")
	}
	l.skip = l.skip || l.isFile || l.text.Len() > mostEchoed
	return nil
}

// apiSolve starts a job for the puzzles of the body, in any format, and answers with the job.
func (s *Server) apiSolve(w http.ResponseWriter, r *http.Request) error {
	return s.withList(w, r, func(l *list) (*job, error) {
		if err := l.setVariant(r.URL.Query().Get("variant")); err != nil {
			return nil, err
		}
		if err := l.read(r.Body, "body"); err != nil {
			return nil, bodyProblem(err)
		}
		if l.sheet.Puzzles == 0 {
			return nil, problemf(http.StatusBadRequest, "the input has no puzzle: %v", l.sheet.Faults[0])
		}
		j, err := s.startJob(l)
		if err != nil {
			return nil, err
		}
		p, _ := j.Look()
		w.Header().Set("Location", "/api/jobs/"+p.ID)
		return j, writeJSON(w, http.StatusAccepted, p)
	})
}

// textCheck describes a text of the form. The script asks for it while the user types.
type textCheck struct {
	Puzzles   int            `json:"puzzles"`
	Variant   string         `json:"variant,omitempty"` // of the only puzzle, if it is not classic
	Grid      *string        `json:"grid"`              // the givens, if the text is one puzzle of only givens
	Solutions *int           `json:"solutions"`         // of the only puzzle; 2 for two or more
	Message   string         `json:"message,omitempty"` // why these were not counted
	Bad       int            `json:"bad"`
	Faults    []format.Fault `json:"faults"`
}

// apiCheck lists the faults of a text, and adds nothing to the database.
func (s *Server) apiCheck(w http.ResponseWriter, r *http.Request) error {
	release, err := s.admit(w, r, forList)
	if err != nil {
		return err
	}
	defer release()
	var l list
	if err := l.setVariant(r.URL.Query().Get("variant")); err != nil {
		return err
	}
	sheet, err := format.ReadSheet(r.Body, "body", l.variant)
	if err != nil {
		return bodyProblem(err)
	}
	c := textCheck{Puzzles: sheet.Puzzles, Bad: sheet.Bad, Faults: sheet.Faults}
	if c.Faults == nil {
		c.Faults = []format.Fault{}
	}
	if sheet.Puzzles == 1 && sheet.Bad == 0 {
		state := sheet.First.State
		switch n, err := solver.Count(r.Context(), state, 2); {
		case errors.Is(err, solver.ErrNotCounted):
			c.Message = explain.NotCounted
		case err != nil:
			return err
		default:
			c.Solutions = &n
		}
		if state.Plain() {
			grid := state.Variant.Text(state.Givens)
			c.Grid = &grid
		}
		if state.Variant != nil {
			c.Variant = state.Variant.Name
		}
	}
	return writeJSON(w, http.StatusOK, c)
}
