package conformance

import (
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/batch"
	"setdoku/internal/dbtest"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
	"setdoku/internal/record"
	"setdoku/internal/solvertest"
)

// mixedList is a list with puzzles that end in every way, with pencil marks, and with some that
// come again, in the same chunk and in a later one.
func mixedList(t *testing.T) []format.Puzzle {
	t.Helper()
	p := solvertest.NewPool()
	list := slices.Concat(solvertest.Sample(t)[:10], solvertest.Givens(p.Several[:2]...),
		solvertest.Givens(p.None[:9]...), solvertest.Givens(p.Unique[32:]...), solvertest.FirstOfLists(t, 1))
	gridtest.New(71).Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return slices.Concat(list[:20], list[15:18], list[20:], list[:3])
}

// variants are puzzles of three boards, two of them of one.
func variants(t *testing.T) []format.Puzzle {
	t.Helper()
	return solvertest.Puzzles(t, "variants.txt", `
		6x6 41...2.35.......53.....4....6..5..2.
		1112122233343444 3...1.........4.
		anti-knight 751463928634829517298517436429176385.........1...............9.......7....5....4.
		6x6 ..2.1.1...56...4.3....2...153.......
	`)
}

// caseSolve solves a whole list in several ways. The results and all that the
// tables and views say afterwards must be the same.
func caseSolve(t *testing.T, s suite) {
	puzzles, boards := mixedList(t), variants(t)
	with := func(change func(*memory.Options)) []memory.Options {
		opts := solvertest.Select(t, nil, nil)
		change(&opts)
		return []memory.Options{opts}
	}
	for _, tt := range []struct {
		name  string
		runs  []memory.Options
		again bool
	}{
		{"variants", with(func(*memory.Options) {}), false},
		{"audit full", with(func(*memory.Options) {}), false},
		{"audit none", with(func(o *memory.Options) { o.Audit = setdoku.AuditNone }), false},
		{"stuck under another selection",
			[]memory.Options{solvertest.Select(t, []string{"singles"}, nil), solvertest.Select(t, nil, nil)}, false},
		{"again", []memory.Options{solvertest.Select(t, nil, nil),
			solvertest.Select(t, []string{"singles", "intersections", "uniqueness"}, nil)}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			puzzles, want := puzzles, map[string]int{"solved": 4, "stuck": 4, "invalid": 4}
			if tt.name == "variants" {
				puzzles, want = boards, map[string]int{"solved": len(boards)}
			}
			databases := onEach(t, s, func(t *testing.T, db *testDatabase) (results [][]*record.Puzzle) {
				for _, opts := range tt.runs {
					results = append(results, solved(t, db, puzzles, tt.again, opts))
				}
				return results
			})
			sameContents(t, databases)
			for status, least := range want {
				n := dbtest.Count(t, databases[0].DB, `SELECT COUNT(*) FROM puzzle WHERE status = ?`, status)
				if n < least {
					t.Errorf("%d puzzles are %s, want %d at least", n, status, least)
				}
			}
		})
	}
}

// caseImport imports what is not solved yet: the same rows wait.
func caseImport(t *testing.T, s suite) {
	puzzles := distinct(mixedList(t))
	databases := onEach(t, s, func(t *testing.T, db *testDatabase) int {
		solvertest.Import(t, db.DB, puzzles[:20])
		solvertest.Import(t, db.DB, puzzles[20:])
		return dbtest.Count(t, db.DB, `SELECT COUNT(*) FROM candidate`)
	})
	sameContents(t, databases)
	if n := dbtest.Count(t, databases[0].DB, `SELECT COUNT(*) FROM puzzle WHERE state <> ''`); n < 5 {
		t.Errorf("%d puzzles have pencil marks, want 5 at least", n)
	}
}

// caseCompany solves the same puzzles on a server in several companies and orders, and by a worker. Each must be as it
// is on a file in one chunk with all. TestProperties of internal/agreement does so on files.
func caseCompany(t *testing.T, s suite) {
	p := solvertest.NewPool()
	puzzles := solvertest.Givens(slices.Concat(p.Unique[:6], p.Several[:2], p.None[:2])...)
	file := dbtest.Open(t)
	solvertest.Solve(t, solvertest.NewBatch(t, file, solvertest.Options(t)), puzzles, len(puzzles))
	want := solvertest.Histories(t, file)
	for _, kind := range s {
		if !strings.HasPrefix(kind.Name, SQLite.Name) {
			t.Run(kind.Name, func(t *testing.T) { inCompany(t, suite{kind}, puzzles, want) })
		}
	}
}

// inCompany is caseCompany on a kind of database. want are the histories of the puzzles.
func inCompany(t *testing.T, s suite, puzzles []format.Puzzle, want map[string]string) {
	shuffled := slices.Clone(puzzles)
	gridtest.New(72).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	for _, tt := range []struct {
		name  string
		solve func(*testing.T, *testDatabase)
	}{
		{"shuffled in chunks of 7", func(t *testing.T, db *testDatabase) {
			inChunks(t, db, shuffled, 7)
		}},
		{"all twice", func(t *testing.T, db *testDatabase) {
			inChunks(t, db, slices.Concat(puzzles, shuffled), 30)
		}},
		{"by a worker", func(t *testing.T, db *testDatabase) {
			solvertest.Import(t, db.DB, puzzles)
			w, err := batch.NewWorker(t.Context(), db.DB, db.engine(solvertest.Options(t)), record.Run{Engine: "sql"})
			if err != nil {
				t.Fatal(err)
			}
			if err := w.Drain(t.Context()); err != nil {
				t.Error(err)
			}
			if err := w.Close(t.Context()); err != nil {
				t.Error(err)
			}
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			db := s.open(t)[0]
			tt.solve(t, db)
			solvertest.Compare(t, solvertest.Histories(t, db.DB), want)
		})
	}
}

// inChunks solves puzzles with the basics in chunks of a size.
func inChunks(t *testing.T, db *testDatabase, puzzles []format.Puzzle, size int) {
	t.Helper()
	solvertest.Solve(t, newBatch(t, db, solvertest.Options(t)), puzzles, size)
}
