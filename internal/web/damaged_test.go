package web_test

import (
	"database/sql"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"setdoku/internal/web"
)

// TestDamagedRows puts rows into a database that setdoku would not write. Every list still shows all rows and says what
// is wrong with these. The page of one says it too.
func TestDamagedRows(t *testing.T) {
	const givens = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
	path := newDatabase(t, 6)
	server := newServer(t, path, web.Options{})
	games := map[string]string{ // what makes each no game, with the words about it
		"DELETE FROM game_move WHERE move = 1 AND game_id = '%s'":             "no move 1",
		"UPDATE game SET position = 500 WHERE game_id = '%s'":                 "position 500, expected 0 to 2",
		"UPDATE game_move SET action = 'guess' WHERE game_id = '%s'":          "guess",
		"UPDATE game_move SET cell = 909 WHERE game_id = '%s'":                "cell 909",
		"UPDATE game_move SET value = 99 WHERE game_id = '%s'":                "value 99",
		"UPDATE game SET start = 'rubbish' WHERE game_id = '%s'":              "column start",
		"UPDATE game SET puzzle_id = 999 WHERE game_id = '%s'":                "puzzle 999",
		"UPDATE game SET changed_at = '', position = -1 WHERE game_id = '%s'": "position -1",
	}
	one := map[string]string{ // pages of one damaged row, with words about it
		"/puzzles/50": "no variant", "/api/puzzles/50/steps": "no variant", "/puzzles/51/finds": "row 1 has 0 cells",
		"/api/puzzles/52": "want 4 to 9", "/puzzles/53": "want 81", "/api/puzzles/54": "digit 4",
		"/puzzles/55": "column state", "/puzzles/2/finds": "reference table technique",
		"/api/puzzles/4/hint": "reference table technique",
	}
	damage := `
		PRAGMA ignore_check_constraints = 1;
		PRAGMA foreign_keys = 0;
		INSERT INTO variant (variant, title, size) VALUES ('empty', 'No units', 9), ('small', 'No size', 0);
		INSERT INTO puzzle (puzzle_id, givens, variant) VALUES
			(50, '` + givens + `', 'unknown'), (51, '` + givens + `', 'empty'), (52, '` + givens + `', 'small'),
			(53, 'x', 'classic'), (54, REPLACE('` + givens + `', '.', '4'), 'classic');
		INSERT INTO puzzle (puzzle_id, givens, state) VALUES (55, '` + givens + `', 'rubbish');
		UPDATE technique SET title = 'Another title' WHERE name = 'x_wing';
		CREATE VIEW no_table AS SELECT * FROM absent;
		CREATE VIEW no_column AS SELECT absent FROM puzzle;`
	for change, words := range games {
		p := newGame(t, server.URL, 1)
		p.play(move("digit", 1, p.open(1)...))
		p.play(move("restart", 0))
		damage += fmt.Sprintf(change, p.game) + ";"
		one["/games/"+p.game], one["/api/games/"+p.game] = words, words
	}
	sound := newGame(t, server.URL, 1)
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.ExecContext(t.Context(), damage)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	puzzles := []string{"no variant", "row 1 has 0 cells", "want 4 to 9", "want 81", "digit 4", "column state"}
	for page, words := range map[string][]string{
		"/": puzzles, "/puzzles?sort=score": puzzles, "/api/puzzles": puzzles, "/api/puzzles.csv": {"made.sdm"},
		"/games": {sound.game, "no move 1", "position 500", "guess", "cell 909", "value 99", "column start",
			"puzzle 999"},
		"/sql": {"puzzle_rating", "main.absent", "column: absent"}, "/api/schema": {"main.absent", "column: absent"},
		"/sql?relation=no_table": {"main.absent"}, "/puzzles/1": {"Puzzle 1"}, "/games/" + sound.game: {"puzzle 1"},
	} {
		status, body := get(t, server.URL+page)
		if status != http.StatusOK && page != "/sql?relation=no_table" {
			t.Errorf("%s: status %d", page, status)
		}
		for _, w := range words {
			if !strings.Contains(body, w) {
				t.Errorf("%s: it does not say %q", page, w)
			}
		}
	}
	for page, words := range one {
		status, body := get(t, server.URL+page)
		_, problem, _ := strings.Cut(body, "failure")
		if status != http.StatusConflict || !strings.Contains(body, words) || strings.Contains(problem, path) {
			t.Errorf("%s: status %d, want 409 and %q, and not the path of the file:\n%s", page, status, words, body)
		}
	}
	for page := range one {
		if id, is := strings.CutPrefix(page, "/games/"); is {
			status, _, _ := send(t, "POST", server.URL+page, "application/x-www-form-urlencoded", "do=delete")
			if _, list := get(t, server.URL+"/games"); status != http.StatusSeeOther || strings.Contains(list, id) {
				t.Errorf("delete %s: status %d, or it is still in the list", page, status)
			}
		}
	}
}
