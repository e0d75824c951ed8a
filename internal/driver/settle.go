package driver

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

// settle makes a puzzle of every new hypothesis of the technique and brings all of them to their fixed point, or to a
// contradiction. The entry of the file names the techniques inside. The selection of the user does not matter. settle
// uses the tables pass and deduction and leaves them empty.
func (d *Driver) settle(ctx context.Context, t setdoku.Technique, entry *Statement) error {
	d.depth++
	defer func() { d.depth, d.last, d.built = d.depth-1, setdoku.Technique{}, nil }()
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
	if err := d.advance(ctx, inside[0].Tier, "driver/apply", "driver/apply_placements"); err != nil {
		return err
	}
	singles := 0
	for singles < len(inside) && inside[singles].Single() {
		singles++
	}
	err = d.repeat(ctx, inside, singles, func() error { return d.checkInside(ctx, inside[singles-1].Tier+1) })
	if err != nil {
		return err
	}
	return d.conclude(ctx, inside[len(inside)-1].Tier+1)
}

// inside returns the techniques that an entry names for the hypotheses of a technique, in the order of the catalogue.
// A name is that of a technique, or else of a family. The tiers are those of the depth, without a gap.
func (d *Driver) inside(t setdoku.Technique, entry *Statement) (list catalogue.Catalogue, err error) {
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
			return nil, fmt.Errorf("sql/%s.sql: @settle %q is neither a technique nor a family", t.File, name)
		}
	}
	slices.SortFunc(list, func(a, b setdoku.Technique) int { return a.Tier - b.Tier })
	if len(list) == 0 || !list[0].Single() {
		return nil, fmt.Errorf("sql/%s.sql: @settle names no single for %s, want the family singles first", t.File,
			t.Name)
	}
	for i := range list {
		list[i].Tier = d.depth*tiersOfDepth + i + 1
	}
	return list, nil
}

// checkInside looks for contradictions in the hypotheses that wait for a tier: those to which no single applies.
func (d *Driver) checkInside(ctx context.Context, tier int) error {
	if _, err := d.fill(ctx, setdoku.Technique{Tier: tier}, nil); err != nil {
		return err
	}
	if _, err := d.run(ctx, "driver/find_contradiction_inside"); err != nil {
		return err
	}
	if err := d.removeContradicted(ctx); err != nil {
		return err
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
