package explain

import (
	"context"
	"slices"

	"setdoku"
	"setdoku/internal/notation"
	"setdoku/solver/batch"
	"setdoku/store"
)

// Notation returns the line of a deduction in the notation of players, or "" if its pattern has none. A user may have
// changed rows of the pattern.
func Notation(s setdoku.State, d setdoku.Deduction) (line string) {
	t := explainer{}
	if !t.try(func(*explainer) { line = notation.Line(s, d) }) {
		return ""
	}
	return line
}

// AddNotation adds to each step the lines of its patterns. The line of a pattern also replaces the texts of its
// deductions: it becomes the text of the first one, and the others have none. Steps before which the pencil marks are
// unknown get no lines.
func AddNotation(ctx context.Context, s *store.Snapshot, p store.Puzzle, steps []store.HistoryStep) error {
	replay, err := s.Replay(ctx, p)
	if err != nil {
		return err
	}
	whole := slices.Clone(steps)
	for i := range whole {
		whole[i].Evidence = nil
	}
	if err := s.AddEvidence(ctx, p.PuzzleID, whole); err != nil {
		return err
	}
	for i := range steps {
		if len(whole[i].Evidence) == 0 {
			continue
		}
		before, err := replay.At(whole[i].Step - 1)
		if err != nil {
			return err
		}
		if !before.Known {
			continue
		}
		for _, d := range batch.Deductions(whole[i]) {
			NoteStep(before.State, &steps[i], d)
		}
	}
	return nil
}

// NoteStep adds the line of a deduction to its step, if its pattern has one. before is the state before the step.
func NoteStep(before setdoku.State, step *store.HistoryStep, d setdoku.Deduction) {
	if line := Notation(before, d); line != "" {
		step.Notation = append(step.Notation, line)
		replaceTexts(step.Deductions, d.Pattern, line)
	}
}

// replaceTexts makes line the text of the first deduction of a pattern, and removes the texts of the others.
func replaceTexts(list []store.HistoryDeduction, pattern int64, line string) {
	for k := range list {
		if list[k].Pattern == pattern {
			list[k].Text = line
			line = ""
		}
	}
}
