package web

import (
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"setdoku/store"
)

// collectionRow is a puzzle in a list.
type collectionRow struct {
	PuzzleID int64   `db:"puzzle_id" json:"puzzle_id"`
	Givens   string  `db:"givens" json:"givens"`
	Status   string  `db:"status" json:"status"`
	Level    *string `db:"level" json:"level"`
	Score    int     `db:"score" json:"score"`
	Hardest  *string `db:"hardest" json:"hardest"`
	Steps    int     `db:"steps" json:"steps"`
	Clues    int     `db:"clues" json:"clues"`
	Source   string  `db:"source" json:"source"`
}

// puzzlePage reads one page of the collection. next is the cursor of the next page, "" if this is the last one.
func (s *Server) puzzlePage(ctx context.Context, f filter) (rows []collectionRow, next, statement string, err error) {
	query, args, err := f.statement()
	if err != nil {
		return nil, "", "", err
	}
	rows = []collectionRow{}
	if err := s.lists.SelectContext(ctx, &rows, s.lists.Rebind(query), args...); err != nil {
		return nil, "", "", store.Explain(err)
	}
	if len(rows) > f.Limit {
		rows = rows[:f.Limit]
		next = f.cursor(&rows[f.Limit-1])
	}
	return rows, next, literal(query, args), nil
}

// facet is one value of a column, with the number of selected puzzles that have it.
type facet struct {
	Value string `json:"value"`
	Count int    `json:"count"`
	Link  string `json:"-"` // address of the collection with this value as the filter
	On    bool   `json:"-"` // the filter has this value
}

// facets are the counts of the puzzles that the filter selects.
type facets struct {
	Total   int     `json:"total"`
	Status  []facet `json:"status"`
	Level   []facet `json:"level"`
	Hardest []facet `json:"hardest"`
}

// countFacets counts all puzzles of the filter by status, level and hardest technique.
func (s *Server) countFacets(ctx context.Context, f filter) (*facets, error) {
	conditions, args, err := f.where(false)
	if err != nil {
		return nil, err
	}
	query := `SELECT z.status, COALESCE(z.level, '') AS level, COALESCE(z.hardest, '') AS hardest, COUNT(*) AS n FROM puzzle AS z`
	if len(conditions) > 0 {
		query += ` WHERE ` + strings.Join(conditions, ` AND `)
	}
	query += ` GROUP BY z.level, z.status, z.hardest` // the index has this order
	return s.facets.get(ctx, literal(query, args), func(ctx context.Context) (*facets, error) {
		var groups []struct {
			Status, Level, Hardest string
			N                      int
		}
		if err := s.lists.SelectContext(ctx, &groups, s.lists.Rebind(query), args...); err != nil {
			return nil, store.Explain(err)
		}
		var out facets
		by := [3]map[string]int{{}, {}, {}}
		for _, g := range groups {
			out.Total += g.N
			for i, v := range []string{g.Status, g.Level, g.Hardest} {
				by[i][v] += g.N
			}
		}
		out.Status = inOrder(by[0], store.Statuses[:])
		out.Level = inOrder(by[1], levels)
		out.Hardest = inOrder(by[2], techniqueNames(s.catalogue))
		return &out, nil
	})
}

// inOrder lists the counted values in the order of names. It leaves out values that names does not have.
func inOrder(counts map[string]int, names []string) []facet {
	list := []facet{}
	for _, name := range names {
		if n := counts[name]; n > 0 {
			list = append(list, facet{Value: name, Count: n})
		}
	}
	return list
}

// facetCache keeps counts for ten seconds, because counting takes long in large collections. So a page is quick
// even if a solver writes all the time.
type facetCache struct {
	mu      sync.Mutex
	entries map[string]*facetEntry
}

type facetEntry struct {
	mu     sync.Mutex // held while the puzzles are counted
	counts *facets
	at     time.Time
}

// Limits of the cache: the number of entries, and the age at which an entry is counted again.
const (
	facetEntries = 200
	facetTime    = 10 * time.Second
)

func newFacetCache() *facetCache { return &facetCache{entries: make(map[string]*facetEntry)} }

// get returns the counts of a key. It takes them from the cache if they are younger than facetTime.
func (c *facetCache) get(ctx context.Context, key string, count func(context.Context) (*facets, error)) (*facets, error) {
	c.mu.Lock()
	e := c.entries[key]
	if e == nil {
		if len(c.entries) >= facetEntries {
			clear(c.entries)
		}
		e = new(facetEntry)
		c.entries[key] = e
	}
	c.mu.Unlock()
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.counts != nil && time.Since(e.at) < facetTime {
		return e.counts, nil
	}
	counts, err := count(ctx)
	if err != nil {
		return nil, err
	}
	e.counts, e.at = counts, time.Now()
	return counts, nil
}

