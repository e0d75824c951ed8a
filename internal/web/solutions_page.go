package web

import (
	"errors"
	"fmt"
	"net/http"

	"setdoku"
	"setdoku/internal/explain"
	"setdoku/solver/solutions"
)

// Limits of the page of solutions.
const (
	solutionsFound = 1000 // solutions that are looked for
	solutionsShown = 4    // solutions side by side at first
	solutionsMost  = 60   // solutions side by side at most
	decidersShown  = 12   // cells whose digit would make the solution unique
)

// solutionCell is a cell of a solution.
type solutionCell struct {
	Digit   uint8
	Differs bool   // solutions have different digits here
	Class   string // given, differs, and those of boardRows
}

// solutionsOf are the solutions of a puzzle.
type solutionsOf struct {
	PuzzleID int64
	Board    *setdoku.Variant
	All      []setdoku.Grid
	Complete bool   // these are all solutions
	Message  string // why it is not known whether there are more
	Given    setdoku.Grid
	Show     int
}

// readSolutions finds the solutions of a puzzle.
func (s *Server) readSolutions(r *http.Request) (d solutionsOf, err error) {
	if d.PuzzleID, err = puzzleID(r); err != nil {
		return d, err
	}
	if d.Show, err = formNumber(r.URL.Query(), "show", 1, solutionsShown); err != nil {
		return d, err
	}
	p, err := s.stored(r.Context(), d.PuzzleID)
	if err != nil {
		return d, err
	}
	d.Board, d.Given, d.Show = p.State.Board(), p.State.Filled(), min(d.Show, solutionsMost)
	d.All, err = solutions.ListState(r.Context(), p.State, solutionsFound)
	d.Complete = err == nil && len(d.All) < solutionsFound
	if errors.Is(err, solutions.ErrNotCounted) {
		d.Message, err = explain.NotCounted, nil
	}
	return d, err
}

// Differs says for each cell whether the solutions have different digits there.
func (d solutionsOf) Differs() (cells [setdoku.CellCount]bool) {
	for _, g := range d.All {
		for i := range cells {
			cells[i] = cells[i] || g[i] != d.All[0][i]
		}
	}
	return cells
}

// Differing is the number of cells where solutions differ.
func (d solutionsOf) Differing() (n int) {
	for _, differs := range d.Differs() {
		if differs {
			n++
		}
	}
	return n
}

// Boards are the first solutions as rows of cells.
func (d solutionsOf) Boards() (list [][][]solutionCell) {
	differs := d.Differs()
	for _, g := range d.All[:min(d.Show, len(d.All))] {
		list = append(list, boardRows(d.Board, func(i int, look string) solutionCell {
			c := solutionCell{g[i], differs[i], look}
			switch {
			case d.Given[i] != 0:
				c.Class += " given"
			case c.Differs:
				c.Class += " differs"
			}
			return c
		}))
	}
	return list
}

// More is the number of solutions to show next, 0 if all are shown or there are too many.
func (d solutionsOf) More() int {
	if d.Show >= min(len(d.All), solutionsMost) {
		return 0
	}
	return min(4*d.Show, solutionsMost)
}

// decider is a digit that only one solution has in a cell.
type decider struct {
	Cell     setdoku.Cell
	Digit    uint8
	Solution int // ordinal of the solution, from 1
}

// Deciders are digits that would leave one solution if they were given. It is known only if all solutions are.
func (d solutionsOf) Deciders() (list []decider) {
	if !d.Complete || len(d.All) < 2 {
		return nil
	}
	var n, last [setdoku.CellCount][10]int
	for k, g := range d.All {
		for i, digit := range g {
			n[i][digit]++
			last[i][digit] = k + 1
		}
	}
	for i := range n {
		for digit, times := range n[i] {
			if times == 1 && len(list) < decidersShown {
				list = append(list, decider{setdoku.CellAt(i), uint8(digit), last[i][digit]})
			}
		}
	}
	return list
}

// solutionsPage shows the solutions of a puzzle side by side.
func (s *Server) solutionsPage(w http.ResponseWriter, r *http.Request) error {
	d, err := s.readSolutions(r)
	if err != nil {
		return err
	}
	return s.site.Render(w, r, http.StatusOK, "solutions", fmt.Sprintf("Solutions of puzzle %d", d.PuzzleID), d)
}

// apiSolutions answers with the solutions of a puzzle.
func (s *Server) apiSolutions(r *http.Request) (any, error) {
	d, err := s.readSolutions(r)
	if err != nil {
		return nil, err
	}
	found, cells := []string{}, []setdoku.Cell{}
	for _, g := range d.All {
		found = append(found, d.Board.Text(g))
	}
	for i, differs := range d.Differs() {
		if differs {
			cells = append(cells, setdoku.CellAt(i))
		}
	}
	answer := map[string]any{"puzzle_id": d.PuzzleID, "solutions": found, "complete": d.Complete, "differs": cells}
	if d.Message != "" {
		answer["message"] = d.Message
	}
	return answer, nil
}
