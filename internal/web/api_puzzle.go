package web

import (
	"net/http"

	"setdoku"
	"setdoku/internal/audit"
	"setdoku/internal/format"
	"setdoku/internal/tell/explain"
	"setdoku/internal/web/site"
)

// jsonPuzzle is a puzzle after a step, as the API sends it.
type jsonPuzzle struct {
	PuzzleID      int64                  `json:"puzzle_id"`
	Givens        string                 `json:"givens"`
	Status        string                 `json:"status"`
	Solution      *string                `json:"solution"`
	Level         *string                `json:"level"`
	Score         int                    `json:"score"`
	Hardest       *string                `json:"hardest"`
	Steps         int                    `json:"steps"`
	Techniques    map[string]int         `json:"techniques"`
	Name          string                 `json:"name"`
	Source        string                 `json:"source"`
	Step          int                    `json:"step"`       // the grid is the one after this step
	Grid          string                 `json:"grid"`       // 81 characters
	State         string                 `json:"state"`      // the short form of a library line, with the removed candidates
	Candidates    []string               `json:"candidates"` // of each of the 81 cells, null if they are unknown
	Violations    []violation            `json:"violations"`
	Contradiction *setdoku.Contradiction `json:"contradiction"`
}

func toJSON(v *shown) jsonPuzzle {
	z := v.Puzzle
	p := jsonPuzzle{
		PuzzleID: z.PuzzleID, Givens: z.Givens, Status: z.Status, Solution: z.Solution, Level: z.Level, Score: z.Score, Hardest: z.Hardest,
		Steps: z.Steps, Name: z.Name, Source: z.Source, Step: v.Step, Grid: v.After.State.Filled().String(),
		State: format.Short(v.After.State), Violations: v.Wrong, Contradiction: v.Path.Contradiction,
	}
	if p.Violations == nil {
		p.Violations = []violation{}
	}
	p.Techniques = techniqueCounts(z.Uses)
	if v.After.Known {
		for _, m := range v.After.State.Candidates() {
			p.Candidates = append(p.Candidates, m.String())
		}
	}
	return p
}

// apiPuzzle answers with a puzzle, as it is or as it was after a step.
func (s *Server) apiPuzzle(w http.ResponseWriter, r *http.Request) error {
	id, err := puzzleID(r)
	if err != nil {
		return err
	}
	step, err := site.Number(r.URL.Query(), "step", 0, -1)
	if err != nil {
		return err
	}
	return s.apiPuzzleAt(w, r, id, step)
}

func (s *Server) apiPuzzleAt(w http.ResponseWriter, r *http.Request, id int64, step int) error {
	v, err := s.lookAt(r.Context(), place{Puzzle: id, Step: step})
	if err != nil {
		return err
	}
	return site.WriteJSON(w, http.StatusOK, toJSON(v))
}

// apiSteps answers with the steps of a puzzle, without their patterns.
func (s *Server) apiSteps(w http.ResponseWriter, r *http.Request) error {
	id, err := puzzleID(r)
	if err != nil {
		return err
	}
	path, err := s.path(r.Context(), id)
	if err != nil {
		return err
	}
	list := []explain.StepJSON{}
	for i := range path.Steps {
		if step := &path.Steps[i]; step.Rule != "" {
			list = append(list, explain.NewStepJSON(id, i+1, step))
		}
	}
	return site.WriteJSON(w, http.StatusOK, list)
}

// apiStep answers with what a step did and from which patterns.
func (s *Server) apiStep(w http.ResponseWriter, r *http.Request) error {
	id, err := puzzleID(r)
	if err != nil {
		return err
	}
	step, err := site.Number(map[string][]string{"step": {r.PathValue("step")}}, "step", 1, 0)
	if err != nil {
		return err
	}
	v, err := s.lookAt(r.Context(), place{Puzzle: id, Step: step})
	if err != nil {
		return err
	}
	if v.Done.Rule == "" {
		return site.Problemf(http.StatusNotFound, "puzzle %d, step %d: the run did not keep what the step did (see --audit)", id, step)
	}
	out := explain.NewStepJSON(id, v.Step, &v.Done)
	out.Tell(v.Before, &v.Done)
	return site.WriteJSON(w, http.StatusOK, out)
}

// apiHint answers with the next deduction.
func (s *Server) apiHint(w http.ResponseWriter, r *http.Request) error {
	id, err := puzzleID(r)
	if err != nil {
		return err
	}
	v, err := s.lookAt(r.Context(), lastOf(id))
	if err != nil {
		return err
	}
	level := r.URL.Query().Get("level")
	if level == "" {
		level = "why"
	}
	h, err := s.hint(r.Context(), v, level)
	if err != nil {
		return err
	}
	return site.WriteJSON(w, http.StatusOK, h)
}

// apiOpenAPI answers with the description of the API.
func (s *Server) apiOpenAPI(w http.ResponseWriter, _ *http.Request) error {
	b, err := files.ReadFile("openapi.json")
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(b)
	return nil
}

// techniqueCounts returns the number of deductions of each technique.
func techniqueCounts(uses []audit.Use) map[string]int {
	counts := make(map[string]int, len(uses))
	for _, u := range uses {
		counts[u.Technique] = u.Deductions
	}
	return counts
}
