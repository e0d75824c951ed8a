package batch_test

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"setdoku"
	"setdoku/internal/batch"
	"setdoku/internal/database"
	"setdoku/internal/dbtest"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
	"setdoku/internal/pgtest"
	"setdoku/internal/record"
	"setdoku/internal/solvertest"
)

// wholeCatalogue returns the options of an engine with one job and all techniques.
func wholeCatalogue(b *testing.B, engine memory.Engine, audit setdoku.Audit) memory.Options {
	b.Helper()
	return memory.Options{Engine: engine, Jobs: 1, Audit: audit, Techniques: solvertest.Catalogue(b)}
}

// openFile opens a new database file.
func openFile(b *testing.B) *database.DB {
	b.Helper()
	return dbtest.OpenTarget(b, dbtest.File(b), 0)
}

// BenchmarkAuto solves puzzles with engine auto. One iteration is one puzzle.
func BenchmarkAuto(b *testing.B) {
	for _, list := range []string{"generated_easy", "17_clue"} {
		b.Run("memory/"+list, func(b *testing.B) {
			opts := wholeCatalogue(b, memory.EngineAuto, "")
			m, err := memory.NewSolver(opts.Techniques, opts)
			if err != nil {
				b.Fatal(err)
			}
			puzzles := solvertest.List(b, list, b.N)
			gridtest.PerCPU(b, "puzzle", func() {
				for chunk := range slices.Chunk(puzzles, memory.ChunkSize) {
					if _, err := m.Solve(b.Context(), chunk); err != nil {
						b.Fatal(err)
					}
				}
			})
		})
	}
	for _, audit := range []setdoku.Audit{setdoku.AuditFull, setdoku.AuditSteps, setdoku.AuditNone} {
		b.Run("file/17_clue/"+string(audit), func(b *testing.B) {
			benchmarkBatch(b, openFile(b), wholeCatalogue(b, memory.EngineAuto, audit),
				solvertest.List(b, "17_clue", b.N), b.N)
		})
	}
	b.Run("file/mix", func(b *testing.B) {
		benchmarkBatch(b, openFile(b), wholeCatalogue(b, memory.EngineAuto, setdoku.AuditFull), solvertest.Mix(b, b.N),
			b.N)
	})
}

// BenchmarkSQL solves puzzles with engine sql, full audit and the techniques up to jellyfish. One iteration is one
// puzzle. It takes the server of SETDOKU_POSTGRES, too, if that is set; the CPU time is that of the client then.
func BenchmarkSQL(b *testing.B) {
	for _, tt := range []struct {
		name    string
		open    func(*testing.B) *database.DB
		puzzles func(testing.TB, int) []format.Puzzle
		run     int // puzzles of a run, 0 for all
	}{
		{"easy", openFile, func(t testing.TB, n int) []format.Puzzle { return solvertest.List(t, "generated_easy", n) },
			0},
		{"mix", openFile, solvertest.Mix, 0},
		{"mix_in_hundreds", openFile, solvertest.Mix, 100},
		{"mix_on_server", openServer, solvertest.Mix, 0},
	} {
		b.Run(tt.name, func(b *testing.B) {
			benchmarkBatch(b, tt.open(b), solvertest.Options(b), tt.puzzles(b, b.N), cmp.Or(tt.run, b.N))
		})
	}
}

// openServer opens a new database on the server of SETDOKU_POSTGRES. Without one the benchmark is skipped.
func openServer(b *testing.B) *database.DB {
	b.Helper()
	if os.Getenv(pgtest.Variable) == "" {
		b.Skip(pgtest.Variable, "is not set")
	}
	return dbtest.OpenServer(b, 0)
}

