package cli

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/cli/stream"
	"setdoku/internal/format"
	"setdoku/internal/grid"
	"setdoku/internal/gridtest"
)

// result is what a call of the program came to.
type result struct {
	code   int
	stdout string
	stderr string
}

// out returns the lines of standard output.
func (r result) out() []string { return linesOf(r.stdout) }

// err returns the lines of standard error, with T where a time or a rate stands.
func (r result) err() []string { return linesOf(timing.ReplaceAllString(r.stderr, " in T")) }

var timing = regexp.MustCompile(` in [0-9.]+ s( \([0-9]+/s\))?`)

func linesOf(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// call runs the program in this process.
func call(ctx context.Context, stdin io.Reader, args ...string) result {
	var stdout, stderr bytes.Buffer
	code := Run(ctx, args, stream.Streams{In: stdin, Out: &stdout, Err: &stderr})
	return result{code, stdout.String(), stderr.String()}
}

// must fails the test unless the program ended with the code.
func (r result) must(t *testing.T, code int) result {
	t.Helper()
	if r.code != code {
		t.Fatalf("exit code %d, want %d\n%s%.2000s", r.code, code, r.stderr, r.stdout)
	}
	return r
}

// buildProgram builds the program into a folder that every user may read, and returns
// its path.
func buildProgram(t *testing.T) string {
	t.Helper()
	dir := publicDir(t)
	path := filepath.Join(dir, "setdoku")
	if out, err := exec.Command("go", "build", "-o", path, "setdoku/cmd/setdoku").CombinedOutput(); err != nil {
		t.Fatalf("build the program: %v\n%s", err, out)
	}
	return path
}

// publicDir returns a folder of the test that other users may read.
func publicDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, d := range []string{filepath.Dir(dir), dir} {
		if err := os.Chmod(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// spawn runs a command to its end.
func spawn(t *testing.T, cmd *exec.Cmd) result {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		t.Fatal(err)
	}
	return result{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// samplePuzzles reads testdata/sample.sdm.
func samplePuzzles(t *testing.T) []grid.Digits {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "testdata", "sample.sdm"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []grid.Digits
	for r := format.NewReader(f, "sample.sdm"); ; {
		p, err := r.Read()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p.State.Givens)
	}
}

// mixedPuzzles returns n different puzzles: most of them easy, one in eight a sample puzzle
// in another dress, one in 25 without a solution and one in 25 with several.
func mixedPuzzles(t *testing.T, n int) []string {
	t.Helper()
	rng := gridtest.New(uint64(n))
	samples := samplePuzzles(t)
	easy := gridtest.WithClues(rng, 34)
	several, contradictory := gridtest.Several(rng), gridtest.Contradictory(rng)
	list := make([]string, n)
	for i := range list {
		p := easy
		switch {
		case i%25 == 7:
			p = several
		case i%25 == 13:
			p = contradictory
		case i%8 == 0:
			p = samples[i/8%len(samples)]
		}
		list[i] = gridtest.Random(rng).Digits(p).String()
	}
	if different := slices.Compact(slices.Sorted(slices.Values(list))); len(different) != n {
		t.Fatalf("%d different puzzles of %d", len(different), n)
	}
	return list
}

// writeLines writes a file of lines into a folder and returns its path.
func writeLines(t *testing.T, dir, name string, lines []string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// randomBytes returns n bytes that are no text.
func randomBytes(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.NewChaCha8([32]byte{1}).Read(b)
	return b
}

// raw opens a database as any other program would: without checks, and on one
// connection.
func raw(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { db.Close() })
	return db
}

// execute runs statements on db.
func execute(t *testing.T, db *sql.DB, statements ...string) {
	t.Helper()
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

// number returns the one number that a query has.
func number(t *testing.T, db *sql.DB, query string) (n int) {
	t.Helper()
	if err := db.QueryRow(query).Scan(&n); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return n
}

// copyDatabase copies a database file that nobody has open.
func copyDatabase(t *testing.T, from, to string) string {
	t.Helper()
	b, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, b, 0o666); err != nil {
		t.Fatal(err)
	}
	return to
}

// fileSum returns a checksum of a file, to see whether it was touched.
func fileSum(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// basics are the families up to jellyfish, which leave puzzles stuck.
const basics = "singles,intersections,subsets,basic_fish"
