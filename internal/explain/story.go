package explain

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain/picture"
	"setdoku/solver/minimize"
)

// Story describes a path.
type Story struct {
	ID   int64 // of the puzzle
	Name string
	*setdoku.Path
	Techniques catalogue.Catalogue // has the titles, the levels and the words of the techniques
	Only       int                 // describe this step only, 0 for all
	Full       bool                // describe each step of refutations and branches with its reason
}

// NewStory returns the story of a path. id and name are those of its puzzle; name may be "". all has the techniques.
func NewStory(id int64, name string, path *setdoku.Path, all catalogue.Catalogue) *Story {
	s := &Story{ID: id, Name: fmt.Sprintf("Puzzle %d", id), Path: path, Techniques: all}
	if v := path.Start.Variant; v != nil {
		s.Name += ", " + v.Title
	}
	if name != "" {
		s.Name += ", " + name
	}
	return s
}

// MarshalJSON encodes the puzzle with the steps of the path.
func (s *Story) MarshalJSON() ([]byte, error) {
	out := struct {
		PuzzleID int64          `json:"puzzle_id"`
		Givens   string         `json:"givens"`
		Status   setdoku.Status `json:"status"`
		Path     []Step         `json:"path"`
	}{s.ID, s.Start.Variant.Text(s.Start.Givens), s.Status, s.StoredSteps()}
	for k := range out.Path {
		out.Path[k].Explain()
	}
	return JSON(out)
}

// Needed returns the story of the path without the deductions that no later step needs, see minimize.Path.
func (s *Story) Needed(ctx context.Context) (*Story, error) {
	path, err := minimize.Path(ctx, s.Path)
	if err != nil {
		return nil, fmt.Errorf("puzzle %d, %w", s.ID, err)
	}
	short := *s
	short.Path = path
	return &short, nil
}

// write writes the path with a template, which has the same data in all formats. prefix is that of the ids in HTML.
func (s *Story) write(ctx context.Context, out io.Writer, prefix string,
	format interface{ Execute(io.Writer, any) error }) error {
	ending, err := s.ending(ctx)
	if err != nil {
		return err
	}
	start, end := s.startAndEnd()
	return format.Execute(out, map[string]any{"Name": s.Name, "Ending": ending, "Sections": s.sections(),
		"Start": start, "End": end, "Size": s.Start.Board().Size, "Prefix": prefix})
}

// startAndEnd returns the pictures of the puzzle before the path and after it.
func (s *Story) startAndEnd() (start, end picture.Diagram) {
	at := s.End()
	if s.Only > 0 {
		list := s.Positions()
		before := list[s.Only-1]
		at = list[s.Only]
		return picture.Diagram{Title: fmt.Sprintf("Before step %d", s.Only), State: before.State,
				Unknown: !before.Known},
			picture.Diagram{Title: fmt.Sprintf("After step %d", s.Only), State: at.State, Unknown: !at.Known}
	}
	return picture.Diagram{Title: "The puzzle", State: s.Start},
		picture.Diagram{Title: "The end", State: at.State, Unknown: !at.Known}
}

// ending describes how the path ends.
func (s *Story) ending(ctx context.Context) (string, error) {
	if s.Only > 0 {
		return fmt.Sprintf("After step %d:", s.Only), nil
	}
	from := 0
	if s.Contradiction != nil {
		from = s.Contradiction.Step
	}
	return Ending(ctx, s.Start, s.Status, s.Contradiction, from)
}

// Ending describes how solving a puzzle ended: its status, and why it is not solved. c is the contradiction that was
// found, or nil, and from the step after which the reader is.
func Ending(ctx context.Context, start setdoku.State, status setdoku.Status, c *setdoku.Contradiction,
	from int) (string, error) {
	switch {
	case status == setdoku.StatusSolved:
		return "The puzzle is solved.", nil
	case status == setdoku.StatusMultiple:
		return "The puzzle has more than one solution.", nil
	case c != nil:
		return "The puzzle has no solution. " + WhyNone(c, from), nil
	}
	why, err := Withheld(ctx, start)
	return strings.TrimSpace("The techniques find nothing more. " + why), err
}

// steps returns the steps of the path. Steps that follow each other and of which nothing was stored are one.
func (s *Story) steps() (list []Step) {
	for i, before := range s.Positions()[:len(s.Steps)] {
		if s.Only > 0 && i+1 != s.Only {
			continue
		}
		made := &s.Steps[i]
		if n := len(list); made.Rule == "" && n > 0 && list[n-1].Rule == "" {
			list[n-1].last = i + 1
			continue
		}
		next := NewStep(s.ID, i+1, made, before, nil)
		if t, known := s.Techniques.Rule(made.Rule); known {
			next.by = &t
		}
		next.full = s.Full
		list = append(list, next)
	}
	return list
}

// StoredSteps returns the steps of the path of which something was stored, without their deductions.
func (s *Story) StoredSteps() []Step {
	return slices.DeleteFunc(s.steps(), func(s Step) bool { return s.Rule == "" })
}
