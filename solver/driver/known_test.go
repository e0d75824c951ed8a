package driver

import (
	"testing"

	"setdoku"
	"setdoku/solver/statement"
)

func TestNotesServeTheNextTechniqueOfTheFile(t *testing.T) {
	var d Driver
	for _, tc := range []struct {
		file string
		size int
		want statement.Reuse
	}{
		{"finned_fish", 2, statement.ReuseNone},
		{"finned_fish", 2, statement.ReuseSize},
		{"finned_fish", 3, statement.ReuseFile},
		{"coloring", 1, statement.ReuseNone},
		{"finned_fish", 3, statement.ReuseNone},
	} {
		if got := d.known(setdoku.Technique{File: tc.file, Size: tc.size}); got != tc.want {
			t.Errorf("%s %d: work tables %d are filled, want %d", tc.file, tc.size, got, tc.want)
		}
	}
}
