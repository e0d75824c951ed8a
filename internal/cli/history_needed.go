package cli

import (
	"context"

	"setdoku/internal/tell/explain"
	"setdoku/solver/shorten"
	"setdoku/store"
)

// printedStep is a step that history prints.
type printedStep struct {
	store.HistoryStep
	accounts []explain.Account // of its patterns
	audit    int               // with --needed, the step of the whole path, 0 for singles that were made again
}

// readSteps reads the steps of a puzzle, all or those that are needed.
func readSteps(ctx context.Context, s *store.Snapshot, p store.Puzzle, f historyFlags) ([]printedStep, error) {
	if f.needed {
		return neededSteps(ctx, s, p)
	}
	replay, err := s.Replay(ctx, p)
	if err != nil {
		return nil, err
	}
	if err := s.AddEvidence(ctx, p.PuzzleID, replay.Steps); err != nil {
		return nil, err
	}
	list := make([]printedStep, len(replay.Steps))
	for i, h := range replay.Steps {
		before, err := replay.At(h.Step - 1)
		if err != nil {
			return nil, err
		}
		list[i] = printedStep{HistoryStep: h, accounts: explain.Accounts(before, h)}
	}
	return list, nil
}

// neededSteps returns the steps of a puzzle that are needed.
func neededSteps(ctx context.Context, s *store.Snapshot, p store.Puzzle) ([]printedStep, error) {
	records, err := s.Records(ctx, p.PuzzleID-1, 1)
	if err != nil {
		return nil, err
	}
	runs, err := s.Runs(ctx)
	if err != nil {
		return nil, err
	}
	short, err := shorten.Record(&records[0], runs)
	if err != nil {
		return nil, errNotKept(err)
	}
	list := make([]printedStep, len(short.Steps))
	at := store.Position{State: short.Start, Known: true}
	for i, k := range short.Steps {
		h := printedStep{HistoryStep: store.HistoryStep{Step: i + 1, Rule: k.Rule}, audit: k.Step}
		for _, d := range k.Deductions {
			h.Placements += len(d.Placements)
			h.Eliminations += len(d.Eliminations)
			h.accounts = append(h.accounts, explain.NewAccount(at, d, nil))
		}
		for _, d := range k.Deductions {
			at.State = at.State.Apply(d)
		}
		list[i] = h
	}
	return list, nil
}
