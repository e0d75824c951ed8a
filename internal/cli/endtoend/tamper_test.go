package endtoend

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
)

// The puzzles of the database that is tampered with, by number: 1 played by hand and then
// solved, 2 without a solution, 3 solved with many techniques, 4 stuck, 5 from a state with
// a placed digit and crossed-out marks, 6 stuck under another selection, 7 not solved yet.
const (
	richPuzzle  = "000010002000005016000007009070000000030590024004000800017009000200080003050420000"
	otherTough  = "..9..3..6..6.8.4...571..8.....8..........76..2.8..5..4.....2...3.5..1....6..3...9"
	statePuzzle = ":0000:x:53+4.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79:216 117::"
)

// soundDatabase makes the database that is tampered with, with an audit level, and returns its path.
func soundDatabase(t *testing.T, audit string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sound.db")
	clitest.Call(t.Context(), nil, "import", clitest.GoodPuzzle, clitest.InvalidPuzzle, "--db", path).Must(t,
		usage.ExitDone)
	db := clitest.OpenRaw(t, path)
	clitest.Execute(t, db,
		`INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (1, 13, 4, 'manual')`,
		`INSERT INTO elimination (puzzle_id, cell, digit, rule) VALUES (1, 16, 2, 'manual')`)
	db.Close()
	clitest.Call(t.Context(), nil, "solve", "--technique", clitest.Basics, clitest.GoodPuzzle, clitest.InvalidPuzzle,
		richPuzzle, clitest.StuckPuzzle, statePuzzle,
		"--audit", audit, "--db", path).Must(t, usage.ExitUnsolved)
	clitest.Call(t.Context(), nil, "solve", otherTough, "--technique", "hidden_single,pointing",
		"--audit", audit, "--db", path).Must(t, usage.ExitUnsolved)
	clitest.Call(t.Context(), nil, "import", clitest.OtherPuzzle, "--db", path).Must(t, usage.ExitDone)
	clitest.Verified(t, path, 7)
	return path
}

// tampering is one statement that falsifies a database, with what verify must name.
type tampering struct {
	name, statement, want string
}

