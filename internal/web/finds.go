package web

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain"
	"setdoku/internal/explain/picture"
	"setdoku/internal/format"
	"setdoku/store"
)

// matches are all deductions of a technique in a position: what a pass of only this technique proves.
type matches struct {
	Technique  catalogue.Technique
	Deductions []setdoku.Deduction
}

// askedFor are techniques that take seconds or minutes in hard positions. They are tried only if somebody asks for
// them.
var askedFor = []string{"nested_forcing", "nested_forcing_2"}

// findsCached is the number of positions whose finds are cached.
const findsCached = 64

// matchKey names the finds of a position: those of all quick techniques, or of one that is askedFor.
type matchKey struct {
	state setdoku.State
	only  string // "" for all quick techniques
}

// findsIn returns what the techniques find in a position, in the order of the catalogue, without the techniques that
// find nothing. only is the name of one of the techniques askedFor, or "".
func (s *Server) findsIn(ctx context.Context, state setdoku.State, only string) ([]matches, error) {
	return s.found.Get(ctx, matchKey{state, only}, func() (list []matches, err error) {
		err = s.advisers.Turn(ctx, func(all catalogue.Catalogue) error {
			for _, t := range all {
				if t.Name == setdoku.RuleSearch || only == "" && slices.Contains(askedFor, t.Name) || only != "" &&
					t.Name != only {
					continue
				}
				step, err := firstStep(ctx, t, state)
				if err != nil {
					return err
				}
				if step != nil {
					list = append(list, matches{t, step.Deductions})
				}
			}
			return nil
		})
		return list, err
	})
}

// matchQuery names what the page of finds shows.
type matchQuery struct {
	Puzzle    int64
	After     int    // the position is the one after this step, -1 for the last
	Technique string // "" for the first that finds something
	Number    int    // of the deduction, from 1
	Digit     int    // only deductions that place or eliminate this digit, 0 for all
}

// parseMatchQuery reads the place from a puzzle and the parameters of an address or a form.
func parseMatchQuery(puzzle int64, v url.Values) (p matchQuery, err error) {
	p = matchQuery{Puzzle: puzzle, Technique: v.Get("technique")}
	if p.After, err = formNumber(v, "after", 0, -1); err != nil {
		return p, err
	}
	if p.Number, err = formNumber(v, "number", 1, 1); err != nil {
		return p, err
	}
	p.Digit, err = digitAsked(v)
	return p, err
}

// String returns the address of the place.
func (p matchQuery) String() string {
	v := url.Values{"after": {fmt.Sprint(p.After)}}
	if p.Technique != "" {
		v.Set("technique", p.Technique)
	}
	if p.Number > 1 {
		v.Set("number", fmt.Sprint(p.Number))
	}
	if p.Digit > 0 {
		v.Set("digit", fmt.Sprint(p.Digit))
	}
	return fmt.Sprintf("/puzzles/%d/finds?%s", p.Puzzle, v.Encode())
}

// ForTechnique returns the address of the first deduction of another technique.
func (p matchQuery) ForTechnique(technique string) string {
	p.Technique, p.Number = technique, 1
	return p.String()
}

// With returns the address of another deduction of the technique.
func (p matchQuery) With(number int) string {
	p.Number = number
	return p.String()
}

// Filtered returns the address with the deductions of a digit, 0 for all.
func (p matchQuery) Filtered(digit int) string {
	p.Digit, p.Number = digit, 1
	return p.String()
}

// matchesData is the data of the page of finds.
type matchesData struct {
	*shown
	Place       matchQuery
	Groups      []findsGroup
	Untried     []string // of askedFor
	Withheld    catalogue.Catalogue
	Group       *findsGroup         // the chosen technique, nil if no technique finds anything
	Explanation explain.Explanation // the chosen deduction
	Position    int                 // of the chosen deduction in the list of the group, from 0
	Drawing     template.HTML
	// the chosen deduction may be the next step of the puzzle; otherwise a new puzzle begins in the position
	InPlace bool
}

// findsGroup are the deductions of a technique that the filter leaves. Their numbers are those in the pass.
type findsGroup struct {
	catalogue.Technique
	All  int // deductions of the pass
	Left []explain.Explanation
}

