package web

import (
	"html/template"
	"net/http"
	"strings"
	"sync"

	"github.com/russross/blackfriday/v2"

	"setdoku/docs"
)

// helpLinks replaces the links to other files of docs/ by links to the pages that show the same.
var helpLinks = strings.NewReplacer("](techniques.md)", "](/techniques)", "](sql-cookbook.md)", "](/sql)")

// helpText returns the texts of the help. Their titles are headings of the second rank, because the page has a title.
var helpText = sync.OnceValue(func() template.HTML {
	text := blackfriday.Run([]byte(helpLinks.Replace(docs.Help())),
		blackfriday.WithExtensions(blackfriday.CommonExtensions|blackfriday.AutoHeadingIDs),
		blackfriday.WithRenderer(blackfriday.NewHTMLRenderer(
			blackfriday.HTMLRendererParameters{HeadingLevelOffset: 1})))
	return template.HTML(strings.ReplaceAll(string(text), "<table>", `<table class="rows">`))
})

// helpPage answers with the help: the glossary, the notation and the rating.
func (s *Server) helpPage(w http.ResponseWriter, r *http.Request) error {
	return s.site.Render(w, r, http.StatusOK, "help", "Help", helpText())
}
