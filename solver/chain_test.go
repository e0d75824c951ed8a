package solver_test

import "testing"

func TestChains(t *testing.T) {
	t.Parallel()
	agreeOn(t, 19, "x_chain", "xy_chain", "nice_loop", "aic")
}

// TestGroupedChains is agree on few positions, for the closure over groups and sets is dear where so many
// candidates are crossed out that everything is linked.
func TestGroupedChains(t *testing.T) {
	t.Parallel()
	agreeOn(t, 42, "grouped_nice_loop", "grouped_aic")
}
