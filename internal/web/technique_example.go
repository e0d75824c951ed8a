package web

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"setdoku"
	"setdoku/docs"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain"
	"setdoku/internal/explain/picture"
	"setdoku/internal/format"
)

// lesson is an example of a technique, see docs.Lessons.
type lesson struct {
	Number int
	All    []int  // the numbers of the lessons of the technique
	Branch string // the hypothesis that the picture shows, "" for the first
	Effect string // r4c5<>7, r4c6<>7
	State  string // the short form of the grid
	before setdoku.State
	proved []setdoku.Deduction // all that the technique proves there
	found  setdoku.Deduction   // the plainest of them
}

// newLesson returns lesson n of a technique, from 1, with the hypothesis of a path if the technique is forcing. If the
// technique has no such lesson, as that of a user, newLesson returns nil.
func newLesson(ctx context.Context, t catalogue.Technique, n int, branch string) (*lesson, error) {
	list := docs.Lessons(t.Name)
	if n > len(list) || t.Text != "" {
		return nil, nil
	}
	p, err := format.NewReader(strings.NewReader(list[n-1].State+"\n"), "example").Read()
	if err != nil {
		return nil, err
	}
	step, err := firstStep(ctx, t, p.State)
	if err != nil || step == nil {
		return nil, err
	}
	l := &lesson{State: list[n-1].State, Number: n, Branch: branch, before: p.State, proved: step.Deductions,
		found: step.Deductions[explain.Plainest(p.State, step.Deductions)]}
	l.Effect = strings.Join(l.found.Names(), ", ")
	for k := range list {
		l.All = append(l.All, k+1)
	}
	return l, nil
}

// Explanation explains the deduction that a technique found.
func (l *lesson) Explanation(t catalogue.Technique) explanation {
	return explainedIn(l.before, l.found, &t, l.Branch, func(path string) string {
		return fmt.Sprintf("/techniques/%s?example=%d&branch=%s", t.Name, l.Number, path)
	})
}

// lessonAsked returns the lesson of a technique that the address of a request names, the first if it names none. It
// returns nil if the technique has no such lesson.
func lessonAsked(r *http.Request, t catalogue.Technique) (*lesson, error) {
	q := r.URL.Query()
	n, err := formNumber(q, "example", 1, 1)
	if err != nil {
		return nil, err
	}
	branch, err := branchAsked(q)
	if err != nil {
		return nil, err
	}
	return newLesson(r.Context(), t, n, branch)
}

// lessonPicture returns the handler of a picture of the lesson that an address names.
func (s *Server) lessonPicture(draw func(http.ResponseWriter, *lesson) error) Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		t, _ := s.catalogue.Find(r.PathValue("name"))
		l, err := lessonAsked(r, t)
		if err != nil {
			return err
		}
		if l == nil {
			return problemf(http.StatusNotFound, "there is no example of %s", r.PathValue("name"))
		}
		return draw(w, l)
	}
}

// techniquePicture answers with the picture of a technique's example.
func techniquePicture(w http.ResponseWriter, l *lesson) error {
	d := picture.Diagram{State: l.before, Deduction: l.found}
	if a := explain.Find(explain.Arguments(l.before, l.found), l.Branch); a != nil {
		d.State, d.Deduction = a.Before, a.Shows
	}
	d.Note = l.Effect
	return writePicture(w, d)
}
