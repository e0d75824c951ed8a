package cli

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"setdoku/internal/cli/usage"
	"setdoku/store"
)

// TestImportFillsIn inserts puzzles by plain SQL. import without a file fills them in, says which ones it cannot fill in, and
// what it has filled in is solved and held for good.
func TestImportFillsIn(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	db, err := store.Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	fill := func(wantCode int, want string) {
		t.Helper()
		code, out, stderr := run(t, t.Context(), "import", "--db", path)
		if stderr = strings.ReplaceAll(stderr, path, "test.db"); code != wantCode || out != "" || stderr != want {
			t.Errorf("import ends with %d and prints %q and %q, want %d and %q", code, out, stderr, wantCode, want)
		}
	}
	fill(usage.ExitDone, "0 puzzles filled in\n")
	insert := func(givens ...string) {
		t.Helper()
		db := raw(t, path)
		defer db.Close()
		for _, g := range givens {
			execute(t, db, `INSERT INTO puzzle (givens) VALUES ('`+g+`')`)
		}
	}
	insert("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
		"..9..3..6..6.8.4...571..8.....8..........76..2.8..5..4.....2...3.5..1....6..3...9")
	if db := raw(t, path); number(t, db, `SELECT COUNT(*) FROM unfilled_puzzle`) != 2 {
		t.Error("the view unfilled_puzzle has not the two puzzles")
	}
	fill(usage.ExitDone, "2 puzzles filled in\n")
	fill(usage.ExitDone, "0 puzzles filled in\n")
	if db := raw(t, path); number(t, db, `SELECT COUNT(*) FROM candidate`) == 0 {
		t.Error("there are no candidates")
	}
	if code, out, stderr := run(t, t.Context(), "solve", "--db", path); code != usage.ExitDone || strings.Count(out, " solved ") != 2 {
		t.Errorf("solve ends with %d and prints %q and %q", code, out, stderr)
	}
	if code, out, stderr := run(t, t.Context(), "verify", "--db", path); code != usage.ExitDone {
		t.Errorf("verify ends with %d and prints %q and %q", code, out, stderr)
	}
	insert("5.......5"+strings.Repeat(".", 72), strings.Repeat(".", 80)+"x")
	fill(usage.ExitError, `setdoku: test.db: puzzle 3, column givens: digit 5 twice in row 1: r1c1 and r1c9
setdoku: test.db: puzzle 4, column givens: character 'x' at cell 81, want a digit or '.'
0 puzzles filled in
`)
}

// TestImportOfNothing checks what import says where there is nothing to fill in, and which flags want puzzles.
func TestImportOfNothing(t *testing.T) {
	t.Parallel()
	absent := filepath.Join(t.TempDir(), "absent.db")
	for _, tt := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"import"}, usage.ExitUsage, "import: no database: give it with --db FILE"},
		{[]string{"import", "--db", absent}, usage.ExitError, "absent.db"},
		{[]string{"import", "--db", absent, "--tag", "weekly"}, usage.ExitUsage, "import: --tag is about puzzles that are read"},
		{[]string{"import", "--db", absent, "--dedupe", "isomorphs"}, usage.ExitUsage, "import: --dedupe is about puzzles that are read"},
		{[]string{"import", "--db", absent, "--source", "x"}, usage.ExitUsage, "import: --source is about puzzles that are read"},
	} {
		code, out, stderr := run(t, t.Context(), tt.args...)
		if code != tt.code || out != "" || !strings.Contains(stderr, tt.want) {
			t.Errorf("%v ends with %d and prints %q and %q, want %d and %q", tt.args, code, out, stderr, tt.code, tt.want)
		}
	}
}
