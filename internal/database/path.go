package database

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"setdoku"
	"setdoku/internal/rule"
	sqlfiles "setdoku/sql"
)

// Path returns the path of a puzzle as far as its runs have kept it. The error wraps ErrNoPuzzle if there is no such
// puzzle.
func (s *Snapshot) Path(ctx context.Context, id int64) (*setdoku.Path, error) {
	record, err := s.Record(ctx, id)
	if err != nil {
		return nil, err
	}
	p := record.Path(sqlfiles.DecoderFor(record.Start.Board()))
	var selections []string
	err = s.tx.SelectContext(ctx, &selections, `
		SELECT selection FROM run WHERE run_id IN (SELECT run_id FROM step WHERE puzzle_id = ?) ORDER BY run_id`, id)
	if err != nil {
		return nil, fmt.Errorf("read the runs of puzzle %d: %w", id, Explain(err))
	}
	if len(selections) > 0 {
		p.Singles = []string{} // known, even if the runs had none
	}
	for _, selection := range selections {
		names, _, _ := strings.Cut(selection, " ")
		for name := range strings.SplitSeq(names, ",") {
			if rule.IsSingle(name) && !slices.Contains(p.Singles, name) {
				p.Singles = append(p.Singles, name)
			}
		}
	}
	return p, nil
}
