package store

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"

	"github.com/jmoiron/sqlx"
)

// referenceTables are filled by migrations and never change.
var referenceTables = []string{
	"token", "location", "location_wide", "unit_name", "peer", "combination", "combination_member", "superset",
	"intersection", "technique", "place_pair", "empty_rectangle", "rectangle_corner", "rectangle_side", "unit_set",
	"line_frame", "band_row", "template_band", "template_fit", "common_peer", "chain_group", "chain_cell",
	"cell_bit", "cell_group",
}

// CheckReference compares the reference tables with those of a new database and
// returns an error that names the first table that differs.
func (s *Snapshot) CheckReference(ctx context.Context) error {
	want, err := migrated.read(ctx)
	if err != nil {
		return err
	}
	for i, table := range referenceTables {
		got, err := digest(ctx, s.tx, table)
		if err != nil {
			return err
		}
		if got != want[i] {
			return fmt.Errorf("reference table %s is not as the migrations made it", table)
		}
	}
	return nil
}

// migrated remembers the digests of the reference tables of a new database, which takes longer to make than
// to compare with and is the same as long as the program runs.
var migrated reference

type reference struct {
	mutex   sync.Mutex
	digests []tableDigest // by referenceTables, nil until they are read
}

func (r *reference) read(ctx context.Context) (_ []tableDigest, err error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.digests != nil {
		return r.digests, nil
	}
	fresh, err := OpenTemp(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, fresh.Close()) }()
	list := make([]tableDigest, len(referenceTables))
	for i, table := range referenceTables {
		if list[i], err = digest(ctx, fresh, table); err != nil {
			return nil, err
		}
	}
	r.digests = list
	return list, nil
}

// tableDigest stands for the rows of a table in any order.
type tableDigest struct {
	rows int
	sum  uint64 // of the digests of the rows, which a key keeps apart
}

// digest reads a table. Techniques that came by --technique-file, and those with a size such as
// naked_subset:5, are none of the migrations' and left out.
func digest(ctx context.Context, q sqlx.QueryerContext, table string) (d tableDigest, err error) {
	query := `SELECT * FROM ` + table
	if table == "technique" {
		query += ` WHERE family <> 'own' AND name NOT LIKE '%:%'`
	}
	rows, err := q.QueryxContext(ctx, query)
	if err != nil {
		return d, fmt.Errorf("read %s: %w", table, Explain(err))
	}
	defer rows.Close()
	var text []byte
	for rows.Next() {
		row, err := rows.SliceScan()
		if err != nil {
			return d, err
		}
		text = text[:0]
		for _, value := range row {
			text = fmt.Appendf(text, "%T %v\x00", value, value)
		}
		sum := sha256.Sum256(text)
		d.rows++
		d.sum += binary.BigEndian.Uint64(sum[:])
	}
	return d, rows.Err()
}
