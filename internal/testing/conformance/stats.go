package conformance

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/store"
)

// plainStats sums the puzzles up by statements on the tables of the audit, as slowly as it takes. It is what
// Stats must come to where every step was stored. Each line is a row of a distribution.
func plainStats(t *testing.T, db *testDatabase, among string) (lines []string) {
	t.Helper()
	for _, query := range []string{
		`SELECT 'status ' || z.status || ' ' || COUNT(*) FROM puzzle AS z WHERE %s GROUP BY z.status`,
		`SELECT 'level ' || z.level || ' ' || COUNT(*) || ' ' || MIN(z.score) || ' ' || SUM(z.score) || ' ' ||
				MAX(z.score)
			FROM puzzle AS z WHERE z.level IS NOT NULL AND %s GROUP BY z.level`,
		`SELECT 'clues ' || x.clues || ' ' || x.puzzles
			FROM (SELECT LENGTH(REPLACE(z.givens, '.', '')) AS clues, COUNT(*) AS puzzles FROM puzzle AS z WHERE %s
				GROUP BY 1) AS x`,
		`SELECT 'score ' || z.score || ' ' || COUNT(*) FROM puzzle AS z WHERE z.level IS NOT NULL AND %s
				GROUP BY z.score`,
		`SELECT 'technique ' || s.rule || ' ' || COUNT(DISTINCT s.puzzle_id) || ' ' || COUNT(*) || ' ' ||
				SUM(s.placements) || ' '
				|| SUM(s.eliminations)
			FROM puzzle AS z
			INNER JOIN step AS s ON s.puzzle_id = z.puzzle_id
			INNER JOIN technique AS t ON t.name = s.rule
			WHERE %s
			GROUP BY s.rule`,
	} {
		var some []string
		if err := db.SelectContext(t.Context(), &some, fmt.Sprintf(query, among)); err != nil {
			t.Fatalf("%s: %v", db.kind.Name, err)
		}
		lines = append(lines, some...)
	}
	slices.Sort(lines)
	return lines
}

// printedStats is what Stats says, as lines of the same form.
func printedStats(t *testing.T, db *testDatabase, tag string) (lines []string) {
	t.Helper()
	var st store.Stats
	err := db.Snapshot(t.Context(), func(s *store.Snapshot) (err error) {
		st, err = store.ReadStats(t.Context(), s, tag)
		return err
	})
	if err != nil {
		t.Fatalf("%s: %v", db.kind.Name, err)
	}
	puzzles := 0
	for _, s := range st.Statuses {
		puzzles += s.Puzzles
		lines = append(lines, fmt.Sprintf("status %s %d", s.Status, s.Puzzles))
	}
	if puzzles != st.Puzzles {
		t.Errorf("%s: %d puzzles, the statuses add up to %d", db.kind.Name, st.Puzzles, puzzles)
	}
	for _, l := range st.Levels {
		lines = append(lines, fmt.Sprintf("level %s %d %d %.0f %d", l.Level, l.Puzzles, l.Least,
			l.Mean*float64(l.Puzzles), l.Most))
	}
	for _, c := range st.Clues {
		lines = append(lines, fmt.Sprintf("clues %d %d", c.Clues, c.Puzzles))
	}
	for _, s := range st.Scores {
		lines = append(lines, fmt.Sprintf("score %d %d", s.Score, s.Puzzles))
	}
	for _, x := range st.Techniques {
		lines = append(lines, fmt.Sprintf("technique %s %d %d %d %d", x.Technique, x.Puzzles, x.Steps, x.Placements,
			x.Eliminations))
	}
	slices.Sort(lines)
	return lines
}

