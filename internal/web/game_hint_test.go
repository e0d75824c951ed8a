package web_test

import (
	"fmt"
	"html"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/docs"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/internal/web"
)

// digitInCell is a candidate as the API sends it.
type digitInCell struct{ Cell, Digit int }

// puzzleHint is a hint as the API sends it.
type puzzleHint struct {
	Level, State, Status, Technique, Notation string

	Words, Placements, Eliminations []string
}

// gameHint is a hint in a game.
type gameHint struct {
	Hint  puzzleHint
	Wrong []struct{ Cell, Digit, Right int }
	Words []string
	Cells []int
	Known []digitInCell
	Moves []struct {
		Action string
		Cells  []int
		Value  int
	}
}

// hint asks for a hint.
func (p *player) hint(level string) gameHint {
	p.t.Helper()
	status, body := get(p.t, p.server+"/api/games/"+p.game+"/hint?level="+level)
	if status != 200 {
		p.t.Fatalf("hint %s: %d %s", level, status, body)
	}
	return decode[gameHint](p.t, body)
}

// grid returns the digits of the board.
func (s state) grid() (g setdoku.Grid) {
	for _, c := range s.Cells {
		g[setdoku.Cell(c.Cell).Index()] = uint8(c.Digit)
	}
	return g
}

// TestFollowHints solves games by their hints only, on boards without marks. Every hint must have moves, another one
// must follow them, and the levels must agree.
func TestFollowHints(t *testing.T) {
	gridtest.Long(t, "a whole game")
	t.Parallel()
	server := newServer(t, newDatabase(t, 12), web.Options{}).URL
	used := map[string]int{}
	hints, noted := 0, 0
	for puzzle := range gridtest.Size(2, 4) {
		newGame(t, server, puzzle+1).follow(func(p *player, h gameHint) {
			used[h.Hint.Technique]++
			if h.Hint.Notation != "" && noted == 0 { // the notation is folded, after the words
				page := fetch(t, p.server+"/games/"+p.game+"?hint=why", 200)
				last := h.Hint.Words[len(h.Hint.Words)-1]
				words, folded := strings.Index(page, html.EscapeString(last)), strings.Index(page, "<summary>In notation")
				line := html.EscapeString(h.Hint.Notation)
				if noted++; words < 0 || folded < words || strings.Count(page, line) != 1 {
					t.Errorf("%+v; on the page words at %d, notation at %d", h.Hint, words, folded)
				}
			}
			if hints++; len(h.Hint.Placements) == 0 || hints%10 == 0 {
				checkStages(t, p, h)
			}
		})
	}
	if len(used) < 5 || noted == 0 {
		t.Errorf("only the techniques %v and %d notations: the test shows too little", used, noted)
	}
}

// follow solves a game by hints only. It calls look with each hint before it does what the hint says.
func (p *player) follow(look func(p *player, h gameHint)) {
	p.t.Helper()
	for last := ""; !p.state.Finished; {
		h := p.hint("why")
		key := fmt.Sprint(h.Hint.Technique, h.Hint.Placements, h.Hint.Eliminations)
		if key == last || len(h.Moves) == 0 || h.Hint.Status != "step" || len(h.Wrong) > 0 ||
			p.state.Position > 1000 {
			p.t.Fatalf("%s %s, position %d: %+v, board %s", p.state.Variant, p.state.Givens, p.state.Position, h,
				p.state.grid())
		}
		last = key
		look(p, h)
		p.followed(h)
	}
	check(p.t, p.server, []request{
		{"/api/games/" + p.game + "/check", "", 200, "The puzzle is solved."},
		{"/api/games/" + p.game + "/hint?level=where", "", 200, `"words":["The puzzle is solved`},
	})
}

// followed makes the moves of a hint.
func (p *player) followed(h gameHint) {
	p.t.Helper()
	var moves []string
	for _, m := range h.Moves {
		moves = append(moves, move(m.Action, m.Value, m.Cells...))
	}
	p.play(moves...)
}

// checkStages compares the levels of a hint with its last one.
func checkStages(t *testing.T, p *player, why gameHint) {
	t.Helper()
	where, what := p.hint("where"), p.hint("what")
	if len(where.Cells) == 0 || !slices.Equal(where.Cells, what.Cells) || !slices.Equal(where.Cells, why.Cells) {
		t.Errorf("cells: where %v, what %v, why %v", where.Cells, what.Cells, why.Cells)
	}
	for _, h := range []gameHint{where, what} {
		if (h.Hint.Technique == why.Hint.Technique) != (h.Hint.Level == "what") || len(h.Moves) > 0 ||
			len(h.Hint.Placements)+len(h.Hint.Eliminations) > 0 || len(why.Hint.Words) < len(h.Hint.Words) {
			t.Errorf("%s: %+v\nwhy: %+v", h.Hint.Level, h, why)
		}
	}
}

