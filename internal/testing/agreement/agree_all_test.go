package agreement_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/memory"
	"setdoku/store/record"
)

// everyNth says for which files of sql/ TestEnginesAgree looks at every n-th position and not at every seventh: at more
// where the pattern is rare, at fewer where the statement takes long.
var everyNth = map[string]int{
	"bug_plus_1": 1,

	"unique_rectangle_1": 5, "unique_rectangle_2": 5, "unique_rectangle_3": 5, "unique_rectangle_4": 5,
	"unique_rectangle_6": 5,
	"hidden_rectangle":   5,

	"finned_fish": 15, "sue_de_coq": 16, "coloring": 17,
	"x_chain": 19, "xy_chain": 19, "aic": 19,
	"template":    25,
	"grouped_aic": 21, // the closure over groups is large where so many candidates are crossed out
	"als_aic":     21,
	"forcing":     50, "forcing_verity": 60, "forcing_plus": 200, "forcing_tridagon": 60,
	"complex_fish": 90, // the statement tries all fish of up to six units
	"als_xz":       170, "als_xy_wing": 170, "als_chain": 170, "death_blossom": 170,
}

// agreeElsewhere are the files whose techniques find nothing at these positions. They are compared at their examples
// and by TestProperties. The statements of nested_forcing take minutes at one of these positions, see
// TestForcingAgrees.
var agreeElsewhere = []string{
	"full_house", "naked_single", "hidden_single", "locked_subset", "pointing", "claiming", "naked_subset",
	"hidden_subset", "basic_fish",
	"unique_rectangle_5", "avoidable_rectangle_1", "avoidable_rectangle_2", "nested_forcing", "search",
}

// notOnExamples are the files whose statements TestEnginesAgree leaves out when it looks at the examples only.
var notOnExamples = []string{"nested_forcing", "search"}

// TestEnginesAgree compares every technique of the catalogue as a statement and in memory, but for those of
// agreeElsewhere. A new technique is compared without being named here. The short part looks at the example of each
// technique, but for those of notOnExamples, and at the examples of all with the techniques up to jellyfish.
func TestEnginesAgree(t *testing.T) {
	t.Parallel()
	agreeOnExamples(t)
	if !gridtest.Full() {
		return
	}
	names := make(map[int][]string)
	for _, x := range solvertest.Catalogue(t) {
		if n := cmp.Or(everyNth[x.File], 7); !slices.Contains(agreeElsewhere, x.File) {
			names[n] = append(names[n], x.Name)
		}
	}
	for n, list := range names {
		t.Run(fmt.Sprintf("every %d", n), func(t *testing.T) {
			t.Parallel()
			agreeOn(t, n, list...)
		})
	}
}

// agreeOnExamples compares each technique at its own example, reduced, at an isomorph of it, and at near misses.
func agreeOnExamples(t *testing.T) {
	db := dbtest.Open(t)
	m := gridtest.Random(gridtest.New(61))
	var all []setdoku.State
	for _, s := range solvertest.ExampleStates(t) {
		all = append(all, s)
	}
	var basic []string
	for _, x := range solvertest.Catalogue(t) {
		if x.Tier <= solvertest.LastBasicTier {
			basic = append(basic, x.Name)
		}
	}
	for name, answers := range askEach(t, db, basic, all) {
		compareInMemory(t, name, all, answers)
	}
	for _, x := range solvertest.Catalogue(t) {
		logic, known := logicOf(t, x.Name)
		if !known || slices.Contains(notOnExamples, x.File) {
			continue
		}
		example := reduced(t, x.Name, examplePositions(t, []string{x.Name})[0])
		states := append([]setdoku.State{example, m.State(example)},
			nearMisses(t, &x, example, &foundIn(t, logic, &x, example)[0], 2)...)
		answers := askEach(t, db, []string{x.Name}, states)[x.Name]
		if got, want := claims(answers[1]), image(m, claims(answers[0])); len(got) == 0 || !slices.Equal(got, want) {
			t.Errorf("%v\n%s found %v in an isomorph, want %v", pencil(states[1]), x.Name, got, want)
		}
		for i, s := range states {
			mustFollow(t, &x, s, answers[i])
		}
		compareInMemory(t, x.Name, states, answers)
	}
}

// compareInMemory is sameInMemory. Of naked and hidden subsets, find has sets that solve leaves to others, so only what
// memory finds must be there.
func compareInMemory(t *testing.T, name string, states []setdoku.State, answers [][]setdoku.Deduction) {
	t.Helper()
	x, _ := solvertest.Catalogue(t).Find(name)
	if x.File != "naked_subset" && x.File != "hidden_subset" {
		sameInMemory(t, name, states, answers)
		return
	}
	for i, s := range states {
		if missing := without(claims(inMemory(t, name, s)), claims(answers[i])); len(missing) > 0 {
			t.Errorf("%v\nthe statement of %s does not find %v", pencil(s), name, missing)
		}
	}
}