// tamperings are grouped by the table that they change. They find their rows by their contents, so the numbers in want
// are those of the puzzles. TestTampering of package verify changes every column of the rows of a puzzle.
func tamperings() []tampering {
	return []tampering{
		{"a given's digit", `UPDATE cell SET digit = 6 WHERE puzzle_id = 3 AND cell = 15`,
			"puzzle 3 step 0: cell, cell 15"},
		{"a given deleted", `UPDATE puzzle SET givens = SUBSTR(givens, 1, 4) || '.' || SUBSTR(givens, 6) WHERE puzzle_id = 3`, "puzzle 3 step 0: cell, cell 15"},
		{"a given of a new puzzle", `UPDATE cell SET digit = 9 WHERE puzzle_id = 7 AND cell = 11`,
			"puzzle 7 step 0: cell, cell 11"},
		{"a placed digit", `UPDATE cell SET digit = digit % 9 + 1 WHERE puzzle_id = 3 AND step = 35`,
			"puzzle 3 step 35: cell, cell 13 digit 4"},
		{"its step", `UPDATE cell SET step = 34 WHERE puzzle_id = 3 AND step = 35`, "puzzle 3 step 34: step, step 34"},
		{"its step below 0", `UPDATE cell SET step = -1 WHERE puzzle_id = 3 AND step = 35`,
			"puzzle 3 step -1: cell, cell 13 digit 3"},
		{"its rule", `UPDATE cell SET rule = 'hidden_single' WHERE puzzle_id = 3 AND step = 35`,
			"puzzle 3 step 35: cell, cell 13 digit 3"},
		{"its rule by hand", `UPDATE cell SET rule = 'manual' WHERE puzzle_id = 3 AND step = 35`,
			"puzzle 3 step 35: cell, cell 13 digit 3"},
		{"two patterns swapped", `UPDATE cell SET pattern = (SELECT SUM(DISTINCT o.pattern) FROM cell AS o WHERE o.puzzle_id = 4 AND o.step = 1) - pattern WHERE puzzle_id = 4 AND step = 1`, "puzzle 4 step 1: cell, cell 72 digit 8"},
		{"a cell deleted", `DELETE FROM cell WHERE puzzle_id = 3 AND cell = (SELECT MAX(o.cell) FROM cell AS o WHERE o.puzzle_id = 3 AND o.step = 35)`, "puzzle 3 step 35: step, step 35"},
		{"a cell added", `INSERT INTO cell (puzzle_id, cell, digit, step, rule) SELECT 4, c.cell, c.digit, 10, 'naked_single' FROM candidate AS c WHERE c.puzzle_id = 4 LIMIT 1`, "puzzle 4 step 10: step, step 10"},
		{"a digit by hand that clashes", `UPDATE cell SET digit = 5 WHERE puzzle_id = 1 AND rule = 'manual'`,
			"puzzle 1 step 1: cell, cell 13"},
		{"another digit by hand", `UPDATE cell SET digit = 1 WHERE puzzle_id = 1 AND rule = 'manual'`,
			"puzzle 1 step 6: cell, cell 22 digit 7"},
		{"the digit by hand missing", `DELETE FROM cell WHERE puzzle_id = 1 AND rule = 'manual'`,
			"puzzle 1 step 1: step, step 1"},
		{"the digit by hand as a given",
			`UPDATE cell SET rule = 'given', step = 0 WHERE puzzle_id = 1 AND rule = 'manual'`,
			"puzzle 1 step 0: cell, cell 13"},
		{"a placed digit of the state", `UPDATE cell SET digit = 1 WHERE puzzle_id = 5 AND rule = 'manual'`,
			"puzzle 5 step 0: cell, cell 13"},
		{"a placed digit of the state as a given",
			`UPDATE cell SET rule = 'given' WHERE puzzle_id = 5 AND rule = 'manual'`, "puzzle 5 step 0: cell, cell 13"},
		{"cells of a puzzle that is none",
			`INSERT INTO cell (puzzle_id, cell, digit, step, rule) VALUES (99, 11, 1, 0, 'given')`,
			"cell has a row of puzzle 99"},

		{"a candidate added", `INSERT INTO candidate (puzzle_id, cell, digit) SELECT 4, l.cell, 1 FROM location_wide AS l WHERE NOT EXISTS (SELECT 1 FROM candidate AS c WHERE c.puzzle_id = 4 AND c.cell = l.cell AND c.digit = 1) LIMIT 1`, "puzzle 4 step 10: candidate, cell 11 digit 1"},
		{"a candidate of a solved puzzle", `INSERT INTO candidate (puzzle_id, cell, digit) VALUES (3, 11, 1)`,
			"puzzle 3 step 35: candidate, cell 11 digit 1"},
		{"a candidate removed", `DELETE FROM candidate WHERE puzzle_id = 4 AND cell = (SELECT MIN(c.cell) FROM candidate AS c WHERE c.puzzle_id = 4)`, "puzzle 4 step 10: candidate, cell 11 digit 2"},
		{"one candidate of a new puzzle", `INSERT INTO candidate (puzzle_id, cell, digit) VALUES (7, 19, 2)`,
			"puzzle 7 step 0: candidate, cell "},
		{"candidates of a puzzle that is none", `INSERT INTO candidate (puzzle_id, cell, digit) VALUES (99, 11, 1)`,
			"candidate has a row of puzzle 99"},

		{"a step's rule", `UPDATE step SET rule = 'jellyfish' WHERE puzzle_id = 3 AND rule = 'naked_quadruple'`,
			"puzzle 3 step 13: elimination, cell 11 digit 6"},
		{"a step's rule by hand", `UPDATE step SET rule = 'manual' WHERE puzzle_id = 3 AND step = 5`,
			"puzzle 3 step 5: step, step 5"},
		{"a step by hand by a rule", `UPDATE step SET rule = 'naked_single', run_id = 1 WHERE puzzle_id = 1 AND step = 1`, "puzzle 1 step 1: step, step 1"},
		{"a step's eliminations", `UPDATE step SET eliminations = eliminations - 1 WHERE puzzle_id = 3 AND rule = 'naked_quadruple'`, "puzzle 3 step 13: step, step 13"},
		{"a step's run NULL", `UPDATE step SET run_id = NULL WHERE puzzle_id = 3 AND step = 5`,
			"puzzle 3 step 5: step, step 5"},
		{"a maker of a run's step",
			`UPDATE step SET made_at = '2026-01-01T00:00:00Z', made_by = 'x' WHERE puzzle_id = 3 AND step = 5`,
			"puzzle 3 step 5: step, step 5"},
		{"no time of a step by hand", `UPDATE step SET made_at = 'today' WHERE puzzle_id = 1 AND step = 1`,
			"puzzle 1 step 1: step, step 1"},
		{"no maker of a step by hand", `UPDATE step SET made_by = '' WHERE puzzle_id = 1 AND step = 1`,
			"puzzle 1 step 1: step, step 1"},
		{"the last step deleted", `DELETE FROM step WHERE puzzle_id = 4 AND step = 10`,
			"puzzle 4 step 10: step, step 10"},
		{"a step by hand deleted", `DELETE FROM step WHERE puzzle_id = 1 AND step = 2`,
			"puzzle 1 step 2: step, step 2"},
		{"two steps swapped", `UPDATE step SET rule = CASE rule WHEN 'pointing' THEN 'claiming' ELSE 'pointing' END WHERE puzzle_id = 3 AND rule IN ('pointing', 'claiming')`, "puzzle 3 step 10: elimination, cell 44 digit 2"},
		{"a step added", `INSERT INTO step (puzzle_id, step, rule, placements, eliminations, run_id) VALUES (4, 11, 'x_wing', 0, 1, 1)`, "puzzle 4 step 11: step, step 11"},
		{"a step by hand added", `INSERT INTO step (puzzle_id, step, rule, placements, eliminations, made_at, made_by) VALUES (7, 1, 'manual', 0, 1, '2026-01-01T00:00:00Z', 'x')`, "puzzle 7 step 1: step, step 1"},
		{"steps of a puzzle that is none",
			`INSERT INTO step (puzzle_id, step, rule, placements, eliminations, made_at, made_by) VALUES (99, 1, 'manual', 0, 1, '2026-01-01T00:00:00Z', 'x')`,
			"step has a row of puzzle 99"},

		{"an elimination added", `INSERT INTO elimination (puzzle_id, step, cell, digit, rule, pattern) SELECT 4, 10, c.cell, c.digit, 'pointing', 1 FROM candidate AS c WHERE c.puzzle_id = 4 LIMIT 1`, "puzzle 4 step 10: step, step 10"},
		{"an elimination after the end",
			`INSERT INTO elimination (puzzle_id, step, cell, digit, rule) SELECT 4, 11, c.cell, c.digit, 'pointing' FROM candidate AS c WHERE c.puzzle_id = 4 LIMIT 1`, "puzzle 4 step 11: elimination, cell 11 digit 2"},
		{"a mark crossed out by hand", `UPDATE elimination SET digit = 8 WHERE puzzle_id = 1 AND rule = 'manual'`,
			"puzzle 1 step 10: cell, cell 16 digit 8"},
		{"a mark crossed out by hand, missing", `DELETE FROM elimination WHERE puzzle_id = 1 AND rule = 'manual'`,
			"puzzle 1 step 2: step, step 2"},
		{"a mark of the state", `DELETE FROM elimination WHERE puzzle_id = 5 AND step = 0 AND cell = 16`,
			"puzzle 5 step 0: elimination, cell 16 digit 2"},
		{"another mark of the state", `UPDATE elimination SET digit = 8 WHERE puzzle_id = 5 AND step = 0 AND cell = 16`,
			"puzzle 5 step 0: elimination, cell 16 digit 2"},
		{"eliminations of a puzzle that is none",
			`INSERT INTO elimination (puzzle_id, step, cell, digit, rule) VALUES (99, 1, 11, 1, 'x_wing')`,
			"elimination has a row of puzzle 99"},

		{"a contradiction's kind", `UPDATE contradiction SET kind = 'no_candidate' WHERE puzzle_id = 2`,
			"puzzle 2 step 5: contradiction: "},
		{"a contradiction's puzzle", `UPDATE contradiction SET puzzle_id = 4 WHERE puzzle_id = 2`,
			"puzzle 2 step 5: contradiction: "},
		{"a contradiction deleted", `DELETE FROM contradiction`, "puzzle 2 step 5: contradiction: "},
		{"a contradiction added", `INSERT INTO contradiction (puzzle_id, step, kind, cell) VALUES (4, 10, 'no_candidate', 11)`, "puzzle 4 step 10: contradiction: "},
		{"a puzzle set aside", `INSERT INTO contradiction (puzzle_id, step, kind) VALUES (7, 0, 'givens')`,
			"puzzle 7 step 0: contradiction: "},
		{"a contradiction of a puzzle that is none",
			`INSERT INTO contradiction (puzzle_id, step, kind, cell) VALUES (99, 10, 'no_candidate', 11)`,
			"contradiction has a row of puzzle 99"},

		{"status of a solved puzzle", `UPDATE puzzle SET status = 'stuck', solution = NULL, depth = NULL WHERE puzzle_id = 3`, "puzzle 3 step 35: column status"},
		{"status of a stuck puzzle", `UPDATE puzzle SET status = 'invalid' WHERE puzzle_id = 4`,
			"puzzle 4 step 10: contradiction: "},
		{"status of an invalid puzzle", `UPDATE puzzle SET status = 'stuck' WHERE puzzle_id = 2`,
			"puzzle 2 step 5: column status"},
		{"status multiple", `UPDATE puzzle SET status = 'multiple' WHERE puzzle_id = 4`,
			"puzzle 4 step 10: column status"},
		{"status new", `UPDATE puzzle SET status = 'new' WHERE puzzle_id = 4`,
			"puzzle 4 step 10: column status"},
		{"status of a new puzzle", `UPDATE puzzle SET status = 'stuck' WHERE puzzle_id = 7`,
			"puzzle 7 step 0: column status"},
		{"a solution", `UPDATE puzzle SET solution = REPLACE(REPLACE(REPLACE(solution, '4', 'x'), '7', '4'), 'x', '7') WHERE puzzle_id = 1`, "puzzle 1 step 14: column solution"},
		{"a solution with two digits swapped",
			`UPDATE puzzle SET solution = SUBSTR(solution, 2, 1) || SUBSTR(solution, 1, 1) || SUBSTR(solution, 3) WHERE puzzle_id = 3`, "puzzle 3 step 35: column solution"},
		{"a solution missing", `UPDATE puzzle SET solution = NULL WHERE puzzle_id = 3`,
			"puzzle 3 step 35: column solution"},
		{"a solution of a stuck puzzle",
			`UPDATE puzzle SET solution = (SELECT o.solution FROM puzzle AS o WHERE o.puzzle_id = 1) WHERE puzzle_id = 6`, "puzzle 6 step 12: column solution"},
		{"score", `UPDATE puzzle SET score = score + 1 WHERE puzzle_id = 3`, "puzzle 3 step 35: column score"},
		{"hardest", `UPDATE puzzle SET hardest = 'x_wing' WHERE puzzle_id = 3`,
			"puzzle 3 step 35: column hardest"},
		{"steps", `UPDATE puzzle SET steps = steps - 1 WHERE puzzle_id = 3`, "puzzle 3 step 35: cell, cell 13 digit 3"},
		{"techniques", `UPDATE puzzle_technique SET deductions = deductions + 1 WHERE puzzle_id = 3 AND technique = 'naked_quadruple'`, "puzzle 3 step 35: column techniques"},
		{"technique steps", `UPDATE puzzle_technique SET steps = steps + 1 WHERE puzzle_id = 3 AND technique = 'naked_quadruple'`, "puzzle 3 step 35: column technique_steps"},
		{"technique steps of another", `UPDATE puzzle_technique SET technique = 'hidden_quadruple' WHERE puzzle_id = 3 AND technique = 'naked_quadruple'`, "puzzle 3 step 35: column techniques"},
		{"techniques of a new puzzle", `INSERT INTO puzzle_technique (puzzle_id, technique, steps, deductions) VALUES (7, 'x_wing', 1, 1)`, "puzzle 7 step 0: column techniques"},
		{"a given left out of givens", `UPDATE puzzle SET givens = '.' || SUBSTR(givens, 2) WHERE puzzle_id = 1`,
			"puzzle 1 step 0: cell, cell 11"},
		{"a digit changed in givens", `UPDATE puzzle SET givens = REPLACE(givens, '8', '9') WHERE puzzle_id = 6`,
			"puzzle 6 step 0: column givens"},
		{"a digit twice in givens", `UPDATE puzzle SET givens = '55' || SUBSTR(givens, 3) WHERE puzzle_id = 7`,
			"puzzle 7 step 0: column givens"},
		{"0 in givens", `UPDATE puzzle SET givens = REPLACE(givens, '.', '0') WHERE puzzle_id = 7`,
			"puzzle 7 step 0: column givens"},
		{"a state of other givens", `UPDATE puzzle SET state = (SELECT o.state FROM puzzle AS o WHERE o.puzzle_id = 5) WHERE puzzle_id = 7`, "puzzle 7 step 0: column state"},
		{"a mark too many in the state", `UPDATE puzzle SET state = state || ' 614' WHERE puzzle_id = 5`,
			"puzzle 5 step 0: elimination, cell 14 digit 6"},
		{"a state missing", `UPDATE puzzle SET state = REPLACE(state, '+4', '.') WHERE puzzle_id = 5`,
			"puzzle 5 step 0: cell, cell 13"},
		{"a state that is none", `UPDATE puzzle SET state = 'nothing' WHERE puzzle_id = 5`,
			"puzzle 5 step 0: column state"},
		{"another mark in the state", `UPDATE puzzle SET state = REPLACE(state, '216', '816') WHERE puzzle_id = 5`,
			"puzzle 5 step 0: elimination, cell 16 digit 2"},
		{"another run of a stuck puzzle", `UPDATE puzzle SET run_id = 1 WHERE puzzle_id = 6`,
			"puzzle 6 step 12: column run_id"},
		{"another run of a solved puzzle", `UPDATE puzzle SET run_id = 2 WHERE puzzle_id = 3`,
			"puzzle 3 step 35: column run_id"},
		{"another run of an invalid puzzle", `UPDATE puzzle SET run_id = 2 WHERE puzzle_id = 2`,
			"puzzle 2 step 5: column run_id"},
		{"no run", `UPDATE puzzle SET run_id = NULL WHERE puzzle_id = 3`, "puzzle 3 step 35: column run_id"},
		{"a run that is none", `UPDATE puzzle SET run_id = 99 WHERE puzzle_id = 3`,
			"puzzle has a row with run_id 99, which is not in the table run"},
		{"a run for a new puzzle", `UPDATE puzzle SET run_id = 1 WHERE puzzle_id = 7`,
			"puzzle 7 step 0: column run_id"},
		{"a puzzle deleted", `DELETE FROM puzzle WHERE puzzle_id = 3`,
			"attempt has a row of puzzle 3, which is not in the table puzzle"},
		{"the last puzzles deleted", `DELETE FROM puzzle WHERE puzzle_id > 5`,
			"attempt has a row of puzzle 6, which is not in the table puzzle"},
		{"a puzzle's number", `UPDATE puzzle SET puzzle_id = 98 WHERE puzzle_id = 3`,
			"attempt has a row of puzzle 3, which is not in the table puzzle"},
		{"a puzzle's number below 1", `UPDATE puzzle SET puzzle_id = -3 WHERE puzzle_id = 3`,
			"attempt has a row of puzzle 3, which is not in the table puzzle"},
		{"a canonical form", `UPDATE puzzle SET canonical = (SELECT o.canonical FROM puzzle AS o WHERE o.puzzle_id = 1) WHERE puzzle_id = 3`, "puzzle 3 step 0: column canonical"},
		{"a tag of a puzzle that is none", `INSERT INTO puzzle_tag (puzzle_id, tag) VALUES (99, 'hard')`,
			"puzzle_tag has a row of puzzle 99, which is not in the table puzzle"},
		{"a game of a puzzle that is none",
			`INSERT INTO game (game_id, puzzle_id, started_at, changed_at) VALUES ('x', 99, '', '')`,
			"game has a row of puzzle 99, which is not in the table puzzle"},
		{"a move of a game that is none",
			`INSERT INTO game_move (game_id, move, cell, action, value, elapsed_ms) VALUES ('x', 1, 11, 'digit', 5, 0)`,
			"game_move has a row with game_id x, which is not in the table game"},

		{"an attempt deleted", `DELETE FROM attempt WHERE puzzle_id = 3`, "puzzle 3 step 0: column run_id"},
		{"an attempt of another run", `UPDATE attempt SET run_id = 2 WHERE puzzle_id = 3`,
			"puzzle 3 step 35: column run_id"},
		{"an attempt added", `INSERT INTO attempt (puzzle_id, first_step, last_step, run_id) VALUES (7, 1, 0, 1)`,
			"puzzle 7 step 0: column run_id"},
		{"attempts of a puzzle that is none",
			`INSERT INTO attempt (puzzle_id, first_step, last_step, run_id) VALUES (99, 1, 0, 1)`,
			"attempt has a row of puzzle 99"},

		{"a run with more techniques", `UPDATE run SET selection = 'full_house,' || selection WHERE run_id = 2`,
			"puzzle 6 step 4: step, step 4"},
		{"a run with fewer techniques", `UPDATE run SET selection = REPLACE(selection, ',naked_quadruple', '') WHERE run_id = 1`, "puzzle 3 step 13: step, step 13"},
		{"a run with a technique that is none", `UPDATE run SET selection = 'guess' WHERE run_id = 1`, "run 1: "},
		{"a run that stops at first", `UPDATE run SET selection = selection || ' stop_at_first' WHERE run_id = 1`,
			"puzzle 1 step 3: attempt, first_step 3"},
		{"a run below full audit", `UPDATE run SET audit = 'steps' WHERE run_id = 1`,
			"puzzle 1 step 3: cell, cell 55 digit 5"},
		{"a run without audit", `UPDATE run SET audit = 'none' WHERE run_id = 1`, "puzzle 1 step 3: step, step 3"},
		{"a run of unknown audit", `UPDATE run SET audit = 'some' WHERE run_id = 1`, "run 1: "},
		{"a run of a shell", `UPDATE run SET engine = 'shell' WHERE run_id = 1`,
			"puzzle 1 step 3: attempt, first_step 3"},
		{"a run deleted", `DELETE FROM run WHERE run_id = 2`,
			"attempt has a row with run_id 2, which is not in the table run"},

		{"a technique's weight", `UPDATE technique SET weight = 5 WHERE name = 'full_house'`,
			"reference table technique is not"},
		{"a technique's level", `UPDATE technique SET level = 'hard' WHERE name = 'full_house'`,
			"reference table technique is not"},
		{"a technique's order", `UPDATE technique SET tier = 165 WHERE name = 'full_house'`,
			"reference table technique is not"},
		{"a technique's title", `UPDATE technique SET title = 'Last Cell' WHERE name = 'full_house'`,
			"reference table technique is not"},
		{"a technique deleted", `DELETE FROM technique WHERE name = 'jellyfish'`, "reference table technique is not"},
		{"a location", `UPDATE location SET position = 9 WHERE cell = 11 AND unit_no = 1`,
			"reference table location is not"},
		{"a location, wide", `UPDATE location_wide SET box_no = 2 WHERE cell = 11`,
			"reference table location_wide is not"},
		{"a peer", `DELETE FROM peer WHERE cell = 11 AND peer = 12`, "reference table peer is not"},
		{"a peer added", `INSERT INTO peer (cell, peer) VALUES (11, 99)`, "reference table peer is not"},
		{"a combination", `UPDATE combination SET members = '1,3' WHERE combination_id = 3`,
			"reference table combination is not"},
		{"a combination's members", `DELETE FROM combination_member WHERE combination_id = 3 AND member = 1`,
			"reference table combination_member is not"},
		{"a superset", `DELETE FROM superset WHERE combination_id = 3 AND superset_id = 7`,
			"reference table superset is not"},
		{"an intersection", `UPDATE intersection SET places = 1 WHERE unit_no = 1 AND other_no = 19`,
			"reference table intersection is not"},
		{"a unit's name", `UPDATE unit_name SET unit_type = 'column' WHERE unit_no = 1`,
			"reference table unit_name is not"},
		{"a pair of places", `UPDATE place_pair SET other = 13 WHERE unit_no = 1 AND places = 3`,
			"reference table place_pair is not"},
		{"an empty rectangle", `DELETE FROM empty_rectangle WHERE unit_no = (SELECT MIN(o.unit_no) FROM empty_rectangle AS o)`, "reference table empty_rectangle is not"},
		{"a rectangle's corner", `UPDATE rectangle_corner SET opposite = 99 WHERE cell = 11 AND opposite = 24`,
			"reference table rectangle_corner is not"},
		{"a rectangle's side", `UPDATE rectangle_side SET roof_1 = roof_2, roof_2 = roof_1 WHERE rectangle_no = 1 AND side_no = 1`, "reference table rectangle_side is not"},
		{"a cell's units", `UPDATE unit_set SET units = 1 WHERE cell = 11`, "reference table unit_set is not"},
		{"a line's frame", `UPDATE line_frame SET crossing = 1 WHERE unit_no = 1 AND box_no = 19`,
			"reference table line_frame is not"},
		{"a band's row", `UPDATE band_row SET weight = 3 WHERE unit_no = 1`, "reference table band_row is not"},
		{"a band of templates", `UPDATE template_band SET stacks = stacks + 1 WHERE cells = (SELECT MIN(o.cells) FROM template_band AS o)`, "reference table template_band is not"},
		{"a fit of templates", `DELETE FROM template_fit WHERE first_stacks = (SELECT MAX(o.first_stacks) FROM template_fit AS o)`, "reference table template_fit is not"},
		{"a group of chains", `UPDATE chain_unit SET places = 1 WHERE place = (SELECT MAX(o.place) FROM chain_unit AS o)`, "reference table chain_unit is not"},
		{"a place of chains", `UPDATE chain_cell SET cell = 12 WHERE place = 11 AND cell = 11`,
			"reference table chain_cell is not"},
		{"a cell's bit", `UPDATE cell_bit SET low = 2 WHERE cell = 11`, "reference table cell_bit is not"},
		{"a group of cells", `UPDATE cell_group SET seen_high = 1 WHERE unit_no = 1 AND places = 1`,
			"reference table cell_group is not"},
		{"a token", `UPDATE token SET mask = 2 WHERE digit = 1`, "reference table token is not"},
	}
}

