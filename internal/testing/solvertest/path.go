package solvertest

import (
	"testing"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver/memory"
)

// FindPath returns the path of a puzzle from a state, as memory finds it. all are all techniques.
func FindPath(t testing.TB, all catalogue.Catalogue, opts memory.Options, s setdoku.State) *setdoku.Path {
	t.Helper()
	f, err := memory.NewPathfinder(all, opts)
	gridtest.Must(t, err)
	defer f.Close(t.Context())
	path, err := f.Find(t.Context(), s)
	gridtest.Must(t, err)
	return path
}
