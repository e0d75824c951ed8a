package web_test

import (
	"fmt"
	"strings"
	"testing"

	"setdoku/internal/web"
)

// postAs sends moves with the id of a request, on the board that the player saw last. A player who gets an answer sees
// its state.
func (p *player) postAs(request string, moves ...string) int {
	p.t.Helper()
	body := fmt.Sprintf(`{"request":%q,"position":%d,"version":%d,"elapsed_ms":0,"moves":[%s]}`,
		request, p.state.Position, p.state.Version, strings.Join(moves, ","))
	status, _, _ := send(p.t, "POST", p.server+"/api/games/"+p.game+"/moves", "application/json", body)
	return status
}

// TestSecondTry sends a request again whose answer was lost. The server must not make the moves twice, and its state
// must show whether the request arrived.
func TestSecondTry(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, target string) {
		p := newGame(t, newServer(t, target, web.Options{}).URL, 1)
		cell := p.open(1)[0]
		old := p.state
		expect := func(when string, status, want int, request string, version int64, marks string) {
			t.Helper()
			s := p.read()
			_, got, _ := s.at(cell)
			if status != want || s.Request != request || s.Version != version || fmt.Sprint(got) != marks {
				t.Errorf("%s: status %d, request %q, version %d, marks %v, want %d, %q, %d, %s", when, status,
					s.Request, s.Version, got, want, request, version, marks)
			}
		}
		expect("a new game", 200, 200, "", 0, "[]")
		status := p.postAs("A", move("mark", 3, cell))
		expect("the first try", status, 200, "A", 1, "[3]")
		p.state = old
		status = p.postAs("A", move("mark", 3, cell))
		expect("the second try", status, 200, "A", 1, "[3]")
		p.state = old
		status = p.postAs("B", move("mark", 3, cell))
		expect("the first try of another page on an old board", status, 409, "A", 1, "[3]")
		status = p.postAs("B", move("erase", 0, p.givenCell()))
		expect("a request that changes nothing", status, 200, "A", 1, "[3]")
		status = p.postAs("C", move("undo", 0))
		expect("undo", status, 200, "C", 2, "[]")
		status = p.postAs("", move("redo", 0))
		expect("a request without an id", status, 200, "", 3, "[3]")
		status = p.postAs("", move("mark", 3, cell))
		expect("another request without an id", status, 200, "", 4, "[]")
		p.postAs("D", move("mark", 4, cell))
		status, _, _ = send(t, "POST", p.server+"/games/"+p.game, "application/x-www-form-urlencoded",
			fmt.Sprintf("do=mark-5&cell=%d", cell))
		expect("the form", status, 303, "", 6, "[4 5]")
	})
}

// givenCell returns the first given cell.
func (p *player) givenCell() int {
	for _, c := range p.state.Cells {
		if c.Given {
			return c.Cell
		}
	}
	p.t.Fatal("no cell is given")
	return 0
}