// TestTampering falsifies a database by one statement at a time. verify must notice each, and name the table and the
// row.
func TestTampering(t *testing.T) {
	sound := soundDatabase(t, "full")
	for _, tt := range gridtest.Part(12, tamperings()) {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			path := clitest.CopyDatabase(t, sound, filepath.Join(t.TempDir(), "test.db"))
			if n := tamper(t, path, tt.statement); n == 0 {
				t.Fatal("the statement changes no row")
			}
			caught(t, path, tt.want)
		})
	}
}

// TestTamperingTwice falsifies rows of two puzzles, and two rows of one of them. verify must name each.
func TestTamperingTwice(t *testing.T) {
	gridtest.Long(t, "a process and a database for each case")
	path := soundDatabase(t, "full")
	tamper(t, path, `UPDATE puzzle SET hardest = 'x_wing' WHERE puzzle_id = 3`)
	tamper(t, path, `UPDATE puzzle SET score = score + 1 WHERE puzzle_id IN (3, 4)`)
	r := clitest.Call(t.Context(), nil, "verify", "--db", path).Must(t, usage.ExitError)
	lines := strings.Split(r.Stderr, "\n")
	for i, want := range []string{
		fmt.Sprintf("setdoku: verify %s: 3 faults:", path), "puzzle 3 step 35: column score: is ",
		"puzzle 3 step 35: column hardest: is x_wing, ",
		"puzzle 4 step 10: column score: is ", "",
	} {
		if i >= len(lines) || !strings.HasPrefix(lines[i], want) {
			t.Errorf("%s\nwant in line %d %s", r.Stderr, i+1, want)
		}
	}
}

