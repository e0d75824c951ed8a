package generate

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver/memory"
	"setdoku/solver/statements"
	sqlfiles "setdoku/sql"
)

// ownPair returns the catalogue with naked_pair replaced by a user's technique, a statement that finds the same.
func ownPair(t *testing.T, c catalogue.Catalogue) catalogue.Catalogue {
	t.Helper()
	text, err := sqlfiles.Text("naked_subset")
	gridtest.Must(t, err)
	text = regexp.MustCompile(`(?m)^-- @(technique|family|alias|idea naked_\w+|spot|generalizes) .*\n(--   .*\n)*`).
		ReplaceAllString(text, "")
	text = "-- @technique own_pair | tier 80 | medium | weight 60\n" + text
	text = strings.ReplaceAll(text, `p.technique IN ('naked_pair', 'naked_triple', 'naked_quadruple', 'naked_subset')`,
		`p.technique = 'own_pair'`)
	text = regexp.MustCompile(`\bp\.size\b`).ReplaceAllString(text, "2")
	text = strings.Replace(text, "    AND 2 = s.size\n", "", 1)
	path := filepath.Join(t.TempDir(), "own_pair.sql")
	gridtest.Must(t, os.WriteFile(path, []byte(text), 0o666))
	own, _, err := statements.ReadTechnique(t.Context(), path)
	gridtest.Must(t, err)
	without, err := c.Select(nil, []string{"naked_pair"})
	if err == nil {
		without, err = without.With(own, nil)
	}
	gridtest.Must(t, err)
	return without
}

// TestUserTechnique checks that a technique that exists only as a statement counts like any other. Constraints on
// a copy of naked_pair give the same puzzles, ratings and tally as constraints on naked_pair.
func TestUserTechnique(t *testing.T) {
	_, catalogue := openCatalogue(t)
	own := ownPair(t, catalogue)
	for name, constraints := range map[string]Constraints{
		"required": {Levels: []setdoku.Level{"hard"}, Require: []string{"naked_pair"}, Forbid: []string{"chains"}},
		"forbidden": {Levels: []setdoku.Level{"medium", "hard"}, Forbid: []string{"naked_pair"},
			Require: []string{"intersections"}},
		"required, score":  {Require: []string{"naked_pair", "x_wing"}, Score: Range{300, 700}},
		"hardest":          {Levels: []setdoku.Level{"medium"}, Clues: Range{26, 30}},
		"whatever, solved": {Logic: true},
	} {
		t.Run(name, func(t *testing.T) {
			if name == "required, score" || name == "hardest" {
				gridtest.Nightly(t, "thousands of attempts by a statement")
			}
			t.Parallel()
			want, tally := found(t, Options{Constraints: constraints, Seed: 3, N: 3, Jobs: 1, Catalogue: catalogue})
			renamed := constraints
			renamed.Require, renamed.Forbid = ownNames(constraints.Require), ownNames(constraints.Forbid)
			got, gotTally := found(t, Options{Constraints: renamed, Seed: 3, N: 3, Jobs: 1, Catalogue: own,
				Statements: statements.NewStatements})
			for i := range got {
				got[i].Rating.Hardest = strings.Replace(got[i].Rating.Hardest, "own_pair", "naked_pair", 1)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("puzzles (-naked_pair +own_pair):\n%s", diff)
			}
			if diff := cmp.Diff(tally, gotTally); diff != "" {
				t.Errorf("tally (-naked_pair +own_pair):\n%s", diff)
			}
		})
	}
}

func ownNames(names []string) (list []string) {
	for _, n := range names {
		list = append(list, strings.Replace(n, "naked_pair", "own_pair", 1))
	}
	return list
}

// TestWithoutTechniques checks that puzzles of a smaller catalogue are solved by the remaining techniques.
func TestWithoutTechniques(t *testing.T) {
	_, all := openCatalogue(t)
	without := func(names ...string) catalogue.Catalogue {
		some, err := all.Select(nil, names)
		gridtest.Must(t, err)
		return some
	}
	some := without("search", "forcing", "chains", "als", "templates", "complex_fish")
	puzzles, tally := found(t, Options{Constraints: Constraints{Logic: true}, Seed: 2, N: 20, Jobs: 1, Catalogue: some})
	if tally.Tried == tally.Found {
		t.Errorf("all of %d puzzles are solved by few techniques", tally.Tried)
	}
	for _, p := range puzzles {
		if p.Rating.Hardest == "" || !slices.ContainsFunc(some,
			func(x catalogue.Technique) bool { return x.Name == p.Rating.Hardest }) {
			t.Errorf("%v is rated %v", p.Givens, p.Rating)
		}
	}
	// Without search, a stuck path has no end in the catalogue, so every puzzle must be solved completely to know
	// its level.
	puzzles, _ = found(t, Options{Constraints: Constraints{Levels: []setdoku.Level{"unfair", "extreme"}}, Seed: 2, N: 3,
		Jobs: 1, Catalogue: without("search")})
	for _, p := range puzzles {
		if p.Rating.Level == "" {
			t.Errorf("%v is not rated", p.Givens)
		}
	}
}

// TestJudgeSolvesAsSolve checks that the judge uses the same sizes as solve.
func TestJudgeSolvesAsSolve(t *testing.T) {
	_, all := openCatalogue(t)
	s, err := newRequirements(all, &Constraints{Logic: true})
	gridtest.Must(t, err)
	for i, x := range all {
		if want, _ := memory.SelectedToSolve(x); s.techniques[i].Size != want.Size {
			t.Errorf("%s is judged with size %d, solve takes %d", x.Name, s.techniques[i].Size, want.Size)
		}
	}
}
