package web

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"setdoku"
	"setdoku/internal/catalogue"
	sqlfiles "setdoku/sql"
	"setdoku/store"
)

// levelTechniques are the techniques of one level.
type levelTechniques struct {
	Level      setdoku.Level
	Techniques []listedTechnique
}

// listedTechnique is a technique with its idea, and what the player has practised of it.
type listedTechnique struct {
	catalogue.Technique
	Idea     string
	Aliases  []string
	Practice practice
}

// techniqueList is the data of the page of the catalogue.
type techniqueList struct {
	Levels     []levelTechniques
	Found, All int                  // techniques that the player has found, and that the levels have
	Next       *catalogue.Technique // the first that the player has not found, nil if there is none
}

// techniques answers with the page of the catalogue, by level.
func (s *Server) techniques(w http.ResponseWriter, r *http.Request) error {
	practised, err := s.games().Practised(r)
	if err != nil {
		return err
	}
	list := techniqueList{Levels: make([]levelTechniques, len(setdoku.Levels()))}
	for i, level := range setdoku.Levels() {
		list.Levels[i].Level = level
		for k, t := range s.catalogue {
			if t.Level != level {
				continue
			}
			done := practised[t.Name]
			list.Levels[i].Techniques = append(list.Levels[i].Techniques, listedTechnique{t, techniqueIdea(t.Name),
				catalogue.Aliases(t.Name), done})
			if list.All++; done.Found > 0 {
				list.Found++
			} else if list.Next == nil {
				list.Next = &s.catalogue[k]
			}
		}
	}
	return s.site.Render(w, r, http.StatusOK, "techniques", "Techniques", list)
}

// techniqueIdea returns the idea of a technique of sql/, "" for others.
func techniqueIdea(technique string) string {
	if h := catalogue.HeaderNamed(technique); h != nil {
		return h.Idea(technique)
	}
	return ""
}

// example is a step that a technique made.
type example struct {
	PuzzleID     int64  `db:"puzzle_id" json:"puzzle_id"`
	Step         int    `db:"step" json:"step"`
	Placements   int    `db:"placements" json:"placements"`
	Eliminations int    `db:"eliminations" json:"eliminations"`
	Status       string `db:"status" json:"status"`
	Level        string `db:"level" json:"level"`
}

// examplesShown is the number of examples on the page of a technique.
const examplesShown = 12

// techniqueData is the data of the page of a technique.
type techniqueData struct {
	catalogue.Technique
	Statement string            `json:"sql"`
	Header    *catalogue.Header `json:"header"`
	Examples  []example         `json:"examples"`
	Query     string            `json:"-"` // the query that finds the examples
	Spot      string            `json:"-"` // how to find it with a pencil, or ""
	Lesson    *lesson           `json:"-"` // the example that is shown, or nil
	Usage     usage             `json:"-"`
	// Special are special cases of the technique, and General are techniques of which it is a special case.
	Special, General []catalogue.Technique `json:"-"`
	// Easier and Harder are the techniques before and after it, or nil.
	Easier, Harder *catalogue.Technique `json:"-"`
}

// findTechnique reads the data of a technique's page.
func (s *Server) findTechnique(r *http.Request) (*techniqueData, error) {
	name := r.PathValue("name")
	t, known := s.catalogue.Called(name)
	if !known {
		_, err := s.catalogue.Resolve(name)
		if err == nil {
			return nil, problemf(http.StatusNotFound, "%s is a family of techniques", name)
		}
		return nil, problemf(http.StatusNotFound, "%v", err)
	}
	d := techniqueData{Technique: t, Examples: []example{}}
	d.Statement, d.Header = techniqueStatement(t)
	query, args := exampleQuery(t.Name, examplesShown)
	d.Query = sqlLiteral(query, args)
	if err := s.lists.SelectContext(r.Context(), &d.Examples, query, args...); err != nil {
		return nil, store.Explain(err)
	}
	return &d, nil
}

// exampleQuery returns the query of steps of a technique, at most limit of as many puzzles.
func exampleQuery(technique string, limit int) (query string, args []any) {
	return sqlfiles.Page("technique_steps", ""), []any{technique, limit, technique, limit}
}

// usage says how often the solved puzzles of the database use a technique.
type usage struct {
	Solved  int    `db:"solved"`  // puzzles
	Puzzles int    `db:"puzzles"` // of these, that use it
	Steps   int    `db:"steps"`
	Query   string `db:"-"`
}

// Limits of the counts, which take long in large collections.
const (
	usageTime = time.Minute     // how long they are cached
	usageWait = 2 * time.Second // how long a page waits for them
)

// readUsage counts the uses of a technique. If that takes too long, readUsage returns only the query.
func (s *Server) readUsage(ctx context.Context, technique string) (u usage, err error) {
	query := sqlfiles.Page("technique_uses", "")
	u, err = s.usages.Get(ctx, technique, func() (u usage, err error) {
		ctx, cancel := context.WithTimeout(ctx, usageWait)
		defer cancel()
		err = s.lists.GetContext(ctx, &u, query, technique)
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			err = nil
		}
		return u, store.Explain(err)
	})
	u.Query = sqlLiteral(query, []any{technique})
	return u, err
}

// related fills in the special cases of a technique and the techniques that it is a special case of.
func (d *techniqueData) related(all catalogue.Catalogue) {
	for _, t := range all {
		if h := catalogue.HeaderNamed(t.Name); h != nil && slices.Contains(h.Generalizes(t.Name), d.Name) {
			d.General = append(d.General, t)
		}
		if d.Header != nil && slices.Contains(d.Header.Generalizes(d.Name), t.Name) {
			d.Special = append(d.Special, t)
		}
	}
}

// technique answers with the page of one technique.
func (s *Server) technique(w http.ResponseWriter, r *http.Request) error {
	d, err := s.findTechnique(r)
	if err != nil {
		return err
	}
	if d.Lesson, err = lessonAsked(r, d.Technique); err != nil {
		return err
	}
	if d.Usage, err = s.readUsage(r.Context(), d.Name); err != nil {
		return err
	}
	if d.Header != nil {
		d.Spot = d.Header.Spot(d.Name)
	}
	d.related(s.catalogue)
	if i := s.catalogue.Index(d.Name); i >= 0 {
		if i > 0 {
			d.Easier = &s.catalogue[i-1]
		}
		if i+1 < len(s.catalogue) {
			d.Harder = &s.catalogue[i+1]
		}
	}
	return s.site.Render(w, r, http.StatusOK, "technique", d.Title, d)
}

// apiTechniques answers with the catalogue.
func (s *Server) apiTechniques(*http.Request) (catalogue.Catalogue, error) { return s.catalogue, nil }
