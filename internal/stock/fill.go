package stock

import (
	"context"
	"errors"
	"slices"
	"time"

	"setdoku"
	"setdoku/solver/driver"
	"setdoku/store"
)

// Times of Fill.
const (
	settle      = 2 * time.Second        // before it begins
	firstSearch = 500 * time.Millisecond // of work for a goal in the first round
	lastSearch  = 2 * time.Minute        // in the last round; each round takes four times as long as the one before
	shortWait   = 50 * time.Millisecond  // while the program has other work
	longestWait = 500 * time.Millisecond // between two attempts, which else rest for as long as they worked
)

// Fill keeps Options.Keep puzzles ready for each level and each technique until ctx ends, whose error it returns. It
// works on one core for at most half of the time, and only while the program has nothing else to do. In the first round
// it spends little time on each goal, in the order of the catalogue. When the last round ends, it waits until a player
// takes a puzzle.
//
// A goal for which the last round found too few is tried again when a player asks for it.
func (s *Stock) Fill(ctx context.Context) error {
	s.rest(ctx, settle)
	goals := slices.Clone(setdoku.Levels)
	for _, t := range s.catalogue {
		goals = append(goals, t.Name)
	}
	for {
		for most := firstSearch; most <= lastSearch; most *= 4 {
			for _, goal := range goals {
				if err := s.fillGoal(ctx, goal, most); err != nil {
					return err
				}
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case goal := <-s.wanted:
			goals = []string{goal}
		}
	}
}

// fillGoal makes the puzzles that a goal lacks. It ends when it has worked for a time without finding one.
func (s *Stock) fillGoal(ctx context.Context, goal string, most time.Duration) (err error) {
	counts, err := s.db.CountStock(ctx)
	if err != nil || counts[goal] >= s.opts.Keep {
		return err
	}
	m, err := newMaker(s.catalogue, goal, "", 1, driver.NewStatements)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.close(ctx)) }()
	for range s.opts.Keep - counts[goal] {
		row, found, err := s.searchSlowly(ctx, m, most)
		if err != nil || !found {
			return err
		}
		if err := s.put(ctx, row); err != nil {
			return err
		}
	}
	return nil
}

// searchSlowly searches until it has worked for a time. It rests between attempts.
func (s *Stock) searchSlowly(ctx context.Context, m *maker, most time.Duration) (row store.Stocked, found bool,
	err error) {
	searching, cancel := context.WithCancel(ctx)
	defer cancel()
	var worked time.Duration
	began := time.Now()
	m.pace = func() {
		took := time.Since(began)
		if worked += took; worked >= most {
			cancel()
			return
		}
		s.rest(searching, min(took, longestWait))
		began = time.Now()
	}
	row, err = m.search(searching)
	if err != nil && searching.Err() != nil && ctx.Err() == nil {
		return row, false, nil
	}
	return row, err == nil, err
}

// rest waits for a time, and then as long as the program has other work.
func (s *Stock) rest(ctx context.Context, wait time.Duration) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		if !s.opts.Busy() {
			return
		}
		wait = shortWait
	}
}
