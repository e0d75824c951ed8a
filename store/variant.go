package store

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"setdoku"
)

// addVariants adds the variants that the database does not have. Another connection may add the same ones meanwhile:
// the insert waits for it. All connections add them in the order of their names, so that two cannot deadlock.
func (c *Conn) addVariants(ctx context.Context, variants map[string]*setdoku.Variant) error {
	for _, name := range slices.Sorted(maps.Keys(variants)) {
		if slices.Contains(setdoku.VariantNames(), name) {
			continue
		}
		if err := c.addVariant(ctx, variants[name]); err != nil {
			return fmt.Errorf("add the variant %s: %w", name, err)
		}
	}
	return nil
}

// Variant adds a variant to the database unless it has one of the name, and returns that of the database. Call it
// inside Atomically.
func (c *Conn) Variant(ctx context.Context, v *setdoku.Variant) (*setdoku.Variant, error) {
	if err := c.addVariants(ctx, map[string]*setdoku.Variant{v.Name: v}); err != nil {
		return nil, err
	}
	return c.db.variant(ctx, c, v.Name)
}

func (c *Conn) addVariant(ctx context.Context, v *setdoku.Variant) error {
	result, err := c.ExecContext(ctx, `INSERT INTO variant (variant, title, size)
			VALUES (?, ?, ?) ON CONFLICT (variant) DO NOTHING`, v.Name, v.Title, v.Size)
	if err != nil {
		return err
	}
	if added, err := result.RowsAffected(); err != nil || added == 0 {
		return err
	}
	err = c.Insert(ctx, "variant_unit", []string{"variant", "unit_no", "position", "cell"}, func(rows *Inserter) {
		for u, cells := range v.Units {
			for k, i := range cells {
				rows.Add(v.Name, u+1, k+1, setdoku.CellAt(i))
			}
		}
	})
	if err != nil {
		return err
	}
	return c.Insert(ctx, "variant_peer", []string{"variant", "cell", "peer"}, func(rows *Inserter) {
		for _, p := range v.Pairs() {
			rows.Add(v.Name, setdoku.CellAt(p[0]), setdoku.CellAt(p[1]))
			rows.Add(v.Name, setdoku.CellAt(p[1]), setdoku.CellAt(p[0]))
		}
	})
}

// Variant returns the variant with a name, as its rows say, nil for classic as in setdoku.State.
func (db *DB) Variant(ctx context.Context, name string) (*setdoku.Variant, error) {
	return db.variant(ctx, db, name)
}

// querier reads rows: a connection, an open database or a snapshot.
type querier interface {
	SelectContext(ctx context.Context, rows any, query string, args ...any) error
}

// variant returns the variant with a name, as its rows say, nil for classic as in setdoku.State. It reads each variant
// once, and returns the same pointer each time.
func (db *DB) variant(ctx context.Context, q querier, name string) (v *setdoku.Variant, err error) {
	if name == setdoku.Classic().Name {
		return nil, nil
	}
	if known, ok := db.variants.Load(name); ok {
		return known.(*setdoku.Variant), nil
	}
	if slices.Contains(setdoku.VariantNames(), name) { // their rows are reference data
		v, err = setdoku.ParseVariant(name)
	} else {
		v, err = readVariant(ctx, q, name)
	}
	if err != nil {
		return nil, err
	}
	known, _ := db.variants.LoadOrStore(name, v)
	return known.(*setdoku.Variant), nil
}

// Variant returns the variant with a name, nil for classic.
func (s *Snapshot) Variant(ctx context.Context, name string) (*setdoku.Variant, error) {
	return s.db.variant(ctx, s, name)
}

// variantError is the error for a variant that the rows of a database do not describe.
type variantError struct{ error }

func (e variantError) Unwrap() error { return e.error }

func readVariant(ctx context.Context, q querier, name string) (*setdoku.Variant, error) {
	var head []struct {
		Title string
		Size  int
	}
	var rows []struct {
		Unit, Position int
		Cell           setdoku.Cell
	}
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
		return nil, variantError{fmt.Errorf("the database has no variant %q", name)}
	}
	var units [setdoku.UnitCount][]int
	var pairs [][2]int
	for _, r := range rows {
		if i := r.Cell.Index(); r.Unit > 0 &&
			(r.Position != len(units[r.Unit-1])+1 || r.Position > 1 && units[r.Unit-1][r.Position-2] >= i) {
			return nil, variantError{fmt.Errorf("variant %q: the positions of %s are not 1, 2, 3 ... in the order of "+
				"its cells", name, setdoku.UnitName(r.Unit))}
		}
		if r.Unit == 0 {
			pairs = append(pairs, [2]int{r.Cell.Index(), setdoku.Cell(r.Position).Index()})
		} else {
			units[r.Unit-1] = append(units[r.Unit-1], r.Cell.Index())
		}
	}
	v, err := setdoku.NewVariant(name, head[0].Title, head[0].Size, units, pairs)
	if err != nil {
		return nil, variantError{err}
	}
	return v, nil
}
