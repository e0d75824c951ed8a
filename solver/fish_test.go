package solver_test

import "testing"

func TestAgreeOnFinnedFish(t *testing.T) {
	t.Parallel()
	agreeOn(t, 15, "finned_x_wing", "sashimi_x_wing", "finned_swordfish", "sashimi_swordfish", "finned_jellyfish", "sashimi_jellyfish")
}

func TestAgreeOnTemplates(t *testing.T) {
	t.Parallel()
	agreeOn(t, 25, "template_set", "template_delete")
}

// TestAgreeOnComplexFish looks at few positions, for the statements try all fish of up to six units on
// whatever templates rule out.
func TestAgreeOnComplexFish(t *testing.T) {
	t.Parallel()
	agreeOn(t, 90, "franken_fish", "mutant_fish")
}
