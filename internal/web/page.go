package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"setdoku/solver/catalogue"
)

// layout is the data of every page; Data is the part of one page.
type layout struct {
	Title    string
	Section  string // the link of the navigation that is marked
	Database string
	ReadOnly string // why nothing can be played or solved, "" if it can
	Bare     bool   // the page is for somebody who may not see the database: it does not name it and has no links to its pages
	Data     any
}

// parsePages reads the templates: each page with the layout and the parts that pages share.
func parsePages() (map[string]*template.Template, error) {
	shared, err := template.New("").Funcs(functions).ParseFS(files, "templates/layout.html")
	if err != nil {
		return nil, err
	}
	names, err := files.ReadDir("templates")
	if err != nil {
		return nil, err
	}
	pages := make(map[string]*template.Template)
	for _, f := range names {
		name, isPage := strings.CutSuffix(f.Name(), ".html")
		if !isPage || name == "layout" {
			continue
		}
		page, err := shared.Clone()
		if err == nil {
			page, err = page.ParseFS(files, path.Join("templates", f.Name()))
		}
		if err != nil {
			return nil, err
		}
		pages[name] = page
	}
	return pages, nil
}

// functions are the functions of the templates.
var functions = template.FuncMap{
	"asset":     asset,
	"base":      func(database string) string { name, _, _ := strings.Cut(path.Base(database), "?"); return name },
	"thousands": thousands,
	"query":     sqlLink,
	"add":       func(a, b int) int { return a + b },
	"before":    func(n int) int { return max(0, n-1) },
	"least":     func(a, b int) int { return min(a, b) },
	"cellname":  func(cell int) string { return fmt.Sprintf("r%dc%d", cell/10, cell%10) },
	"words":     func(name string) string { return strings.ReplaceAll(name, "_", " ") },
	"title":     title,
	"digits":    func() []uint8 { return []uint8{1, 2, 3, 4, 5, 6, 7, 8, 9} },
	"has":       func(list []uint8, d uint8) bool { return slices.Contains(list, d) },
	"share":     func(n, of int) string { return strconv.FormatFloat(100*float64(n)/float64(max(of, 1)), 'f', 2, 64) },
	"link":      link,
	"shown":     shownShort,
}

// thousands writes a number with commas.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// sqlLink returns the address that opens a statement in the console.
func sqlLink(statement string) string { return "/sql?q=" + url.QueryEscape(statement) }

// render writes a page about the database.
func (s *Server) render(w http.ResponseWriter, r *http.Request, status int, page, title string, data any) error {
	section, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	return s.renderLayout(w, r, status, page, layout{Title: title, Section: section, Database: s.read.Path(), ReadOnly: s.because, Data: data})
}

// renderBare writes a page for somebody who may not see the database.
func (s *Server) renderBare(w http.ResponseWriter, r *http.Request, status int, page, title string, data any) {
	if err := s.renderLayout(w, r, status, page, layout{Title: title, Bare: true, Data: data}); err != nil {
		s.opts.Log.Error("page failed", "page", page, "error", err)
	}
}

// renderLayout writes a page. It sends nothing before the whole page is made, so that an error can still become an error page.
func (s *Server) renderLayout(w http.ResponseWriter, r *http.Request, status int, page string, data layout) error {
	t, ok := s.pages[page]
	if !ok {
		return fmt.Errorf("there is no template %s", page)
	}
	name := "layout"
	if r.Header.Get("X-Part") != "" {
		name = "main" // the script replaces the main part of the page
	}
	var b bytes.Buffer
	if err := t.ExecuteTemplate(&b, name, data); err != nil {
		return fmt.Errorf("page %s: %w", page, err)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Add("Vary", "X-Part")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes()) // an error means that the client has gone
	return nil
}

// writeJSON answers with one value.
func writeJSON(w http.ResponseWriter, status int, value any) error {
	b, err := json.Marshal(value)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(b, '\n'))
	return nil
}

// number reads an integer of at least low from a form or an address. It returns missing if there is no value. A column of PostgreSQL
// cannot be compared with more than 32 bits.
func number(values url.Values, name string, low, missing int) (int, error) {
	text := values.Get(name)
	if text == "" {
		return missing, nil
	}
	wide, err := strconv.ParseInt(text, 10, 32)
	n := int(wide)
	if err != nil || n < low {
		return 0, problem(http.StatusBadRequest, fmt.Sprintf("%s=%q, want a number from %d", name, text, low))
	}
	return n, nil
}

// puzzleID reads the id of a puzzle from the path.
func puzzleID(r *http.Request) (int64, error) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil || id < 1 {
		return 0, problem(http.StatusNotFound, fmt.Sprintf("puzzle %q, want a number from 1", r.PathValue("id")))
	}
	return id, nil
}

// title returns the title of a technique, such as XY-Chain for xy_chain. A name that the catalogue does not have, such as that
// of a user's technique, is returned with blanks.
func title(name string) string {
	if t, known := builtIn().Rule(name); known {
		return t.Title
	}
	return strings.ReplaceAll(name, "_", " ")
}

// builtIn returns the catalogue of sql/.
var builtIn = sync.OnceValue(func() catalogue.Catalogue {
	list, err := catalogue.BuiltIn()
	if err != nil {
		return nil // the server does not start without it
	}
	return list
})
