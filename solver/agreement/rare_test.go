package agreement_test

import (
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/dbtest"
	"setdoku/internal/format"
	"setdoku/internal/solvertest"
	"setdoku/solver/driver"
	"setdoku/store"
)

// filledUnits are puzzles on whose paths sue_de_coq has a pattern beside a unit whose cells are all filled. In the second one another,
// larger pattern proves the same.
var filledUnits = []string{
	"...5.....8.31......9...76.....916.2..84.......6....93.658.....7...2...5..4.......",
	"...2...9..6..947....8..6....16.....5..4.1...9.7..4..3.....53.4.......8..2.......3",
}

// TestFilledUnits solves puzzles whose rare patterns lie beside filled units, as statements and in memory.
func TestFilledUnits(t *testing.T) {
	t.Parallel()
	sameRows(t, puzzlesOf(t, filledUnits), nil, []string{"forcing"})
}

// puzzlesOf parses puzzles.
func puzzlesOf(t *testing.T, lines []string) (list []format.Puzzle) {
	t.Helper()
	for _, line := range lines {
		g, err := setdoku.ParseGrid(line)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, solvertest.Givens(g)...)
	}
	return list
}

// rare are puzzles that need rare techniques when the easier ones are left out. setdoku generate made them: they are a choice of the first
// 40,000 puzzles of seed 25. The first four have patterns beside filled units.
var rare = []struct {
	techniques string
	want       string // techniques that must make a step
	puzzles    []string
}{
	{"singles,intersections,sue_de_coq,death_blossom", "sue_de_coq death_blossom", []string{
		"..78...3..92....1.......9.66...8...3....5382...3.....49...627...........8...1.26.",
		"......1.55.4..7.6...3.2..8.9..84....4....125..8....9.....3..5......78..6.56....7.",
		"26...8.........3.2..5..9...5....7...1...6...8......921..95.2.3..7...1..6...8.....",
		"....61...4.9...2....8.....1.638.4.....1..6.5.9.5...4..8..37...........2.....89..7",
	}},
	{"singles,intersections,wxyz_wing,als_xz,als_xy_wing,als_chain", "wxyz_wing als_xz als_xy_wing als_chain", []string{
		"..173..8.5...............79........4..658....8.....51...78..4.....9523...3...7...",
		".6.8.7..5......7.2.....2.....7..91..8........1..5.4.2..72...6......5..1.95....4..",
		"....7..6...4..5...175.2.....3..8.........19...9.....18........49.35..2.1.1.7.68..",
	}},
	{"singles,intersections,als_nice_loop,als_aic", "als_nice_loop als_aic", []string{
		"4.........3.4.9..86291.3........27..5.7.6......1..5...9......5...36...82....3...9",
		".7...5.......28.....26...3...5..1..64...3..5..1..5..936.....47..3..6.8....91.....",
		".5.48..9....6....8.9.....3.....4...65...9.7....417.3..9....7..5..3....2.1..96....",
	}},
	{"singles,intersections,basic_fish,finned_fish,franken_fish,mutant_fish", "swordfish jellyfish finned_x_wing sashimi_x_wing finned_swordfish sashimi_swordfish finned_jellyfish franken_fish mutant_fish", []string{
		"....2.9...2.5....19.4..3.....8.......1.....6.4....8.3.5.71....23..8.......2.5.8..",
		".1...4.85..8..7.6...........5.4.8.2.....5..49.436.2.....4.2.....9...52..8..37....",
		"45...98....3....4....6..51..4....27.8.974........95....3....4....5..8.......57..2",
		"9...5....51327..49..7.......5....17.8..9...32...4..9.............172...8.8..94..1",
		"....9.2..1..8.63..3...7.....685...4.7.......5.....3.8...39.....61...5.....7.12...",
		"47.6...2..6.9.47.8.....5....1..9.3.53...2..8969.......5.7....9.......6.........4.",
		"..23.58.6..479....5..6.....4....758.....4...1......6..9..5...7...1...2...7....3..",
		"46....3....93.5..7.5..62......6..4....4....897......1..8...15.4..3.29...........1",
		"..3....15.9.2......741.6.8...1...75..49.....67.....3.1....9...4.....1.7..6...3...",
		".....1...47...81.6......3...1.93.7......14..36.5........3.62..41.....9.7...4.....",
		"4.....16...2586.3.8..7...5..45.28.9......96......7......439..8.7........2...6....",
	}},
	{"singles,intersections,templates", "template_set template_delete", []string{
		".1...4.85..8..7.6...........5.4.8.2.....5..49.436.2.....4.2.....9...52..8..37....",
		"6....27....73.1.....27.....29......77...35.6...3.9.15.................831...78..4",
	}},
	{"singles,intersections,remote_pair,coloring,x_chain,xy_chain", "remote_pair simple_colors multi_colors x_chain xy_chain", []string{
		"54......1.1.9...8...2....5...9.......8....42..7.832....2...619.6........4...1...8",
		"...8...4..439.....98.5.4....6......8....1...2.....39..7....9.....6.2......24...53",
	}},
	{"singles,intersections,nice_loop,aic,grouped_nice_loop,grouped_aic", "nice_loop aic grouped_nice_loop grouped_aic", []string{
		".5...2.8.2...........38..9.6......278.4..5.6...5.1......17.39...8.95.6.3.........",
		"6.5.3.9.........81...6.4......89.26.....46.9..4.......87..62....5...7......9..3..",
		"7.....2..41.58..7..9.1..........68..2..9..3.1.8.....46........4.5....1....8.35.9.",
		"..9.753..62....1...5.9......7..8....3.6.2...8.....9.64.......1...51..6.7...8....9",
	}},
	{"singles,intersections,uniqueness", "bug_plus_1 unique_rectangle_1 unique_rectangle_2 unique_rectangle_3 unique_rectangle_4 unique_rectangle_5 unique_rectangle_6 hidden_rectangle avoidable_rectangle_1", []string{
		"9..47.....1..2......4135..........4...3..6.8.28.....9...2....7.6...8..51....1.4..",
		"93....6..6.83.......5..9....7...5..8...6....92...83.1....41.....43...9...5...78..",
		"..........12.975.....5..9.1...3..67....2.41..6.......38.7..1.5...57.2....6...9..2",
		"6.....4.9.8...7.562....5.8.1..62......6....25...4......7.....6......39.4...27.5..",
		"7..4..9...6..82.........58....7.18.......9....2.....798.5...1.6...56....2....7.9.",
		"..695..7....8....6........3..7...1...5...6..8.635....78.5.2...9.......2.97......4",
		".32...4..8..1......4.63...79.3..72..2..3..97...48......9..8....7.1....82......63.",
		"5...19....7....4..1....753..67.21.8.45.........8.....4..2..3......7..619.........",
	}},
	{"singles,intersections,subsets,wings,single_digit,uniqueness,xy_chain", "avoidable_rectangle_2", []string{
		"7...........415...2.....1.9.7.......4.3.86..2..154..93.3..5..6.6....9......6.3.4.",
	}},
	{"singles,finned_jellyfish,sashimi_jellyfish", "finned_jellyfish sashimi_jellyfish", []string{
		"....6..28.8....64...95..............8..79.....758.3.1..64.........1...979...5.1..",
		".8...5..9.2.9.......7.....3....8.9......24...7.....31......28..2....1.6..96...7..",
	}},
	{"singles,wings,single_digit", "w_wing xy_wing xyz_wing wxyz_wing skyscraper two_string_kite turbot_fish empty_rectangle", []string{
		"..4....165....7.9....12.87..39..6....4...........1.2.....5..7....5.82.3..9.63....",
		".72...5......26.9...51.3....2.......1..48.6...4...59.......4...4..91.....9....8.7",
		"............6..9..95.....2...45....37...4....213....7...1..7..4...4.9........28.1",
	}},
}

