package agreement_test

import (
	"fmt"
	"strings"
	"testing"

	"setdoku/internal/dbtest"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
	"setdoku/internal/solvertest"
)

// largeFish is a state in which a mutant fish of five base units removes a candidate that none of four does.
const largeFish = "2......+5.+5....4..1+1..5..68.+81546.3.776.......+9.4+78.51+6+4.91.....+6.1.4+8..53....7+1..:" +
	"712 314 914 316 916 722 922 324 924 725 228 732 335 735 936 948 255 355 955 256 356 956 958 272 772 575 276 376 " +
	"282 287 288 298"

// TestSizesOfComplexFish holds solve to four base units in every engine; find goes as far as it is asked to.
func TestSizesOfComplexFish(t *testing.T) {
	gridtest.Nightly(t, "fish of up to six units")
	t.Parallel()
	p := readStates(t, []string{largeFish})[0]
	asked := []string{"mutant_fish", "mutant_fish:6", "mutant_fish:5", "mutant_fish:4"}
	var queries []query
	for _, name := range asked {
		queries = append(queries, query{name, p.State})
	}
	got := map[string]int{}
	for i, found := range ask(t, queries) {
		got[asked[i]] = len(claims(found))
	}
	for _, engine := range []memory.Engine{memory.EngineSQL, memory.EngineBitmask} {
		db := dbtest.Open(t)
		opts := solvertest.Options(t, "mutant_fish")
		opts.Engine, opts.StopAtFirst = engine, true
		solvertest.Solve(t, solvertest.NewBatch(t, db, opts), []format.Puzzle{p}, 1)
		got["solve "+string(engine)] = dbtest.Count(t, db, "SELECT COUNT(*) FROM elimination WHERE step > 0")
	}
	want := map[string]int{
		"mutant_fish": 13, "mutant_fish:6": 13, "mutant_fish:5": 13, "mutant_fish:4": 12, "solve sql": 12,
		"solve bitmask": 12,
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("eliminations %v, want %v", got, want)
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

// TestSpecialStates solves states in which the engines once differed, as statements and in memory, and compares all
// rows.
func TestSpecialStates(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name          string
		states        []string
		only, without []string
		rule          string // every puzzle has a step of it
	}{
		{"fish of few open lines", fourLinesInThree, []string{"singles", "intersections", "basic_fish", "finned_fish"},
			nil, "finned_swordfish"},
		{"basic fish of few open lines", fourLinesInThree, []string{"basic_fish"}, nil, ""},
		{"filled units", filledUnits, nil, []string{"forcing", "hidden_rectangle", "coloring", "x_chain", "xy_chain"},
			"sue_de_coq"},
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
				solvertest.Solve(t, solvertest.NewBatch(t, db, opts), readStates(t, tt.states), memory.ChunkSize)
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
