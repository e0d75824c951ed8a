package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
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
	code = Run(ctx, args, Streams{In: strings.NewReader(""), Out: &stdout, Err: &stderr})
	return code, stdout.String(), stderr.String()
}

// TestExportInterrupted checks that an export that does not get to its end leaves what was
// there, and nothing else.
func TestExportInterrupted(t *testing.T) {
	dir := t.TempDir()
	db := filepath.Join(dir, "test.db")
	puzzle := strings.Repeat(".", 80) + "1"
	if code, _, stderr := run(t, t.Context(), "import", puzzle, "--db", db); code != exitDone {
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
	if code, _, stderr := run(t, ctx, "export", "--db", db, "-o", file); code != exitError || stderr != "setdoku: interrupted\n" {
		t.Errorf("exit code %d, %q, want %d and an interruption", code, stderr, exitError)
	}
	if got := content(); got != "old" {
		t.Errorf("the file became %q", got)
	}
	if code, _, stderr := run(t, t.Context(), "export", "--db", db, "-o", file); code != exitDone {
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

// TestCreateOut checks what is there while a file is written and after its end.
func TestCreateOut(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("file", link); err != nil {
		t.Skipf("no links here: %v", err)
	}
	write := func(end func(*outFile) error) {
		t.Helper()
		f, err := createOut(t.Context(), link)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(f, "new"); err != nil {
			t.Fatal(err)
		}
		if b, err := os.ReadFile(file); string(b) != "old" {
			t.Errorf("before the end the file has %q, error %v", b, err)
		}
		if err := end(f); err != nil {
			t.Fatal(err)
		}
	}
	write((*outFile).discard)
	if b, err := os.ReadFile(file); string(b) != "old" {
		t.Errorf("after discard the file has %q, error %v", b, err)
	}
	write((*outFile).commit)
	if b, err := os.ReadFile(file); string(b) != "new" {
		t.Errorf("after commit the file has %q, error %v", b, err)
	}
	if to, err := os.Readlink(link); to != "file" {
		t.Errorf("the link leads to %q, error %v", to, err)
	}
	if entries, err := os.ReadDir(dir); len(entries) != 2 {
		t.Errorf("in the folder: %v, error %v, want file and link", entries, err)
	}
}

// failing is a writer that has had enough.
type failing struct{ error }

func (f failing) Write([]byte) (int, error) { return 0, f.error }

func TestSinkKeepsTheFirstError(t *testing.T) {
	full := errors.New("disk full")
	s := &sink{Writer: failing{full}}
	if _, err := s.Write([]byte("x")); !errors.Is(err, full) {
		t.Errorf("error %v, want %v", err, full)
	}
	s.Writer = failing{errors.New("later")}
	if _, err := s.Write([]byte("x")); err == nil || !errors.Is(s.err, full) {
		t.Errorf("error %v, kept %v, want %v kept", err, s.err, full)
	}
}
