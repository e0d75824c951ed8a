package cli

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// chart is a list of bars under a title.
type chart struct {
	Title string
	Bars  []chartBar
}

// chartBar is a labelled value, 0 or more.
type chartBar struct {
	Label string
	Value int
}

// greatest returns the greatest value, or 0 without bars.
func (c chart) greatest() (most int) {
	for _, b := range c.Bars {
		most = max(most, b.Value)
	}
	return most
}

// eighths are the ends of a bar, from nothing to seven eighths of a character.
var eighths = []string{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"}

// barText draws the bar of a value. The value most has width characters. Every value above 0 is visible.
func barText(value, most, width int) string {
	if value <= 0 || most <= 0 {
		return ""
	}
	n := max(1, (value*8*width+most/2)/most)
	return strings.Repeat("█", n/8) + eighths[n%8]
}

// Dimensions of the picture in pixels.
const (
	width     = 720
	margin    = 24
	labelEnd  = 190 // end of the labels and start of the bars
	barEnd    = 630 // end of the longest bar; its value follows
	lineStep  = 22
	barHeight = 14
	titleRoom = 34
)

// chartStyle works on light and dark pages: the colors follow the reader's color scheme.
const chartStyle = `
    svg { background: #ffffff; color-scheme: light dark; }
    text { font: 13px system-ui, sans-serif; fill: #1f2328; }
    .title { font-size: 16px; font-weight: 600; }
    .label { text-anchor: end; }
    .value { fill: #59636e; }
    .bar { fill: #3b6fb6; }
    @media (prefers-color-scheme: dark) {
      svg { background: #0d1117; }
      text { fill: #e6edf3; }
      .value { fill: #9198a1; }
      .bar { fill: #6ea8fe; }
    }
  `

// drawCharts draws charts one below the other. Every bar has a title with label and value for screen readers.
func drawCharts(w io.Writer, charts []chart) error {
	height := margin
	for _, c := range charts {
		height += titleRoom + len(c.Bars)*lineStep + margin
	}
	p := &chartPrinter{w: w}
	p.print(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img">`+"\n",
		width, height, width, height)
	p.print("  <style>%s</style>\n", chartStyle)
	y := margin
	for _, c := range charts {
		p.print(`  <text class="title" x="%d" y="%d">%s</text>`+"\n", margin, y+16, escape(c.Title))
		y += titleRoom
		most := c.greatest()
		for _, b := range c.Bars {
			p.bar(b, most, y)
			y += lineStep
		}
		y += margin
	}
	p.print("</svg>\n")
	return p.err
}

// chartPrinter writes until the first error.
type chartPrinter struct {
	w   io.Writer
	err error
}

func (p *chartPrinter) print(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format, args...)
	}
}

// bar draws a bar whose line begins at y.
func (p *chartPrinter) bar(b chartBar, most, y int) {
	length := 0.0
	if most > 0 {
		length = float64(barEnd-labelEnd) * float64(max(b.Value, 0)) / float64(most)
	}
	if b.Value > 0 {
		length = max(length, 1)
	}
	label := escape(b.Label)
	p.print(`  <g><title>%s: %d</title>`+"\n", label, b.Value)
	p.print(`    <text class="label" x="%d" y="%d">%s</text>`+"\n", labelEnd-8, y+barHeight-3, label)
	p.print(`    <rect class="bar" x="%d" y="%d" width="%.1f" height="%d" rx="2"/>`+"\n", labelEnd, y, length,
		barHeight)
	p.print(`    <text class="value" x="%.1f" y="%d">%d</text></g>`+"\n", labelEnd+length+6, y+barHeight-3, b.Value)
}

// escape escapes text for XML.
func escape(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a builder does not fail
	return b.String()
}
