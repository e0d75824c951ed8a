package store

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"setdoku"
)

// addVariants adds the variants that the database does not have. Another connection may add the same ones meanwhile: the insert waits for it.
// All connections add them in the order of their names, so that two cannot deadlock.
func (c *Conn) addVariants(ctx context.Context, variants map[string]*setdoku.Variant) error {
	for _, name := range setdoku.VariantNames() {
		delete(variants, name)
	}
	for _, name := range slices.Sorted(maps.Keys(variants)) {
		if err := c.addVariant(ctx, variants[name]); err != nil {
			return fmt.Errorf("add the variant %s: %w", name, err)
		}
	}
	return nil
}

func (c *Conn) addVariant(ctx context.Context, v *setdoku.Variant) error {
	result, err := c.ExecContext(ctx, `INSERT INTO variant (variant, title, size) VALUES (?, ?, ?) ON CONFLICT (variant) DO NOTHING`, v.Name, v.Title, v.Size)
	if err != nil {
		return err
	}
	if added, err := result.RowsAffected(); err != nil || added == 0 {
		return err
	}
	err = c.Insert(ctx, "variant_unit", []string{"variant", "unit_no", "position", "cell"}, func(rows *Rows) {
		for u, cells := range v.Units {
			for k, i := range cells {
				rows.Add(v.Name, u+1, k+1, setdoku.CellNumber(i))
			}
		}
	})
	if err != nil {
		return err
	}
	return c.Insert(ctx, "variant_peer", []string{"variant", "cell", "peer"}, func(rows *Rows) {
		for _, p := range v.Pairs() {
			rows.Add(v.Name, setdoku.CellNumber(p[0]), setdoku.CellNumber(p[1]))
			rows.Add(v.Name, setdoku.CellNumber(p[1]), setdoku.CellNumber(p[0]))
		}
	})
}

// querier reads rows: a connection, an open database or a snapshot.
type querier interface {
	SelectContext(ctx context.Context, rows any, query string, args ...any) error
}

// readVariants returns variants by their names, as their rows say. classic is nil, as in setdoku.State.
func readVariants(ctx context.Context, q querier, names []string) (map[string]*setdoku.Variant, error) {
	known := make(map[string]*setdoku.Variant)
	for _, name := range names {
		if _, done := known[name]; done {
			continue
		}
		v, err := readVariant(ctx, q, name)
		if err != nil {
			return nil, err
		}
		known[name] = v
	}
	return known, nil
}

func readVariant(ctx context.Context, q querier, name string) (*setdoku.Variant, error) {
	switch {
	case name == setdoku.Classic.Name:
		return nil, nil
	case slices.Contains(setdoku.VariantNames(), name): // their rows are reference data
		return setdoku.ParseVariant(name)
	}
	var head []struct {
		Title string
		Size  int
	}
	var rows []struct{ Unit, Position, Cell int }
	err := q.SelectContext(ctx, &head, `SELECT v.title, v.size FROM variant AS v WHERE v.variant = ?`, name)
	if err == nil {
		err = q.SelectContext(ctx, &rows, `
			SELECT u.unit_no AS unit, u.position, u.cell FROM variant_unit AS u WHERE u.variant = ?
			UNION ALL
			SELECT 0, p.peer, p.cell FROM variant_peer AS p WHERE p.variant = ?
			ORDER BY 1, 2, 3`, name, name)
	}
	if err != nil {
		return nil, fmt.Errorf("read the variant %s: %w", name, Explain(err))
	}
	if len(head) == 0 {
		return nil, fmt.Errorf("the database has no variant %q", name)
	}
	var units [setdoku.UnitCount][]int
	var pairs [][2]int
	for _, r := range rows {
		if r.Unit == 0 {
			pairs = append(pairs, [2]int{setdoku.CellIndex(r.Cell), setdoku.CellIndex(r.Position)})
		} else {
			units[r.Unit-1] = append(units[r.Unit-1], setdoku.CellIndex(r.Cell))
		}
	}
	return setdoku.NewVariant(name, head[0].Title, head[0].Size, units, pairs)
}
