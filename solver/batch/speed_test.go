package batch_test

import (
	"cmp"
	"os"
	"slices"
	"testing"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/pgtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/batch"
	"setdoku/solver/memory"
	"setdoku/store"
	"setdoku/store/record"
)

// wholeCatalogue returns the options of an engine with one job and all techniques.
func wholeCatalogue(b *testing.B, engine catalogue.Engine, audit setdoku.Audit) memory.Options {
	b.Helper()
	return memory.Options{Engine: engine, Jobs: 1, Audit: audit, Techniques: solvertest.Catalogue(b)}
}

// openFile opens a new database file.
func openFile(b *testing.B) *store.DB {
	b.Helper()
	return dbtest.OpenTarget(b, dbtest.File(b), 0)
}

// BenchmarkAuto solves puzzles with engine auto. One iteration is one puzzle.
func BenchmarkAuto(b *testing.B) {
	for _, list := range []string{"generated_easy", "17_clue"} {
		b.Run("memory/"+list, func(b *testing.B) {
			opts := wholeCatalogue(b, catalogue.EngineAuto, "")
			m, err := memory.NewSolver(opts.Techniques, opts)
			gridtest.Must(b, err)
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
			benchmarkBatch(b, openFile(b), wholeCatalogue(b, catalogue.EngineAuto, audit),
				solvertest.List(b, "17_clue", b.N), b.N)
		})
	}
	b.Run("file/mix", func(b *testing.B) {
		benchmarkBatch(b, openFile(b), wholeCatalogue(b, catalogue.EngineAuto, setdoku.AuditFull),
			solvertest.Mix(b, b.N), b.N)
	})
}

// BenchmarkSQL solves puzzles with engine sql, full audit and the techniques up to jellyfish. One iteration is one
// puzzle. It takes the server of SETDOKU_POSTGRES, too, if that is set; the CPU time is that of the client then.
func BenchmarkSQL(b *testing.B) {
	for _, tt := range []struct {
		name    string
		open    func(*testing.B) *store.DB
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
func openServer(b *testing.B) *store.DB {
	b.Helper()
	if os.Getenv(pgtest.Variable) == "" {
		b.Skip(pgtest.Variable, "is not set")
	}
	return dbtest.OpenServer(b, 0)
}

// benchmarkBatch solves puzzles in runs of a number of puzzles. It reports the growth of the file, and the memory of
// the process.
func benchmarkBatch(b *testing.B, db *store.DB, opts memory.Options, puzzles []format.Puzzle, size int) {
	pages := func() int {
		if db.Dialect() == store.Postgres {
			return dbtest.Count(b, db, `SELECT PG_DATABASE_SIZE(CURRENT_DATABASE())`)
		}
		return dbtest.Count(b, db, `SELECT page_count * page_size FROM pragma_page_count, pragma_page_size`)
	}
	empty := pages()
	gridtest.PerCPU(b, "puzzle", func() {
		for run := range slices.Chunk(puzzles, size) {
			batch, err := batch.NewBatch(b.Context(), db, opts, record.Run{Version: "test"})
			gridtest.Must(b, err)
			solvertest.Solve(b, batch, run, memory.ChunkSize)
			gridtest.Must(b, batch.Close(b.Context()))
		}
	})
	b.ReportMetric(float64(pages()-empty)/float64(b.N), "bytes/puzzle")
	b.ReportMetric(float64(gridtest.PeakMemory())/1e6, "MB-peak")
}
