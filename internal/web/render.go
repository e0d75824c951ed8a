package web

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"strings"
)

// pageLayout is the data of every page; Data is the part of one page.
type pageLayout struct {
	Title    string
	Section  string // the link of the navigation that is marked
	Database string
	ReadOnly string // why nothing can be played or solved, "" if it can
	// the page is for somebody who may not see the database: it does not name it and has no links to its pages
	Bare bool
	Data any
}

// parsePages reads the templates: each page with the layout and the parts that pages share.
func (s *site) parsePages() (map[string]*template.Template, error) {
	own := template.FuncMap{
		"asset": s.asset,
		"base":  func(database string) string { name, _, _ := strings.Cut(path.Base(database), "?"); return name },
	}
	shared, err := template.New("").Funcs(own).Funcs(s.Functions).ParseFS(s.Files, "templates/layout.html",
		"templates/parts.html")
	if err != nil {
		return nil, err
	}
	names, err := fs.ReadDir(s.Files, "templates")
	if err != nil {
		return nil, err
	}
	pages := make(map[string]*template.Template)
	for _, f := range names {
		name, isPage := strings.CutSuffix(f.Name(), ".html")
		if !isPage || name == "layout" || name == "parts" {
			continue
		}
		page, err := shared.Clone()
		if err == nil {
			page, err = page.ParseFS(s.Files, path.Join("templates", f.Name()))
		}
		if err != nil {
			return nil, err
		}
		pages[name] = page
	}
	return pages, nil
}

// Render writes a page about the database.
func (s *site) Render(w http.ResponseWriter, r *http.Request, status int, page, title string, data any) error {
	section, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	return s.renderLayout(w, r, status, page,
		pageLayout{Title: title, Section: cmp.Or(section, s.Front), Database: s.Database, ReadOnly: s.ReadOnly,
			Data: data})
}

// renderBare writes a page for somebody who may not see the database.
func (s *site) renderBare(w http.ResponseWriter, r *http.Request, status int, page, title string, data any) {
	if err := s.renderLayout(w, r, status, page, pageLayout{Title: title, Bare: true, Data: data}); err != nil {
		s.Log.Error("page failed", "page", page, "error", err)
	}
}

// renderLayout writes a page. It sends nothing before the whole page is made, so that an error can still become an
// error page.
func (s *site) renderLayout(w http.ResponseWriter, r *http.Request, status int, page string, data pageLayout) error {
	t, ok := s.pages[page]
	if !ok {
		return fmt.Errorf("there is no template %s", page)
	}
	name := "layout"
	if isPart(r) {
		name = "main"
	}
	var b bytes.Buffer
	if err := t.ExecuteTemplate(&b, name, data); err != nil {
		return fmt.Errorf("page %s: %w", page, err)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Add("Vary", "X-Part")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes()) // an error means that the client has disconnected
	return nil
}

// isPart reports whether a script asks only for the main part of a page, to replace the part that it shows.
func isPart(r *http.Request) bool { return r.Header.Get("X-Part") != "" }

// writeJSON answers with one value.
func writeJSON(w http.ResponseWriter, status int, value any) error {
	b, err := json.Marshal(value)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(b, '\n')) // an error means that the client has disconnected
	return nil
}

// jsonHandler returns a Handler that answers with the value of a function.
func jsonHandler[T any](value func(r *http.Request) (T, error)) Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		v, err := value(r)
		if err != nil {
			return err
		}
		return writeJSON(w, http.StatusOK, v)
	}
}

// writeFile answers with a file of a type. A file with a name is stored by the browser and not shown.
func writeFile(w http.ResponseWriter, kind, name string, file []byte) error {
	w.Header().Set("Content-Type", kind)
	if name != "" {
		w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", name))
	}
	_, _ = w.Write(file) // an error means that the client has disconnected
	return nil
}
