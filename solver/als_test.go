package solver_test

import "testing"

func TestAgreeOnSueDeCoq(t *testing.T) {
	t.Parallel()
	agreeOn(t, 16, "sue_de_coq")
}

func TestAgreeOnAlmostLockedSets(t *testing.T) {
	t.Parallel()
	agreeOn(t, 170, "als_xz", "als_xy_wing", "als_chain", "death_blossom")
}