// of returns the deductions that place or eliminate a digit, for 0 all.
func (f *matches) of(digit int) findsGroup {
	g := findsGroup{Technique: f.Technique, All: len(f.Deductions)}
	g.Left = slices.DeleteFunc(explain.Numbered(f.Deductions), func(e explain.Explanation) bool {
		return digit != 0 && !slices.ContainsFunc(e.Changes(),
			func(c setdoku.Candidate) bool { return int(c.Digit) == digit })
	})
	return g
}

// look reads a puzzle after a step and what the techniques find there.
func (s *Server) look(ctx context.Context, p matchQuery) (v *shown, list []matches, err error) {
	if v, err = s.lookAt(ctx, place{Puzzle: p.Puzzle, Step: p.After, From: -1}); err != nil {
		return nil, nil, err
	}
	if !v.After.Known {
		return nil, nil, problemf(http.StatusConflict,
			"the pencil marks after this step were not stored, so what the techniques find is unknown")
	}
	if list, err = s.findsIn(ctx, v.After.State, ""); err != nil || !slices.Contains(askedFor, p.Technique) {
		return v, list, err
	}
	more, err := s.findsIn(ctx, v.After.State, p.Technique)
	return v, slices.Concat(list, more), err
}

// findsPage answers with all that the techniques find after a step, by technique, and with one deduction in words and
// as a picture.
func (s *Server) findsPage(w http.ResponseWriter, r *http.Request) error {
	id, err := puzzleID(r)
	if err != nil {
		return err
	}
	p, err := parseMatchQuery(id, r.URL.Query())
	if err != nil {
		return err
	}
	v, list, err := s.look(r.Context(), p)
	if err != nil {
		return err
	}
	p.After = v.Step
	d := matchesData{shown: v, Place: p, InPlace: v.open()}
	d.Untried = slices.DeleteFunc(slices.Clone(askedFor), func(name string) bool { return name == p.Technique })
	for i := range list {
		if g := list[i].of(p.Digit); len(g.Left) > 0 {
			d.Groups = append(d.Groups, g)
		}
	}
	if d.Withheld, err = s.catalogue.Withheld(r.Context(), v.After.State); err != nil {
		return err
	}
	d.choose()
	diagram := picture.Diagram{State: v.After.State, Marks: true, Digit: uint8(p.Digit),
		Deduction: d.Explanation.Deduction}
	if d.Drawing, err = drawing(diagram, d.shows()); err != nil {
		return err
	}
	return s.site.Render(w, r, http.StatusOK, "finds", fmt.Sprintf("Puzzle %d: what else is there?", id), &d)
}

// choose chooses the deduction of the address, or the first one of the technique, or of all. It describes it in words.
func (d *matchesData) choose() {
	at := slices.IndexFunc(d.Groups, func(g findsGroup) bool { return g.Name == d.Place.Technique })
	if at < 0 {
		if len(d.Groups) == 0 || d.Place.Technique != "" {
			return
		}
		at = 0
	}
	d.Group = &d.Groups[at]
	d.Position = max(0, slices.IndexFunc(d.Group.Left,
		func(e explain.Explanation) bool { return e.Number == d.Place.Number }))
	d.Place.Technique, d.Place.Number = d.Group.Name, d.Group.Left[d.Position].Number
	d.Explanation = explain.Explain(d.After, d.Group.Left[d.Position].Deduction, &d.Group.Technique)
}

// Listed returns the deductions that the page lists, with their lines in the notation of players.
func (d *matchesData) Listed() []explain.Explanation {
	left := d.Group.Left
	first := max(0, min(d.Position-patternsListed/2, len(left)-patternsListed))
	left = slices.Clone(left[first:min(len(left), first+patternsListed)])
	for i := range left {
		left[i].Notation = explain.Notation(d.After.State, left[i].Deduction)
	}
	return left
}

// Beside returns the address of the deduction that is by positions further in the list, "" if there is none.
func (d *matchesData) Beside(by int) string {
	if at := d.Position + by; at >= 0 && at < len(d.Group.Left) {
		return d.Place.With(d.Group.Left[at].Number)
	}
	return ""
}

