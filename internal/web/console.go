package web

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"time"

	"setdoku/internal/canned"
	"setdoku/store"
)

// Limits of a statement in the console.
const (
	queryTime    = 5 * time.Second
	queryRows    = 1000
	queryWait    = 10 * time.Second // how long to wait until other statements end
	maxStatement = 100 << 10        // bytes
	maxValue     = 4 << 20          // bytes of one value
	maxAnswer    = 32 << 20         // bytes of all values
)

// console runs statements that only read. It has separate connections, so that a setting that a statement makes on its
// connection is lost with the connection.
type console struct {
	db   *store.DB
	time time.Duration
	rows int
	turn chan struct{} // holds one value for each running statement, so that half of the cores stay free
}

func newConsole(ctx context.Context, target string, opts Options) (*console, error) {
	db, err := store.OpenReadOnly(ctx, target)
	if err != nil {
		return nil, err
	}
	db.SetMaxIdleConns(0)
	c := &console{db: db, time: queryTime, rows: queryRows, turn: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2))}
	if opts.QueryTime > 0 {
		c.time = opts.QueryTime
	}
	if opts.QueryRows > 0 {
		c.rows = opts.QueryRows
	}
	return c, nil
}

func (c *console) close() error { return c.db.Close() }

// answer is the result of a statement.
type answer struct {
	Columns   []string `json:"columns"`
	Rows      [][]any  `json:"rows"`
	Cut       bool     `json:"cut"` // there were more rows
	Took      float64  `json:"ms"`
	Statement string   `json:"sql"`
}

// readingPragmas are the pragmas that only read.
var readingPragmas = []string{
	"application_id", "collation_list", "compile_options", "database_list", "encoding", "foreign_key_list", "function_list", "index_info",
	"index_list", "index_xinfo", "page_count", "page_size", "pragma_list", "schema_version", "table_info", "table_list",
	"table_xinfo", "user_version",
}

// run runs one statement within its limits. If the statement is wrong, the error is a Problem.
func (c *console) run(ctx context.Context, text string, values map[string]string, rows int) (*answer, error) {
	if rows <= 0 || rows > c.rows {
		rows = c.rows
	}
	if len(text) > maxStatement {
		return nil, problem(http.StatusRequestEntityTooLarge, "the statement is too long, want at most 100 kB")
	}
	if err := checkPragma(text); err != nil {
		return nil, err
	}
	select {
	case c.turn <- struct{}{}:
		defer func() { <-c.turn }()
	case <-time.After(queryWait):
		return nil, problem(http.StatusServiceUnavailable, "too many statements are running, try again")
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	limited, cancel := context.WithTimeout(ctx, c.time)
	defer cancel()
	began := time.Now()
	a, err := c.read(limited, text, values, rows)
	switch {
	case err == nil:
		a.Took = float64(time.Since(began).Microseconds()) / 1000
		return a, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case limited.Err() != nil:
		return nil, problem(http.StatusRequestTimeout, fmt.Sprintf("stopped after %v, the limit of a statement here", c.time))
	case errors.Is(err, store.ErrWrites):
		return nil, problem(http.StatusForbidden, "refused: "+err.Error())
	case problemOf(err) != nil:
		return nil, err
	}
	return nil, problem(http.StatusBadRequest, err.Error())
}

func (c *console) read(ctx context.Context, text string, values map[string]string, rows int) (a *answer, err error) {
	q, err := c.db.QueryWith(ctx, text, values)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, q.Close()) }()
	a = &answer{Columns: q.Columns, Rows: [][]any{}, Statement: text}
	for size := 0; ; {
		row, err := q.Next()
		if err != nil {
			return nil, err
		}
		if row == nil {
			return a, nil
		}
		if len(a.Rows) == rows || size > maxAnswer {
			a.Cut = true
			return a, nil
		}
		for i, v := range row {
			if b, ok := v.([]byte); ok {
				row[i] = fmt.Sprintf("%X", b[:min(len(b), maxValue)])
			}
			if s, ok := row[i].(string); ok {
				if len(s) > maxValue {
					s = strings.ToValidUTF8(s[:maxValue], "") + "…"
					row[i] = s
				}
				size += len(s)
			}
			size += 16
		}
		a.Rows = append(a.Rows, row)
	}
}

