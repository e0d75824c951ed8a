package verify_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/memory"
	"setdoku/solver/verify"
	"setdoku/store"
)

// solvedFile has the bytes of the database of solved, once a test has made it.
var solvedFile []byte

// solved returns a database with a solved puzzle, a stuck puzzle whose run stored no eliminations, and an unsolved
// one.
func solved(t *testing.T) *store.DB {
	t.Helper()
	path := dbtest.File(t)
	if solvedFile == nil {
		db, err := store.Create(t.Context(), path)
		gridtest.Must(t, err)
		fillSolved(t, db)
		gridtest.Must(t, db.Close())
		solvedFile, err = os.ReadFile(path) // SQLite has closed it
		gridtest.Must(t, err)
	}
	gridtest.Must(t, os.WriteFile(path, solvedFile, 0o666))
	return dbtest.OpenTarget(t, path, 0)
}

func fillSolved(t *testing.T, db *store.DB) {
	t.Helper()
	rng := gridtest.New(4)
	easy, several := gridtest.WithClues(rng, 34), gridtest.Several(rng)
	solvertest.Run(t, db, solvertest.Givens(easy), false, memory.Options{Techniques: solvertest.Catalogue(t)})
	singles := solvertest.Options(t, "singles")
	singles.Audit = setdoku.AuditSteps
	solvertest.Run(t, db, solvertest.Givens(several), false, singles)
	solvertest.Import(t, db, solvertest.Givens(gridtest.WithClues(rng, 30)))
}

// verifyIn verifies a snapshot of db.
func verifyIn(ctx context.Context, db *store.DB, o verify.Options) (report *verify.Report, err error) {
	err = db.Snapshot(ctx, func(s *store.Snapshot) (err error) {
		report, err = verify.Run(ctx, db, s, o)
		return err
	})
	return report, err
}

// TestRun checks what the report counts, and that Run notices a wrong row.
func TestRun(t *testing.T) {
	db := solved(t)
	var steps int
	gridtest.Must(t, db.GetContext(t.Context(), &steps, `SELECT SUM(steps) FROM puzzle`))
	for _, noReplay := range []bool{false, true} {
		progress := 0
		r, err := verifyIn(t.Context(), db, verify.Options{NoReplay: noReplay, Progress: func(n int) { progress = n }})
		gridtest.Must(t, err)
		if r.Puzzles != 3 || progress != 3 || r.Steps != steps || !r.Compared {
			t.Errorf("report %+v after %d puzzles, want 3 puzzles with %d steps", r, progress, steps)
		}
		for level, want := range map[string]int{"full": 1, "steps": 1, verify.Unsolved: 1, "none": 0} {
			if r.Levels[level] != want {
				t.Errorf("%d puzzles of audit level %s, want %d", r.Levels[level], level, want)
			}
		}
		if made := r.Replayed != nil; made == noReplay || made && r.Replayed.Same != steps {
			t.Errorf("NoReplay %t: replayed %+v of %d steps", noReplay, r.Replayed, steps)
		}
	}
	if _, err := db.ExecContext(t.Context(),
		`UPDATE puzzle SET score = score + 1 WHERE status = 'solved'`); err != nil {
		t.Fatal(err)
	}
	if r, err := verifyIn(t.Context(), db, verify.Options{}); err == nil || r != nil {
		t.Errorf("a wrong score: report %+v, error %v; want an error and no report", r, err)
	}
}

