package web

import (
	"slices"
	"strings"
)

// Routes lists all routes.
func Routes() []Route { return (&Server{}).routes() }

// front is the part of the navigation that has the page at /.
func (s *Server) front() string {
	if s.opts.Games {
		return "games"
	}
	return "puzzles"
}

// routes returns all routes. openapi.json describes those under /api; a test compares the two.
func (s *Server) routes() []Route {
	list := slices.Concat([]Route{
		{Method: "GET", Path: "/puzzles/{id}", Do: s.puzzle},
		{Method: "POST", Path: "/puzzles/{id}", Do: s.moves},
		{Method: "GET", Path: "/puzzles/{id}/finds", Do: s.findsPage},
		{Method: "GET", Path: "/puzzles/{id}/picture.svg", Do: s.picture},
		{Method: "GET", Path: "/puzzles/{id}/proof.cnf", Do: s.proofFile("cnf")},
		{Method: "GET", Path: "/puzzles/{id}/proof.lrat", Do: s.proofFile("lrat")},
		{Method: "GET", Path: "/puzzles/{id}/proof.tsv", Do: s.proofFile("tsv")},
		{Method: "GET", Path: "/sql", Do: s.sqlPage},
		{Method: "GET", Path: "/api", Do: s.apiPage},
		{Method: "GET", Path: "/help", Do: s.helpPage},
		{Method: "GET", Path: "/techniques", Do: s.techniques},
		{Method: "GET", Path: "/techniques/{name}", Do: s.technique},
		{Method: "GET", Path: "/techniques/{name}/picture.svg", Do: s.lessonPicture(techniquePicture)},
		{Method: "GET", Path: "/techniques/{name}/thumb.svg", Do: s.lessonPicture(techniqueThumb)},
		{Method: "GET", Path: "/techniques/{name}/exercise", Do: s.exercise},
		{Method: "GET", Path: "/solve", Do: s.solvePage},
		{Method: "POST", Path: "/solve", Do: s.solvePosted, LargeBody: true},
		{Method: "GET", Path: "/solve/{job}", Do: s.jobPage},
		{Method: "POST", Path: "/solve/{job}/stop", Do: s.jobStop},
		{Method: "GET", Path: "/puzzles/{id}/solutions", Do: s.solutionsPage},

		{Method: "POST", Path: "/api/puzzles", Do: s.apiSolve, LargeBody: true},
		{Method: "GET", Path: "/api/puzzles/{id}", Do: ofPuzzle(s.apiPuzzle)},
		{Method: "GET", Path: "/api/puzzles/{id}/steps", Do: ofPuzzle(s.apiSteps)},
		{Method: "GET", Path: "/api/puzzles/{id}/steps/{step}", Do: ofPuzzle(s.apiStep)},
		{Method: "GET", Path: "/api/puzzles/{id}/finds", Do: ofPuzzle(s.apiFinds)},
		{Method: "GET", Path: "/api/puzzles/{id}/hint", Do: ofPuzzle(s.apiHint)},
		{Method: "POST", Path: "/api/puzzles/{id}/moves", Do: ofPuzzle(s.apiMove)},
		{Method: "DELETE", Path: "/api/puzzles/{id}/moves/last", Do: ofPuzzle(s.apiUndo)},
		{Method: "POST", Path: "/api/puzzles/check", Do: s.apiCheck, LargeBody: true, ReadOnly: true},
		{Method: "POST", Path: "/api/puzzles/hint", Do: jsonHandler(s.hintForRequest), LargeBody: true, ReadOnly: true},
		{Method: "GET", Path: "/api/puzzles/{id}/solutions", Do: jsonHandler(s.apiSolutions)},
		{Method: "GET", Path: "/api/jobs", Do: jsonHandler(s.apiJobs)},
		{Method: "GET", Path: "/api/jobs/{job}", Do: jsonHandler(s.apiJob)},
		{Method: "DELETE", Path: "/api/jobs/{job}", Do: s.apiJobStop},
		{Method: "GET", Path: "/api/jobs/{job}/events", Do: s.apiJobEvents, Streaming: true},
		{Method: "GET", Path: "/api/techniques", Do: jsonHandler(s.apiTechniques)},
		{Method: "GET", Path: "/api/techniques/{name}", Do: jsonHandler(s.findTechnique)},
		{Method: "GET", Path: "/api/query", Do: jsonHandler(s.apiQuery)},
		{Method: "GET", Path: "/api/query.csv", Do: s.rowsAs(csvRows), Streaming: true},
		{Method: "GET", Path: "/api/query.json", Do: s.rowsAs(jsonRows), Streaming: true},
		{Method: "GET", Path: "/api/queries", Do: jsonHandler(s.apiQueries)},
		{Method: "GET", Path: "/api/schema", Do: jsonHandler(s.apiSchema)},
		{Method: "GET", Path: "/api/openapi.json", Do: s.apiOpenAPI},
	}, newCollection(s.site, s.lists, s.catalogue).Routes(),
		s.games().Routes())
	for i, route := range list {
		if route.Method == "GET" && route.Path == "/"+s.front() {
			list = append(list, Route{Method: "GET", Path: "/{$}", Do: route.Do})
		}
		if strings.HasPrefix(route.Path, "/api/") {
			list[i].Do = rejectUnknownParameters(route)
		}
	}
	return list
}
