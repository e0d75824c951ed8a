package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"setdoku/internal/format"
	"setdoku/internal/web"
	"setdoku/solver/batch"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
	"setdoku/store"
)

// ExplorerOptions specify what Explorer measures.
type ExplorerOptions struct {
	Data    string        // folder of the list
	Puzzles int           // puzzles in the file at the start
	Rate    int           // requests a second
	Time    time.Duration // duration
}

// solvedMeanwhile is the number of puzzles that the solver repeats during the measure.
const solvedMeanwhile = 10000

// Explorer requests pages of puzzles from a server at a steady rate, whether earlier requests are answered or not,
// while a solver in the same process writes to the same file. The time of a request begins when the request was
// due.
func Explorer(ctx context.Context, o ExplorerOptions) (measures []Measure, err error) {
	list, err := readList(o.Data, "17_clue.txt", o.Puzzles+solvedMeanwhile)
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "setdoku-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	file := filepath.Join(folder, "explorer.db")
	db, err := store.Open(ctx, file)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	all, err := catalogue.BuiltIn()
	if err != nil {
		return nil, err
	}
	b, err := batch.NewBatch(ctx, db, driver.Options{Engine: driver.EngineAuto, Techniques: all, Jobs: 1}, store.Run{Engine: "auto", Version: "bench"})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, b.Close(ctx)) }()
	if err := solveAll(ctx, b, list[:o.Puzzles]); err != nil {
		return nil, err
	}
	s, err := web.New(ctx, file, web.Options{})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	serving, stop := context.WithCancel(ctx)
	served := make(chan error, 1)
	go func() { served <- s.Serve(serving, listener) }()
	defer func() {
		stop()
		if serveErr := <-served; !errors.Is(serveErr, http.ErrServerClosed) {
			err = errors.Join(err, serveErr)
		}
	}()
	for _, writing := range []bool{false, true} {
		name := "no solver"
		solving, done := context.WithTimeout(ctx, o.Time)
		solved := 0
		var work sync.WaitGroup
		if writing {
			name = "a solver writes"
			work.Go(func() {
				b.Again = true // solve all puzzles again after the last
				for {
					for chunk := range slices.Chunk(list[o.Puzzles:], driver.ChunkSize) {
						if solveErr := solveAll(solving, b, chunk); solving.Err() != nil || solveErr != nil {
							if solving.Err() == nil {
								err = solveErr
							}
							return
						}
						solved += len(chunk)
					}
				}
			})
		}
		took, failed := load(solving, "http://"+listener.Addr().String(), o)
		done()
		work.Wait()
		if err != nil {
			return nil, err
		}
		slices.Sort(took)
		if len(took) == 0 {
			return nil, errors.New("no page was answered")
		}
		note := fmt.Sprintf("%d pages at %d a second, %d failed, median %.1f ms", len(took), o.Rate, failed, ms(took[len(took)/2]))
		if writing {
			note += fmt.Sprintf("; %d puzzles solved meanwhile", solved)
		}
		measures = append(measures, Measure{
			Name: "pages of puzzles, " + name + ", 99 of 100 within", Value: ms(took[len(took)*99/100]), Unit: "ms", Target: "under 50", Note: note,
		})
	}
	return measures, nil
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// solveAll solves puzzles, one chunk at a time.
func solveAll(ctx context.Context, b *batch.Batch, puzzles []format.Puzzle) error {
	for chunk := range slices.Chunk(puzzles, driver.ChunkSize) {
		if _, err := b.Solve(ctx, chunk); err != nil {
			return err
		}
	}
	return nil
}

// load requests pages at a steady rate until the context ends. It returns how long each answer took and how many
// failed.
func load(ctx context.Context, address string, o ExplorerOptions) (took []time.Duration, failed int) {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
	defer client.CloseIdleConnections()
	var mu sync.Mutex
	var asked sync.WaitGroup
	every := time.Second / time.Duration(o.Rate)
	began := time.Now()
	for n := 0; ; n++ {
		due := began.Add(time.Duration(n) * every)
		select {
		case <-ctx.Done():
			asked.Wait()
			return took, failed
		case <-time.After(time.Until(due)):
		}
		asked.Go(func() {
			r, err := client.Get(fmt.Sprintf("%s/puzzles/%d?step=%d", address, 1+n*7919%o.Puzzles, n%15))
			good := err == nil && r.StatusCode == http.StatusOK
			if err == nil {
				_, err = io.Copy(io.Discard, r.Body)
				r.Body.Close()
			}
			mu.Lock()
			defer mu.Unlock()
			if took = append(took, time.Since(due)); !good || err != nil {
				failed++
			}
		})
	}
}
