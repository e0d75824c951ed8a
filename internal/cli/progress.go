package cli

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"setdoku/store"
)

// progress is the bar of a long command: on a terminal only, else nothing is shown. It
// counts bytes of input where these are known, for the time left, and puzzles a second.
type progress struct {
	bar   *progressbar.ProgressBar
	drawn time.Time // last
	shown bool      // it stands on the line of the cursor
}

// progress begins a bar. Until it is finished, in reports what is bad above it.
func (a *app) progress(in *input, quiet bool) *progress {
	if quiet || a.quiet() || !isTerminal(a.Err) {
		return &progress{}
	}
	size := in.size
	if size == 0 {
		size = -1
	}
	p := &progress{bar: progressbar.NewOptions64(size,
		progressbar.OptionSetWriter(unguarded(a.Err)),
		progressbar.OptionSetWidth(30),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionShowElapsedTimeOnFinish(),
		progressbar.OptionClearOnFinish(),
		// It is drawn between two chunks alone, never into the middle of a line of output.
		progressbar.OptionSpinnerCustom([]string{""}),
		progressbar.OptionSetSpinnerChangeInterval(0),
	)}
	p.bar.StartWithoutRender()
	a.bar = p
	in.err = p.above(a.Err)
	return p
}

// above returns a writer to the terminal w that takes the bar away first. The bar is
// drawn again when it moves. A writer to anything else stays as it is.
func (p *progress) above(w io.Writer) io.Writer {
	if p.bar == nil || !isTerminal(w) {
		return w
	}
	return aboveBar{w, p}
}

type aboveBar struct {
	io.Writer
	*progress
}

func (a aboveBar) Write(b []byte) (int, error) {
	if a.shown {
		a.shown = false
		if err := a.bar.Clear(); err != nil {
			return 0, err
		}
	}
	return a.Writer.Write(b)
}

// telling returns a context under which a database tells on standard error for what it waits, sooner on a terminal.
func (a *app) telling(ctx context.Context) context.Context {
	after := 5 * time.Second
	if isTerminal(a.Err) {
		after = time.Second
	}
	return store.WithNotice(ctx, after, func(what string) {
		w := a.Err
		if a.bar != nil {
			w = a.bar.above(w)
		}
		fmt.Fprintf(w, "setdoku: waiting for %s\n", what)
	})
}

// at moves the bar to the bytes read and tells the puzzles done.
func (p *progress) at(bytes int64, puzzles int) {
	if p.bar == nil || time.Since(p.drawn) < 100*time.Millisecond {
		return
	}
	rate := ""
	if s := p.bar.State().SecondsSince; s > 0 {
		rate = fmt.Sprintf(", %.0f/s", float64(puzzles)/s)
	}
	if bytes == 0 {
		bytes = int64(puzzles)
	}
	p.draw(bytes, plural(puzzles, "puzzle")+rate)
}

// tried moves the bar to the puzzles found and tells how many were tried for them.
func (p *progress) tried(found, tried int) {
	if p.bar != nil && time.Since(p.drawn) >= 100*time.Millisecond {
		p.draw(int64(found), fmt.Sprintf("%s, %d tried", plural(found, "puzzle"), tried))
	}
}

func (p *progress) draw(at int64, text string) {
	p.bar.Describe(text)
	_ = p.bar.Set64(at)
	p.drawn, p.shown = time.Now(), true
}

func (p *progress) finish() {
	if p.bar != nil {
		_ = p.bar.Finish()
		p.shown = false
	}
}
