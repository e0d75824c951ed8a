package web

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"setdoku/internal/catalogue"
	"setdoku/internal/web/console"
)

// sqlData is the data of the page of the console.
type sqlData struct {
	wanted
	Relation  *relation // whose rows and definition the address asks for, or nil
	Opening   bool      // the address asks for nothing, and the page shows an example
	Sort      string    // the sorted column, see sortColumn
	Answer    *console.Answer
	Columns   []sqlColumn // of the answer
	Charted   bool        // the answer has rows and a column of numbers
	Failure   string
	Fault     *fault // nil if the place of the failure is unknown
	Groups    []SchemaGroup
	Queries   []catalogue.Query
	Seconds   float64
	Rows      int
	CSV, JSON string
}

// sqlColumn is the head of a column of an answer.
type sqlColumn struct {
	Name    string
	Address string // sorts the rows, "" if they cannot be sorted
	Sorted  string // ascending, descending or ""
	Number  bool   // all values are numbers or NULL
	Grid    bool   // it has grids, or lines of grids, whose characters are below each other
}

// opening is the named query that the page shows if the address asks for nothing.
const opening = "levels"

// sqlPage runs the statement of the address, if there is one and all its parameters have values.
func (s *Server) sqlPage(w http.ResponseWriter, r *http.Request) error {
	v := r.URL.Query()
	d := sqlData{Seconds: s.console.Time.Seconds(), Rows: s.console.Rows, Sort: v.Get("sort")}
	list, err := s.schema(r.Context())
	if err != nil {
		return err
	}
	if name := v.Get("relation"); name != "" {
		i := slices.IndexFunc(list, func(r relation) bool { return r.Name == name })
		if i < 0 {
			return problemf(http.StatusNotFound, "there is no table or view %s", name)
		}
		d.Relation = &list[i]
		v.Set("q", "SELECT * FROM "+name+" LIMIT 100")
	}
	if d.Opening = !v.Has("q") && !v.Has("query"); d.Opening {
		v.Set("query", opening)
	}
	if d.wanted, err = wantedBy(v); err != nil {
		return err
	}
	if v.Has("query") && d.Query == nil { // the address keeps no name of another statement
		v.Del("query")
		http.Redirect(w, r, "/sql?"+v.Encode(), http.StatusSeeOther)
		return nil
	}
	d.Groups = grouped(list)
	if d.Queries, err = catalogue.Queries(); err != nil {
		return err
	}
	status := http.StatusOK
	if strings.TrimSpace(d.Statement) != "" && d.values != nil {
		var text string
		if text, err = sortedStatement(d.Statement, d.Sort); err == nil {
			d.Answer, err = s.console.Run(r.Context(), console.Statement{Text: text, Values: d.values}, 0)
		}
		if p := problemFor(err); p != nil {
			d.Failure, status = p.Text, p.Status
			if d.Sort == "" {
				d.Fault = newFault(d.Statement, err, list)
			}
		} else if err != nil {
			return err
		}
		d.addresses()
	}
	return s.site.Render(w, r, status, "sql", "SQL", d)
}

// addresses sets the heads of the columns and the links of the answer.
func (d *sqlData) addresses() {
	same := url.Values{"q": {d.Statement}}
	for name, value := range d.values {
		same.Set("p_"+name, value)
	}
	if d.Sort != "" {
		same.Set("sort", d.Sort)
	}
	d.CSV, d.JSON = "/api/query.csv?"+same.Encode(), "/api/query.json?"+same.Encode()
	if d.Answer == nil {
		return
	}
	if d.Query != nil {
		same.Set("query", d.Query.Name)
	}
	sortable := console.Sorted(d.Statement, 1, false) != ""
	for i, name := range d.Answer.Columns {
		c := sqlColumn{Name: name, Number: allNumbers(d.Answer.Rows, i), Grid: hasGrid(d.Answer.Rows, i)}
		by := strconv.Itoa(i + 1)
		next := by
		switch d.Sort {
		case by:
			c.Sorted, next = "ascending", "-"+by
		case "-" + by:
			c.Sorted = "descending"
		}
		if sortable {
			same.Set("sort", next)
			c.Address = "/sql?" + same.Encode()
		}
		d.Charted = d.Charted || c.Number
		d.Columns = append(d.Columns, c)
	}
}

// allNumbers reports whether a column has a number and nothing else but NULL.
func allNumbers(rows [][]any, column int) bool {
	found := false
	for _, row := range rows {
		switch row[column].(type) {
		case nil:
		case string, []byte:
			return false
		default:
			found = true
		}
	}
	return found
}

// gridText is a grid or a line of one: lines, columns that blanks or bars separate, or many digits and dots.
var gridText = regexp.MustCompile(`\n|  | \| |^[0-9.]{16,}$`)

// hasGrid reports whether a column has a grid.
func hasGrid(rows [][]any, column int) bool {
	return slices.ContainsFunc(rows, func(row []any) bool {
		text, is := row[column].(string)
		return is && gridText.MatchString(text)
	})
}

// sortedStatement returns a statement with the rows of text in the order that sort names: the number of a column from
// 1, with a minus for descending. Without sort it is text.
func sortedStatement(text, sort string) (string, error) {
	if sort == "" {
		return text, nil
	}
	by, err := strconv.Atoi(sort)
	if err != nil || by == 0 {
		return "", problemf(http.StatusBadRequest,
			"sort=%q, want the number of a column from 1, with a minus for descending", sort)
	}
	sorted := console.Sorted(text, max(by, -by), by < 0)
	if sorted == "" {
		return "", problemf(http.StatusBadRequest, "only the rows of SELECT, WITH and VALUES can be sorted")
	}
	return sorted, nil
}