// TestTamperingBelowFullAudit does the same to databases that keep less. verify must check what they keep, and say how
// much that is.
func TestTamperingBelowFullAudit(t *testing.T) {
	gridtest.Long(t, "two more databases; TestTampering has one")
	for audit, level := range map[string]string{
		"steps": "  6 with audit steps, no patterns and eliminations were there to prove",
		"none":  "  6 with audit none, only the placements were there to check",
	} {
		sound := soundDatabase(t, audit)
		r := clitest.Call(t.Context(), nil, "verify", "--db", sound).Must(t, usage.ExitDone)
		if lines := r.Out(); len(lines) != 5 || !slices.Contains(lines, level) {
			t.Errorf("audit %s: verify says %q, want a line %q", audit, lines, level)
		}
		tried := 0
		for _, tt := range tamperings() {
			if !slices.Contains(keptBelowFullAudit(audit), tt.name) {
				continue
			}
			tried++
			t.Run(audit+" "+tt.name, func(t *testing.T) {
				t.Parallel()
				path := clitest.CopyDatabase(t, sound, filepath.Join(t.TempDir(), "test.db"))
				if n := tamper(t, path, tt.statement); n == 0 {
					t.Fatal("the statement changes no row")
				}
				puzzle, _, _ := strings.Cut(tt.want, " step")
				caught(t, path, puzzle)
			})
		}
		if want := len(keptBelowFullAudit(audit)); tried != want {
			t.Errorf("audit %s: %d of %d tamperings tried", audit, tried, want)
		}
	}
}

