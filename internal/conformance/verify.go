package conformance

import (
	"testing"

	"setdoku/internal/dbtest"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
	"setdoku/internal/solvertest"
)

// tampered is a list of statements that falsify one thing each, and the statements that make it good
// again.
var tampered = []struct {
	name, falsify, mend string
	reference           bool // it is about a reference table
}{
	{"a digit", `UPDATE cell SET digit = digit % 9 + 1 WHERE puzzle_id = 3 AND cell = 11`,
		`UPDATE cell SET digit = (digit + 7) % 9 + 1 WHERE puzzle_id = 3 AND cell = 11`, false},
	{"a step", `UPDATE cell SET step = 90 WHERE puzzle_id = 3 AND step = 1`,
		`UPDATE cell SET step = 1 WHERE puzzle_id = 3 AND step = 90`, false},
	{"a pattern", `UPDATE cell SET pattern = pattern + 10 WHERE puzzle_id = 3 AND step = 1`,
		`UPDATE cell SET pattern = pattern - 10 WHERE puzzle_id = 3 AND step = 1`, false},
	{"an elimination's pattern", `UPDATE elimination SET pattern = pattern + 1 WHERE puzzle_id = 1`,
		`UPDATE elimination SET pattern = pattern - 1 WHERE puzzle_id = 1`, false},
	{"an elimination's step", `UPDATE elimination SET step = step + 1 WHERE puzzle_id = 1`,
		`UPDATE elimination SET step = step - 1 WHERE puzzle_id = 1`, false},
	{"the counts of a step", `UPDATE step SET placements = placements + 1 WHERE puzzle_id = 2 AND step = 3`,
		`UPDATE step SET placements = placements - 1 WHERE puzzle_id = 2 AND step = 3`, false},
	{"the rule of a step", `UPDATE step SET rule = 'x_' || rule WHERE puzzle_id = 2 AND step = 3`,
		`UPDATE step SET rule = SUBSTR(rule, 3) WHERE puzzle_id = 2 AND step = 3`, false},
	{"the number of a step", `UPDATE step SET step = 99 WHERE puzzle_id = 2 AND step = 3`,
		`UPDATE step SET step = 3 WHERE puzzle_id = 2 AND step = 99`, false},
	{"a step too many", `INSERT INTO step (puzzle_id, step, rule, placements, eliminations, run_id) VALUES (2, 98, 'x_wing', 0, 1, 1)`,
		`DELETE FROM step WHERE puzzle_id = 2 AND step = 98`, false},
	{"a contradiction too many", `INSERT INTO contradiction (puzzle_id, step, kind) SELECT puzzle_id, 0, 'no_place' FROM puzzle WHERE puzzle_id = 1`,
		`DELETE FROM contradiction WHERE puzzle_id = 1`, false},
	{"a given", `UPDATE puzzle SET name = givens, givens = REPLACE(givens, '5', '.') WHERE puzzle_id = 3`,
		`UPDATE puzzle SET givens = name, name = '' WHERE puzzle_id = 3`, false},
	{"a mark of a solved puzzle", `INSERT INTO candidate (puzzle_id, cell, digit) VALUES (3, 11, 1)`,
		`DELETE FROM candidate WHERE puzzle_id = 3`, false},
	{"a contradiction", `UPDATE contradiction SET step = step + 1`, `UPDATE contradiction SET step = step - 1`, false},
	{"the score", `UPDATE puzzle SET score = score + 1 WHERE puzzle_id = 2`,
		`UPDATE puzzle SET score = score - 1 WHERE puzzle_id = 2`, false},
	{"the number of steps", `UPDATE puzzle SET steps = steps + 1 WHERE puzzle_id = 2`,
		`UPDATE puzzle SET steps = steps - 1 WHERE puzzle_id = 2`, false},
	{"the counts of techniques", `INSERT INTO puzzle_technique (puzzle_id, technique, steps, deductions) VALUES (2, 'x_wing', 1, 1)`,
		`DELETE FROM puzzle_technique WHERE puzzle_id = 2 AND technique = 'x_wing'`, false},
	{"the solution", `UPDATE puzzle SET solution = SUBSTR(solution, 2) || SUBSTR(solution, 1, 1) WHERE puzzle_id = 3`,
		`UPDATE puzzle SET solution = SUBSTR(solution, 81) || SUBSTR(solution, 1, 80) WHERE puzzle_id = 3`, false},
	{"the weight of a technique", `UPDATE technique SET weight = weight + 1 WHERE name = 'x_wing'`,
		`UPDATE technique SET weight = weight - 1 WHERE name = 'x_wing'`, true},
	{"a peer", `UPDATE peer SET peer = 99 WHERE cell = 11 AND peer = 12`,
		`UPDATE peer SET peer = 12 WHERE cell = 11 AND peer = 99`, true},
}

// caseVerify derives the same rows again on each database: all holds, and when
// something is falsified it is named in the same words.
func caseVerify(t *testing.T, s suite) {
	s.needChangesBySQL(t)
	sample := solvertest.Sample(t)
	rng := gridtest.New(75)
	puzzles := []format.Puzzle{sample[0], sample[21], sample[14]}
	for range 6 {
		puzzles = append(puzzles, solvertest.Givens(gridtest.Contradictory(rng), gridtest.Several(rng))...)
	}
	puzzles = append(puzzles, solvertest.FirstOfLists(t, 1)...)
	databases := onEach(t, s, func(t *testing.T, db *testDatabase) string {
		solved(t, db, puzzles, false, solvertest.Select(t, nil, nil))
		return verified(t, db)
	})
	if got := verified(t, databases[0]); got != "" {
		t.Errorf("what was solved does not hold: %s", got)
	}
	for _, tt := range tampered {
		t.Run(tt.name, func(t *testing.T) {
			sameAnswers(t, databases, func(t *testing.T, db *testDatabase) string {
				if n := dbtest.Unchecked(t, db.DB, tt.falsify); n == 0 {
					t.Fatal("no row is falsified")
				}
				check := derived
				if tt.reference {
					check = verified
				}
				text := check(t, db)
				if text == "" {
					t.Errorf("%s: nothing is found", db.kind.Name)
				}
				dbtest.Unchecked(t, db.DB, tt.mend)
				return text
			})
		})
	}
	sameAnswers(t, databases, verified)
	if got := verified(t, databases[0]); got != "" {
		t.Errorf("what was made good again does not hold: %s", got)
	}
}

// caseVerifyByHand verifies what was played by hand, and solved on from there.
func caseVerifyByHand(t *testing.T, s suite) {
	prepare, moves := toPlay(t, s)
	onEach(t, s, func(t *testing.T, db *testDatabase) []string {
		prepare(t, db)
		play(t, db, moves)
		faults := []string{verified(t, db)}
		if faults[0] != "" {
			t.Errorf("%s: %s", db.kind.Name, faults[0])
		}
		for _, opts := range []memory.Options{solvertest.Select(t, []string{"singles"}, nil),
			solvertest.Select(t, nil, nil)} {
			solvertest.SolveStored(t, newBatch(t, db, opts))
			last := verified(t, db)
			if last != "" {
				t.Errorf("%s: %s", db.kind.Name, last)
			}
			faults = append(faults, last)
		}
		return faults
	})
}
