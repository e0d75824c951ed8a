package web_test

import (
	"fmt"
	"html"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"setdoku"
	"setdoku/docs"
	"setdoku/internal/gridtest"
	"setdoku/internal/solvertest"
	"setdoku/internal/web"
)

// digitInCell is a candidate as the API sends it.
type digitInCell struct{ Cell, Digit int }

// gameHint is a hint as the API sends it.
type gameHint struct {
	Level, Technique, Title, Notation string

	Wrong   []struct{ Cell, Digit, Right int }
	Words   []string
	Cells   []int
	Pattern []struct {
		digitInCell
		Role string
	}
	Links []struct {
		From, To []digitInCell
		Strong   bool
	}
	Place, Eliminate, Known []digitInCell
	Moves                   []struct {
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
// must follow them, and the levels must agree. SETDOKU_HINT_PUZZLES names a file of other puzzles.
func TestFollowHints(t *testing.T) {
	gridtest.Long(t, "a whole game")
	t.Parallel()
	path, puzzles := newDatabase(t, 7), gridtest.Size(2, 4)
	file := os.Getenv("SETDOKU_HINT_PUZZLES")
	if file != "" {
		path, puzzles = hintDatabase(t, file)
	}
	server := newServer(t, path, web.Options{}).URL
	used := map[string]int{}
	linked, hints, noted, slowest := 0, 0, 0, time.Duration(0)
	for puzzle := range puzzles {
		newGame(t, server, puzzle+1).follow(func(p *player, h gameHint, took time.Duration) {
			slowest = max(slowest, took)
			used[h.Technique]++
			linked += len(h.Links)
			if h.Notation != "" && noted == 0 { // the notation is folded, after the words
				_, page := get(t, p.server+"/games/"+p.game+"?hint=why")
				words, folded := strings.Index(page, html.EscapeString(h.Words[1])),
					strings.Index(page, "<summary>In notation")
				if noted++; slices.Contains(h.Words, h.Notation) || words < 0 || folded < words {
					t.Errorf("%q: notation %q; on the page words at %d, notation at %d", h.Words, h.Notation, words,
						folded)
				}
			}
			if hints++; file == "" && (len(h.Place) == 0 || hints%10 == 0) {
				checkStages(t, p, h)
			}
		})
	}
	t.Logf("%d puzzles, %d hints of %d techniques, the slowest after %v: %v", puzzles, hints, len(used), slowest, used)
	if file == "" && (len(used) < 5 || linked == 0 || noted == 0) {
		t.Errorf("only the techniques %v, %d links and %d notations: the test shows too little", used, linked, noted)
	}
}

// follow solves a game by hints only. It calls look with each hint before it does what the hint says.
func (p *player) follow(look func(p *player, h gameHint, took time.Duration)) {
	p.t.Helper()
	for last := ""; !p.state.Finished; {
		began := time.Now()
		h := p.hint("why")
		took := time.Since(began)
		key := fmt.Sprint(h.Technique, h.Place, h.Eliminate)
		if key == last || len(h.Moves) == 0 || len(h.Place)+len(h.Eliminate) == 0 || len(h.Wrong) > 0 ||
			p.state.Position > 1000 {
			p.t.Fatalf("%s %s, position %d: %+v, board %s", p.state.Variant, p.state.Givens, p.state.Position, h,
				p.state.grid())
		}
		last = key
		look(p, h, took)
		p.followed(h)
	}
	if _, body := get(p.t, p.server+"/api/games/"+p.game+"/check"); !strings.Contains(body, "The puzzle is solved.") {
		p.t.Errorf("check of a solved game: %s", body)
	}
	if h := p.hint("where"); len(h.Words) != 1 || !strings.HasPrefix(h.Words[0], "The puzzle is solved") {
		p.t.Errorf("hint of a solved game: %+v", h)
	}
}

// hintDatabase makes a database of the puzzles of a file.
func hintDatabase(t *testing.T, file string) (path string, puzzles int) {
	t.Helper()
	text, err := os.ReadFile(file)
	gridtest.Must(t, err)
	list := solvertest.Puzzles(t, "made.txt", string(text))
	path = filepath.Join(t.TempDir(), "hints.db")
	importPuzzles(t, path, list)
	return path, len(list)
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
	if where.Technique != "" || len(where.Pattern)+len(where.Links)+len(where.Place)+len(where.Eliminate) > 0 ||
		len(where.Words) != 1 {
		t.Errorf("where says too much: %+v", where)
	}
	if what.Technique != why.Technique || what.Title == "" || len(what.Links)+len(what.Place)+len(what.Eliminate) > 0 ||
		len(what.Words) != 2 {
		t.Errorf("what: %+v\nwhy: %+v", what, why)
	}
	for _, m := range what.Pattern {
		if slices.Contains(why.Place, m.digitInCell) {
			t.Errorf("what says the digit of cell %d: %+v", m.Cell, what)
		}
	}
	if len(why.Words) < 2 || why.Words[0] != why.Title+"." {
		t.Errorf("why: %q", why.Words)
	}
}

// TestWrongEntries makes mistakes and asks for hints and checks. Every level must name the mistakes and nothing else.
func TestWrongEntries(t *testing.T) {
	server := newServer(t, newDatabase(t, 4), web.Options{}).URL
	solution := ask(t, server, "SELECT solution FROM puzzle WHERE puzzle_id = 1")[0][0].(string)
	p := newGame(t, server, 1)
	cell := p.open(1)[0]
	right := int(solution[setdoku.Cell(cell).Index()] - '0')
	free := setdoku.State{Givens: p.state.grid()}.Candidates()[setdoku.Cell(cell).Index()]
	var quiet, loud int // a wrong digit without a conflict, and one with a conflict
	for d := 1; d <= 9; d++ {
		switch {
		case d == right:
		case free.Has(uint8(d)):
			quiet = d
		default:
			loud = d
		}
	}
	check := func() string {
		t.Helper()
		_, body := get(t, server+"/api/games/"+p.game+"/check")
		return decode[struct{ Text string }](t, body).Text
	}
	if got := check(); got != "Nothing is wrong so far." {
		t.Errorf("check of a new game: %s", got)
	}
	name := setdoku.Cell(cell).String()
	for _, tt := range []struct {
		digit int
		text  string // that the hint begins with
	}{
		{quiet, fmt.Sprintf("%s is wrong: with a %d there the puzzle has no solution.", name, quiet)},
		{loud, name + " is wrong: "},
	} {
		p.play(move("digit", tt.digit, cell))
		for _, level := range []string{"where", "what", "why"} {
			h := p.hint(level)
			if len(h.Wrong) != 1 || h.Wrong[0].Cell != cell || h.Wrong[0].Digit != tt.digit ||
				(h.Wrong[0].Right == right) != (level == "why") ||
				len(h.Words) != 1 || !strings.HasPrefix(h.Words[0], tt.text) || !slices.Equal(h.Cells, []int{cell}) ||
				h.Technique != "" || len(h.Pattern)+len(h.Links)+len(h.Place)+len(h.Eliminate)+len(h.Known) > 0 {
				t.Errorf("%d in %s, level %s: %+v, want %s", tt.digit, name, level, h, tt.text)
			}
		}
		if got := check(); got != name+" is wrong." {
			t.Errorf("check with %d in %s: %s", tt.digit, name, got)
		}
	}
	if h := p.hint("where"); !strings.Contains(h.Words[0], fmt.Sprintf("has another %d.", loud)) {
		t.Errorf("%d, which a peer has: %v", loud, h.Words)
	}
	other := p.open(1)[0]
	p.play(move("digit", 1+int(solution[setdoku.Cell(other).Index()]-'0')%9, other))
	if got := check(); got != name+" and "+setdoku.Cell(other).String()+" are wrong." {
		t.Errorf("check with two mistakes: %s", got)
	}
	p.play(move("undo", 0), move("digit", right, cell))
	if got := check(); got != "Nothing is wrong so far." {
		t.Errorf("check after the correction: %s", got)
	}
}

// TestWhereOfFish requires that where to look for an X-Wing are its two base lines, without the covers.
func TestWhereOfFish(t *testing.T) {
	file := filepath.Join(t.TempDir(), "fish.txt")
	gridtest.Must(t, os.WriteFile(file, []byte(docs.Lessons("x_wing")[0].State+"\n"), 0o600))
	path, _ := hintDatabase(t, file)
	p := newGame(t, newServer(t, path, web.Options{}).URL, 1)
	if why := p.hint("why"); why.Technique != "x_wing" {
		t.Fatalf("the hint is a %s", why.Technique)
	}
	if where := p.hint("where"); len(where.Cells) != 18 {
		t.Errorf("cells %v, want those of two lines", where.Cells)
	}
}

// TestWrongMark crosses out the digit of a cell. Hints and checks say so before anything else, until the mark is back.
func TestWrongMark(t *testing.T) {
	server := newServer(t, newDatabase(t, 4), web.Options{}).URL
	solution := ask(t, server, "SELECT solution FROM puzzle WHERE puzzle_id = 1")[0][0].(string)
	p := newGame(t, server, 1)
	cell := p.open(1)[0]
	right := int(solution[setdoku.Cell(cell).Index()] - '0')
	name := setdoku.Cell(cell).String()
	p.play(move("mark", right%9+1, cell)) // one mark says nothing of the others
	if h := p.hint("why"); len(h.Place)+len(h.Eliminate) == 0 {
		t.Errorf("with one wrong mark: %+v", h)
	}
	p.play(`{"action":"fill"}`)
	p.play(move("mark", right, cell))
	for level, want := range map[string]string{
		"where": "The marks of " + name + " are wrong: a digit that was crossed out there belongs there.",
		"why":   fmt.Sprintf("It was wrong to cross out the %d in %s.", right, name),
	} {
		h := p.hint(level)
		if len(h.Words) != 1 || h.Words[0] != want || !slices.Equal(h.Cells, []int{cell}) ||
			(len(h.Moves) == 1) != (level == "why") {
			t.Errorf("%s: %+v, want %s", level, h, want)
		}
	}
	if _, body := get(t, server+"/api/games/"+p.game+"/check"); !strings.Contains(body, name+" are wrong") {
		t.Errorf("check: %s", body)
	}
	// as a browser without JavaScript does
	post(t, server+"/games/"+p.game, "do=apply")
	if _, marks, _ := p.read().at(cell); !slices.Contains(marks, right) {
		t.Errorf("marks after the hint was done: %v", marks)
	}
	if h := p.hint("why"); len(h.Place)+len(h.Eliminate) == 0 {
		t.Errorf("after the correction: %+v", h)
	}
	for range 3 { // the candidates that a digit took from its peers are not new
		h := p.hint("why")
		if len(h.Known) > 0 {
			t.Errorf("nothing was crossed out, and the hint uses %v", h.Known)
		}
		p.play(move("digit", int(solution[setdoku.Cell(p.open(3)[2]).Index()]-'0'), p.open(3)[2]))
	}
}
