package store

import (
	"context"
	"fmt"
)

// checkIntegrity looks for rows of missing puzzles in the tables that verify does not read otherwise. A server has no
// foreign keys, because they make inserting too slow.
func (postgresBackend) checkIntegrity(ctx context.Context, s *Snapshot) error {
	for _, table := range []string{"puzzle_tag", "game", "puzzle_technique"} {
		if err := s.checkOrphans(ctx, table, ""); err != nil {
			return err
		}
	}
	with := ""
	distributed, err := s.db.distributedBy(ctx, s.tx)
	if err != nil {
		return Explain(err)
	}
	if distributed {
		same, err := s.sameKeys(ctx)
		if err != nil || same {
			return err
		}
		with = fetchedKeys
	}
	if err := s.checkOrphans(ctx, "puzzle_key", with); err != nil {
		return err
	}
	var ids []int64
	err = s.tx.SelectContext(ctx, &ids, with+`
		SELECT z.puzzle_id
		FROM puzzle AS z
		LEFT JOIN puzzle_key AS k ON k.givens = z.givens AND k.state = z.state AND k.puzzle_id = z.puzzle_id
		WHERE k.puzzle_id IS NULL
		ORDER BY 1
		LIMIT 1`)
	if err != nil {
		return fmt.Errorf("look for puzzles without a key: %w", Explain(err))
	}
	if len(ids) > 0 {
		return fmt.Errorf("puzzle %d is not in the table puzzle_key with its givens and state", ids[0])
	}
	return nil
}

// checkOrphans looks for rows of a table whose puzzle does not exist.
func (s *Snapshot) checkOrphans(ctx context.Context, table, with string) error {
	var ids []int64
	err := s.tx.SelectContext(ctx, &ids, with+`
		SELECT t.puzzle_id
		FROM `+table+` AS t
		LEFT JOIN puzzle AS z ON z.puzzle_id = t.puzzle_id
		WHERE t.puzzle_id IS NOT NULL AND z.puzzle_id IS NULL
		ORDER BY 1
		LIMIT 1`)
	if err != nil {
		return fmt.Errorf("look for rows of %s without a puzzle: %w", table, Explain(err))
	}
	if len(ids) > 0 {
		return orphanError{table, "puzzle_id", ids[0], "puzzle"}
	}
	return nil
}

// fetchedKeys begins a query that joins puzzle_key with puzzle. Citus does not join the two, because the rows of a
// puzzle are on different nodes. It fetches these rows to the coordinator.
const fetchedKeys = `
	WITH puzzle_key AS MATERIALIZED (SELECT x.givens, x.state, x.puzzle_id FROM puzzle_key AS x),
	puzzle AS MATERIALIZED (SELECT x.givens, x.state, x.puzzle_id FROM puzzle AS x)`

// sameKeys reports whether puzzle_key and puzzle have the same keys, by their number and the sum of their hashes, which
// each shard computes for itself.
func (s *Snapshot) sameKeys(ctx context.Context) (bool, error) {
	var sums []string
	for _, table := range []string{"puzzle_key", "puzzle"} {
		var sum string
		err := s.tx.GetContext(ctx, &sum, `
			SELECT COUNT(*) || ' ' || COALESCE(SUM(HASHTEXTEXTENDED(x.givens || x.state || ' ' || x.puzzle_id, 0)), 0)
			FROM `+table+` AS x`)
		if err != nil {
			return false, fmt.Errorf("compare the keys of %s: %w", table, Explain(err))
		}
		sums = append(sums, sum)
	}
	return sums[0] == sums[1], nil
}

// checkSchema compares only the versions, because a server prints definitions in its own words. On Citus only the
// coordinator has the versions.
func (postgresBackend) checkSchema(ctx context.Context, s *Snapshot) ([]string, bool, error) {
	if layout, err := s.db.Layout(ctx); err != nil || len(layout.Distributed) > 0 {
		return nil, false, err
	}
	return nil, false, s.checkVersions(ctx)
}

// checkConstraints finds nothing, because a server refuses a row that violates a CHECK.
func (postgresBackend) checkConstraints(context.Context, *Snapshot) error { return nil }
