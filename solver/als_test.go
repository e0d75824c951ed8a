package solver_test

import "testing"

func TestAgreeOnSueDeCoq(t *testing.T) {
	t.Parallel()
	agreeOn(t, 8, "sue_de_coq")
}

func TestAgreeOnAlmostLockedSets(t *testing.T) {
	t.Parallel()
	agreeOn(t, 40, "als_xz", "als_xy_wing", "als_chain", "death_blossom")
}
