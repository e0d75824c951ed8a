package web

import (
	"io/fs"
	"net/http"

	"setdoku"
	"setdoku/internal/goal"
	"setdoku/store"
)

// gamePages has the games of a database.
type gamePages struct {
	site        *site
	read, write *store.DB // write is nil if the site is read-only
	advisers    *advisers
	finder      *goal.Finder                 // nil if the site is read-only
	steps       cache[string, *setdoku.Step] // of a practised technique where a game begins
}

// newGamePages returns the games of a database. write and finder are nil if the site is read-only.
func newGamePages(s *site, read, write *store.DB, advisers *advisers, finder *goal.Finder) *gamePages {
	return &gamePages{s, read, write, advisers, finder, cache[string, *setdoku.Step]{Most: 100}}
}

// Routes returns the routes of games.
func (s *gamePages) Routes() []Route {
	return []Route{
		{Method: "GET", Path: "/games", Do: s.gamesPage},
		{Method: "GET", Path: "/games/statistics", Do: s.statistics},
		{Method: "POST", Path: "/games", Do: s.gameStart},
		{Method: "GET", Path: "/games/worker.js", Do: s.worker},
		{Method: "GET", Path: "/games/{game}", Do: s.gamePage},
		{Method: "POST", Path: "/games/{game}", Do: s.gamePosted},
		{Method: "GET", Path: "/api/games/{game}", Do: jsonHandler(s.apiGame)},
		{Method: "DELETE", Path: "/api/games/{game}", Do: s.apiGameDelete},
		{Method: "POST", Path: "/api/games/{game}/moves", Do: s.apiGameMoves},
		{Method: "PUT", Path: "/api/games/{game}/clock", Do: s.apiGameClock},
		{Method: "GET", Path: "/api/games/{game}/hint", Do: jsonHandler(s.apiGameHint)},
		{Method: "GET", Path: "/api/games/{game}/check", Do: jsonHandler(s.apiGameCheck)},
	}
}

// worker answers with the service worker of games. Its address has no version, so that browsers find a newer one, and
// is in the folder of the pages that it serves.
func (s *gamePages) worker(w http.ResponseWriter, _ *http.Request) error {
	script, err := fs.ReadFile(s.site.Files, "assets/game_worker.js")
	if err != nil {
		return err
	}
	return writeFile(w, "text/javascript; charset=utf-8", "", script)
}
