package statements

import (
	"context"
	"errors"
	"fmt"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/solver/board"
	"setdoku/solver/memory"
	"setdoku/solver/solutions"
	"setdoku/store/record"
)

// puzzle is the record of a puzzle of the chunk, to which each pass adds its rows, and the board after these.
type puzzle struct {
	*record.Puzzle
	board  board.Board
	status setdoku.Status // setdoku.StatusNew until it has an end
	proper *bool          // whether the givens have one solution, nil before it is counted
}

// newPuzzle returns a puzzle at its start, without rows.
func newPuzzle(p *record.Puzzle) *puzzle {
	x := &puzzle{Puzzle: p, status: setdoku.StatusNew}
	p.Rows, p.Contradictions, p.NotCounted = record.Rows{}, nil, false
	x.board.LoadState(&p.Start)
	if x.board.Left == 0 {
		x.status = setdoku.StatusSolved
	} else if c, bad := x.board.Repeat(); bad {
		x.contradict(c)
	} else {
		x.check()
	}
	return x
}

// contradict ends the puzzle with a contradiction that was found after the last step.
func (p *puzzle) contradict(c setdoku.Contradiction) {
	c.Step = p.LastStep()
	p.Contradictions, p.status = []setdoku.Contradiction{c}, setdoku.StatusInvalid
}

// check ends the puzzle if it has a contradiction.
func (p *puzzle) check() {
	if c, bad := p.board.Contradiction(); bad {
		p.contradict(c)
	}
}

// deduction is a row of the table deduction.
type deduction struct {
	PuzzleID int64 `db:"puzzle_id"`
	setdoku.Candidate
	Pattern int64
}

// clashes ends the puzzle if placements contradict each other. There is no step then.
func (p *puzzle) clashes(placements []deduction) bool {
	var cells [9]board.Cells
	for _, r := range placements {
		cells[r.Digit-1].Add(r.Cell.Index())
	}
	c, bad := board.Clash(p.board.G, &cells)
	if bad {
		p.contradict(c)
	}
	return bad
}

// addStep adds the next step, with all deductions of a technique and the parts of their patterns, and looks whether the
// puzzle has come to its end.
func (p *puzzle) addStep(t catalogue.Technique, made []deduction, parts []setdoku.Evidence) {
	row, step := record.StepRow{Rule: t.Name}, p.LastStep()+1
	if t.Family == catalogue.Forcing {
		row.Rounds = stepRounds(made)
	}
	for _, r := range made {
		change := record.Change{Step: step, Cell: r.Cell, Digit: r.Digit, Rule: t.Name, Pattern: r.Pattern}
		if t.Places {
			row.Placements++
			p.Placements = append(p.Placements, change)
			p.board.Place(r.Cell.Index(), int(r.Digit)-1)
		} else {
			row.Eliminations++
			p.Eliminations = append(p.Eliminations, change)
			p.board.Remove(r.Cell.Index(), int(r.Digit)-1)
		}
	}
	for _, e := range parts {
		e.Step = step
		p.Evidence = append(p.Evidence, e)
	}
	p.AddStep(row)
	if p.board.Left == 0 {
		p.status = setdoku.StatusSolved
	} else {
		p.check()
	}
}

// stepRounds returns the rounds of hypotheses that prove a step of forcing. The key of a pattern begins with them.
func stepRounds(made []deduction) int {
	least := made[0].Pattern
	for _, r := range made {
		least = min(least, r.Pattern)
	}
	return int(least / 10_000_000_000_000)
}

// state returns the puzzle after the last pass.
func (p *puzzle) state() setdoku.State { return p.board.State(p.Start.Givens) }

// finish fills in the record of a puzzle.
func (d *Driver) finish(ctx context.Context, p *puzzle) {
	p.Status = p.status
	if p.status == setdoku.StatusNew && !(d.opts.StopAtFirst && len(p.StepRows) > 0) {
		p.Status = setdoku.StatusStuck
	}
	p.NotCounted = p.NotCounted && p.Status == setdoku.StatusStuck
	p.Candidates = nil
	if p.Status.Unfinished() {
		marks := p.board.Marks()
		p.Candidates = setdoku.ListCandidates(&marks)
	}
	d.rater.Fill(ctx, p.Puzzle, &p.board.Filled)
}

// record makes the deductions of a pass the next step in the records of their puzzles, and counts them in the pass. It
// deletes those that contradict each other. It returns the puzzles that have a contradiction now.
func (d *Driver) record(ctx context.Context, t catalogue.Technique, pass *memory.Pass) (ended []int64, err error) {
	var rows []deduction
	err = d.read(ctx, &rows, `SELECT puzzle_id, cell, digit, pattern FROM deduction ORDER BY puzzle_id, cell, digit`)
	if err != nil {
		return nil, fmt.Errorf("read what %s found: %w", t.Name, err)
	}
	var parts map[int64][]setdoku.Evidence
	if d.explaining() && (t.Text != "" || d.explains(t.File)) {
		if parts, err = d.evidence(ctx); err != nil {
			return nil, err
		}
		if err := d.exec(ctx, `DELETE FROM deduction_evidence`); err != nil {
			return nil, err
		}
	}
	var clashed []int64
	for len(rows) > 0 {
		p, n := d.puzzles[rows[0].PuzzleID], 1
		for n < len(rows) && rows[n].PuzzleID == p.PuzzleID {
			n++
		}
		made := rows[:n]
		rows = rows[n:]
		if t.Places && p.clashes(made) {
			clashed = append(clashed, p.PuzzleID)
			continue
		}
		p.addStep(t, made, parts[p.PuzzleID])
		if p.status == setdoku.StatusInvalid {
			ended = append(ended, p.PuzzleID)
		}
		last := p.StepRows[len(p.StepRows)-1]
		pass.Changed++
		pass.Placements += last.Placements
		pass.Eliminations += last.Eliminations
		if d.opts.PassGrids {
			pass.Grids = append(pass.Grids, memory.PassGrid{Puzzle: p.PuzzleID, Step: last.Step, State: p.state()})
		}
	}
	if len(clashed) == 0 {
		return ended, nil
	}
	return append(ended, clashed...), d.execIn(ctx, `DELETE FROM deduction WHERE puzzle_id IN (?)`, clashed)
}

