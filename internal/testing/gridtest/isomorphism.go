// Package gridtest provides data for the tests of other packages: isomorphic grids, random puzzles with one
// solution, and the path of the folder of files next to the repository. All random data depends only on the seed of
// the generator passed in.
package gridtest

import (
	"math/rand/v2"

	"setdoku/solver/isomorph"
)

// Isomorphism is isomorph.Isomorphism.
type Isomorphism = isomorph.Isomorphism

// Draw is isomorph.Draw.
func Draw(permute func(n int) []int) Isomorphism { return isomorph.Draw(permute) }

// Random is isomorph.Random.
func Random(rng *rand.Rand) Isomorphism { return isomorph.Random(rng) }

// Identity is isomorph.Identity.
func Identity() Isomorphism { return isomorph.Identity() }
