package agreement_test

import (
	"strings"
	"testing"

	"setdoku/internal/dbtest"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
	"setdoku/internal/solvertest"
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

// TestSpecialStates solves states in which the engines once differed, as statements and in memory, and compares all
// rows.
func TestSpecialStates(t *testing.T) {
	t.Parallel()
	var forcing []format.Puzzle
	for _, p := range solvertest.SmallPositions(t, "forcing", "contradiction", 3, 30) {
		forcing = append(forcing, format.Puzzle{State: p.State})
	}
	for _, tt := range []struct {
		name          string
		states        []format.Puzzle
		only, without []string
		rule          string // every puzzle has a step of it
	}{
		{"fish of few open lines", readStates(t, fourLinesInThree),
			[]string{"singles", "intersections", "basic_fish", "finned_fish"}, nil, "finned_swordfish"},
		{"basic fish of few open lines", readStates(t, fourLinesInThree), []string{"basic_fish"}, nil, ""},
		{"filled units", readStates(t, filledUnits), nil,
			[]string{"forcing", "hidden_rectangle", "coloring", "x_chain", "xy_chain"}, "sue_de_coq"},
		{"rounds of forcing", forcing, []string{"singles", "forcing"}, nil, "forcing"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.only == nil {
				gridtest.Nightly(t, "all techniques")
			}
			t.Parallel()
			techniques, err := solvertest.Catalogue(t).Select(tt.only, tt.without)
			if err != nil {
				t.Fatal(err)
			}
			solved := func(engine memory.Engine) map[string]string {
				db := dbtest.Open(t)
				opts := memory.Options{Engine: engine, Techniques: techniques}
				solvertest.Solve(t, solvertest.NewBatch(t, db, opts), tt.states, memory.ChunkSize)
				if n := dbtest.Count(t, db, "SELECT COUNT(DISTINCT puzzle_id) FROM step WHERE rule = ?",
					tt.rule); n != len(tt.states) && tt.rule != "" {
					t.Errorf("%d of %d puzzles have a step of %s", n, len(tt.states), tt.rule)
				}
				return solvertest.Histories(t, db)
			}
			solvertest.Compare(t, solved(memory.EngineBitmask), solved(memory.EngineSQL))
		})
	}
}

func readStates(t *testing.T, lines []string) (list []format.Puzzle) {
	t.Helper()
	r := format.NewReader(strings.NewReader(strings.Join(lines, "\n")+"\n"), "states")
	for range lines {
		p, err := r.Read()
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	return list
}
