package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/jackc/pgx/v5/pgtype"

	"setdoku"
)

// The views cell, candidate, step and elimination have the state and the audit of puzzles as rows. The tables behind them take less
// space. This file writes these tables, and migrations/00105_state.sql reads them.

// ruleManual is the number of the rule manual, the greatest of those that are no techniques. The migrations add them.
const ruleManual = 101

// storeState writes cells, candidates, steps and eliminations.
func (c *Conn) storeState(ctx context.Context, o *Outcomes) error {
	rules, err := c.ruleNumbers(ctx, o)
	if err != nil {
		return err
	}
	if err := c.storeCandidates(ctx, o); err != nil {
		return err
	}
	if err := c.storeEliminations(ctx, o, rules); err != nil {
		return err
	}
	if c.db.dialect == Postgres {
		return c.storePaths(ctx, o, rules)
	}
	return c.storeCellsAndSteps(ctx, o, rules)
}

// storeCandidates writes a row for each puzzle with candidates, and for each unfinished one.
func (c *Conn) storeCandidates(ctx context.Context, o *Outcomes) error {
	marks := make(map[int64]*[setdoku.CellCount]setdoku.DigitSet, len(o.Unfinished))
	ids := slices.Clone(o.Unfinished)
	for _, id := range ids {
		marks[id] = new([setdoku.CellCount]setdoku.DigitSet)
	}
	for row := range slices.Chunk(o.Candidates, candidateColumns) {
		id := row[0].(int64)
		if marks[id] == nil {
			marks[id] = new([setdoku.CellCount]setdoku.DigitSet)
			ids = append(ids, id)
		}
		marks[id][setdoku.CellIndex(intOf(row[1]))] |= setdoku.SetOf(uint8(intOf(row[2])))
	}
	rows := make([]any, 0, 2*len(ids))
	for _, id := range ids {
		rows = append(rows, id, marksText(marks[id]))
	}
	return c.Insert(ctx, "stored_candidate", []string{"puzzle_id", "marks"}, rows)
}

// marksText returns the text for the column stored_candidate.marks.
func marksText(marks *[setdoku.CellCount]setdoku.DigitSet) string {
	text := make([]byte, 0, 3*setdoku.CellCount)
	for _, m := range marks {
		text = append(text, byte('0'+m/100), byte('0'+m/10%10), byte('0'+m%10)) // a set is its combination_id
	}
	return string(text)
}

func (c *Conn) storeEliminations(ctx context.Context, o *Outcomes, rules map[string]int64) error {
	rows := make([]any, 0, len(o.Eliminations))
	for row := range slices.Chunk(o.Eliminations, eliminationColumns) { // puzzle_id, step, cell, digit, rule, pattern
		rows = append(rows, row[0], row[2], row[3], row[1], rules[row[4].(string)], row[5])
	}
	return c.Insert(ctx, "stored_elimination", []string{"puzzle_id", "cell", "digit", "step", "rule_no", "pattern"}, rows)
}

// storeCellsAndSteps writes the rows of a file.
func (c *Conn) storeCellsAndSteps(ctx context.Context, o *Outcomes, rules map[string]int64) error {
	rows := make([]any, 0, 7*len(o.Cells)/cellColumns)
	for row := range slices.Chunk(o.Cells, cellColumns) { // puzzle_id, cell, digit, step, rule, pattern
		if row[4] == setdoku.RuleGiven {
			continue
		}
		var unit, other any
		if pattern := wideOf(row[5]); isSingle(pattern, intOf(row[1]), intOf(row[2])) {
			unit = pattern / 1000
		} else if pattern != 0 {
			other = pattern
		}
		rows = append(rows, row[0], row[1], row[2], row[3], rules[row[4].(string)], unit, other)
	}
	err := c.Insert(ctx, "stored_cell", []string{"puzzle_id", "cell", "digit", "step", "rule_no", "unit_no", "pattern"}, rows)
	if err != nil {
		return err
	}
	rows = rows[:0]
	for row := range slices.Chunk(o.Steps, stepColumns) { // puzzle_id, step, rule, placements, eliminations, run_id
		rows = append(rows, row[0], row[1], rules[row[2].(string)], row[3], row[4], row[5])
	}
	return c.Insert(ctx, "stored_step", []string{"puzzle_id", "step", "rule_no", "placements", "eliminations", "run_id"}, rows)
}

