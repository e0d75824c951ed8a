package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
)

// findJob returns the job of an address.
func (s *Server) findJob(r *http.Request) (*job, error) {
	id := r.PathValue("job")
	j, err := s.jobs.Find(id)
	if errors.Is(err, errNoJob) {
		return nil, problemf(http.StatusNotFound,
			"this server has started no job %s; if it was started before the server was, its puzzles are in the "+
				"collection", id)
	}
	return j, err
}

// jobPage shows the progress of a job. When a job with a single puzzle has ended, it redirects to the puzzle, or to its
// solutions if it has several. If the job began before the server was started, the page says where its puzzles are.
func (s *Server) jobPage(w http.ResponseWriter, r *http.Request) error {
	j, err := s.findJob(r)
	if err != nil {
		past, pastErr := findPastJob(r.Context(), s.read, r.PathValue("job"))
		switch {
		case pastErr == nil:
			return s.site.Render(w, r, http.StatusOK, "job_past", "A job before the last start", past)
		case errors.Is(pastErr, errNoJob):
			return err
		}
		return pastErr
	}
	p, _ := j.Look()
	if p.Single() && r.URL.Query().Get("stay") == "" {
		address := fmt.Sprintf("/puzzles/%d?step=last", p.First)
		if p.Statuses["multiple"] > 0 {
			address = fmt.Sprintf("/puzzles/%d/solutions", p.First)
		}
		http.Redirect(w, r, address, http.StatusSeeOther)
		return nil
	}
	return s.site.Render(w, r, http.StatusOK, "job", "Solving", p)
}

// jobStop ends a job and sends the browser back to its page.
func (s *Server) jobStop(w http.ResponseWriter, r *http.Request) error {
	j, err := s.findJob(r)
	if err != nil {
		return err
	}
	s.stopJob(r, j)
	http.Redirect(w, r, "/solve/"+r.PathValue("job")+"?stay=1", http.StatusSeeOther)
	return nil
}

// stopJob stops a job and waits until it has ended, so that the page after it says so.
func (s *Server) stopJob(r *http.Request, j *job) {
	j.Stop()
	for {
		p, news := j.Look()
		if p.Ended {
			return
		}
		select {
		case <-news:
		case <-r.Context().Done():
			return
		}
	}
}

// apiJobs lists all jobs since the server started.
func (s *Server) apiJobs(*http.Request) ([]jobProgress, error) { return s.jobs.All(), nil }

// apiJob answers with the progress of a job.
func (s *Server) apiJob(r *http.Request) (p jobProgress, err error) {
	j, err := s.findJob(r)
	if err != nil {
		return p, err
	}
	p, _ = j.Look()
	return p, nil
}

// apiJobStop ends a job.
func (s *Server) apiJobStop(w http.ResponseWriter, r *http.Request) error {
	j, err := s.findJob(r)
	if err != nil {
		return err
	}
	s.stopJob(r, j)
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// apiJobEvents sends the progress of a job as server-sent events, whenever it changes, until the job ends.
func (s *Server) apiJobEvents(w http.ResponseWriter, r *http.Request) error {
	j, err := s.findJob(r)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/event-stream")
	out := http.NewResponseController(w)
	for {
		p, news := j.Look()
		data, err := json.Marshal(p)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "data: %s\n\n", data); err != nil {
			return nil // the client has disconnected
		}
		if err := out.Flush(); err != nil || p.Ended {
			return nil
		}
		select {
		case <-news:
		case <-r.Context().Done():
			return nil
		case <-s.jobs.Closed():
			return nil
		}
	}
}
