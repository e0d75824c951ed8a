package statements

import (
	"context"
	"fmt"
	"slices"

	"setdoku"
	"setdoku/internal/catalogue"
)

// tiersOfDepth is the distance between the tiers of techniques inside of hypotheses of one depth and of the next one.
// The tiers of real puzzles are smaller. So a hypothesis never waits for the same tier as its parent.
const tiersOfDepth = 10_000

// solveHypotheses makes a puzzle of every new hypothesis of the technique and lets all of them make rounds until their
// fixed point or a contradiction. A pass of forcing takes only what the fewest rounds prove: then the hypotheses of a
// puzzle end with the first round in which one of them is a contradiction. The entry of the file names the techniques
// inside. The selection of the user does not matter. solveHypotheses uses the tables pass and deduction and leaves them
// empty.
func (d *Driver) solveHypotheses(ctx context.Context, t catalogue.Technique, entry *Statement) error {
	least := t.Family == catalogue.Forcing && !d.takesAll()
	d.depth++
	defer func() { d.depth, d.last, d.built = d.depth-1, catalogue.Technique{}, nil }()
	inside, err := d.inside(t, entry)
	if err != nil {
		return err
	}
	if err := d.exec(ctx, `DELETE FROM pass`); err != nil {
		return err
	}
	if _, err := d.run(ctx, "driver/hypothesize", inside[0].Tier); err != nil {
		return err
	}
	err = d.advance(ctx, inside[0].Tier, "driver/apply", "driver/add_steps", "driver/add_rounds",
		"driver/apply_placements")
	if err != nil {
		return err
	}
	for again := true; again; {
		for again {
			if err := d.checkInside(ctx, inside[0].Tier, least); err != nil {
				return err
			}
			if again, err = d.sweep(ctx, inside, inside[:1]); err != nil {
				return err
			}
		}
		if again, err = d.sweep(ctx, inside, inside[1:]); err != nil {
			return err
		}
	}
	return d.conclude(ctx, inside[len(inside)-1].Tier+1)
}

// takesAll reports whether a technique of forcing finds all that it proves in the puzzles of the pass.
func (d *Driver) takesAll() bool { return d.lists && d.depth == 0 }

// single is a round of singles in hypotheses: all naked and hidden singles at once.
const single, singleFile = "single", "driver/find_singles_inside"

// inside returns the techniques that an entry names for the hypotheses of a technique, in the order of the catalogue.
// The singles are one technique. A name is that of a technique, or else of a family. The tiers are those of the depth,
// without a gap.
func (d *Driver) inside(t catalogue.Technique, entry *Statement) (list catalogue.Catalogue, err error) {
	all, err := catalogue.BuiltIn()
	if err != nil {
		return nil, err
	}
	names := entry.inside(t.BaseName())
	for _, name := range names {
		_, isTechnique := all.Find(name)
		n := len(list)
		for _, o := range all {
			if o.Name == name || !isTechnique && o.Family == name {
				list = append(list, o)
			}
		}
		if len(list) == n {
			return nil, fmt.Errorf("sql/technique/%s.sql: @settle %q is neither a technique nor a family", t.File, name)
		}
	}
	slices.SortFunc(list, func(a, b catalogue.Technique) int { return a.Tier - b.Tier })
	if len(list) == 0 || !list[0].Single() {
		return nil, fmt.Errorf("sql/technique/%s.sql: @settle names no single for %s, want the family singles first", t.File,
			t.Name)
	}
	for len(list) > 1 && list[1].Single() {
		list = list[1:]
	}
	list[0].Name, list[0].File = single, singleFile
	for i := range list {
		list[i].Tier = d.depth*tiersOfDepth + i + 1
	}
	return list, nil
}

// checkInside looks for contradictions in the hypotheses that wait for a tier. With least it stops the hypotheses of
// puzzles in which it has found some.
func (d *Driver) checkInside(ctx context.Context, tier int, least bool) error {
	if _, err := d.fill(ctx, catalogue.Technique{Technique: setdoku.Technique{Tier: tier}}, nil); err != nil {
		return err
	}
	if _, err := d.run(ctx, "driver/find_contradiction_inside"); err != nil {
		return err
	}
	if err := d.removeContradicted(ctx); err != nil {
		return err
	}
	if least {
		if _, err := d.run(ctx, "driver/stop_hypotheses", int64(d.depth)*numbersOfDepth, tier); err != nil {
			return err
		}
	}
	return d.exec(ctx, `DELETE FROM pass`)
}

// conclude stores the outcome of the hypotheses. The hypotheses that wait for the tier are at their fixed point.
func (d *Driver) conclude(ctx context.Context, tier int) error {
	if err := d.exec(ctx, `UPDATE work_puzzle SET status = 'stuck', tier = 0 WHERE tier = ?`, tier); err != nil {
		return err
	}
	_, err := d.run(ctx, "driver/conclude_hypotheses", int64(d.depth)*numbersOfDepth)
	return err
}

// findClash takes hypotheses out of the pass if their placements contradict each other.
func (d *Driver) findClash(ctx context.Context) error {
	if _, err := d.run(ctx, "driver/find_clash"); err != nil {
		return err
	}
	return d.removeContradicted(ctx)
}

// removeContradicted takes hypotheses with a contradiction out of the pass. They are invalid.
func (d *Driver) removeContradicted(ctx context.Context) error {
	err := d.exec(ctx, `
		UPDATE work_puzzle
		SET status = 'invalid', tier = 0
		WHERE status = 'new' AND puzzle_id IN (SELECT k.puzzle_id FROM work_contradiction AS k)`)
	if err != nil {
		return err
	}
	return d.exec(ctx, `DELETE FROM pass WHERE puzzle_id IN (SELECT k.puzzle_id FROM work_contradiction AS k)`)
}
