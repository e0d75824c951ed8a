package store

import (
	"context"
	"fmt"

	"setdoku"
	"setdoku/store/record"
)

// exportPage is the number of puzzles that Export holds in memory.
const exportPage = 500

// Statuses are the values of puzzle.status.
var Statuses = [...]string{string(setdoku.StatusNew), string(setdoku.StatusSolved), string(setdoku.StatusMultiple),
	string(setdoku.StatusInvalid), string(setdoku.StatusStuck)}

// Filter selects puzzles for Export, and whether it exports their givens or their states.
type Filter struct {
	Low, High int64    // range of puzzle_id, both ends included
	Statuses  []string // all when empty
	Tag       string   // puzzles with this tag, all when empty
	States    bool     // export the current states instead of the givens
	Limit     int      // the greatest number of puzzles, 0 for all
	Levels    []string // all when empty
	Hardest   []string // hardest techniques, all when empty
	// LeastScore and MostScore are a range of scores, which both ends belong to; 0 and 0 for all.
	LeastScore, MostScore int
	Where                 string // a condition in SQL about a row of puzzle, "" for none
}

// condition returns the WHERE clause of the filter and its arguments. The first argument is Low.
func (f *Filter) condition() (where string, args []any) {
	where, args = `puzzle_id BETWEEN ? AND ?`, []any{f.Low, f.High}
	for _, in := range []struct {
		column string
		values []string
	}{{"status", f.Statuses}, {"level", f.Levels}, {"hardest", f.Hardest}} {
		if len(in.values) > 0 {
			list, values := inList(in.values)
			where, args = where+` AND `+in.column+` IN `+list, append(args, values...)
		}
	}
	if f.LeastScore != 0 || f.MostScore != 0 {
		where, args = where+` AND score BETWEEN ? AND ?`, append(args, f.LeastScore, f.MostScore)
	}
	if f.Tag != "" {
		where += ` AND EXISTS (SELECT 1 FROM puzzle_tag AS t WHERE t.puzzle_id = puzzle.puzzle_id AND t.tag = ?)`
		args = append(args, f.Tag)
	}
	if f.Where != "" {
		where += " AND (\n" + f.Where + "\n)" // a comment at the end of the condition ends there
	}
	return where, args
}

// IDs returns the ids of the puzzles that f selects, in ascending order.
func (s *Snapshot) IDs(ctx context.Context, f Filter) (ids []int64, err error) {
	where, args := f.condition()
	query := `SELECT puzzle_id FROM puzzle WHERE ` + where + ` ORDER BY puzzle_id`
	if f.Limit > 0 {
		query, args = query+` LIMIT ?`, append(args, f.Limit)
	}
	if err = s.tx.SelectContext(ctx, &ids, query, args...); err != nil {
		return nil, fmt.Errorf("select puzzles: %w", Explain(err))
	}
	return ids, nil
}

// Tags returns the tags that puzzles have, in alphabetical order.
func (s *Snapshot) Tags(ctx context.Context) (tags []string, err error) {
	if err = s.tx.SelectContext(ctx, &tags, `SELECT DISTINCT tag FROM puzzle_tag ORDER BY tag`); err != nil {
		return nil, fmt.Errorf("read the tags: %w", Explain(err))
	}
	return tags, nil
}

// FirstID returns the smallest id of a puzzle from low to high, 0 when there is none.
func (s *Snapshot) FirstID(ctx context.Context, low, high int64) (id int64, err error) {
	err = s.tx.GetContext(ctx, &id, `SELECT COALESCE(MIN(puzzle_id), 0) FROM puzzle WHERE puzzle_id BETWEEN ? AND ?`,
		low, high)
	if err != nil {
		return 0, fmt.Errorf("look for puzzles %d to %d: %w", low, high, Explain(err))
	}
	return id, nil
}

// Export calls each for every puzzle that f selects, in the order of puzzle_id, with its state. It holds a bounded
// number of puzzles in memory. If each returns an error, Export stops and returns it.
//
// A current state has the placed digits and, if the puzzle is unfinished, the live candidates. A finished puzzle has
// no open cell, or it has the candidates that the stored eliminations leave. A row that is not a puzzle has Refused.
func (s *Snapshot) Export(ctx context.Context, f Filter, each func(record.Puzzle, setdoku.State) error) error {
	where, args := f.condition()
	for left := f.Limit; ; left -= exportPage {
		most := exportPage
		if f.Limit > 0 {
			most = min(most, left)
		}
		rows, err := SelectRows(ctx, s.tx, `
			SELECT `+resultColumns+` FROM puzzle WHERE `+where+` ORDER BY puzzle_id LIMIT ?`, append(args, most), refusePuzzle)
		if err != nil {
			return fmt.Errorf("read puzzles after %v: %w", args[0], Explain(err))
		}
		page := make([]*record.Puzzle, len(rows))
		for i := range rows {
			page[i] = &rows[i]
		}
		ids := record.IDs(page)
		uses, err := readUses(ctx, s.tx, ids)
		if err != nil {
			return err
		}
		for i := range page {
			page[i].Uses = uses[page[i].PuzzleID]
		}
		states, err := s.states(ctx, page, f.States)
		if err != nil {
			return err
		}
		for i, p := range page {
			if err := each(*p, states[i]); err != nil {
				return err
			}
		}
		if len(page) < exportPage || left == exportPage {
			return nil
		}
		args[0] = page[len(page)-1].PuzzleID + 1
	}
}

// states returns the givens of puzzles, or their current states if present is true. It sets Refused of rows that are
// not puzzles.
func (s *Snapshot) states(ctx context.Context, page []*record.Puzzle, present bool) ([]setdoku.State, error) {
	states := make([]setdoku.State, len(page))
	var unsolved []int64
	for i, p := range page {
		if p.Refused == nil { // else it has NULL
			var err error
			if states[i], p.Refused, err = s.db.addedState(ctx, s, p.Variant, p.Givens, ""); err != nil {
				return nil, err
			}
		}
		if p.Solution == "" {
			unsolved = append(unsolved, p.PuzzleID)
		}
	}
	if !present {
		return states, nil
	}
	boards, err := readBoards(ctx, s.tx, unsolved)
	if err != nil {
		return nil, err
	}
	for i, p := range page {
		b := boards[p.PuzzleID]
		if b != nil {
			b.variant = states[i].Variant
		}
		if p.Solution != "" {
			b = &board{variant: states[i].Variant}
			if b.digits, err = setdoku.ParseGrid(p.Solution); err != nil {
				return nil, fmt.Errorf("puzzle %d, column solution: %w", p.PuzzleID, err)
			}
		}
		for c, d := range b.digits {
			if states[i].Givens[c] == 0 {
				states[i].Placed[c] = d
			}
		}
		marks := b.candidates()
		states[i].KeepOnly(&marks)
	}
	return states, nil
}