// benchmarkBatch solves puzzles in runs of a number of puzzles. It reports the growth of the file, and the memory of
// the process.
func benchmarkBatch(b *testing.B, db *database.DB, opts memory.Options, puzzles []format.Puzzle, size int) {
	pages := func() int {
		if db.Dialect() == database.Postgres {
			return dbtest.Count(b, db, `SELECT PG_DATABASE_SIZE(CURRENT_DATABASE())`)
		}
		return dbtest.Count(b, db, `SELECT page_count * page_size FROM pragma_page_count, pragma_page_size`)
	}
	empty := pages()
	gridtest.PerCPU(b, "puzzle", func() {
		for run := range slices.Chunk(puzzles, size) {
			batch, err := batch.NewBatch(b.Context(), db, opts, record.Run{Version: "test"})
			if err != nil {
				b.Fatal(err)
			}
			solvertest.Solve(b, batch, run, memory.ChunkSize)
			if err := batch.Close(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.ReportMetric(float64(pages()-empty)/float64(b.N), "bytes/puzzle")
	b.ReportMetric(float64(gridtest.PeakMemory())/1e6, "MB-peak")
}

// BenchmarkWorkers solves puzzles that were imported on the server of SETDOKU_POSTGRES. One iteration is one puzzle.
func BenchmarkWorkers(b *testing.B) {
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprint(workers), func(b *testing.B) {
			db := openServer(b)
			solvertest.Import(b, db, solvertest.Mix(b, b.N))
			b.ResetTimer()
			var group sync.WaitGroup
			for range workers {
				group.Go(func() {
					w, err := batch.NewWorker(b.Context(), db, wholeCatalogue(b, memory.EngineSQL, setdoku.AuditFull),
						record.Run{Engine: "sql"})
					if err != nil {
						b.Error(err)
						return
					}
					if err := w.Drain(b.Context()); err != nil {
						b.Error(err)
					}
					if err := w.Close(b.Context()); err != nil {
						b.Error(err)
					}
				})
			}
			group.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
		})
	}
}

// BenchmarkTechniques solves puzzles of qqwing with full audit into a file, and reports the elapsed time of each
// technique for a puzzle. One iteration is one puzzle.
func BenchmarkTechniques(b *testing.B) {
	for _, engine := range []memory.Engine{memory.EngineSQL, memory.EngineAuto} {
		b.Run(string(engine), func(b *testing.B) {
			took := make(map[string]time.Duration)
			opts := wholeCatalogue(b, engine, setdoku.AuditFull)
			opts.OnPass = func(p memory.Pass) { took[p.Technique] += p.Time }
			benchmarkBatch(b, openFile(b), opts, solvertest.List(b, "generated_qqwing", b.N), b.N)
			for technique, time := range took {
				b.ReportMetric(1000*time.Seconds()/float64(b.N), "ms-"+technique)
			}
		})
	}
}

// BenchmarkIsomorphs rates puzzles and isomorphs of each, which must have the same rating. One iteration is one puzzle
// of each list.
func BenchmarkIsomorphs(b *testing.B) {
	all := solvertest.Catalogue(b)
	m := newInMemory(b, all, all)
	var puzzles []format.Puzzle
	for _, list := range []string{"generated_qqwing", "magictour_top1465", "forum_hardest_1905"} {
		puzzles = append(puzzles, solvertest.List(b, list, b.N)...)
	}
	compareIsomorphs(b, m, puzzles, rate(b, m, puzzles), gridtest.New(1))
}

// BenchmarkCTE solves puzzles by the one statement of engine cte. One iteration is one puzzle.
func BenchmarkCTE(b *testing.B) {
	hard, err := setdoku.ParseGrid("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
	if err != nil {
		b.Fatal(err)
	}
	for name, puzzles := range map[string]func(*testing.B) []format.Puzzle{
		"21_clues": func(b *testing.B) []format.Puzzle {
			return slices.Repeat([]format.Puzzle{{State: setdoku.State{Givens: hard}}}, b.N)
		},
		"17_clue": func(b *testing.B) []format.Puzzle { return solvertest.List(b, "17_clue", b.N) },
	} {
		b.Run(name, func(b *testing.B) {
			list := puzzles(b)
			statement, err := batch.RecursiveStatement()
			if err != nil {
				b.Fatal(err)
			}
			db := dbtest.Open(b)
			var slowest time.Duration
			gridtest.PerCPU(b, "puzzle", func() {
				for _, p := range list {
					began := gridtest.CPUTime()
					var found []string
					if err := db.SelectContext(b.Context(), &found, statement, p.State.Givens.String()); err != nil ||
						len(found) != 1 {
						b.Fatalf("%s has %d solutions, error %v", p.State.Givens, len(found), err)
					}
					slowest = max(slowest, gridtest.CPUTime()-began)
				}
			})
			b.ReportMetric(1000*slowest.Seconds(), "cpu-ms/slowest")
		})
	}
}