// caseStats changes a database in every way there is, and after each sums it up by Stats and by statements on the
// audit. The view technique_usage must agree too.
func caseStats(t *testing.T, s suite) {
	p, sample := solvertest.NewPool(), solvertest.Sample(t)
	type do func(*testing.T, *testDatabase)
	solve := func(puzzles []format.Puzzle, again bool, engine catalogue.Engine, names ...string) do {
		return func(t *testing.T, db *testDatabase) {
			opts := solvertest.Options(t, names...)
			opts.Engine = engine
			solved(t, db, puzzles, again, opts)
		}
	}
	solveWaiting := func(engine catalogue.Engine, names ...string) do {
		return func(t *testing.T, db *testDatabase) {
			opts := solvertest.Options(t, names...)
			opts.Engine = engine
			solvertest.SolveStored(t, newBatch(t, db, opts))
		}
	}
	playOn := func(t *testing.T, db *testDatabase) { play(t, db, openMoves(t, db)) }
	unique := solvertest.Givens(p.Unique[:12]...)
	type way struct {
		name string
		do
	}
	ways := []way{
		{"import and a puzzle without solution", prepare},
		{"import with a tag", func(t *testing.T, db *testDatabase) {
			solvertest.Import(t, db.DB, sample[20:24])
			exec(t, db, `INSERT INTO puzzle_tag (puzzle_id, tag) SELECT z.puzzle_id, 'some' FROM puzzle AS z WHERE z.puzzle_id > 3`)
		}},
		{"solve", solve(slices.Concat(sample[:6], solvertest.Givens(p.Several[:2]...)), false, "")},
		{"solve in memory", solve(unique, false, catalogue.EngineAuto)},
		{"solve what waits", solveWaiting("", "singles", "intersections")},
		{"play", playOn},
		{"solve on", solveWaiting("", "singles", "intersections", "subsets")},
		{"play again", playOn},
		{"solve on in memory", solveWaiting(catalogue.EngineAuto)},
		{"again with fewer techniques", solve(unique, true, catalogue.EngineAuto, "singles")},
		{"again", solve(sample[:3], true, "", "singles", "intersections", "basic_fish")},
	}
	if s.changesBySQL() {
		ways = append(ways, way{"technique files by hand", func(t *testing.T, db *testDatabase) {
			solvertest.Import(t, db.DB, sample[24:26])
			runFiles(t, db, "full_house", "naked_single", "hidden_single", "apply")
			if dbtest.Count(t, db.DB,
				`SELECT COUNT(*) FROM run AS r INNER JOIN step AS s ON s.run_id = r.run_id WHERE r.engine = 'shell'`) == 0 {
				t.Error("nothing was applied by hand")
			}
		}}, way{"delete", func(t *testing.T, db *testDatabase) {
			exec(t, db, `DELETE FROM puzzle WHERE puzzle_id % 4 = 1`)
		}})
	}
	databases := s.open(t)
	for _, way := range ways {
		sameAnswers(t, databases, func(t *testing.T, db *testDatabase) []string {
			way.do(t, db)
			name, printed := db.kind.Name+", "+way.name, printedStats(t, db, "")
			dbtest.SameRows(t, name, printed, plainStats(t, db, `TRUE`))
			dbtest.SameRows(t, name+", with a tag", printedStats(t, db, "some"),
				plainStats(t, db, `z.puzzle_id IN (SELECT g.puzzle_id FROM puzzle_tag AS g WHERE g.tag = 'some')`))
			var usage []string
			gridtest.Must(t, db.SelectContext(t.Context(), &usage, `
				SELECT 'technique ' || u.technique || ' ' || u.puzzles || ' ' || u.steps || ' ' || u.placements || ' ' || u.eliminations
				FROM technique_usage AS u
				WHERE u.puzzles > 0`))
			slices.Sort(usage)
			dbtest.SameRows(t, name+", technique_usage", usage, slices.DeleteFunc(slices.Clone(printed),
				func(l string) bool { return !strings.HasPrefix(l, "technique ") }))
			return printed
		})
	}
	if lines := printedStats(t, databases[0], ""); len(lines) < 30 {
		t.Errorf("only %d lines: %v", len(lines), lines)
	}
}
