package verify

import (
	"context"
	"errors"

	"setdoku/internal/game"
	"setdoku/store"
	"setdoku/store/record"
)

// games plays all games of a snapshot again, and returns those whose rows are not a game.
func (v *Verifier) games(ctx context.Context, s *store.Snapshot) (list Findings, err error) {
	games, err := s.Games(ctx)
	if err != nil {
		return nil, err
	}
	for _, g := range games {
		stored, err := s.Game(ctx, g.GameID)
		var refused *record.Refusal
		switch {
		case err == nil:
			_, err = game.Replay(stored.Start, stored.Moves, stored.Position)
		case !errors.Is(err, store.ErrGameDamaged) && !errors.As(err, &refused):
			return nil, err
		}
		if err == nil {
			v.Report.Games++
			continue
		}
		list = append(list, &Finding{PuzzleID: g.PuzzleID, Table: "game", Row: "game_id " + g.GameID,
			Problem: err.Error()})
	}
	return list, nil
}
