package catalogue_test

import (
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/statements"
)

// TestWithSizes checks what words with a size come to in a selection: the technique that the catalogue has for the
// size, or one of its own at the place that the header says.
func TestWithSizes(t *testing.T) {
	for name, tc := range map[string]struct {
		only, without []string
		want          string // names, or an error
	}{
		"sizes that have a name": {[]string{"naked_subset:2", "basic_fish:4", "franken_fish:4"}, nil,
			"naked_pair,jellyfish,franken_fish"},
		"in the order of tiers": {[]string{"basic_fish:5", "hidden_subset:5", "naked_subset:6", "x_wing"}, nil,
			"hidden_subset:5,naked_subset:6,x_wing,basic_fish:5"},
		"with the family": {[]string{"subsets", "naked_subset:5"}, nil,
			"naked_pair,hidden_pair,naked_triple,hidden_triple,naked_quadruple,hidden_quadruple,naked_subset:5"},
		"twice":    {[]string{"naked_subset:8", "naked_subset:8"}, nil, "naked_subset:8"},
		"left out": {[]string{"naked_subset:5", "naked_subset:6"}, []string{"naked_subset:6"}, "naked_subset:5"},
		"left out by its other name": {[]string{"subsets"}, []string{"naked_subset:3", "hidden_subset:2"},
			"naked_pair,hidden_triple,naked_quadruple,hidden_quadruple"},
		"left out and not selected": {[]string{"x_wing"}, []string{"naked_subset:5"}, "x_wing"},
		"left out with its family":  {[]string{"x_wing", "naked_subset:5"}, []string{"subsets"}, "x_wing"},
		"size that there is not": {[]string{"naked_subset:9"}, nil,
			`technique "naked_subset:9": size "9", want 1 to 8`},
		"size missing": {[]string{"hidden_subset"}, nil,
			`technique "hidden_subset" needs a size: hidden_subset:1 to hidden_subset:8`},
		"size of what takes none": {[]string{"x_wing:3"}, nil,
			`technique "x_wing" takes no size: those that do are basic_fish, franken_fish, hidden_subset, mutant_fish, naked_subset`},
		"size that is left out wrong": {nil, []string{"basic_fish:9"},
			`technique "basic_fish:9": size "9", want 1 to 8`},
	} {
		t.Run(name, func(t *testing.T) {
			c, err := solvertest.Catalogue(t).WithSizes(tc.only)
			var got catalogue.Catalogue
			if err == nil {
				got, err = c.Select(tc.only, tc.without)
			}
			if text := got.Names(); err == nil && text != tc.want || err != nil && err.Error() != tc.want {
				t.Errorf("got %q, %v; want %s", text, err, tc.want)
			}
		})
	}
}

// sizes are the techniques on request, with the names that their statements know.
func sizes(t *testing.T) catalogue.Catalogue {
	t.Helper()
	list, err := catalogue.OnRequest()
	if err != nil || len(list) == 0 {
		t.Fatalf("%d techniques on request, %v", len(list), err)
	}
	for i := range list {
		list[i].Name = list[i].BaseName()
	}
	return list
}

// TestTiersOfSizes checks that no two techniques have the same tier, and that a larger size comes behind a smaller one.
func TestTiersOfSizes(t *testing.T) {
	at := make(map[int]string)
	all := append(solvertest.Catalogue(t), sizes(t)...)
	for _, x := range all {
		if other, taken := at[x.Tier]; taken {
			t.Errorf("tier %d is that of %s and of %s", x.Tier, other, x.Sized())
		}
		at[x.Tier] = x.Name
	}
	for _, x := range sizes(t) {
		for _, y := range all {
			size := y.Size
			if y.File == "complex_fish" && y.Size == 6 && y.Name == x.Name && y.Tier%10 == 0 {
				size = 4 // what solve takes of the one that the catalogue names
			}
			same := x.File == y.File && (x.File != "complex_fish" || x.Name == y.Name)
			if same && size > x.Size && y.Tier < x.Tier || same && size < x.Size && y.Tier > x.Tier {
				t.Errorf("size %d of %s has tier %d, size %d tier %d", x.Size, x.Name, x.Tier, size, y.Tier)
			}
		}
	}
}

// TestSizesInDatabase checks that a database knows the techniques with a size by name, that a run without them does not
// take them, and that verify sees when somebody changes them.
func TestSizesInDatabase(t *testing.T) {
	db := dbtest.Open(t)
	all, err := solvertest.Catalogue(t).WithSizes([]string{"naked_subset:5", "mutant_fish:2"})
	if err == nil {
		err = statements.AddNames(t.Context(), db, all)
	}
	if err == nil {
		err = statements.AddNames(t.Context(), db, all)
	}
	gridtest.Must(t, err)
	plain, err := catalogue.BuiltIn()
	if err != nil || plain.Names() != solvertest.Catalogue(t).Names() {
		t.Errorf("the catalogue is %s, %v", plain.Names(), err)
	}
	names, err := catalogue.LoadNames(t.Context(), db)
	if err != nil || names.Names() != all.Names() {
		t.Errorf("the names are %s, %v", names.Names(), err)
	}
	if err := names.CheckSizes(t.Context()); err != nil {
		t.Error(err)
	}
	gridtest.Equal(t, "verify", solvertest.Verified(t, db), "")
	dbtest.Exec(t, db, `UPDATE technique SET weight = 1 WHERE name = 'naked_subset:5'`)
	if names, err = catalogue.LoadNames(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	const want = "table technique: the row of naked_subset:5 differs from the header of sql/technique/naked_subset.sql"
	if err := names.CheckSizes(t.Context()); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// TestOwnBesideSizes checks that a technique of one's own keeps off the tiers and the names of techniques with a size.
func TestOwnBesideSizes(t *testing.T) {
	own := catalogue.Technique{Technique: setdoku.Technique{Name: "mine", Tier: 131}, Text: "-- a statement"}
	const want = `technique "mine": "naked_subset:5" has tier 131, choose another`
	if _, err := solvertest.Catalogue(t).With(own, nil); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	own.AnyTier = true
	c, err := solvertest.Catalogue(t).With(own, nil)
	if got, _ := c.Find("mine"); err != nil || got.Tier != 139 {
		t.Errorf("tier %d, %v; want 139", got.Tier, err)
	}
	own.Name = "naked_subset"
	if _, err := solvertest.Catalogue(t).With(own, nil); err == nil ||
		!strings.Contains(err.Error(), "the name belongs to techniques with a size") {
		t.Errorf("error %v", err)
	}
}
