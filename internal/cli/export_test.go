package cli

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/cli/stream"
	"setdoku/internal/cli/usage"
)

func TestParseIDs(t *testing.T) {
	for _, c := range []struct {
		list string
		want []idRange
	}{
		{"7", []idRange{{7, 7}}},
		{"1,2,5-9", []idRange{{1, 1}, {2, 2}, {5, 9}}},
		{"5-9, 1 ,5-6", []idRange{{1, 1}, {5, 6}, {5, 9}}},
		{"9223372036854775807", []idRange{{math.MaxInt64, math.MaxInt64}}},
	} {
		t.Run(c.list, func(t *testing.T) {
			got, err := parseIDs(c.list)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got, cmp.AllowUnexported(idRange{})); diff != "" {
				t.Errorf("ranges (-want +got):\n%s", diff)
			}
		})
	}
	for _, list := range []string{"", ",", "1,", "0", "-1", "1-", "-", "3-2", "1-2-3", "x", "1.5", "9223372036854775808"} {
		t.Run("refuses "+list, func(t *testing.T) {
			if got, err := parseIDs(list); err == nil {
				t.Errorf("ranges %v, want an error", got)
			}
		})
	}
}

// run calls the program and returns what it printed.
func run(t *testing.T, ctx context.Context, args ...string) (code int, out, err string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = Run(ctx, args, stream.Streams{In: strings.NewReader(""), Out: &stdout, Err: &stderr})
	return code, stdout.String(), stderr.String()
}

// TestExportInterrupted checks that an export that does not get to its end leaves what was
// there, and nothing else.
func TestExportInterrupted(t *testing.T) {
	dir := t.TempDir()
	db := filepath.Join(dir, "test.db")
	puzzle := strings.Repeat(".", 80) + "1"
	if code, _, stderr := run(t, t.Context(), "import", puzzle, "--db", db); code != usage.ExitDone {
		t.Fatalf("import: exit code %d, %s", code, stderr)
	}
	folder := filepath.Join(dir, "out")
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "puzzles.txt")
	content := func() string {
		t.Helper()
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	if err := os.WriteFile(file, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if code, _, stderr := run(t, ctx, "export", "--db", db, "-o", file); code != usage.ExitError || stderr != "setdoku: interrupted\n" {
		t.Errorf("exit code %d, %q, want %d and an interruption", code, stderr, usage.ExitError)
	}
	if got := content(); got != "old" {
		t.Errorf("the file became %q", got)
	}
	if code, _, stderr := run(t, t.Context(), "export", "--db", db, "-o", file); code != usage.ExitDone {
		t.Errorf("exit code %d, %s", code, stderr)
	}
	if got := content(); got != puzzle+"\n" {
		t.Errorf("the file became %q, want the puzzle", got)
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 1 {
		t.Errorf("in the folder: %v, error %v, want the file alone", entries, err)
	}
}
