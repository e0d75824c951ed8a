package cli

import (
	"encoding/xml"
	"fmt"
	"strings"
	"testing"

	"setdoku/internal/testing/gridtest"
)

func TestText(t *testing.T) {
	for _, c := range []struct {
		value, most int
		want        string
	}{
		{0, 10, ""}, {10, 10, "████"}, {5, 10, "██"}, {1, 1000, "▏"}, {3, 32, "▍"}, {0, 0, ""}, {31, 32, "███▉"},
	} {
		if got := barText(c.value, c.most, 4); got != c.want {
			t.Errorf("Text(%d, %d, 4) = %q, want %q", c.value, c.most, got, c.want)
		}
	}
}

// TestSVG reads the picture as XML. The lengths of the bars must match the values, and the bars must lie in the
// picture.
func TestSVG(t *testing.T) {
	var b strings.Builder
	err := drawCharts(&b, []chart{
		{Title: "A & B", Bars: []chartBar{{"<one>", 10}, {"two", 20}, {"none", 0}}},
		{Title: "empty"},
		{Title: "zeros", Bars: []chartBar{{"x", 0}}},
	})
	gridtest.Must(t, err)
	var picture struct {
		Width  float64  `xml:"width,attr"`
		Height float64  `xml:"height,attr"`
		Texts  []string `xml:"text"`
		Groups []struct {
			Title string `xml:"title"`
			Rect  struct {
				X      float64 `xml:"x,attr"`
				Y      float64 `xml:"y,attr"`
				Width  float64 `xml:"width,attr"`
				Height float64 `xml:"height,attr"`
			} `xml:"rect"`
		} `xml:"g"`
	}
	if err := xml.Unmarshal([]byte(b.String()), &picture); err != nil {
		t.Fatalf("%v\n%s", err, &b)
	}
	gridtest.Equal(t, "titles", strings.Join(picture.Texts, ","), "A & B,empty,zeros")
	if len(picture.Groups) != 4 || picture.Groups[0].Title != "<one>: 10" {
		t.Fatalf("bars %+v", picture.Groups)
	}
	one, two, none := picture.Groups[0].Rect, picture.Groups[1].Rect, picture.Groups[2].Rect
	if two.Width != 2*one.Width || none.Width != 0 || two.Width < 100 {
		t.Errorf("bars of 10, 20 and 0 are %v, %v and %v long", one.Width, two.Width, none.Width)
	}
	bottom := 0.0
	for _, g := range picture.Groups {
		if g.Rect.Y < bottom || g.Rect.X+g.Rect.Width > picture.Width {
			t.Errorf("the bar %s lies over another one or outside", g.Title)
		}
		bottom = g.Rect.Y + g.Rect.Height
	}
	if bottom > picture.Height {
		t.Errorf("the last bar ends at %v of %v", bottom, picture.Height)
	}
	if !strings.Contains(b.String(), "prefers-color-scheme: dark") {
		t.Error("no colors for dark pages")
	}
}

// TestHistogram groups scores into ranges. Every range must contain exactly the scores within it.
func TestHistogram(t *testing.T) {
	for _, c := range []struct {
		scores      []int
		first, last string
		bars        int
	}{
		{nil, "", "", 0},
		{[]int{4}, "4", "4", 1},
		{[]int{4, 15}, "4", "15", 12},
		{[]int{4, 16}, "4 to 5", "16 to 17", 7},
		{[]int{52, 60, 698}, "0 to 99", "600 to 699", 7},
		{[]int{100, 12_000}, "0 to 1999", "12000 to 13999", 7},
	} {
		var scores []valueCount
		for _, s := range c.scores {
			scores = append(scores, valueCount{Value: s, N: 2})
		}
		bars := histogram(scores)
		if len(bars) != c.bars {
			t.Errorf("%v: %d bars, want %d", c.scores, len(bars), c.bars)
			continue
		}
		if len(bars) > 0 && (bars[0].Label != c.first || bars[len(bars)-1].Label != c.last) {
			t.Errorf("%v: bars from %q to %q, want %q to %q", c.scores, bars[0].Label, bars[len(bars)-1].Label, c.first,
				c.last)
		}
		for _, b := range bars {
			var from, to, want int
			if n, _ := fmt.Sscanf(strings.Replace(b.Label, " to ", " ", 1), "%d %d", &from, &to); n == 1 {
				to = from
			}
			for _, s := range c.scores {
				if s >= from && s <= to {
					want += 2
				}
			}
			if b.Value != want {
				t.Errorf("%v: %s has %d puzzles, want %d", c.scores, b.Label, b.Value, want)
			}
		}
	}
}