// TestRareTechniques solves puzzles without the easier techniques, as statements and in memory.
func TestRareTechniques(t *testing.T) {
	t.Parallel()
	for _, x := range rare {
		t.Run(x.techniques, func(t *testing.T) {
			t.Parallel()
			db := sameRows(t, puzzlesOf(t, x.puzzles), strings.Split(x.techniques, ","), nil)
			for _, name := range strings.Fields(x.want) {
				if dbtest.Count(t, db, `SELECT COUNT(*) FROM step WHERE rule = ?`, name) == 0 {
					t.Errorf("%s makes no step", name)
				}
			}
		})
	}
}

// sameRows solves puzzles with the techniques of only, or of all families, without some, as statements and in memory, and compares all
// rows. It returns the database of the statements.
func sameRows(t *testing.T, puzzles []format.Puzzle, only, without []string) *store.DB {
	t.Helper()
	techniques, err := solvertest.Catalogue(t).Select(only, without)
	if err != nil {
		t.Fatal(err)
	}
	solved := func(engine driver.Engine) *store.DB {
		db := dbtest.Open(t)
		solvertest.Solve(t, solvertest.NewBatch(t, db, driver.Options{Engine: engine, Techniques: techniques}), puzzles, driver.ChunkSize)
		return db
	}
	db := solved(driver.EngineSQL)
	solvertest.Compare(t, solvertest.Histories(t, solved(driver.EngineBitmask)), solvertest.Histories(t, db))
	return db
}
