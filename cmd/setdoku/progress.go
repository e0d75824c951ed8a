package main

import (
	"fmt"

	"github.com/schollz/progressbar/v3"
)

// progress is the bar of a long command: on a terminal only, else nothing is shown. It
// counts bytes of input where these are known, for the time left, and puzzles a second.
type progress struct {
	bar   *progressbar.ProgressBar
	began int64
}

func (a *app) progress(in *input, quiet bool) *progress {
	if quiet || !isTerminal(a.Err) {
		return &progress{}
	}
	size := in.size
	if size == 0 {
		size = -1
	}
	return &progress{bar: progressbar.NewOptions64(size,
		progressbar.OptionSetWriter(a.Err),
		progressbar.OptionSetWidth(30),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionShowElapsedTimeOnFinish(),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionThrottle(100_000_000),
	)}
}

// at moves the bar to the bytes read and tells the puzzles done.
func (p *progress) at(bytes int64, puzzles int) {
	if p.bar == nil {
		return
	}
	rate := ""
	if s := p.bar.State().SecondsSince; s > 0 {
		rate = fmt.Sprintf(", %.0f/s", float64(puzzles)/s)
	}
	p.bar.Describe(fmt.Sprintf("%d puzzles%s", puzzles, rate))
	if bytes == 0 {
		bytes = int64(puzzles)
	}
	_ = p.bar.Set64(bytes)
}

func (p *progress) finish() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
