package explain

import (
	"context"
	"fmt"
	"slices"

	"setdoku"
	"setdoku/solver/batch"
	"setdoku/solver/catalogue"
	"setdoku/store"
)

// AddPath adds the steps that a Pathfinder found from the end of the path, and how they end.
func (s *Path) AddPath(path *batch.Path) {
	for _, p := range path.Steps {
		step := Step{
			Number: p.Step, Title: p.Technique.Title, Level: p.Technique.Level, By: &p.Technique,
			Rule: p.Technique.Name, Before: p.Before, Deductions: p.Deductions, Complete: true,
		}
		if len(p.Deductions) == 0 && p.Technique.Name == setdoku.RuleSearch {
			step.Note = SearchPlacesNothing
		}
		s.Steps = append(s.Steps, step)
	}
	if s.Singles == nil {
		s.Singles = path.Singles
	}
	s.End = path.End
	s.Ending, s.contradiction = ending(path.Status, path.Contradiction), path.Contradiction
}

// ending describes how a path ends.
func ending(status string, c *setdoku.Contradiction) string {
	switch {
	case status == setdoku.StatusSolved:
		return "The puzzle is solved."
	case status == setdoku.StatusMultiple:
		return "The puzzle has more than one solution."
	case c != nil:
		return "The puzzle has no solution. " + WhyNone(c, c.Step)
	}
	return "None of the selected techniques finds anything more."
}

// Recorded returns the path of a puzzle from the steps in the database. A note states what the run did not keep. A
// technique of a user that the catalogue lacks has the title and the level that the database keeps, and no words. If the puzzle has the
// status new, the path has no Ending, and AddPath can continue from its End.
func Recorded(ctx context.Context, snapshot *store.Snapshot, p store.Puzzle, all catalogue.Catalogue) (*Path, error) {
	replay, err := snapshot.Replay(ctx, p)
	if err != nil {
		return nil, err
	}
	if err := snapshot.AddEvidence(ctx, p.PuzzleID, replay.Steps); err != nil {
		return nil, err
	}
	stored, err := catalogue.LoadNames(ctx, snapshot)
	if err != nil {
		return nil, err
	}
	for _, t := range stored {
		if _, known := all.Find(t.Name); !known {
			all = append(slices.Clip(all), t)
		}
	}
	s := &Path{Name: fmt.Sprintf("Puzzle %d", p.PuzzleID)}
	if p.Name != "" {
		s.Name += ", " + p.Name
	}
	if err := s.addRecorded(p, replay, all); err != nil || p.Status == setdoku.StatusNew {
		return s, err
	}
	c, err := snapshot.Contradiction(ctx, p.PuzzleID)
	s.Ending, s.contradiction = ending(p.Status, c), c
	return s, err
}

// addRecorded adds the start of a puzzle, its stored steps, and its end.
func (s *Path) addRecorded(p store.Puzzle, replay *store.Replay, all catalogue.Catalogue) error {
	start, err := replay.At(0)
	if err != nil {
		return err
	}
	end, err := replay.At(p.Steps)
	if err != nil {
		return err
	}
	s.Start, s.End, s.EndUnknown = start.State, end.State, !end.Known
	next := 1
	for _, h := range replay.Steps {
		if h.Step > next {
			if err := s.addNotKept(replay, next, h.Step-1); err != nil {
				return err
			}
		}
		before, err := replay.At(h.Step - 1)
		if err != nil {
			return err
		}
		s.Steps = append(s.Steps, recordedStep(h, before, all))
		next = h.Step + 1
	}
	if next <= p.Steps {
		return s.addNotKept(replay, next, p.Steps)
	}
	return nil
}

// recordedStep returns a step of which the database has kept rows.
func recordedStep(h store.HistoryStep, before store.Position, all catalogue.Catalogue) Step {
	step := Step{
		Number: h.Step, Rule: h.Rule, Title: "by hand", Before: before.State, Unknown: !before.Known, Deductions: batch.Deductions(h),
		Complete: h.Missing() == 0,
	}
	if t, known := all.Rule(h.Rule); known {
		step.Title, step.Level, step.By = t.Title, t.Level, &t
	} else if h.Rule != setdoku.RuleManual {
		step.Title = h.Rule
	}
	switch {
	case h.Missing() > 0:
		step.Note = NotKept(h)
	case len(h.Deductions) == 0 && h.Rule == setdoku.RuleSearch:
		step.Note = SearchPlacesNothing
	}
	return step
}

// patternNotKept replaces the description of a pattern that the run did not store.
const patternNotKept = "The run did not keep the pattern (see --audit)."

// NotKept returns a sentence about the eliminations and patterns of a step that the run did not store, "" if it
// stored all.
func NotKept(h store.HistoryStep) string {
	if n := h.Missing(); n > 0 {
		kept := ""
		if len(h.Deductions) > 0 {
			kept = "other "
		}
		if n == 1 {
			return "The run did not keep the " + kept + "elimination of this step (see --audit)."
		}
		return fmt.Sprintf("The run did not keep the %s%d eliminations of this step (see --audit).", kept, n)
	}
	lost := func(d store.HistoryDeduction) bool { return d.Pattern == 0 }
	if setdoku.HasPatterns(h.Rule) && slices.ContainsFunc(h.Deductions, lost) {
		return patternNotKept
	}
	return ""
}

// addNotKept adds steps of which the database has kept nothing.
func (s *Path) addNotKept(replay *store.Replay, first, last int) error {
	before, err := replay.At(first - 1)
	if err != nil {
		return err
	}
	step := Step{
		Number: first, Title: "not kept", Before: before.State, Unknown: !before.Known,
		Note: "The run did not keep what this step did (see --audit).",
	}
	if last > first {
		step.Last, step.Note = last, "The run did not keep what these steps did (see --audit)."
	}
	s.Steps = append(s.Steps, step)
	return nil
}
