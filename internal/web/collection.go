package web

import (
	"setdoku/internal/catalogue"
	"setdoku/store"
)

// Collection lists the puzzles of a database.
type Collection struct {
	site      *site
	db        *store.DB
	catalogue catalogue.Catalogue
	facets    cache[string, *facets] // by the conditions of the filter
}

// newCollection returns the collection of a database. Its reads may look through all puzzles.
func newCollection(s *site, db *store.DB, all catalogue.Catalogue) *Collection {
	return &Collection{s, db, all, cache[string, *facets]{Most: facetEntries, Age: facetTime}}
}

// collectionPath is the path of the list.
const collectionPath = "/puzzles"

// Routes returns the routes of the list.
func (s *Collection) Routes() []Route {
	return []Route{
		{Method: "GET", Path: collectionPath, Do: s.collection},
		{Method: "GET", Path: "/api/puzzles", Do: jsonHandler(s.apiPuzzles)},
		{Method: "GET", Path: "/api/puzzles.csv", Do: s.puzzlesAs(csvRows), Streaming: true},
		{Method: "GET", Path: "/api/puzzles.json", Do: s.puzzlesAs(jsonRows), Streaming: true},
		{Method: "GET", Path: "/api/facets", Do: jsonHandler(s.apiFacets)},
	}
}