// TestWrongEntries makes mistakes and asks for hints and checks. Every level must name the mistakes and nothing else.
func TestWrongEntries(t *testing.T) {
	t.Parallel()
	server := gameServer(t)
	p, right := newSolvedGame(t, server)
	cell := p.open(1)[0]
	free := setdoku.State{Givens: p.state.grid()}.Candidates()[setdoku.Cell(cell).Index()]
	var quiet, loud int // a wrong digit without a conflict, and one with a conflict
	for d := 1; d <= 9; d++ {
		switch {
		case d == right(cell):
		case free.Has(uint8(d)):
			quiet = d
		default:
			loud = d
		}
	}
	checked := func(want string) {
		t.Helper()
		check(t, server, []request{{"/api/games/" + p.game + "/check", "", 200, `"text":"` + want + `"`}})
	}
	checked("Nothing is wrong so far.")
	name := setdoku.Cell(cell).String()
	for digit, text := range map[int]string{
		quiet: fmt.Sprintf("%s is wrong: with a %d there the puzzle has no solution.", name, quiet),
		loud:  fmt.Sprintf("has another %d.", loud),
	} {
		p.play(move("digit", digit, cell))
		for _, level := range []string{"where", "what", "why"} {
			h := p.hint(level)
			if len(h.Wrong) != 1 || h.Wrong[0].Cell != cell || h.Wrong[0].Digit != digit ||
				(h.Wrong[0].Right == right(cell)) != (level == "why") || len(h.Words) != 1 ||
				!strings.HasPrefix(h.Words[0], name+" is wrong: ") || !strings.Contains(h.Words[0], text) ||
				!slices.Equal(h.Cells, []int{cell}) || h.Hint.Status != "" || len(h.Known) > 0 {
				t.Errorf("%d in %s, level %s: %+v, want %s", digit, name, level, h, text)
			}
		}
		checked(name + " is wrong.")
		check(t, server, []request{{"/api/games/" + p.game + "/hint?level=all", "", 400, "want where, what or why"}})
	}
	other := p.open(1)[0]
	p.play(move("digit", 1+right(other)%9, other))
	checked(name + " and " + setdoku.Cell(other).String() + " are wrong.")
	p.play(move("undo", 0), move("digit", right(cell), cell))
	checked("Nothing is wrong so far.")
}

// newSolvedGame starts a game of puzzle 1, and returns what has the right digit of each cell.
func newSolvedGame(t *testing.T, server string) (p *player, right func(cell int) int) {
	t.Helper()
	solution := ask(t, server, "SELECT solution FROM puzzle WHERE puzzle_id = 1")[0][0].(string)
	return newGame(t, server, 1), func(cell int) int { return int(solution[setdoku.Cell(cell).Index()] - '0') }
}

// TestWhereOfFish requires that where to look for an X-Wing are its two base lines, without the covers.
func TestWhereOfFish(t *testing.T) {
	t.Parallel()
	server, _ := serverWith(t, solvertest.Puzzles(t, "state", docs.Lessons("x_wing")[0].State+"\n")[0].State)
	p := newGame(t, server, 1)
	if why := p.hint("why"); why.Hint.Technique != "x_wing" {
		t.Fatalf("the hint is a %s", why.Hint.Technique)
	}
	if where := p.hint("where"); len(where.Cells) != 18 {
		t.Errorf("cells %v, want those of two lines", where.Cells)
	}
}

// TestWrongMark crosses out the digit of a cell. Hints and checks say so before anything else, until the mark is back.
func TestWrongMark(t *testing.T) {
	t.Parallel()
	server := gameServer(t)
	p, right := newSolvedGame(t, server)
	cell := p.open(1)[0]
	name := setdoku.Cell(cell).String()
	p.play(move("mark", right(cell)%9+1, cell)) // one mark says nothing of the others
	if h := p.hint("why"); h.Hint.Status != "step" {
		t.Errorf("with one wrong mark: %+v", h)
	}
	p.play(`{"action":"fill"}`, move("mark", right(cell), cell))
	for level, want := range map[string]string{
		"where": "The marks of " + name + " are wrong: a digit that was crossed out there belongs there.",
		"why":   fmt.Sprintf("It was wrong to cross out the %d in %s.", right(cell), name),
	} {
		h := p.hint(level)
		if len(h.Words) != 1 || h.Words[0] != want || !slices.Equal(h.Cells, []int{cell}) ||
			(len(h.Moves) == 1) != (level == "why") {
			t.Errorf("%s: %+v, want %s", level, h, want)
		}
	}
	check(t, server, []request{{"/api/games/" + p.game + "/check", "", 200, name + " are wrong"}})
	p.followed(p.hint("why"))
	if _, marks, _ := p.read().at(cell); !slices.Contains(marks, right(cell)) {
		t.Errorf("marks after the hint was done: %v", marks)
	}
	for range 3 { // the candidates that a digit took from its peers are not new
		h := p.hint("why")
		if len(h.Known) > 0 || h.Hint.Status != "step" {
			t.Errorf("nothing was crossed out, and the hint is %+v", h)
		}
		next := p.open(3)[2]
		p.play(move("digit", right(next), next))
	}
}