// isSingle reports whether a pattern is that of a single: unit_no * 1000 + cell * 10 + digit, with unit_no 0 for a naked single.
func isSingle(pattern int64, cell, digit int) bool {
	return pattern%1000 == int64(cell*10+digit) && pattern/1000 <= 27
}

// storedPath is a row of the table stored_path, which migrations/00104_puzzle.sql describes.
type storedPath struct {
	cells    []int32
	patterns []*int64
	steps    []int64
	runs     []*int64
}

// packedRun is the greatest run_id that fits into a number of stored_path.steps.
const packedRun = (math.MaxInt64 - 99_999_999) / 100_000_000

// The evidence of a cell in stored_path, besides the unit_no of a hidden single.
const (
	nakedSingle  = 98
	otherPattern = 99
)

// storePaths writes the rows of a server. The puzzles of o.Stored keep the cells and steps of their rows.
func (c *Conn) storePaths(ctx context.Context, o *Outcomes, rules map[string]int64) error {
	paths := make(map[int64]*storedPath)
	if len(o.Stored) > 0 {
		if err := c.takePaths(ctx, o.Stored, paths); err != nil {
			return err
		}
	}
	ids := slices.Sorted(maps.Keys(paths))
	path := func(id int64) *storedPath {
		p := paths[id]
		if p == nil {
			p = &storedPath{cells: make([]int32, setdoku.CellCount), steps: []int64{}}
			paths[id] = p
			ids = append(ids, id)
		}
		return p
	}
	for row := range slices.Chunk(o.Cells, cellColumns) {
		if row[4] != setdoku.RuleGiven {
			path(row[0].(int64)).place(intOf(row[1]), intOf(row[2]), intOf(row[3]), rules[row[4].(string)], wideOf(row[5]))
		}
	}
	for row := range slices.Chunk(o.Steps, stepColumns) {
		p, step := path(row[0].(int64)), intOf(row[1])
		for len(p.steps) < step {
			p.steps = append(p.steps, 0)
		}
		run := wideOf(row[5])
		if run < 0 || run > packedRun {
			p.runs = append(p.runs, make([]*int64, max(0, step-len(p.runs)))...)
			apart := run
			p.runs[step-1], run = &apart, 0
		}
		p.steps[step-1] = ((run*1000+rules[row[2].(string)])*100+int64(intOf(row[3])))*1000 + int64(intOf(row[4]))
	}
	return c.insertPaths(ctx, ids, paths)
}

// insertPaths inserts the rows of puzzles, in the order of ids.
func (c *Conn) insertPaths(ctx context.Context, ids []int64, paths map[int64]*storedPath) error {
	rows := make([]any, 0, 5*len(ids))
	for _, id := range ids {
		p := paths[id]
		var patterns, runs any
		if p.patterns != nil {
			patterns = p.patterns
		}
		if p.runs != nil {
			runs = p.runs
		}
		rows = append(rows, id, p.cells, patterns, p.steps, runs)
	}
	return c.Insert(ctx, "stored_path", []string{"puzzle_id", "cells", "patterns", "steps", "runs"}, rows)
}

// place fills a cell.
func (p *storedPath) place(cell, digit, step int, rule, pattern int64) {
	at, evidence := setdoku.CellIndex(cell), int64(0)
	switch {
	case pattern == 0:
	case !isSingle(pattern, cell, digit):
		evidence = otherPattern
		if p.patterns == nil {
			p.patterns = make([]*int64, setdoku.CellCount)
		}
		p.patterns[at] = &pattern
	case pattern < 1000:
		evidence = nakedSingle
	default:
		evidence = pattern / 1000
	}
	p.cells[at] = int32(((int64(digit)*1000+int64(step))*1000+rule)*100 + evidence)
}

