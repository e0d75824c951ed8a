package store_test

import (
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/game"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/store"
)

// gameID is the id of the game in these tests.
const gameID = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// withGame runs a test on a database of every dialect with one puzzle and a new game of it.
func withGame(t *testing.T, test func(t *testing.T, db *store.DB, c *store.Conn)) {
	t.Helper()
	puzzle := format.Puzzle{State: setdoku.State{Givens: gridtest.Minimal(gridtest.New(71))}}
	onEach(t, func(t *testing.T, target string) {
		db := dbtest.OpenTarget(t, target, 2)
		addAll(t, db, []format.Puzzle{puzzle})
		c := dbtest.Acquire(t, db)
		gridtest.Must(t, c.StartGame(t.Context(), store.Game{GameID: gameID, PuzzleID: 1,
			StartedAt: "2026-01-02T03:04:05Z"}))
		test(t, db, c)
	})
}

// readGame reads the game.
func readGame(t *testing.T, db *store.DB) (g store.StoredGame) {
	t.Helper()
	err := db.Snapshot(t.Context(), func(s *store.Snapshot) (err error) {
		g, err = s.Game(t.Context(), gameID)
		return err
	})
	gridtest.Must(t, err)
	return g
}

// save writes the game.
func save(t *testing.T, c *store.Conn, g store.Game, was int64, kept int, moves ...game.Move) error {
	t.Helper()
	return c.Atomically(t.Context(), func() error { return c.SaveGame(t.Context(), g, was, kept, moves) })
}

// TestSaveGame writes moves, replaces some of them, and reads the game.
func TestSaveGame(t *testing.T) {
	a := game.Move{Action: game.Digit, Cells: []setdoku.Cell{11}, Value: 5}
	b := game.Move{Action: game.Mark, Cells: []setdoku.Cell{12, 34, 99}, Value: 9}
	restart := game.Move{Action: game.Restart}
	finished := "2026-01-02T03:09:05Z"
	withGame(t, func(t *testing.T, db *store.DB, c *store.Conn) {
		g := readGame(t, db)
		want := store.StoredGame{
			Game: store.Game{GameID: gameID, PuzzleID: 1, StartedAt: "2026-01-02T03:04:05Z",
				ChangedAt: "2026-01-02T03:04:05Z"},
			Start: setdoku.State{Givens: gridtest.Minimal(gridtest.New(71))},
		}
		if diff := cmp.Diff(want, g); diff != "" {
			t.Fatal(diff)
		}
		for _, tt := range []struct {
			name  string
			kept  int
			moves []game.Move
			want  []game.Move
		}{
			{"three moves", 0, []game.Move{a, b, restart}, []game.Move{a, b, restart}},
			{"nothing but the position", 3, nil, []game.Move{a, b, restart}},
			{"the last two replaced by one", 1, []game.Move{a}, []game.Move{a, a}},
			{"one more", 2, []game.Move{b}, []game.Move{a, a, b}},
			{"all replaced", 0, []game.Move{restart}, []game.Move{restart}},
		} {
			was := g.Version
			g.Version++
			g.Request = tt.name
			g.Position, g.ElapsedMS, g.Paused, g.FinishedAt, g.ChangedAt = len(tt.want), g.ElapsedMS+10, !g.Paused,
				&finished, finished
			if err := save(t, c, g.Game, was, tt.kept, tt.moves...); err != nil {
				t.Fatalf("%s: %v", tt.name, err)
			}
			g.Moves = tt.want
			if diff := cmp.Diff(g, readGame(t, db)); diff != "" {
				t.Errorf("%s: %s", tt.name, diff)
			}
			if err := save(t, c, g.Game, was, 0, b); !errors.Is(err, store.ErrGameChanged) {
				t.Errorf("%s, then on the board before: %v", tt.name, err)
			}
			if diff := cmp.Diff(g, readGame(t, db)); diff != "" {
				t.Errorf("%s, then a refused move: %s", tt.name, diff)
			}
		}
	})
}

// TestGamesGoAway deletes a game with a move and a hint by its id, by SQL, with its puzzle, and with all puzzles.
func TestGamesGoAway(t *testing.T) {
	for _, tt := range []struct {
		name   string
		remove func(t *testing.T, db *store.DB, c *store.Conn) error
	}{
		{"by its id", func(t *testing.T, _ *store.DB, c *store.Conn) error {
			return c.DeleteGame(t.Context(), gameID)
		}},
		{"by SQL", func(t *testing.T, db *store.DB, _ *store.Conn) error {
			_, err := db.ExecContext(t.Context(), `DELETE FROM game WHERE changed_at < '2026-06-01'`)
			return err
		}},
		{"by the statements of docs/tables.md, without foreign keys",
			func(t *testing.T, db *store.DB, c *store.Conn) error {
				if err := c.SkipChecks(t.Context()); err != nil {
					return err
				}
				dbtest.Exec(t, db, `UPDATE game SET changed_at = '2025-12-31T23:59:59Z'`)
				for _, statement := range gameStatements(t) {
					if _, err := c.ExecContext(t.Context(), statement); err != nil {
						return err
					}
				}
				return nil
			}},
		{"with its puzzle", func(t *testing.T, db *store.DB, _ *store.Conn) error {
			_, err := db.ExecContext(t.Context(), `DELETE FROM puzzle WHERE puzzle_id = 1`)
			return err
		}},
		{"with all puzzles", func(t *testing.T, _ *store.DB, c *store.Conn) error {
			return c.Atomically(t.Context(), func() error { return c.Empty(t.Context()) })
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			withGame(t, func(t *testing.T, db *store.DB, c *store.Conn) {
				g := readGame(t, db)
				g.Position = 1
				gridtest.Must(t, save(t, c, g.Game, 0, 0, game.Move{Action: game.Digit, Cells: []setdoku.Cell{11},
					Value: 5}))
				gridtest.Must(t, c.AddHint(t.Context(), store.GameHint{GameID: gameID, Level: "why"}))
				gridtest.Must(t, tt.remove(t, db, c))
				gridtest.Equal(t, "rows are left", dbtest.Count(t, db, `SELECT (SELECT COUNT(*) FROM game) +
					(SELECT COUNT(*) FROM game_move) + (SELECT COUNT(*) FROM game_hint)`), 0)
			})
		})
	}
}

// gameStatements returns the statements of the section Games of docs/tables.md: a query, and two that delete old games.
func gameStatements(t *testing.T) []string {
	t.Helper()
	page, err := os.ReadFile("../docs/tables.md")
	gridtest.Must(t, err)
	_, section, _ := strings.Cut(string(page), "\n## Games\n")
	section, _, _ = strings.Cut(section, "\n## ")
	statements := regexp.MustCompile(`(?m)(^    .*\n)+`).FindAllString(section+"\n", -1)
	if len(statements) != 3 {
		t.Fatalf("docs/tables.md has %d statements about games, want 3: %q", len(statements), statements)
	}
	return statements
}
