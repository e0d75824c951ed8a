// Package play has the pages and the API of games: a player solves a puzzle by hand, and gets hints. A game changes
// nothing in the collection.
package play

import (
	"io/fs"
	"net/http"

	"setdoku"
	"setdoku/internal/goal"
	"setdoku/internal/web/site"
	"setdoku/store"
)

// Games has the games of a database.
type Games struct {
	site        *site.Site
	read, write *store.DB // write is nil if the site is read-only
	advisers    *Advisers
	finder      *goal.Finder                      // nil if the site is read-only
	steps       site.Cache[string, *setdoku.Step] // of a practised technique where a game begins
}

// New returns the games of a database. write and finder are nil if the site is read-only.
func New(s *site.Site, read, write *store.DB, advisers *Advisers, finder *goal.Finder) *Games {
	return &Games{s, read, write, advisers, finder, site.Cache[string, *setdoku.Step]{Most: 100}}
}

// Routes returns the routes of games.
func (s *Games) Routes() []site.Route {
	return []site.Route{
		{Method: "GET", Path: "/games", Do: s.gamesPage},
		{Method: "GET", Path: "/games/statistics", Do: s.statistics},
		{Method: "POST", Path: "/games", Do: s.gameStart},
		{Method: "GET", Path: "/games/worker.js", Do: s.worker},
		{Method: "GET", Path: "/games/{game}", Do: s.gamePage},
		{Method: "POST", Path: "/games/{game}", Do: s.gamePosted},
		{Method: "GET", Path: "/api/games/{game}", Do: site.JSON(s.apiGame)},
		{Method: "DELETE", Path: "/api/games/{game}", Do: s.apiGameDelete},
		{Method: "POST", Path: "/api/games/{game}/moves", Do: s.apiGameMoves},
		{Method: "PUT", Path: "/api/games/{game}/clock", Do: s.apiGameClock},
		{Method: "GET", Path: "/api/games/{game}/hint", Do: site.JSON(s.apiGameHint)},
		{Method: "GET", Path: "/api/games/{game}/check", Do: site.JSON(s.apiGameCheck)},
	}
}

// worker answers with the service worker of games. Its address has no version, so that browsers find a newer one, and
// is in the folder of the pages that it serves.
func (s *Games) worker(w http.ResponseWriter, _ *http.Request) error {
	script, err := fs.ReadFile(s.site.Files, "assets/game_worker.js")
	if err != nil {
		return err
	}
	return site.WriteFile(w, "text/javascript; charset=utf-8", "", script)
}
