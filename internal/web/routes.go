package web

// Route is one kind of request that a Server answers.
type Route struct {
	Method  string
	Path    string // a pattern of http.ServeMux
	Lasting bool   // the request may take longer than requestLimit
	do      handler
}

// Routes lists all routes.
func Routes() []Route { return (*Server)(nil).routes() }

// routes returns all routes. openapi.json describes those under /api; a test compares the two.
func (s *Server) routes() []Route {
	return []Route{
		{"GET", "/{$}", false, s.collection},
		{"GET", "/puzzles/{id}", false, s.puzzle},
		{"POST", "/puzzles/{id}", false, s.moves},
		{"GET", "/puzzles/{id}/picture.svg", false, s.picture},
		{"GET", "/puzzles/{id}/proof.cnf", false, s.proofFile("cnf")},
		{"GET", "/puzzles/{id}/proof.lrat", false, s.proofFile("lrat")},
		{"GET", "/puzzles/{id}/proof.tsv", false, s.proofFile("tsv")},
		{"GET", "/sql", false, s.sqlPage},
		{"GET", "/techniques", false, s.techniques},
		{"GET", "/techniques/{name}", false, s.technique},
		{"GET", "/techniques/{name}/picture.svg", false, s.techniquePicture},
		{"GET", "/solve", false, s.solvePage},
		{"POST", solvePath, false, s.solvePosted},
		{"GET", "/solve/{job}", false, s.jobPage},
		{"POST", "/solve/{job}/stop", false, s.jobStop},
		{"GET", "/puzzles/{id}/solutions", false, s.solutionsPage},

		{"POST", "/games", false, s.gameStart},
		{"GET", "/games/{game}", false, s.gamePage},
		{"POST", "/games/{game}", false, s.gamePosted},

		{"GET", "/api/puzzles", false, s.apiPuzzles},
		{"GET", "/api/puzzles.csv", true, s.apiPuzzlesCSV},
		{"GET", "/api/puzzles.json", true, s.apiPuzzlesJSON},
		{"POST", listPath, false, s.apiSolve},
		{"GET", "/api/facets", false, s.apiFacets},
		{"GET", "/api/puzzles/{id}", false, s.apiPuzzle},
		{"GET", "/api/puzzles/{id}/steps", false, s.apiSteps},
		{"GET", "/api/puzzles/{id}/steps/{step}", false, s.apiStep},
		{"GET", "/api/puzzles/{id}/hint", false, s.apiHint},
		{"POST", "/api/puzzles/{id}/moves", false, s.apiMove},
		{"DELETE", "/api/puzzles/{id}/moves/last", false, s.apiUndo},
		{"GET", "/api/games/{game}", false, s.apiGame},
		{"DELETE", "/api/games/{game}", false, s.apiGameDelete},
		{"POST", "/api/games/{game}/moves", false, s.apiGameMoves},
		{"PUT", "/api/games/{game}/clock", false, s.apiGameClock},
		{"GET", "/api/games/{game}/hint", false, s.apiGameHint},
		{"GET", "/api/games/{game}/check", false, s.apiGameCheck},
		{"POST", checkPath, false, s.apiCheck},
		{"GET", "/api/puzzles/{id}/solutions", false, s.apiSolutions},
		{"GET", "/api/jobs", false, s.apiJobs},
		{"GET", "/api/jobs/{job}", false, s.apiJob},
		{"DELETE", "/api/jobs/{job}", false, s.apiJobStop},
		{"GET", "/api/jobs/{job}/events", true, s.apiJobEvents},
		{"GET", "/api/techniques", false, s.apiTechniques},
		{"GET", "/api/techniques/{name}", false, s.apiTechnique},
		{"GET", "/api/query", false, s.apiQuery},
		{"GET", "/api/query.csv", true, s.apiQueryCSV},
		{"GET", "/api/query.json", true, s.apiQueryJSON},
		{"GET", "/api/queries", false, s.apiQueries},
		{"GET", "/api/schema", false, s.apiSchema},
		{"GET", "/api/openapi.json", false, s.apiOpenAPI},
	}
}
