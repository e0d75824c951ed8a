package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"setdoku/internal/format"
	"setdoku/solver/batch"
	"setdoku/store"
	"setdoku/store/record"
)

// propertiesFlag adds --properties.
func propertiesFlag(cmd *cobra.Command, properties *bool) {
	cmd.Flags().BoolVar(properties, "properties", false,
		"also compute what collectors sort by: redundant givens, automorphisms, backdoors and the band")
}

// fillProperties fills the table puzzle_property of a database.
func (a *app) fillProperties(ctx context.Context, db *store.DB, path string) error {
	bar := a.progressTo(0, false)
	filled := 0
	err := batch.FillProperties(ctx, db, func(n int) {
		filled = n
		bar.At(0, n)
	})
	bar.Finish()
	fmt.Fprintf(a.Err, "%s: puzzle_property has %s more\n", store.Name(path), format.Plural(filled, "puzzle"))
	return err
}

// propertiesText returns the properties of a puzzle as a part of a line.
func propertiesText(p *record.Properties) string {
	number := func(n *int) string {
		if n == nil {
			return orDash("")
		}
		return fmt.Sprint(*n)
	}
	return " redundant=" + number(p.Redundant) + " automorphisms=" + number(p.Automorphisms) +
		" pattern_automorphisms=" + number(p.PatternAutomorphisms) + " backdoor_size=" + number(p.BackdoorSize) +
		" backdoors=" + number(p.Backdoors) + " band=" + number(p.Band)
}
