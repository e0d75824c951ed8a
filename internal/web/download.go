package web

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// downloadPage is the number of puzzles that a download holds in memory. A page in an order without an index looks at all puzzles, so
// such pages are larger.
const (
	downloadPage       = 2000
	downloadPageSorted = 20000
)

// downloadStall is how long a client may take for one page of a download. Then it is cut off.
const downloadStall = 2 * time.Minute

// apiPuzzlesCSV sends all puzzles that the filter selects as CSV.
func (s *Server) apiPuzzlesCSV(w http.ResponseWriter, r *http.Request) error {
	return s.download(w, r, "text/csv; charset=utf-8", "puzzles.csv", func(w io.Writer) rowWriter { return &csvRows{csv.NewWriter(w)} })
}

// apiPuzzlesJSON sends all puzzles that the filter selects as a JSON array, with one puzzle on each line.
func (s *Server) apiPuzzlesJSON(w http.ResponseWriter, r *http.Request) error {
	return s.download(w, r, "application/json", "puzzles.json", func(w io.Writer) rowWriter { return &jsonRows{w: bufio.NewWriter(w)} })
}

// rowWriter writes the puzzles of a download. begin comes before the first puzzle, and end after the last.
type rowWriter interface {
	begin() error
	write(*collectionRow) error
	flush() error
	end() error
}

// download sends all puzzles that the filter selects. It reads them page by page and never holds all of them, and it holds no
// connection to the database while it sends. It ends when the client has gone.
func (s *Server) download(w http.ResponseWriter, r *http.Request, kind, name string, format func(io.Writer) rowWriter) error {
	f, err := s.apiFilter(r)
	if err != nil {
		return err
	}
	f.After, f.Limit = "", downloadPage
	if conditions, _ := f.where(); len(conditions) > 0 || !orders[f.Sort].indexed {
		f.Limit = downloadPageSorted
	}
	rows, next, _, err := s.puzzlePage(r.Context(), f)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	if r.Method == http.MethodHead {
		return nil
	}
	err = s.sendPages(r.Context(), f, rows, next, format(w), http.NewResponseController(w))
	if err != nil {
		// The answer has already begun. Breaking the connection tells the client that it is not complete.
		if r.Context().Err() == nil {
			s.opts.Log.Error("list cut off", "error", err)
		}
		panic(http.ErrAbortHandler)
	}
	return nil
}

// sendPages writes the first page of a download and all later ones.
func (s *Server) sendPages(ctx context.Context, f filter, rows []collectionRow, next string, out rowWriter, c *http.ResponseController) (err error) {
	if err := out.begin(); err != nil {
		return err
	}
	defer func() { _ = c.SetWriteDeadline(time.Time{}) }() // the next request of the connection has none
	for {
		_ = c.SetWriteDeadline(time.Now().Add(downloadStall)) // not all writers have a deadline
		for i := range rows {
			if err := out.write(&rows[i]); err != nil {
				return err
			}
		}
		if err := out.flush(); err != nil {
			return err
		}
		_ = c.Flush()
		if next == "" {
			return out.end()
		}
		f.After = next
		if rows, next, _, err = s.puzzlePage(ctx, f); err != nil {
			return err
		}
	}
}

// csvRows writes puzzles as CSV. Tags are separated by commas.
type csvRows struct{ w *csv.Writer }

func (c *csvRows) begin() error {
	return c.w.Write([]string{"puzzle_id", "givens", "status", "level", "score", "hardest", "steps", "clues", "source", "name", "tags"})
}

func (c *csvRows) write(p *collectionRow) error {
	return c.w.Write([]string{
		strconv.FormatInt(p.PuzzleID, 10), p.Givens, p.Status, text(p.Level), strconv.Itoa(p.Score), text(p.Hardest),
		strconv.Itoa(p.Steps), strconv.Itoa(p.Clues), p.Source, p.Name, strings.Join(p.Tags, ","),
	})
}

func (c *csvRows) flush() error { c.w.Flush(); return c.w.Error() }
func (c *csvRows) end() error   { return c.flush() }

// jsonRows writes puzzles as an array of JSON.
type jsonRows struct {
	w     *bufio.Writer
	later bool // a puzzle was written
}

func (j *jsonRows) begin() error { return j.w.WriteByte('[') }

func (j *jsonRows) write(p *collectionRow) error {
	b, err := json.Marshal(p)
	if err != nil {
		return err
	}
	separator := "\n"
	if j.later {
		separator = ",\n"
	}
	j.later = true
	_, err = j.w.WriteString(separator + string(b))
	return err
}

func (j *jsonRows) flush() error { return j.w.Flush() }

func (j *jsonRows) end() error {
	if _, err := j.w.WriteString("\n]\n"); err != nil {
		return err
	}
	return j.w.Flush()
}