// keptBelowFullAudit names the tamperings that verify can notice at an audit level.
func keptBelowFullAudit(audit string) []string {
	names := []string{
		"a given's digit", "a placed digit", "its step", "its rule", "a cell deleted", "a cell added",
		"the digit by hand missing", "a candidate removed", "a mark crossed out by hand, missing",
		"a mark of the state",
		"an elimination after the end", "a contradiction's kind", "a contradiction deleted", "status of a stuck puzzle",
		"a solution missing", "score", "hardest", "steps", "techniques", "technique steps",
		"technique steps of another",
		"a run with more techniques", "a puzzle deleted",
	}
	if audit == "steps" {
		names = append(names, "a step's rule", "a step's eliminations", "the last step deleted", "two steps swapped",
			"a step added")
	}
	return names
}

// caught fails the test unless verify ends with exit code 1 and faults, the first of which begins with want.
func caught(t *testing.T, path, want string) {
	t.Helper()
	r := clitest.Call(t.Context(), nil, "verify", "--db", path)
	caughtBy(t, r, path, want)
}

// caughtBy checks that the first fault of a call of verify on a target begins with want.
func caughtBy(t *testing.T, r clitest.Result, target, want string) {
	t.Helper()
	faults := strings.Split(strings.TrimPrefix(strings.TrimSuffix(r.Stderr, "\n"),
		fmt.Sprintf("setdoku: verify %s: ", target)), "\n")
	if n := len(faults) - 1; n > 0 {
		if head := fmt.Sprintf("%d faults:", n); strings.TrimPrefix(faults[0], "the first ") != head || n > 20 {
			t.Errorf("the first line is %q, want %q and at most 20", faults[0], head)
		}
		faults = faults[1:]
	}
	if r.Code != usage.ExitError || r.Stdout != "" || !strings.HasPrefix(faults[0], want) {
		t.Errorf("exit code %d, output %q, standard error\n%s\nwant 1, nothing, and first a fault of\n%s", r.Code,
			r.Stdout, r.Stderr, want)
	}
}

