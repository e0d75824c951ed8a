package process

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
	"setdoku/solver/memory"
)

// acknowledged is what the program has said is stored.
type acknowledged struct {
	moves   map[string]int               // by game
	puzzles map[int64]clitest.ResultLine // by puzzle_id
}

// TestServeKilled kills a server, a solve and a foreign reader of one file again and again, in random order. After each
// round the file must be whole and have everything that was acknowledged. With -count=17 it makes 51 rounds.
func TestServeKilled(t *testing.T) {
	gridtest.Nightly(t, "a process for each case")
	t.Parallel()
	const lines = 8 * memory.ChunkSize
	rounds := gridtest.Size(1, 3)
	program, shell := clitest.Program(t), sqliteShell(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "test.db")
	list := clitest.MixedPuzzles(t, rounds*lines)
	clitest.Spawn(t, exec.Command(program, "solve", clitest.GoodPuzzle, "--db", path)).Must(t, usage.ExitDone)
	known := acknowledged{make(map[string]int), make(map[int64]clitest.ResultLine)}
	for round := range rounds {
		in := clitest.WriteLines(t, dir, "in", list[round*lines:][:lines])
		order := killedRound(t, program, shell, path, in, known)
		if t.Failed() {
			t.Fatalf("round %d, killed in the order %s", round, order)
		}
		t.Logf("round %d: %s; %d games, %d puzzles acknowledged", round, order, len(known.moves), len(known.puzzles))
	}
	clitest.Spawn(t, exec.Command(program, "verify", "--db", path)).Must(t, usage.ExitDone)
}

// killedRound runs and kills the processes of one round, adds to known what they acknowledged, and checks the file. It
// returns the order in which it killed them.
func killedRound(t *testing.T, program, shell, path, in string, known acknowledged) (order string) {
	s := serve(t, program, "--db", path)
	solve := exec.Command(program, "solve", in, "--db", path, "--json")
	out, err := solve.StdoutPipe()
	gridtest.Must(t, err)
	gridtest.Must(t, solve.Start())
	killed, kill := context.WithCancel(t.Context())
	playing, stop := context.WithCancel(t.Context())
	var group sync.WaitGroup
	group.Go(func() { play(playing, t, s, known.moves) })
	group.Go(func() { readAgain(killed, t, shell, path) })
	var printed atomic.Int64
	group.Go(func() {
		defer printed.Store(math.MaxInt64)
		for lines := bufio.NewScanner(out); lines.Scan(); printed.Add(1) {
			var line clitest.ResultLine
			if json.Unmarshal(lines.Bytes(), &line) == nil { // the last may be cut
				known.puzzles[line.ID] = line
			}
		}
	})
	moment := 1 + rand.Int64N(4*memory.ChunkSize)
	gridtest.Until(t, "some lines of solve", func() bool { return printed.Load() >= moment })
	kills := []struct {
		name string
		kill func()
	}{{"serve", func() { stop(); s.kill() }}, {"solve", func() { _ = solve.Process.Kill() }}, {"reader", kill}}
	for _, i := range rand.Perm(len(kills)) {
		kills[i].kill()
		order = strings.TrimSpace(order + " " + kills[i].name)
	}
	group.Wait()
	_ = solve.Wait() // it was killed
	check(t, shell, path, known)
	return order
}

// play plays games until the server is to be killed, and adds to moves those that the server acknowledged. Move n sets
// cell 13 to n.
func play(ctx context.Context, t *testing.T, s server, moves map[string]int) {
	for {
		game, err := s.post("/games", url.Values{"puzzle_id": {"1"}})
		for n := 0; err == nil && n < 5; n++ {
			moves[filepath.Base(game)] = n
			_, err = s.post(game, url.Values{"cell": {"13"}, "do": {fmt.Sprintf("digit-%d", n+1)}})
		}
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			t.Error(err)
			return
		}
		moves[filepath.Base(game)] = 5
	}
}

// readAgain reads the file with the shell of SQLite, again and again. The last process that closes the file deletes the
// write-ahead log.
func readAgain(ctx context.Context, t *testing.T, shell, path string) {
	for ctx.Err() == nil {
		out, err := exec.CommandContext(ctx, shell, path, "SELECT COUNT(*) FROM puzzle").CombinedOutput()
		if err != nil && ctx.Err() == nil && !bytes.Contains(out, []byte("locked")) {
			t.Errorf("foreign reader: %v: %s", err, out)
		}
	}
}

// check checks that the file is whole and has everything that was acknowledged.
func check(t *testing.T, shell, path string, known acknowledged) {
	t.Helper()
	if r := clitest.Spawn(t, exec.Command(shell, path, "PRAGMA integrity_check")); r.Stdout != "ok\n" {
		t.Errorf("integrity_check: %s%s", r.Stdout, r.Stderr)
	}
	db := clitest.OpenRaw(t, path)
	defer db.Close()
	stored := make(map[string]bool)
	for _, query := range []string{
		`SELECT g.game_id FROM game AS g`,
		`SELECT m.game_id, m.move FROM game_move AS m WHERE m.cell = 13 AND m.value = m.move`,
		`SELECT z.puzzle_id, z.givens, z.status, z.solution, COUNT(s.step), z.steps
		FROM puzzle AS z LEFT JOIN step AS s ON s.puzzle_id = z.puzzle_id GROUP BY z.puzzle_id`,
	} {
		for _, row := range clitest.QueryRows(t, db, query) {
			stored[row] = true
		}
	}
	lost := 0
	missing := func(row string) {
		if !stored[row] {
			lost++
		}
	}
	for game, moves := range known.moves {
		missing(game + "\t")
		for n := range moves {
			missing(fmt.Sprintf("%s\t%d\t", game, n+1))
		}
	}
	for id, z := range known.puzzles {
		solution := "NULL"
		if z.Solution != nil {
			solution = *z.Solution
		}
		missing(fmt.Sprintf("%d\t%s\t%s\t%s\t%d\t%d\t", id, z.Givens, z.Status, solution, z.Steps, z.Steps))
	}
	if lost > 0 {
		t.Errorf("%d acknowledged rows are lost", lost)
	}
}
