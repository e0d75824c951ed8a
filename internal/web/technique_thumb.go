package web

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"setdoku"
	"setdoku/internal/explain/picture"
)

// techniqueThumb answers with a small picture of a technique's example: the cells of the pattern and those that it
// changes, in colors that both themes can show.
func techniqueThumb(w http.ResponseWriter, l *lesson) error {
	w.Header().Set("Cache-Control", "private, max-age=86400")
	marked := picture.NewPattern(l.before, l.found).Marked()
	return writeFile(w, "image/svg+xml", "", []byte(patternThumb(marked, l.before.Board())))
}

// patternThumb draws a pattern. A cell is 10 wide and high.
func patternThumb(m *picture.Marked, v *setdoku.Variant) string {
	var units, cells, places, removes []int
	for _, u := range m.Shaded {
		units = append(units, v.Units[u.Unit]...)
	}
	for c := range m.Looks {
		cells = append(cells, c.Cell.Index())
	}
	for _, c := range m.Framed {
		cells = append(cells, c.Cell)
	}
	for _, c := range m.Placements {
		places = append(places, c.Cell.Index())
	}
	for _, c := range m.Eliminations {
		removes = append(removes, c.Cell.Index())
	}
	var b strings.Builder
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 92 92">`)
	drawn := map[int]bool{}
	for _, part := range []struct {
		color string
		cells []int
	}{{"#d0453e", removes}, {"#2f6fb8", places}, {"#3a9b5c", cells}, {"#8884", units}} {
		path := map[string]bool{}
		for _, i := range part.cells {
			if !drawn[i] {
				drawn[i] = true
				path[fmt.Sprintf("M%d %dh10v10h-10z", i%9*10, i/9*10)] = true
			}
		}
		if len(path) > 0 {
			fmt.Fprintf(&b, `<path fill=%q d=%q/>`, part.color, strings.Join(slices.Sorted(maps.Keys(path)), ""))
		}
	}
	b.WriteString(`<path fill="none" stroke="#888" d="M30 0v90M60 0v90M0 30h90M0 60h90M0 0h90v90H0z"/></svg>`)
	return b.String()
}