// tamper runs a statement on a database without foreign keys, checks and triggers, and returns the number of rows that
// it changed.
func tamper(t *testing.T, path, statement string) int {
	t.Helper()
	db := clitest.OpenRaw(t, path)
	defer db.Close()
	clitest.Execute(t, db, `PRAGMA foreign_keys = OFF`, `PRAGMA ignore_check_constraints = ON`)
	again := dropRowTriggers(t, db)
	const changed = `SELECT TOTAL_CHANGES()`
	n := clitest.Number(t, db, changed)
	clitest.Execute(t, db, statement)
	n = clitest.Number(t, db, changed) - n
	clitest.Execute(t, db, again...)
	return n
}

// dropRowTriggers drops the triggers that check rows written by hand, and returns the statements that make them again.
func dropRowTriggers(t *testing.T, db *sql.DB) (again []string) {
	t.Helper()
	rows, err := db.Query(`
		SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND (tbl_name IN ('cell', 'elimination', 'candidate', 'step') OR name IN ('puzzle_unchanged', 'puzzle_removed')) ORDER BY rowid`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var drops []string
	for rows.Next() {
		var name, text string
		if err := rows.Scan(&name, &text); err != nil {
			t.Fatal(err)
		}
		drops, again = append(drops, `DROP TRIGGER `+name), append(again, text)
	}
	if err := rows.Close(); err != nil {
		t.Fatal(err)
	}
	clitest.Execute(t, db, drops...)
	return again
}
