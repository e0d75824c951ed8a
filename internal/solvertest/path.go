package solvertest

import (
	"testing"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/memory"
)

// FindPath returns the path of a puzzle from a state, as memory finds it. all are all techniques.
func FindPath(t testing.TB, all catalogue.Catalogue, opts memory.Options, s setdoku.State) *setdoku.Path {
	t.Helper()
	f, err := memory.NewPathfinder(all, opts)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close(t.Context())
	path, err := f.Find(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return path
}
