package web

import (
	"context"
	"fmt"
	"html/template"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"setdoku"
	"setdoku/docs"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain"
	"setdoku/internal/explain/picture"
	"setdoku/store"
)

// exercise is a position in which a learner looks for a technique. The answer is what the technique proves there: the
// rows of a step, or what the technique finds in a position of a lesson.
type exercise struct {
	catalogue.Technique
	From        url.Values // names the position
	Where       string     // the puzzle and the step, "" if the position is not from the collection
	before      setdoku.State
	answer      []setdoku.Deduction
	chosen      map[setdoku.Candidate]bool
	Verdict     string
	Right       bool
	Hint        string // where to look, "" unless the learner has asked
	Drawing     template.HTML
	Explanation *explanation // the answer, nil unless it is shown
}

// exercise answers with the page of an exercise. Without a position in its address it redirects to one.
func (s *Server) exercise(w http.ResponseWriter, r *http.Request) error {
	t, known := s.catalogue.Find(r.PathValue("name"))
	if !known {
		return problemf(http.StatusNotFound, "no technique is named %s", r.PathValue("name"))
	}
	q := r.URL.Query()
	if !slices.ContainsFunc([]string{"puzzle", "example"}, q.Has) {
		from, err := s.chooseExercise(r.Context(), t.Name)
		if err == nil {
			http.Redirect(w, r, "/techniques/"+t.Name+"/exercise?"+from.Encode(), http.StatusSeeOther)
		}
		return err
	}
	x, err := s.exerciseAt(r.Context(), t, q)
	if err != nil {
		return err
	}
	shown := x.answer[explain.Plainest(x.before, x.answer)]
	if x.chosen, err = parseChosen(q["c"]); err != nil {
		return err
	}
	switch q.Get("do") {
	case "where":
		x.Hint = explain.Where(x.before, shown, &t)
	case "answer":
		words := explainedIn(x.before, shown, &t, "", func(string) string { return "" })
		x.Explanation = &words
		if x.Drawing, err = drawing(picture.Diagram{State: x.before, Deduction: shown}, "The answer"); err != nil {
			return err
		}
	case "check":
		if x.Verdict, x.Right = x.judge(); x.Right {
			if err := s.games().Found(r, t.Name, x.From.Encode()); err != nil {
				return err
			}
		}
	}
	return s.site.Render(w, r, http.StatusOK, "exercise", "Find it yourself: "+t.Title, x)
}

// exercisesMost is the number of puzzles among which an exercise is chosen.
const exercisesMost = 60

// chooseExercise chooses a position at random: a step of a puzzle of the collection, or else a lesson.
func (s *Server) chooseExercise(ctx context.Context, technique string) (url.Values, error) {
	var steps []example
	query, args := exampleQuery(technique, exercisesMost)
	if err := s.lists.SelectContext(ctx, &steps, query, args...); err != nil {
		return nil, store.Explain(err)
	}
	for _, k := range rand.Perm(len(steps)) {
		v, err := s.lookAt(ctx, place{Puzzle: steps[k].PuzzleID, Step: steps[k].Step})
		if err != nil {
			return nil, err
		}
		if v.Before.Known && v.Done.Complete() {
			return url.Values{"puzzle": {strconv.FormatInt(steps[k].PuzzleID, 10)},
				"step": {strconv.Itoa(steps[k].Step)}}, nil
		}
	}
	n := len(docs.Lessons(technique))
	if n == 0 {
		return nil, problemf(http.StatusNotFound, "no puzzle of this collection has a step of %s with its rows",
			technique)
	}
	return url.Values{"example": {strconv.Itoa(1 + rand.IntN(n))}}, nil
}

// exerciseAt reads the position that an address names, with what the technique proves there.
func (s *Server) exerciseAt(ctx context.Context, t catalogue.Technique, q url.Values) (*exercise, error) {
	x := exercise{Technique: t, From: make(url.Values)}
	for _, name := range []string{"puzzle", "step", "example"} {
		if q.Has(name) {
			x.From.Set(name, q.Get(name))
		}
	}
	if q.Has("puzzle") {
		id, _ := strconv.ParseInt(q.Get("puzzle"), 10, 64)
		step, err := formNumber(q, "step", 1, 0)
		if err != nil {
			return nil, err
		}
		v, err := s.lookAt(ctx, place{Puzzle: id, Step: step})
		if err != nil {
			return nil, err
		}
		if v.Done.Rule != t.Name || !v.Before.Known || !v.Done.Complete() {
			return nil, problemf(http.StatusNotFound, "step %d of puzzle %d is not a step of %s with its rows",
				step, id, t.Name)
		}
		x.before, x.answer, x.Where = v.Before.State, v.Done.Deductions, fmt.Sprintf("puzzle %d, step %d", id, step)
		return &x, nil
	}
	n, err := formNumber(q, "example", 1, 1)
	if err != nil {
		return nil, err
	}
	l, err := newLesson(ctx, t, n, "")
	if err != nil {
		return nil, err
	}
	if l == nil {
		return nil, problemf(http.StatusNotFound, "there is no such exercise of %s", t.Name)
	}
	x.before, x.answer = l.before, l.proved
	return &x, nil
}