// shows returns a label of the picture.
func (d *matchesData) shows() string {
	if d.Group == nil {
		return fmt.Sprintf("The grid after step %d", d.Step)
	}
	return fmt.Sprintf("The grid after step %d, with %s", d.Step, d.Group.Title)
}

// foundJSON are the deductions of a technique as the API sends them.
type foundJSON struct {
	Technique  string                `json:"technique"`
	Deductions []explain.Explanation `json:"deductions"`
	// not tried, because it is not known that the puzzle has exactly one solution
	Withheld bool `json:"withheld,omitempty"`
}

// apiFinds answers with what the techniques find after a step.
func (s *Server) apiFinds(r *http.Request, id int64) ([]foundJSON, error) {
	p, err := parseMatchQuery(id, r.URL.Query())
	if err != nil {
		return nil, err
	}
	if all, err := catalogue.BuiltIn(); err != nil {
		return nil, err
	} else if _, known := all.Find(p.Technique); !known && p.Technique != "" {
		return nil, problemf(http.StatusNotFound, "no technique is named %s", p.Technique)
	}
	v, list, err := s.look(r.Context(), p)
	if err != nil {
		return nil, err
	}
	out := []foundJSON{}
	for i := range list {
		f := foundJSON{Technique: list[i].Technique.Name}
		if p.Technique != "" && p.Technique != f.Technique {
			continue
		}
		for _, d := range list[i].Deductions {
			f.Deductions = append(f.Deductions, explain.Explain(v.After, d, &list[i].Technique))
		}
		out = append(out, f)
	}
	withheld, err := s.catalogue.Withheld(r.Context(), v.After.State)
	if err != nil {
		return nil, err
	}
	for _, t := range withheld {
		if p.Technique == "" || p.Technique == t.Name {
			out = append(out, foundJSON{t.Name, []explain.Explanation{}, true})
		}
	}
	return out, nil
}

// take makes the step that the form of the page of finds asks for, and returns its place. A step takes everything that
// its technique proves, so the run selects only the technique and stops after its first step: verify makes the same
// step again. If the puzzle has steps after the position, the step is the first one of a new puzzle that begins in the
// position.
func (s *Server) take(ctx context.Context, id int64, form url.Values) (at place, err error) {
	p, err := parseMatchQuery(id, form)
	if err != nil {
		return at, err
	}
	v, list, err := s.look(ctx, p)
	if err != nil {
		return at, err
	}
	n := slices.IndexFunc(list, func(f matches) bool { return f.Technique.Name == p.Technique })
	if n < 0 || p.Number > len(list[n].Deductions) {
		return at, problemf(http.StatusConflict, "%q finds no deduction %d after step %d", p.Technique, p.Number,
			v.Step)
	}
	found := &list[n]
	from := format.Puzzle{State: v.After.State, File: fmt.Sprintf("puzzle %d after step %d", id, v.Step)}
	if v.open() {
		from, err = s.stored(ctx, id)
	} else if other, err2 := s.withSteps(ctx, v.After.State); err2 != nil {
		err = err2
	} else if other > 0 {
		err = problemf(http.StatusConflict,
			"puzzle %d begins in this position already, and its steps stay: go on from its last step", other)
	}
	if err != nil {
		return at, err
	}
	r, err := s.goOn(ctx, from, catalogue.Catalogue{found.Technique}, true)
	return place{Puzzle: r.PuzzleID, Step: r.Steps, Pattern: p.Number}, err
}

// withSteps returns the puzzle that begins in a state and has steps, 0 if there is none.
func (s *Server) withSteps(ctx context.Context, state setdoku.State) (id int64, err error) {
	text := ""
	if !state.Plain() {
		text = format.Short(state)
	}
	err = s.read.GetContext(ctx, &id, `SELECT puzzle_id FROM puzzle WHERE givens = ? AND state = ?
			AND variant = ? AND steps > 0`, state.Givens.String(), text, state.Board().Name)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return id, store.Explain(err)
}
