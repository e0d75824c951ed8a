package web_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"setdoku/internal/database"
	"setdoku/internal/dbtest"
	"setdoku/internal/memory"
	"setdoku/internal/solvertest"
	"setdoku/internal/web"
)

// BenchmarkLoad asks for 200 pages of puzzles a second, whether earlier ones are answered or not, by themselves and
// while a solver in the same process writes to the same file. The time of a page begins when it was due. One iteration
// is one page.
func BenchmarkLoad(b *testing.B) {
	const puzzles = 500
	opts := memory.Options{Engine: memory.EngineAuto, Jobs: 1, Techniques: solvertest.Catalogue(b)}
	file := dbtest.File(b)
	db := dbtest.OpenTarget(b, file, 0)
	batch := solvertest.NewBatch(b, db, opts)
	solvertest.Solve(b, batch, solvertest.List(b, "17_clue", puzzles), memory.ChunkSize)
	address := newServer(b, file, web.Options{}).URL
	for _, name := range []string{"idle", "solver"} {
		b.Run(name, func(b *testing.B) {
			loading, done := context.WithCancel(b.Context())
			solved := 0
			var solver sync.WaitGroup
			if name == "solver" {
				list := solvertest.List(b, "17_clue", 10000)[puzzles:]
				batch.From = database.Anew
				solver.Go(func() {
					for loading.Err() == nil {
						for chunk := range slices.Chunk(list, memory.ChunkSize) {
							if _, err := batch.Solve(loading, chunk); loading.Err() != nil {
								return
							} else if err != nil {
								b.Error(err)
								return
							}
							solved += len(chunk)
						}
					}
				})
			}
			client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
			took := make([]time.Duration, b.N)
			var asked sync.WaitGroup
			began := time.Now()
			for n := range b.N {
				due := began.Add(time.Duration(n) * time.Second / 200)
				time.Sleep(time.Until(due))
				asked.Go(func() {
					r, err := client.Get(fmt.Sprintf("%s/puzzles/%d?step=%d", address, 1+n*7919%puzzles, n%15))
					if err != nil {
						b.Error(err)
						return
					}
					if _, err := io.Copy(io.Discard, r.Body); err != nil || r.StatusCode != http.StatusOK {
						b.Error(r.Status, err)
					}
					r.Body.Close()
					took[n] = time.Since(due)
				})
			}
			asked.Wait()
			done()
			solver.Wait()
			client.CloseIdleConnections()
			slices.Sort(took)
			b.ReportMetric(1000*took[len(took)/2].Seconds(), "ms-median")
			b.ReportMetric(1000*took[len(took)*99/100].Seconds(), "ms-99%")
			b.ReportMetric(float64(solved), "solved")
			b.ReportMetric(0, "ns/op")
		})
	}
}
