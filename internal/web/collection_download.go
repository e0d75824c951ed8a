package web

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"

	"setdoku/internal/web/console"
)

// downloadPage is the number of puzzles that a download holds in memory. A page in an order without an index looks at
// all puzzles, so such pages are larger.
const (
	downloadPage       = 2000
	downloadPageSorted = 20000
)

// puzzlesAs returns the handler that sends all puzzles that the filter selects in a format. In CSV commas separate the
// tags.
func (s *Collection) puzzlesAs(format func(io.Writer) *rowFormat) Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		f, err := s.apiFilter(r)
		if err != nil {
			return err
		}
		return s.site.Send(w, r, "puzzles", format(w), 0, s.selected(f))
	}
}

// selected returns all puzzles that a filter selects. It reads them page by page and never holds all of them, and it
// holds no connection to the database while it calls begin and row.
func (s *Collection) selected(f collectionFilter) eachRow {
	f.After, f.Limit = "", downloadPage
	if len(f.conditions) > 0 || !collectionOrders[f.Sort].indexed {
		f.Limit = downloadPageSorted
	}
	return func(ctx context.Context, begin func([]string) error, row func([]any) error) error {
		counts, err := s.countFacets(ctx, f)
		if err != nil {
			return err
		}
		columns := rowColumns
		if counts.Variant != nil {
			columns = append(slices.Clone(columns), "variant")
		}
		for first := true; first || f.After != ""; first = false {
			rows, next, _, err := s.puzzlePage(ctx, f)
			if err == nil && first {
				err = begin(columns)
			}
			for i := 0; err == nil && i < len(rows); i++ {
				err = row(rows[i].values()[:len(columns)])
			}
			if errors.Is(err, console.ErrEnough) {
				return nil
			}
			if err != nil {
				return err
			}
			f.After = next
		}
		return nil
	}
}