// collectionData is what the page of the collection shows.
type collectionData struct {
	Filter     filter
	Rows       []collectionRow
	Next       string // address of the next page, "" at the end
	Facets     facets
	Statement  string
	Levels     []string
	Statuses   []string
	Techniques []string
	Orders     []order
	CSV, JSON  string
	FirstPage  string
	Selected   bool // the filter has a condition
}

// chart is a list of facets, drawn as links with bars.
type chart struct {
	Facets  []facet
	Largest int
}

func chartOf(list []facet) chart {
	c := chart{Facets: list}
	for _, v := range list {
		c.Largest = max(c.Largest, v.Count)
	}
	return c
}

// LevelChart, StatusChart and HardestChart are the charts beside the list.
func (d collectionData) LevelChart() chart   { return chartOf(d.Facets.Level) }
func (d collectionData) StatusChart() chart  { return chartOf(d.Facets.Status) }
func (d collectionData) HardestChart() chart { return chartOf(d.Facets.Hardest) }

// order is one choice of the form field for the order of the collection.
type order struct{ Name, Title string }

// collection answers with the page of all puzzles.
func (s *Server) collection(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	f, err := s.readFilter(r.URL.Query())
	if err != nil {
		return err
	}
	d := collectionData{Filter: f, Levels: levels, Statuses: store.Statuses[:], Techniques: techniqueNames(s.catalogue)}
	var next string
	if d.Rows, next, d.Statement, err = s.puzzlePage(ctx, f); err != nil {
		return err
	}
	counts, err := s.countFacets(ctx, f)
	if err != nil {
		return err
	}
	d.Facets = facets{Total: counts.Total}
	for _, group := range []struct {
		name, on string
		from     []facet
		to       *[]facet
	}{
		{"status", f.Status, counts.Status, &d.Facets.Status},
		{"level", f.Level, counts.Level, &d.Facets.Level},
		{"hardest", f.Hardest, counts.Hardest, &d.Facets.Hardest},
	} {
		for _, v := range group.from {
			v.On = v.Value == group.on
			if v.Link = f.with("/", group.name, v.Value); v.On {
				v.Link = f.with("/", group.name, "")
			}
			*group.to = append(*group.to, v)
		}
	}
	d.FirstPage = f.with("/", "", "")
	conditions, _, err := f.where(false)
	if err != nil {
		return err
	}
	if d.Selected = len(conditions) > 0; next != "" {
		d.Next = f.with("/", "after", next)
	}
	d.CSV, d.JSON = f.with("/api/puzzles.csv", "", ""), f.with("/api/puzzles", "", "")
	for name, o := range orders {
		d.Orders = append(d.Orders, order{name, o.Title})
	}
	slices.SortFunc(d.Orders, func(a, b order) int { return cmp.Compare(a.Name, b.Name) })
	return s.render(w, r, http.StatusOK, "collection", "Puzzles", d)
}

// apiPuzzles answers with one page of puzzles as JSON.
func (s *Server) apiPuzzles(w http.ResponseWriter, r *http.Request) error {
	f, err := s.readFilter(r.URL.Query())
	if err != nil {
		return err
	}
	rows, next, statement, err := s.puzzlePage(r.Context(), f)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, map[string]any{"puzzles": rows, "next": next, "sql": statement})
}

// apiFacets answers with the counts of the puzzles that the filter selects.
func (s *Server) apiFacets(w http.ResponseWriter, r *http.Request) error {
	f, err := s.readFilter(r.URL.Query())
	if err != nil {
		return err
	}
	counts, err := s.countFacets(r.Context(), f)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, counts)
}

// apiPuzzlesCSV sends all puzzles that the filter selects. It reads them page by page and never holds all of them.
func (s *Server) apiPuzzlesCSV(w http.ResponseWriter, r *http.Request) error {
	f, err := s.readFilter(r.URL.Query())
	if err != nil {
		return err
	}
	f.Limit = 1000
	rows, next, _, err := s.puzzlePage(r.Context(), f)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="puzzles.csv"`)
	out := csv.NewWriter(w)
	_ = out.Write([]string{"puzzle_id", "givens", "status", "level", "score", "hardest", "steps", "clues", "source"})
	for {
		for _, p := range rows {
			_ = out.Write([]string{
				strconv.FormatInt(p.PuzzleID, 10), p.Givens, p.Status, text(p.Level), strconv.Itoa(p.Score), text(p.Hardest),
				strconv.Itoa(p.Steps), strconv.Itoa(p.Clues), p.Source,
			})
		}
		out.Flush()
		if next == "" || out.Error() != nil {
			return nil
		}
		f.After = next
		if rows, next, _, err = s.puzzlePage(r.Context(), f); err != nil {
			// The answer has already begun. Breaking the connection tells the client that it is not complete.
			s.opts.Log.Error("list cut off", "error", err)
			panic(http.ErrAbortHandler)
		}
	}
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// techniqueCounts reads the JSON in puzzle.techniques.
func techniqueCounts(text string) (counts map[string]int, err error) {
	err = json.Unmarshal([]byte(text), &counts)
	return counts, err
}
