package agreement_test

import (
	"strings"
	"testing"

	"setdoku/internal/catalogue"
	"setdoku/internal/dbtest"
	"setdoku/internal/gridtest"
	"setdoku/internal/solvertest"
	"setdoku/solver/memory"
)

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
