package statements

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/migrations"
	"setdoku/store"
	"setdoku/store/record"
)

// The tables of the database that describe the board to techniques are of classic. For a chunk of another variant the
// driver has temporary tables of the same names, which hide them. The migrations and the driver fill them by the same
// statements. They stay until a chunk has another variant.

// geometry has the statements for a variant, as the migrations have them.
type geometry struct {
	tables []string // their names
	create []string // statements that make temporary tables, indexes and views
	fill   []string // statements that fill the tables, in their order; ? is the name of the variant
}

// created matches the first words of a statement that makes a table, view or index.
var created = regexp.MustCompile(`^CREATE (UNIQUE )?(TABLE|VIEW|INDEX) (\w+)`)

var geometries = map[store.Dialect]func() (geometry, error){
	store.SQLite:   sync.OnceValues(func() (geometry, error) { return readGeometry(store.SQLite) }),
	store.Postgres: sync.OnceValues(func() (geometry, error) { return readGeometry(store.Postgres) }),
}

func readGeometry(dialect store.Dialect) (g geometry, err error) {
	text, err := migrations.Geometry(string(dialect))
	if err != nil {
		return g, err
	}
	list, err := Parse(text)
	for _, s := range list {
		m := created.FindStringSubmatch(s.Text)
		switch {
		case m == nil:
			g.fill = append(g.fill, s.Text)
			continue
		case m[2] == "TABLE":
			g.tables = append(g.tables, m[3])
		}
		temp := "CREATE TEMP " + m[2] + " " + m[3]
		if m[2] == "INDEX" {
			temp = "CREATE " + m[1] + "INDEX " + m[3] // is temporary like its table
		}
		g.create = append(g.create, created.ReplaceAllLiteralString(s.Text, temp))
	}
	return g, err
}

// Use prepares the driver for chunks of a variant, nil for classic. Call it outside of a transaction that may be rolled
// back, which would drop the temporary tables.
func (d *Driver) Use(ctx context.Context, v *setdoku.Variant) error {
	if d.variant == v {
		return nil
	}
	err := d.use(ctx, v)
	if err != nil {
		return fmt.Errorf("prepare the statements for the variant %s: %w", v.Name, store.Explain(err))
	}
	return nil
}

func (d *Driver) use(ctx context.Context, v *setdoku.Variant) error {
	all, err := suiting(d.all, v)
	if err != nil {
		return err
	}
	if d.variant == nil || v == nil {
		if err := d.clear(ctx); err != nil {
			return err
		}
		d.variant, d.opts.Techniques = v, all
		if err := d.create(ctx); err != nil {
			return err
		}
	}
	d.variant, d.opts.Techniques = v, all
	if v == nil {
		return nil
	}
	return d.fillGeometry(ctx)
}

// createGeometry makes the temporary tables of variants.
func (d *Driver) createGeometry(ctx context.Context) error {
	c := d.conn
	g, err := geometries[c.Dialect()]()
	if err != nil {
		return err
	}
	if c.OnNodes() { // a view of the copy of the reference table on the node has the name
		for _, table := range g.tables {
			if _, err := c.ExecContext(ctx, c.Qualify(`DROP VIEW IF EXISTS temp.`+table)); err != nil {
				return err
			}
		}
	}
	for _, s := range g.create {
		if _, err := c.ExecContext(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// fillGeometry fills the temporary tables with the board of the variant.
func (d *Driver) fillGeometry(ctx context.Context) error {
	c := d.conn
	g, err := geometries[c.Dialect()]()
	if err != nil {
		return err
	}
	for _, table := range g.tables {
		if _, err := c.ExecContext(ctx, c.Qualify(`DELETE FROM temp.`+table)); err != nil {
			return err
		}
	}
	for _, s := range g.fill {
		var args []any
		if strings.Contains(s, "= ?") {
			args = []any{d.variant.Name}
		}
		if _, err := c.ExecContext(ctx, s, args...); err != nil {
			return fmt.Errorf("run %.60q: %w", s, err)
		}
	}
	return nil
}

// geometryTables returns the names of the tables that stay while chunks have the same variant.
func (d *Driver) geometryTables() []string {
	if d.variant == nil {
		return nil
	}
	g, err := geometries[d.conn.Dialect()]()
	if err != nil {
		return nil
	}
	return g.tables
}

// suiting returns the techniques that are possible on a variant. The error says that there is none.
func suiting(list catalogue.Catalogue, v *setdoku.Variant) (catalogue.Catalogue, error) {
	kept := list.For(v)
	if len(kept) == 0 && len(list) > 0 {
		return nil, fmt.Errorf("none of the selected techniques is possible on the variant %s", v.Name)
	}
	return kept, nil
}

// ByVariant divides a chunk into chunks of one variant each, in the order of their first puzzles.
func ByVariant(chunk []*record.Puzzle) (groups [][]*record.Puzzle) {
	for i := range chunk {
		at := slices.IndexFunc(groups,
			func(g []*record.Puzzle) bool { return g[0].Start.Variant == chunk[i].Start.Variant })
		if at < 0 {
			at = len(groups)
			groups = append(groups, nil)
		}
		groups[at] = append(groups[at], chunk[i])
	}
	return groups
}