// evidence returns the rows that the last technique has written into the temporary table deduction_evidence, by
// puzzle_id, each list sorted by pattern and ordinal. Evidence that can be computed from the pattern's key is not
// among them.
func (s *session) evidence(ctx context.Context) (map[int64][]setdoku.Evidence, error) {
	var rows []struct {
		PuzzleID int64 `db:"puzzle_id"`
		setdoku.Evidence
	}
	err := s.read(ctx, &rows, `
		SELECT puzzle_id, pattern, ordinal, role, COALESCE(cell, 0) AS cell, COALESCE(digit, 0) AS digit,
			COALESCE(unit_no, 0) AS unit
		FROM temp.deduction_evidence
		ORDER BY puzzle_id, pattern, ordinal`)
	if err != nil {
		return nil, fmt.Errorf("read evidence: %w", err)
	}
	found := make(map[int64][]setdoku.Evidence)
	for _, r := range rows {
		found[r.PuzzleID] = append(found[r.PuzzleID], r.Evidence)
	}
	return found, nil
}

// end lets puzzles wait for no technique.
func (d *Driver) end(ctx context.Context, ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	return d.execIn(ctx, `UPDATE work_puzzle SET tier = 0 WHERE puzzle_id IN (?)`, ids)
}

// recordSearch ends the puzzles of a search that have several solutions or none, and adds the branches to the records.
func (d *Driver) recordSearch(ctx context.Context) error {
	var rows []struct {
		PuzzleID int64 `db:"puzzle_id"`
		Origin   int64
		Parent   int64
		Depth    int
		setdoku.Candidate
		Outcome string
	}
	err := d.read(ctx, &rows, `
		SELECT puzzle_id, origin, parent, depth, cell, digit, outcome FROM hypothesis ORDER BY origin, puzzle_id`)
	if err != nil {
		return fmt.Errorf("read the branches of a search: %w", err)
	}
	var ended []int64
	for len(rows) > 0 {
		p, solved := d.puzzles[rows[0].Origin], 0
		numbers := make(map[int64]int) // of the branches, by the number of the hypothesis
		for ; len(rows) > 0 && rows[0].Origin == p.PuzzleID; rows = rows[1:] {
			b := rows[0]
			numbers[b.PuzzleID] = len(numbers) + 1
			if b.Outcome == record.BranchSolved {
				solved++
			}
			p.Branches = append(p.Branches, record.Branch{Branch: len(numbers), Parent: numbers[b.Parent],
				Depth: b.Depth, Cell: b.Cell, Digit: b.Digit, Outcome: b.Outcome})
		}
		switch {
		case solved == 0:
			p.contradict(setdoku.Contradiction{Kind: "no_solution"})
		case solved > 1:
			p.AddStep(record.StepRow{Rule: setdoku.RuleSearch})
			p.status = setdoku.StatusMultiple
		default:
			continue
		}
		ended = append(ended, p.PuzzleID)
	}
	return d.end(ctx, ended)
}

// waiting returns the puzzles of the pass.
func (d *Driver) waiting(ctx context.Context, t catalogue.Technique) (list []*puzzle, err error) {
	var ids []int64
	if err := d.read(ctx, &ids, `SELECT puzzle_id FROM pass ORDER BY puzzle_id`); err != nil {
		return nil, fmt.Errorf("read which puzzles wait for %s: %w", t.Name, err)
	}
	for _, id := range ids {
		list = append(list, d.puzzles[id])
	}
	return list, nil
}

// takeOut takes the puzzles out of the pass of a technique that needs one solution if they do not have exactly one, and
// out of a pass of search those for which the search in memory gives up: the statement would have no end, and both
// engines leave the same.
func (d *Driver) takeOut(ctx context.Context, t catalogue.Technique) error {
	leaves := (*puzzle).improper
	switch {
	case t.NeedsOneSolution():
	case t.Name == setdoku.RuleSearch && d.variant != nil:
		leaves = (*puzzle).uncounted
	default:
		return nil
	}
	list, err := d.waiting(ctx, t)
	if err != nil {
		return err
	}
	var out []int64
	for _, p := range list {
		without, err := leaves(p, ctx)
		if err != nil {
			return err
		}
		if without {
			out = append(out, p.PuzzleID)
		}
	}
	if len(out) == 0 {
		return nil
	}
	return d.execIn(ctx, `DELETE FROM pass WHERE puzzle_id IN (?)`, out)
}

// improper reports whether the givens do not have exactly one solution. It counts them once: that is not a deduction,
// so it is no step.
func (p *puzzle) improper(ctx context.Context) (bool, error) {
	if p.proper == nil {
		one, err := solutions.Proper(ctx, p.Start)
		if err != nil {
			return false, err
		}
		p.proper = &one
	}
	return !*p.proper, nil
}

// uncounted reports whether the search in memory gives up, and says so in the record.
func (p *puzzle) uncounted(ctx context.Context) (bool, error) {
	_, err := solutions.CountState(ctx, p.state(), 2)
	p.NotCounted = errors.Is(err, solutions.ErrNotCounted)
	if p.NotCounted {
		err = nil
	}
	return p.NotCounted, err
}