// TestRunReportsFaultsOfManyPuzzles falsifies the scores of two puzzles, and then of all.
func TestRunReportsFaultsOfManyPuzzles(t *testing.T) {
	db := dbtest.Open(t)
	var puzzles []format.Puzzle
	rng := gridtest.New(6)
	for range verify.FaultsMost + 5 {
		puzzles = append(puzzles, format.Puzzle{State: setdoku.State{Givens: gridtest.WithClues(rng, 34)}})
	}
	solvertest.Solve(t, solvertest.NewBatch(t, db, solvertest.Options(t)), puzzles, len(puzzles))
	for _, x := range []struct {
		statement, head string
		faults          int
	}{
		{`UPDATE puzzle SET score = score + 1 WHERE puzzle_id IN (3, 5)`, "2 faults:", 2},
		{`UPDATE puzzle SET score = score + 1`, "the first 20 faults:", verify.FaultsMost},
	} {
		dbtest.Exec(t, db, x.statement)
		r, err := verifyIn(t.Context(), db, verify.Options{})
		var list verify.Findings
		if r != nil || !errors.As(err, &list) || len(list) != x.faults ||
			!strings.HasPrefix(err.Error(), x.head+"\npuzzle ") {
			t.Errorf("%s: report %+v, error %v\nwant %s and %d lines", x.statement, r, err, x.head, x.faults)
		}
		for i := range list[1:] {
			if list[i].PuzzleID >= list[i+1].PuzzleID {
				t.Errorf("%v comes before %v", list[i], list[i+1])
			}
		}
	}
}

// TestRunPlaysGames spoils the rows of a game.
func TestRunPlaysGames(t *testing.T) {
	for _, spoil := range []string{"", `DELETE FROM game_move WHERE move = 1`, `UPDATE game SET position = 500`,
		`UPDATE game_move SET cell = 909 WHERE move = 1`, `UPDATE game_move SET action = 'guess'`,
		`UPDATE game_move SET move = 0 WHERE move = 1`, `UPDATE game SET start = 'rubbish'`} {
		db := solved(t)
		conn, err := db.Connx(t.Context())
		gridtest.Must(t, err)
		for _, statement := range []string{`PRAGMA ignore_check_constraints = 1`,
			`INSERT INTO game (game_id, puzzle_id, position, started_at, changed_at) VALUES ('g', 1, 2, '', '')`,
			`INSERT INTO game_move (game_id, move, cell, action, value, elapsed_ms)
				VALUES ('g', 1, 0, 'fill', 0, 0), ('g', 2, 0, 'restart', 0, 0)`, spoil} {
			dbtest.Exec(t, conn, statement)
		}
		gridtest.Must(t, conn.Close())
		r, err := verifyIn(t.Context(), db, verify.Options{})
		finding := (*verify.Finding)(nil)
		switch {
		case spoil == "":
			if err != nil || r.Games != 1 {
				t.Errorf("report %+v, error %v, want one game", r, err)
			}
		case !errors.As(err, &finding) || finding.Table != "game" || finding.PuzzleID != 1:
			t.Errorf("%s: error %v, want one about the game of puzzle 1", spoil, err)
		}
	}
}

// TestNull writes NULL into columns that are NOT NULL. All rows are found, and the other puzzles are verified.
func TestNull(t *testing.T) {
	for _, tt := range []struct{ statements, want string }{
		{`UPDATE puzzle SET name = NULL WHERE puzzle_id = 1;
			UPDATE cell SET rule = NULL WHERE puzzle_id = 2 AND step = 0;
			UPDATE puzzle SET score = 7 WHERE puzzle_id = 3`,
			"3 faults:\npuzzle 1 step 0: column name: .*\npuzzle 2 step 0: cell, column rule: .*\n" +
				"puzzle 3 step 0: column score: "},
		{`INSERT INTO game (game_id, puzzle_id, started_at) VALUES ('g', 1, '')`,
			"puzzle 1: game, game_id g: .*table game, column changed_at: "},
		{`UPDATE run SET engine = NULL WHERE run_id = 1`, `\(run, row run_id 1: NULL in column engine\)`},
		{`INSERT INTO practice (player, technique, position) VALUES ('p', 'x_wing', 'game=g')`,
			`\(practice, row .*position game=g: NULL in column found_at\)`},
	} {
		db := solved(t)
		conn := dbtest.Acquire(t, db)
		gridtest.Must(t, conn.SkipTriggers())
		notNull := dbtest.AllowNull(t, conn)
		dbtest.Exec(t, conn, tt.statements)
		notNull()
		gridtest.Must(t, conn.Close())
		_, err := verifyIn(t.Context(), db, verify.Options{})
		if !regexp.MustCompile(tt.want).MatchString(fmt.Sprint(err)) {
			t.Errorf("%s: error %v\nexpected %s", tt.statements, err, tt.want)
		}
	}
}