// parseChosen reads candidates, each cell * 10 + digit.
func parseChosen(list []string) (map[setdoku.Candidate]bool, error) {
	chosen := make(map[setdoku.Candidate]bool)
	for _, text := range list {
		n, _ := strconv.Atoi(text)
		c := setdoku.Candidate{Cell: setdoku.Cell(n / 10), Digit: uint8(n % 10)}
		if !c.Valid() {
			return nil, problemf(http.StatusBadRequest, "c=%s, want a cell and a digit such as 457", text)
		}
		chosen[c] = true
	}
	return chosen, nil
}

// judge says whether the learner has chosen all that one pattern proves, and nothing else.
func (x *exercise) judge() (verdict string, right bool) {
	proved := make(map[setdoku.Candidate]bool)
	whole := 0 // patterns all of which was chosen
	for _, d := range x.answer {
		missing := false
		for _, c := range d.Changes() {
			proved[c] = true
			missing = missing || !x.chosen[c]
		}
		if !missing {
			whole++
		}
	}
	var good, bad []string
	for _, c := range setdoku.ListCandidates(x.marks()) {
		switch name := x.name(c); {
		case x.chosen[c] && proved[c]:
			good = append(good, name)
		case x.chosen[c]:
			bad = append(bad, name)
		}
	}
	more := len(proved) - len(good)
	switch {
	case len(good)+len(bad) == 0:
		return "Choose at least one candidate first.", false
	case len(bad) > 0 && len(good) == 0:
		return fmt.Sprintf("Not yet: %s %s not follow from %s here.", listNames(bad),
			singularOrPlural(len(bad), "does", "do"), x.Title), false
	case len(bad) > 0:
		return fmt.Sprintf("%s %s right, but %s %s not follow from %s here.", listNames(good),
			singularOrPlural(len(good), "is", "are"), listNames(bad), singularOrPlural(len(bad), "does", "do"), x.Title), false
	case more == 0:
		return "Right, and that is all: " + listNames(good) + ".", true
	case whole > 0:
		return fmt.Sprintf("Right: %s. %d more in this position.", listNames(good), more), true
	}
	return fmt.Sprintf("%s %s right. The pattern proves more than that.", listNames(good),
		singularOrPlural(len(good), "is", "are")), false
}

// name names a candidate as the technique places or eliminates it.
func (x *exercise) name(c setdoku.Candidate) string {
	if x.Places {
		return c.Placement()
	}
	return c.Elimination()
}

func singularOrPlural(n int, one, several string) string {
	if n == 1 {
		return one
	}
	return several
}

func (x *exercise) marks() *[setdoku.CellCount]setdoku.DigitSet {
	marks := x.before.Candidates()
	return &marks
}

// exerciseCell is a cell of the board.
type exerciseCell struct {
	setdoku.Cell
	Digit uint8 // 0 if the cell is open
	Class string
	Marks []exerciseMark
}

// exerciseMark is a candidate that the learner may choose.
type exerciseMark struct {
	Digit  uint8
	Chosen bool
}

// Size is the number of rows of the board.
func (x *exercise) Size() int { return x.before.Board().Size }

// Board returns the cells row by row.
func (x *exercise) Board() [][]exerciseCell {
	filled, marks := x.before.Filled(), x.marks()
	return boardRows(x.before.Board(), func(i int, look string) exerciseCell {
		c := exerciseCell{Cell: setdoku.CellAt(i), Digit: filled[i], Class: look}
		if x.before.Givens[i] != 0 {
			c.Class += " given"
		}
		for _, d := range marks[i].Digits() {
			c.Marks = append(c.Marks, exerciseMark{d, x.chosen[setdoku.CandidateAt(i, d)]})
		}
		return c
	})
}
