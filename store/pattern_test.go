package store_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
)

// TestEvidenceIsDecoded compares the view evidence with the Go decoder, for random patterns of every technique.
func TestEvidenceIsDecoded(t *testing.T) {
	techniques, err := catalogue.BuiltIn()
	gridtest.Must(t, err)
	onRequest, err := catalogue.OnRequest()
	gridtest.Must(t, err)
	onEach(t, func(t *testing.T, target string) {
		db := dbtest.OpenTarget(t, target, 2)
		rng := rand.New(rand.NewPCG(1, 2))
		var want []string
		var rows [][]any
		for id, technique := range append(techniques, onRequest...) {
			key, err := catalogue.ParseKey(&technique)
			gridtest.Must(t, err)
			if len(key.Parts) == 0 {
				continue
			}
			for n := range 9 {
				pattern := madeUp(rng, key)
				rows = append(rows, []any{id + 1, technique.Name, 11, n + 1, pattern})
				for _, e := range key.Decode(setdoku.Classic(), pattern) {
					unit := ""
					if e.Unit > 0 {
						unit = setdoku.UnitName(e.Unit)
					}
					want = append(want, fmt.Sprintf("%s %d: %d %s %d %d %s", technique.Name, pattern, e.Ordinal, e.Role,
						e.Cell, e.Digit, unit))
				}
			}
		}
		dbtest.UncheckedRows(t, db, `
			INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern) VALUES (?, ?, 0, ?, ?, ?)`, rows)
		got := dbtest.Texts(t, db, `
			SELECT v.rule || ' ' || v.pattern || ': ' || v.ordinal || ' ' || v.role || ' ' || COALESCE(v.cell, 0) || ' '
				|| COALESCE(v.digit, 0) || ' ' || COALESCE(v.unit_type || ' ' || v.unit, '')
			FROM evidence AS v
			WHERE v.step IS NULL`)
		slices.Sort(got)
		slices.Sort(want)
		if diff := cmp.Diff(slices.Compact(want), slices.Compact(got)); diff != "" {
			t.Errorf("the view (+) differs from the decoder (-):\n%s", diff)
		}
	})
}

// madeUp returns a pattern with valid random values in its fields.
func madeUp(rng *rand.Rand, key *catalogue.Key) (pattern int64) {
	for _, f := range key.Fields {
		most := map[string]int64{
			"cell": 99, "digit": 9, "unit": 27, "row": 9, "column": 9, "box": 9, "block": 9, "digits": 511,
			"places":      511,
			"orientation": 2, "lines": 511, "crossings": 511, "rows": 511, "columns": 511, "boxes": 511,
			"rectangle": 486, "corner": 4, "pair": 6, "corners": 15, "number": min(f.Modulus-1, 5),
		}[f.Kind]
		value := 1 + rng.Int64N(most)
		for f.Kind == "cell" && !setdoku.Cell(value).Valid() {
			value = 1 + rng.Int64N(most)
		}
		pattern += value * f.Divisor
	}
	return pattern
}
