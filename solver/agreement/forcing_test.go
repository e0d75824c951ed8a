package agreement_test

import (
	"testing"

	"setdoku/internal/solvertest"
)

// TestForcingAgrees compares the techniques of forcing as statements and in memory, with their evidence, and holds what
// they find against the solution, in small states. The role is a part of patterns that each technique must have.
func TestForcingAgrees(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		technique, role string
		n, most         int
	}{
		{"forcing", "contradiction", 10, 60},
		{"forcing_verity", "base", 6, 60},
		{"forcing_verity", "cell", 6, 60},
		{"forcing_plus", "eliminate", 4, 40},
		{"nested_forcing", "refute", 3, 22},
		{"nested_forcing_2", "refute", 1, 18},
	} {
		t.Run(x.role, func(t *testing.T) {
			t.Parallel()
			agreeAt(t, solvertest.SmallPositions(t, x.technique, x.role, x.n, x.most), x.technique)
		})
	}
}
