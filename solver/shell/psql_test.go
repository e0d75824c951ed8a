package shell_test

import (
	"os"
	"os/exec"
	"testing"

	"setdoku/internal/dbtest"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/solvertest"
	"setdoku/store"
)

// psqlShell returns the path of PostgreSQL's own shell. Where there is none the test is skipped,
// or fails when SETDOKU_REQUIRE is set.
func psqlShell(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("psql")
	if err != nil {
		gridtest.Cannot(t, "no psql on this machine:", err)
	}
	return path
}

// psqlSteps feeds technique files and apply.sql to psql as sql/README.md says, in one transaction,
// over and over until nothing changes.
func psqlSteps(t *testing.T, db *store.DB, url string, files ...string) {
	t.Helper()
	dbtest.Fill(t, db)
	args := []string{"-X", "-w", "-q", "-1", "-v", "ON_ERROR_STOP=1"}
	for _, f := range append(files, "apply") {
		args = append(args, "-f", "../../sql/"+f+".sql")
	}
	for steps, last := 0, -1; steps != last; {
		cmd := exec.CommandContext(t.Context(), psqlShell(t), append(args, url)...)
		cmd.Env = append(os.Environ(), "PGOPTIONS=-c jit=off -c enable_nestloop=off")
		if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
			t.Fatalf("psql: %v\n%s", err, out)
		}
		last = steps
		steps = dbtest.Count(t, db, `SELECT SUM(steps) FROM puzzle`)
	}
}

// imported returns a server's database, and its URL, with puzzles that wait.
func imported(t *testing.T, puzzles []format.Puzzle) (db *store.DB, url string) {
	t.Helper()
	// Fewer parts than usual are planned quicker and make no difference to the rows.
	url = dbtest.Server(t, 2)
	db = dbtest.OpenTarget(t, url, 2)
	solvertest.Import(t, db, puzzles)
	return db, url
}

// TestPsqlSolvesLikeTheDriver plays whole puzzles in Debian's psql, with the files that the
// other shell runs too. The rows are those that the driver leaves on a server.
func TestPsqlSolvesLikeTheDriver(t *testing.T) {
	t.Parallel()
	psqlShell(t)
	sample := solvertest.Sample(t)
	puzzles := []format.Puzzle{sample[17], sample[25]} // few steps, many techniques
	byHand, url := imported(t, puzzles)
	psqlSteps(t, byHand, url, shellFiles...)

	solved := dbtest.OpenServer(t, 2)
	solvertest.Run(t, solved, puzzles, false, solvertest.Options(t))
	// The solver computes the trial depth when it solves a puzzle. A shell leaves it open.
	if _, err := solved.ExecContext(t.Context(), `UPDATE puzzle SET depth = NULL`); err != nil {
		t.Fatal(err)
	}
	got, want := dbtest.Contents(t, byHand), dbtest.Contents(t, solved)
	delete(want, "run")     // it is another one
	delete(want, "attempt") // what apply.sql applied has none
	for table := range want {
		dbtest.SameRows(t, table, got[table], want[table])
	}
	if n := dbtest.Count(t, byHand, `SELECT COUNT(*) FROM puzzle WHERE status = 'solved'`); n != len(puzzles) {
		t.Errorf("%d puzzles are solved, want %d", n, len(puzzles))
	}
	if n := dbtest.Count(t, byHand, `SELECT COUNT(DISTINCT rule) FROM step`); n < 6 {
		t.Errorf("%d techniques were used, want 6 at least", n)
	}
}

// TestPsqlLeavesClashesAlone applies by hand what puzzles without a solution give: no digit
// may get into a unit twice in a unit, and other puzzles go on.
func TestPsqlLeavesClashesAlone(t *testing.T) {
	t.Parallel()
	psqlShell(t)
	db, url := imported(t, clashing(t))
	psqlSteps(t, db, url, "full_house", "naked_single", "hidden_single")
	checkClashing(t, db)
}