// reduced places digits of the solution in a position as long as a technique in memory still finds something there. In
// few open cells the statements of sets and chains take a tenth of the time.
func reduced(t *testing.T, technique string, p solvertest.Position) setdoku.State {
	t.Helper()
	logic, known := logicOf(t, technique)
	if !known {
		return p.State
	}
	for i, d := range p.State.Filled() {
		if d != 0 {
			continue
		}
		less := p.State
		less.Placed[i], less.Deleted[i] = p.Solution[i], 0
		o := &record.Puzzle{Start: less}
		logic.Solve(t.Context(), o)
		if len(o.Placements)+len(o.Eliminations) > 0 {
			p.State = less
		}
	}
	return p.State
}

// TestForcingAgrees compares the techniques of forcing as statements and in memory, with their evidence, and holds what
// they find against the solution, in small states. The role is a part of patterns that each technique must have.
func TestForcingAgrees(t *testing.T) {
	gridtest.Long(t, "hypotheses by statements; TestEnginesAgree has the examples")
	t.Parallel()
	for _, x := range []struct {
		technique, role string
		n, most         int
	}{
		{"forcing", "contradiction", gridtest.Size(1, 5), 60},
		{"forcing_verity", "base", gridtest.Size(1, 3), 60},
		{"forcing_verity", "cell", gridtest.Size(1, 3), 60},
		{"forcing_plus", "eliminate", gridtest.Size(1, 3), 40},
		{"nested_forcing", "refute", gridtest.Size(1, 2), 22},
		{"nested_forcing_2", "refute", 1, 18},
	} {
		t.Run(x.role, func(t *testing.T) {
			t.Parallel()
			agreeAt(t, solvertest.SmallPositions(t, x.technique, x.role, x.n, x.most), x.technique)
		})
	}
}

// fourLinesInThree are states in which four rows or columns have a digit in three crossing lines only, so there is no
// solution. Fewer than eight rows are open for the digit. The four lines fit in sets of four crossing lines, which is
// not a jellyfish for solving.
var fourLinesInThree = []string{
	"....9..................................................................9.........:921 923 928 941 943 944 948 " +
		"951 952 961 963 964 968 991 993 994",
	".....................................................9...................9.......:911 915 916 918 921 924 925 " +
		"926 928 941 945 946 975 976 978",
	"....................................................9...................9........:913 922 924 926 927 932 934 " +
		"936 937 952 954 956 975 984 986 987",
}

// filledUnits are puzzles on whose paths sue_de_coq has a pattern next to a unit whose cells are all filled. In the
// second one another, larger pattern proves the same.
var filledUnits = []string{
	"...5.....8.31......9...76.....916.2..84.......6....93.658.....7...2...5..4.......",
	"...2...9..6..947....8..6....16.....5..4.1...9.7..4..3.....53.4.......8..2.......3",
}

// earlyLoop is a state in which a chain proves one of its ends before it reaches the other. Only that part of it, a
// loop from r4c5, is the pattern.
var earlyLoop = []string{
	"+6+5+7+1+9+34+2+8+3+2..+7+4+5+919+1+4..5+637+47.9.+2.56+29+6+7+5+1.4+35.1+3+46+97+2+7+354182+6+9+1+6+25+39+7+8+48+4+92+6+73+1+5:" +
		"324 243 245",
}

// TestSpecialStates solves states in which the engines once differed, as statements and in memory, and compares all
// rows. Every puzzle has a step of the rule.
func TestSpecialStates(t *testing.T) {
	t.Parallel()
	for rule, states := range map[string][]string{
		"finned_swordfish": fourLinesInThree, "sue_de_coq": filledUnits, "x_chain": earlyLoop,
	} {
		t.Run(rule, func(t *testing.T) {
			techniques := solvertest.Options(t, rule).Techniques
			switch rule {
			case "finned_swordfish":
				techniques = solvertest.Options(t, "singles", "intersections", "basic_fish", "finned_fish").Techniques
			case "sue_de_coq":
				gridtest.Nightly(t, "all techniques")
				techniques = selected(t, dbtest.Open(t), "-forcing -hidden_rectangle -coloring -x_chain -xy_chain")
			}
			t.Parallel()
			puzzles := solvertest.Puzzles(t, "states", strings.Join(states, "\n"))
			solved := func(engine catalogue.Engine) map[string]string {
				db := dbtest.Open(t)
				opts := memory.Options{Engine: engine, Techniques: techniques}
				solvertest.Solve(t, solvertest.NewBatch(t, db, opts), puzzles, memory.ChunkSize)
				if n := dbtest.Count(t, db, "SELECT COUNT(DISTINCT puzzle_id) FROM step WHERE rule = ?",
					rule); n != len(puzzles) {
					t.Errorf("%d of %d puzzles have a step of %s", n, len(puzzles), rule)
				}
				if loops := dbtest.Count(t, db, `SELECT COUNT(*) FROM step_evidence WHERE role = 'start' AND cell = 45`); rule == "x_chain" && loops != 1 {
					t.Errorf("%d patterns begin at r4c5, want the loop", loops)
				}
				return solvertest.Histories(t, db)
			}
			solvertest.Compare(t, solved(catalogue.EngineBitmask), solved(catalogue.EngineSQL))
		})
	}
}
