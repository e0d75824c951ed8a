package cli

import (
	"context"

	"setdoku"
	"setdoku/internal/explain"
	"setdoku/solver/verify"
	"setdoku/store"
)

// printedStep is a step that history prints.
type printedStep struct {
	store.HistoryStep
	audit int // with --needed, the step of the whole path, 0 for singles that were made again
}

// readSteps reads the steps of a puzzle, all or those that are needed.
func readSteps(ctx context.Context, s *store.Snapshot, p store.Puzzle, f historyFlags) ([]printedStep, error) {
	steps, err := s.History(ctx, p.PuzzleID)
	if err == nil && f.evidence && !f.needed {
		err = s.AddEvidence(ctx, p.PuzzleID, steps)
	}
	if err == nil && !f.needed {
		err = explain.AddNotation(ctx, s, p, steps)
	}
	if err != nil {
		return nil, err
	}
	if f.needed {
		return neededSteps(ctx, s, p, steps, f.evidence)
	}
	list := make([]printedStep, len(steps))
	for i, h := range steps {
		list[i] = printedStep{HistoryStep: h}
	}
	return list, nil
}

// neededSteps returns the steps of a puzzle that are needed, with evidence if it is asked for. all are its steps, with
// their texts.
func neededSteps(ctx context.Context, s *store.Snapshot, p store.Puzzle, all []store.HistoryStep, evidence bool) ([]printedStep, error) {
	records, err := s.Records(ctx, p.PuzzleID-1, 1)
	if err != nil {
		return nil, err
	}
	runs, err := s.Runs(ctx)
	if err != nil {
		return nil, err
	}
	_, _, short, err := verify.NeededRows(&records[0], runs)
	if err != nil {
		return nil, errNotKept(err)
	}
	texts := make(map[string]string)
	for _, h := range all {
		for _, d := range h.Deductions {
			texts[h.Rule+" "+d.Name()] = d.Text
		}
	}
	list := make([]printedStep, len(short.Steps))
	at := short.Start
	for i, k := range short.Steps {
		h := printedStep{HistoryStep: store.HistoryStep{Step: i + 1, Rule: k.Rule}, audit: k.Step}
		before := at
		for _, d := range k.Deductions {
			h.add(d, texts)
			explain.NoteStep(before, &h.HistoryStep, d)
			at = at.Apply(d)
		}
		if !evidence {
			h.Evidence = nil
		}
		list[i] = h
	}
	return list, nil
}

// add adds a deduction. texts has the texts of the whole path.
func (h *printedStep) add(d setdoku.Deduction, texts map[string]string) {
	for _, c := range d.Placements {
		h.Placements++
		made := store.HistoryDeduction{Placement: true, Candidate: c, Pattern: d.Pattern}
		made.Text = made.Name() + " " + h.Rule
		if len(d.Evidence) == 1 && d.Evidence[0].Unit > 0 {
			made.Text += " " + setdoku.UnitName(d.Evidence[0].Unit)
		}
		h.Deductions = append(h.Deductions, made)
	}
	for _, c := range d.Eliminations {
		h.Eliminations++
		made := store.HistoryDeduction{Candidate: c, Pattern: d.Pattern}
		made.Text = texts[h.Rule+" "+made.Name()]
		h.Deductions = append(h.Deductions, made)
	}
	for _, e := range d.Evidence {
		e.Pattern = d.Pattern
		h.Evidence = append(h.Evidence, e)
	}
}
