// Package collection has the list of all puzzles, with its filters, orders, counts and downloads.
package collection

import (
	"setdoku/internal/catalogue"
	"setdoku/internal/web/site"
	"setdoku/store"
)

// Collection lists the puzzles of a database.
type Collection struct {
	site      *site.Site
	db        *store.DB
	catalogue catalogue.Catalogue
	facets    site.Cache[string, *facets] // by the conditions of the filter
}

// New returns the collection of a database. Its reads may look through all puzzles.
func New(s *site.Site, db *store.DB, all catalogue.Catalogue) *Collection {
	return &Collection{s, db, all, site.Cache[string, *facets]{Most: facetEntries, Age: facetTime}}
}

// page is the path of the list.
const page = "/puzzles"

// Routes returns the routes of the list.
func (s *Collection) Routes() []site.Route {
	return []site.Route{
		{Method: "GET", Path: page, Do: s.collection},
		{Method: "GET", Path: "/api/puzzles", Do: site.JSON(s.apiPuzzles)},
		{Method: "GET", Path: "/api/puzzles.csv", Do: s.puzzlesAs(site.NewCSV), Lasting: true},
		{Method: "GET", Path: "/api/puzzles.json", Do: s.puzzlesAs(site.NewJSON), Lasting: true},
		{Method: "GET", Path: "/api/facets", Do: site.JSON(s.apiFacets)},
	}
}