// takePaths deletes the rows of puzzles and puts them into paths.
func (c *Conn) takePaths(ctx context.Context, ids []int64, paths map[int64]*storedPath) error {
	rows, err := c.QueryxContext(ctx, `
		DELETE FROM stored_path WHERE puzzle_id = ANY (CAST(? AS BIGINT[])) RETURNING puzzle_id, cells, patterns, steps, runs`, ids)
	if err != nil {
		return fmt.Errorf("read the paths of %d puzzles: %w", len(ids), err)
	}
	defer rows.Close()
	types := pgtype.NewMap()
	for rows.Next() {
		var id int64
		var p storedPath
		err := rows.Scan(&id, types.SQLScanner(&p.cells), types.SQLScanner(&p.patterns), types.SQLScanner(&p.steps), types.SQLScanner(&p.runs))
		if err != nil {
			return fmt.Errorf("read the path of a puzzle: %w", err)
		}
		if len(p.cells) != setdoku.CellCount || len(p.patterns) != 0 && len(p.patterns) != setdoku.CellCount {
			return fmt.Errorf("the path of puzzle %d has %d cells, want %d", id, len(p.cells), setdoku.CellCount)
		}
		paths[id] = &p
	}
	return rows.Err()
}

// deletePaths deletes the cells and steps after step kept from the rows of a server.
func (c *Conn) deletePaths(ctx context.Context, ids []int64, kept int) error {
	paths := make(map[int64]*storedPath)
	if err := c.takePaths(ctx, ids, paths); err != nil {
		return err
	}
	var left []int64
	for _, id := range slices.Sorted(maps.Keys(paths)) {
		if paths[id].cutAfter(kept) {
			left = append(left, id)
		}
	}
	return c.insertPaths(ctx, left, paths)
}

// cutAfter removes the cells and steps after step kept, and reports whether any are left.
func (p *storedPath) cutAfter(kept int) (left bool) {
	for i, field := range p.cells {
		if int(field/100000%1000) > kept {
			p.cells[i] = 0
			if p.patterns != nil {
				p.patterns[i] = nil
			}
		}
		left = left || p.cells[i] != 0
	}
	p.steps, p.runs = p.steps[:min(kept, len(p.steps))], p.runs[:min(kept, len(p.runs))]
	return left || len(p.steps) > 0
}

// ruleNumbers returns the numbers of the rules of the rows. It adds those that the table rule does not have, which a user's own
// technique may have.
func (c *Conn) ruleNumbers(ctx context.Context, o *Outcomes) (map[string]int64, error) {
	rules := c.rules
	for known := false; ; known = true {
		missing := map[string]bool{}
		for _, t := range []struct {
			values    []any
			width, at int
		}{{o.Cells, cellColumns, 4}, {o.Steps, stepColumns, 2}, {o.Eliminations, eliminationColumns, 4}} {
			for row := range slices.Chunk(t.values, t.width) {
				if rule, ok := row[t.at].(string); ok && rules[rule] == 0 {
					missing[rule] = true
				}
			}
		}
		if len(missing) == 0 {
			return rules, nil
		}
		if known {
			for rule := range missing {
				if err := addNumbered(ctx, c, ruleTable, c.Qualify("main.rule"), []string{rule}); err != nil {
					return nil, err
				}
			}
		}
		var err error
		if rules, err = readNumbered(ctx, c, ruleTable, c.Qualify("main.rule")); err != nil {
			return nil, err
		}
		if !known {
			c.rules = rules // those that this transaction adds may not stay
		}
	}
}

// wideOf returns an integer of a row as int64, 0 for NULL.
func wideOf(v any) int64 {
	switch v := v.(type) {
	case int64:
		return v
	case int:
		return int64(v)
	}
	return 0
}

// Rows returns the rows of a query, value after value, with integers as int64.
func (c *Conn) Rows(ctx context.Context, query string) (values []any, err error) {
	rows, err := c.QueryxContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		row, err := rows.SliceScan()
		if err != nil {
			return nil, err
		}
		for _, v := range row {
			if text, isBytes := v.([]byte); isBytes {
				v = string(text)
			}
			values = append(values, driver.Value(v))
		}
	}
	return values, rows.Err()
}
