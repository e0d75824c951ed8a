package cli

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"setdoku/internal/format"
)

// progressBar is the progress bar of a long command. It shows the time left, counted in bytes of input when their
// number is known, and the puzzles a second. The zero value shows nothing.
type progressBar struct {
	bar   *progressbar.ProgressBar
	drawn time.Time // when it was last drawn
	shown bool      // it is on the line of the cursor
}

// newProgressBar returns a bar on the terminal w. size is the number of bytes or puzzles that there are, 0 when it is
// unknown. A bar on anything but a terminal shows nothing.
func newProgressBar(w io.Writer, size int64) *progressBar {
	if !isTerminal(w) {
		return &progressBar{}
	}
	if size == 0 {
		size = -1
	}
	p := &progressBar{bar: progressbar.NewOptions64(size,
		progressbar.OptionSetWriter(unguarded(w)),
		progressbar.OptionSetWidth(30),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionShowElapsedTimeOnFinish(),
		progressbar.OptionClearOnFinish(),
		// Draw the bar only when it moves: a timer could draw it into the middle of a line of output.
		progressbar.OptionSpinnerCustom([]string{""}),
		progressbar.OptionSetSpinnerChangeInterval(0),
	)}
	p.bar.StartWithoutRender()
	return p
}

// Above returns a writer that removes the bar before it writes to the terminal w. The bar is drawn again when it moves.
// Above returns w itself when it is not a terminal.
func (p *progressBar) Above(w io.Writer) io.Writer {
	if p.bar == nil || !isTerminal(w) {
		return w
	}
	return aboveBar{w, p}
}

type aboveBar struct {
	io.Writer
	*progressBar
}

// Write removes the bar and writes b.
func (a aboveBar) Write(b []byte) (int, error) {
	if a.shown {
		a.shown = false
		if err := a.bar.Clear(); err != nil {
			return 0, err
		}
	}
	return a.Writer.Write(b)
}

// At moves the bar to the number of bytes read and shows the number of puzzles that are done.
func (p *progressBar) At(bytes int64, puzzles int) {
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
	p.draw(bytes, format.Plural(puzzles, "puzzle")+rate)
}

// Tried moves the bar to the number of puzzles found and shows how many were tried.
func (p *progressBar) Tried(found, tried int) {
	if p.bar != nil && time.Since(p.drawn) >= 100*time.Millisecond {
		p.draw(int64(found), fmt.Sprintf("%s, %d tried", format.Plural(found, "puzzle"), tried))
	}
}

// draw shows the bar with a text before it.
func (p *progressBar) draw(at int64, text string) {
	p.bar.Describe(text)
	_ = p.bar.Set64(at)
	p.drawn, p.shown = time.Now(), true
}

// Finish removes the bar.
func (p *progressBar) Finish() {
	if p.bar != nil {
		_ = p.bar.Finish()
		p.shown = false
	}
}
