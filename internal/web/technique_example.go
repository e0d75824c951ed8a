package web

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"setdoku"
	"setdoku/docs"
	"setdoku/internal/format"
	"setdoku/internal/tell/explain"
	"setdoku/internal/tell/picture"
	"setdoku/internal/web/site"
	"setdoku/solver/catalogue"
	"setdoku/solver/memory"
)

// lesson is the example of a technique in docs/techniques.md.
type lesson struct {
	Line   string   // notation of a chain, or ""
	Words  []string // the explanation of the deduction
	Effect string   // r4c5<>7, r4c6<>7
	State  string   // the short form of the grid
	before setdoku.State
	found  setdoku.Deduction
}

// lessonOf finds the deduction of a technique in its example. If the technique has none, as that of a user, lessonOf returns nil.
func lessonOf(ctx context.Context, t setdoku.Technique) (_ *lesson, err error) {
	state := docs.Example(t.Name)
	if state == "" || t.Text != "" {
		return nil, nil
	}
	p, err := format.NewReader(strings.NewReader(state+"\n"), "example").Read()
	if err != nil {
		return nil, err
	}
	finder, err := memory.NewPathfinder(catalogue.Catalogue{t}, memory.Options{Techniques: catalogue.Catalogue{t}, StopAtFirst: true})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, finder.Close(ctx)) }()
	path, err := finder.Find(ctx, p.State)
	if err != nil {
		return nil, err
	}
	if len(path.Steps) == 0 || len(path.Steps[0].Deductions) == 0 {
		return nil, nil
	}
	l := &lesson{State: state, before: p.State, found: path.Steps[0].Deductions[0]}
	told := explain.NewAccount(setdoku.Position{State: p.State, Known: true}, l.found, &t)
	l.Line, l.Words = told.Notation, told.Words
	l.Effect = strings.Join(l.found.Names(), ", ")
	return l, nil
}

// techniquePicture answers with the picture of a technique's example.
func (s *Server) techniquePicture(w http.ResponseWriter, r *http.Request) error {
	t, known := s.catalogue.Find(r.PathValue("name"))
	if !known {
		return site.Problemf(http.StatusNotFound, "no technique is named %s", r.PathValue("name"))
	}
	l, err := lessonOf(r.Context(), t)
	if err != nil {
		return err
	}
	if l == nil {
		return site.Problemf(http.StatusNotFound, "there is no example of %s", t.Name)
	}
	d := picture.Diagram{State: l.before, Deduction: l.found}
	d.Note = l.Effect
	return writePicture(w, d)
}
