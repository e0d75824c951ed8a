package web

import (
	"errors"
	"io"
	"net/http"

	"setdoku/internal/web/job"
	"setdoku/internal/web/paste"
	"setdoku/solver/solutions"
)

// solveData is what the page with the form for puzzles shows.
type solveData struct {
	Text  string       // what the form had
	Sheet *paste.Sheet // what is wrong with it, nil before it was sent
	Jobs  []job.Progress
}

// Rest is the number of puzzles that can be solved although other lines are wrong.
func (d solveData) Rest() int { return len(d.Sheet.Puzzles) }

// Lines are the lines that have faults.
func (d solveData) Lines() []paste.Line { return d.Sheet.Lines() }

// solvePage answers with the form for puzzles, and with the list of jobs.
func (s *Server) solvePage(w http.ResponseWriter, r *http.Request) error {
	return s.render(w, r, http.StatusOK, "solve", "Solve", solveData{Jobs: s.jobs.All()})
}

// solvePosted starts a job for the puzzles of the form and redirects to its page. If the text has a fault, the form comes
// back with the faults marked; the button for the rest sends it again.
func (s *Server) solvePosted(w http.ResponseWriter, r *http.Request) error {
	text, name, isFile, err := posted(r)
	if err != nil {
		return err
	}
	sheet, err := paste.Read(text, name)
	if err != nil {
		return problem(http.StatusBadRequest, err.Error())
	}
	skip := isFile || r.PostFormValue("skip") != ""
	if len(sheet.Puzzles) == 0 || sheet.Bad > 0 && !skip {
		d := solveData{Sheet: sheet, Jobs: s.jobs.All()}
		if !isFile {
			d.Text = string(text)
		}
		return s.render(w, r, http.StatusBadRequest, "solve", "Solve", d)
	}
	j, err := s.startJob(sheet, name)
	if err != nil {
		return err
	}
	p, _ := j.Look()
	http.Redirect(w, r, "/solve/"+p.ID, http.StatusSeeOther)
	return nil
}

// startJob starts a job for the puzzles of a text.
func (s *Server) startJob(sheet *paste.Sheet, name string) (*job.Job, error) {
	in := job.Input{Puzzles: sheet.Puzzles, Name: name, Bad: sheet.Bad}
	for _, f := range sheet.Faults {
		in.Errors = append(in.Errors, f.String())
	}
	j, err := s.jobs.Start(in)
	if errors.Is(err, job.ErrClosed) {
		return nil, problem(http.StatusServiceUnavailable, err.Error())
	}
	return j, err
}

// posted reads the puzzles of the form: the file if there is one, otherwise the text.
func posted(r *http.Request) (text []byte, name string, isFile bool, err error) {
	if err := r.ParseMultipartForm(maxBody); err != nil {
		var large *http.MaxBytesError
		if errors.As(err, &large) {
			return nil, "", false, err
		}
		return nil, "", false, problem(http.StatusBadRequest, "the form cannot be read: "+err.Error())
	}
	defer r.MultipartForm.RemoveAll()
	f, header, err := r.FormFile("file")
	switch {
	case err == nil && header.Size > 0:
		defer f.Close()
		text, err = io.ReadAll(f)
		return text, header.Filename, true, err
	case err == nil:
		f.Close()
	}
	return []byte(r.PostFormValue("puzzles")), "pasted text", false, nil
}

// apiSolve starts a job for the puzzles of the body, in any format, and answers with the job.
func (s *Server) apiSolve(w http.ResponseWriter, r *http.Request) error {
	sheet, err := sheetOf(r)
	if err != nil {
		return err
	}
	if len(sheet.Puzzles) == 0 {
		return problem(http.StatusBadRequest, "the input has no puzzle: "+sheet.Faults[0].String())
	}
	j, err := s.startJob(sheet, "body")
	if err != nil {
		return err
	}
	p, _ := j.Look()
	w.Header().Set("Location", "/api/jobs/"+p.ID)
	return writeJSON(w, http.StatusAccepted, p)
}

// sheetOf reads the puzzles of the body.
func sheetOf(r *http.Request) (*paste.Sheet, error) {
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	sheet, err := paste.Read(text, "body")
	if err != nil {
		return nil, problem(http.StatusBadRequest, err.Error())
	}
	return sheet, nil
}

// checked is what the text of the form has, as the script asks for it while the user types.
type checked struct {
	Puzzles   int           `json:"puzzles"`
	Grid      *string       `json:"grid"`      // the givens, if the text is one puzzle of givens alone
	Solutions *int          `json:"solutions"` // of the only puzzle; 2 for two or more
	Bad       int           `json:"bad"`
	Faults    []paste.Fault `json:"faults"`
}

// apiCheck tells what is wrong with a text, and adds nothing to the database.
func (s *Server) apiCheck(w http.ResponseWriter, r *http.Request) error {
	sheet, err := sheetOf(r)
	if err != nil {
		return err
	}
	c := checked{Puzzles: len(sheet.Puzzles), Bad: sheet.Bad, Faults: sheet.Faults}
	if c.Faults == nil {
		c.Faults = []paste.Fault{}
	}
	if len(sheet.Puzzles) == 1 && sheet.Bad == 0 {
		state := sheet.Puzzles[0].State
		n := solutions.CountState(state, 2)
		if c.Solutions = &n; state.Plain() {
			grid := state.Givens.String()
			c.Grid = &grid
		}
	}
	return writeJSON(w, http.StatusOK, c)
}
