package cli

import "fmt"

// valueCount is the number N of things that have a value.
type valueCount struct{ Value, N int }

// mostRanges is the greatest number of bars of a histogram.
const mostRanges = 12

// histogram returns one bar for each range of values, mostRanges at most. The values are 0 or more and ascend. All
// ranges have the same width: 1, 2 or 5 times a power of ten. Each begins at a multiple of it.
func histogram(counts []valueCount) (bars []chartBar) {
	if len(counts) == 0 {
		return nil
	}
	width := 1
	low, high := counts[0].Value, counts[len(counts)-1].Value
	for n := 0; high/width-low/width >= mostRanges; n++ {
		width = width * []int{2, 5, 2}[n%3] / []int{1, 2, 1}[n%3]
	}
	for from := low / width * width; from <= high; from += width {
		label := fmt.Sprint(from)
		if width > 1 {
			label = fmt.Sprintf("%d to %d", from, from+width-1)
		}
		bars = append(bars, chartBar{Label: label})
	}
	for _, c := range counts {
		bars[c.Value/width-low/width].Value += c.N
	}
	return bars
}
