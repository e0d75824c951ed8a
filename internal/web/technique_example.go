package web

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"setdoku"
	"setdoku/docs"
	"setdoku/internal/explain"
	"setdoku/internal/explain/picture"
	"setdoku/internal/format"
	"setdoku/internal/web/play"
	"setdoku/internal/web/site"
)

// lesson is an example of a technique, see docs.Lessons.
type lesson struct {
	Number      int
	All         []int       // the numbers of the lessons of the technique
	Branch      string      // the hypothesis that the picture shows, "" for the first
	Explanation explanation // the explanation of the deduction
	Effect      string      // r4c5<>7, r4c6<>7
	State       string      // the short form of the grid
	before      setdoku.State
	found       setdoku.Deduction
}

// lessonOf returns lesson n of a technique, from 1, with the hypothesis of a path if the technique is forcing. If the
// technique has no such lesson, as that of a user, lessonOf returns nil.
func lessonOf(ctx context.Context, t setdoku.Technique, n int, branch string) (*lesson, error) {
	list := docs.Lessons(t.Name)
	if n > len(list) || t.Text != "" {
		return nil, nil
	}
	state, step, err := nextStep(ctx, t, list[n-1].State)
	if err != nil || step == nil {
		return nil, err
	}
	l := &lesson{State: list[n-1].State, Number: n, Branch: branch, before: state,
		found: step.Deductions[explain.Plainest(state, step.Deductions)]}
	account := explain.NewAccount(setdoku.Position{State: state, Known: true}, l.found, &t)
	l.Explanation = explained(&account, setdoku.Position{State: state, Known: true}, branch, func(path string) string {
		return fmt.Sprintf("/techniques/%s?example=%d&branch=%s", t.Name, n, path)
	})
	l.Effect = strings.Join(l.found.Names(), ", ")
	for k := range list {
		l.All = append(l.All, k+1)
	}
	return l, nil
}

// nextStep returns a state and the step that a technique makes in it, nil if it finds nothing.
func nextStep(ctx context.Context, t setdoku.Technique, line string) (s setdoku.State, step *setdoku.Step, err error) {
	p, err := format.NewReader(strings.NewReader(line+"\n"), "example").Read()
	if err != nil {
		return s, nil, err
	}
	step, err = play.StepOf(ctx, t, p.State)
	return p.State, step, err
}

// lessonAsked reads the number of a lesson and the path of a hypothesis from the address of a request.
func lessonAsked(r *http.Request) (n int, branch string, err error) {
	q := r.URL.Query()
	if n, err = site.Number(q, "example", 1, 1); err != nil {
		return 0, "", err
	}
	branch, err = branchAsked(q)
	return n, branch, err
}

// techniquePicture answers with the picture of a technique's example.
func (s *Server) techniquePicture(w http.ResponseWriter, r *http.Request) error {
	t, known := s.catalogue.Find(r.PathValue("name"))
	if !known {
		return site.Problemf(http.StatusNotFound, "no technique is named %s", r.PathValue("name"))
	}
	n, branch, err := lessonAsked(r)
	if err != nil {
		return err
	}
	l, err := lessonOf(r.Context(), t, n, branch)
	if err != nil {
		return err
	}
	if l == nil {
		return site.Problemf(http.StatusNotFound, "there is no example of %s", t.Name)
	}
	d := picture.Diagram{State: l.before, Deduction: l.found}
	if a := explain.Find(explain.Arguments(l.before, l.found), branch); a != nil {
		d.State, d.Deduction = a.Before, a.Shows
	}
	d.Note = l.Effect
	return writePicture(w, d)
}