// checkPragma refuses pragmas that set something.
func checkPragma(text string) error {
	fields := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !(r >= 'a' && r <= 'z' || r == '_') })
	if len(fields) < 2 || fields[0] != "pragma" {
		return nil
	}
	if name := fields[1]; !slices.Contains(readingPragmas, name) || strings.Contains(text, "=") {
		return problem(http.StatusForbidden, fmt.Sprintf("refused: PRAGMA %s is not in the list of pragmas that only read", name))
	}
	return nil
}

// consoleData is what the page of the console shows.
type consoleData struct {
	Statement string
	Fields    []field       // the parameters of the statement
	Query     *canned.Query // the named query of the address, nil for none
	Answer    *answer
	Failure   string
	Schema    []relation
	Queries   []canned.Query
	Seconds   float64
	Rows      int
	CSV, JSON string
}

// consolePage runs the statement of the address, if there is one and all its parameters have values.
func (s *Server) consolePage(w http.ResponseWriter, r *http.Request) error {
	v := r.URL.Query()
	d := consoleData{Seconds: s.console.time.Seconds(), Rows: s.console.rows}
	var values map[string]string
	var err error
	if d.Statement, d.Query, d.Fields, values, err = statementOfQuery(v); err != nil {
		return err
	}
	if d.Schema, err = s.schema(r.Context()); err != nil {
		return err
	}
	if d.Queries, err = canned.List(); err != nil {
		return err
	}
	status := http.StatusOK
	if strings.TrimSpace(d.Statement) != "" && values != nil {
		d.Answer, err = s.console.run(r.Context(), d.Statement, values, 0)
		if p := problemOf(err); p != nil {
			d.Failure, status = p.Text, p.Status
		} else if err != nil {
			return err
		}
		same := url.Values{"q": {d.Statement}}
		for name, value := range values {
			same.Set("p_"+name, value)
		}
		d.CSV, d.JSON = "/api/query.csv?"+same.Encode(), "/api/query?"+same.Encode()
	}
	return s.render(w, r, status, "sql", "SQL", d)
}

// apiQuery runs a statement and answers with its rows.
func (s *Server) apiQuery(w http.ResponseWriter, r *http.Request) error {
	a, err := s.runQuery(r)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, a)
}

func (s *Server) runQuery(r *http.Request) (*answer, error) {
	v := r.URL.Query()
	limit, err := number(v, "limit", 1, 0)
	if err != nil {
		return nil, err
	}
	statement, _, fields, values, err := statementOfQuery(v)
	switch {
	case err != nil:
		return nil, err
	case strings.TrimSpace(statement) == "":
		return nil, problem(http.StatusBadRequest, "no statement: give it as q, or give the name of a query as query")
	case values == nil:
		return nil, problem(http.StatusBadRequest, fmt.Sprintf("the statement has %d parameters: give each a value, p_%s and so on", len(fields), fields[0].Name))
	}
	return s.console.run(r.Context(), statement, values, limit)
}

// apiQueryCSV is apiQuery with CSV instead of JSON.
func (s *Server) apiQueryCSV(w http.ResponseWriter, r *http.Request) error {
	a, err := s.runQuery(r)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="query.csv"`)
	out := csv.NewWriter(w)
	_ = out.Write(a.Columns)
	for _, row := range a.Rows {
		fields := make([]string, len(row))
		for i, v := range row {
			if v != nil {
				fields[i] = fmt.Sprint(v)
			}
		}
		_ = out.Write(fields)
	}
	out.Flush()
	return nil
}
