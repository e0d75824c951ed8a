package web_test

import (
	"encoding/json"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/testing/clitest"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver"
)

// TestOneHint asks for the hint of positions of testdata/sample.sdm in five ways: the library, the command, the API,
// the page of a puzzle, and a game. The positions are those in which a step eliminates.
func TestOneHint(t *testing.T) {
	t.Parallel()
	file, err := os.Open("../../testdata/sample.sdm")
	gridtest.Must(t, err)
	defer file.Close()
	var positions []setdoku.State
	for puzzle, err := range solver.ReadStates(file, nil) {
		gridtest.Must(t, err)
		solution, err := solver.Solve(t.Context(), puzzle, solver.Options{})
		gridtest.Must(t, err)
		for i, before := range solution.Path.Positions()[:len(solution.Path.Steps)] {
			if len(solution.Path.Steps[i].Deductions[0].Eliminations) > 0 {
				positions = append(positions, before.State)
			}
		}
	}
	var states []setdoku.State
	var lines strings.Builder
	for i := 0; i < len(positions); i += gridtest.Size(5, 1) {
		states = append(states, positions[i])
		fmt.Fprintln(&lines, solver.FormatState(positions[i]))
	}
	server, _ := serverWith(t, states...)
	list := filepath.Join(t.TempDir(), "positions.txt")
	gridtest.Must(t, os.WriteFile(list, []byte(lines.String()), 0o666))
	commands := clitest.Done(t, "hint", "--json", list).Out()
	differ := 0
	for i, state := range states {
		hint, err := solver.Next(t.Context(), state, solver.Options{})
		gridtest.Must(t, err)
		text, err := json.Marshal(hint)
		gridtest.Must(t, err)
		want := decode[any](t, string(text))
		_, body, _ := post(t, server+"/api/puzzles/hint", solver.FormatState(state))
		p := newGame(t, server, i+1)
		got := map[string]any{
			"command": decode[map[string]any](t, commands[i])["hint"], "API": decode[any](t, body),
			"game": decode[map[string]any](t, fetch(t, p.server+"/api/games/"+p.game+"/hint?level=why", 200))["hint"],
			"page": want,
		}
		page := fetch(t, fmt.Sprintf("%s/puzzles/%d?hint=why", server, i+1), 200)
		for _, word := range append(hint.Words(), hint.Deduction.Names()...) {
			if !strings.Contains(page, html.EscapeString(word)) {
				got["page"] = "no " + word
			}
		}
		for way, h := range got {
			if fmt.Sprint(h) != fmt.Sprint(want) {
				differ++
				t.Errorf("%s: %s: %v\nlibrary: %s", solver.FormatState(state), way, h, text)
			}
		}
	}
	if differ > 0 || len(states) < 10 {
		t.Errorf("of %d positions, %d hints differ", len(states), differ)
	}
}
