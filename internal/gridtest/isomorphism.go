// Package gridtest makes material for the tests of other packages: grids that are
// the same puzzle in another dress, random puzzles with one solution, and the way to
// the folder of files that lies beside the repository. All that is random follows
// from the seed of the generator that is handed in.
package gridtest

import (
	"math/rand/v2"

	"setdoku/internal/isomorph"
)

// Isomorphism is isomorph.Isomorphism; Draw, Random and Identity make one.
type Isomorphism = isomorph.Isomorphism

// Draw is isomorph.Draw.
func Draw(permute func(n int) []int) Isomorphism { return isomorph.Draw(permute) }

// Random is isomorph.Random.
func Random(rng *rand.Rand) Isomorphism { return isomorph.Random(rng) }

// Identity is isomorph.Identity.
func Identity() Isomorphism { return isomorph.Identity() }
