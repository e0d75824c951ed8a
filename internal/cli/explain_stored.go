package cli

import (
	"context"
	"fmt"

	"setdoku"
	"setdoku/internal/explain"
	"setdoku/solver"
	"setdoku/store"
)

// tellStored tells the steps of a puzzle of a database. What the run did not keep is said in its place.
func (n *narrator) tellStored(ctx context.Context, s *store.Snapshot, p store.Puzzle) error {
	story := &explain.Story{Name: fmt.Sprintf("Puzzle %d", p.PuzzleID)}
	if p.Name != "" {
		story.Name += ", " + p.Name
	}
	replay, err := s.Replay(ctx, p)
	if err != nil {
		return err
	}
	steps, err := s.History(ctx, p.PuzzleID)
	if err == nil {
		err = s.AddEvidence(ctx, p.PuzzleID, steps)
	}
	if err != nil {
		return err
	}
	if err := n.addStored(story, p, replay, steps); err != nil {
		return err
	}
	if p.Status == setdoku.StatusNew {
		path, err := n.finder.Find(ctx, story.End, p.Steps)
		if err != nil {
			return err
		}
		n.addPath(story, path)
		return n.write(ctx, story)
	}
	c, err := s.Contradiction(ctx, p.PuzzleID)
	if err != nil {
		return err
	}
	story.Ending = ending(p.Status, c)
	n.unsolved = n.unsolved || p.Status != setdoku.StatusSolved
	return n.write(ctx, story)
}

// addStored adds the beginning of a puzzle, its steps as a database has them, and how it stands.
func (n *narrator) addStored(story *explain.Story, p store.Puzzle, replay *store.Replay, steps []store.HistoryStep) error {
	start, err := replay.At(0)
	if err != nil {
		return err
	}
	end, err := replay.At(p.Steps)
	if err != nil {
		return err
	}
	story.Start, story.End, story.EndUnknown = start.State, end.State, !end.Known
	next := 1
	for _, h := range steps {
		if h.Step < next {
			continue // a digit that was entered by hand and given no step
		}
		if h.Step > next {
			if err := addUnknown(story, replay, next, h.Step-1); err != nil {
				return err
			}
		}
		before, err := replay.At(h.Step - 1)
		if err != nil {
			return err
		}
		story.Steps = append(story.Steps, n.storedStep(h, before))
		next = h.Step + 1
	}
	if next <= p.Steps {
		return addUnknown(story, replay, next, p.Steps)
	}
	return nil
}

// storedStep is a step of which a database has kept something.
func (n *narrator) storedStep(h store.HistoryStep, before store.Position) explain.Step {
	step := explain.Step{
		Number: h.Step, Title: "by hand", Before: before.State, Unknown: !before.Known, Deductions: solver.Deductions(h),
	}
	if t, known := n.catalogue.Rule(h.Rule); known {
		step.Title, step.Level, step.By = t.Title, t.Level, &t
	} else if h.Rule != setdoku.RuleManual {
		step.Title = h.Rule
	}
	switch {
	case h.Missing() > 0:
		step.Note = h.NotKept()
	case len(h.Deductions) == 0 && h.Rule == setdoku.RuleSearch:
		step.Note = explain.SearchPlacesNothing
	}
	return step
}

// addUnknown adds steps of which a database has kept nothing.
func addUnknown(story *explain.Story, replay *store.Replay, first, last int) error {
	before, err := replay.At(first - 1)
	if err != nil {
		return err
	}
	step := explain.Step{
		Number: first, Title: "not kept", Before: before.State, Unknown: !before.Known,
		Note: "The run did not keep what this step did (see --audit).",
	}
	if last > first {
		step.Last, step.Note = last, "The run did not keep what these steps did (see --audit)."
	}
	story.Steps = append(story.Steps, step)
	return nil
}
