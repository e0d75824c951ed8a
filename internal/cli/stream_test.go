package cli

import (
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/klauspost/compress/zstd"

	"setdoku/internal/testing/gridtest"
)

// TestReaderClosed writes to a pipe whose reader has closed it: the first write ends the command, and later ones do
// nothing.
func TestReaderClosed(t *testing.T) {
	r, w, err := os.Pipe()
	gridtest.Must(t, err)
	defer w.Close()
	gridtest.Must(t, r.Close())
	var closed atomic.Bool
	ended := 0
	out := Streams{Out: w, Err: w}.Guard(t.Context(), func() { ended++ }, &closed).Out
	for range 2 {
		if _, err := out.Write([]byte("line\n")); err == nil || !closed.Load() || ended != 1 {
			t.Errorf("error %v, closed %t, ended %d times; want an error, true and once", err, closed.Load(), ended)
		}
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
	if _, err := s.Write([]byte("x")); err == nil || !errors.Is(s.Err, full) {
		t.Errorf("error %v, stored %v, want %v stored", err, s.Err, full)
	}
}

// TestScreen writes texts to a terminal, whole and byte by byte. Only colors, ends of lines and tabs reach it as such.
func TestScreen(t *testing.T) {
	for text, shown := range map[string]string{
		"\x1b[1m5\x1b[0m\t\x1b[30;107m▀\x1b[0m\n": "\x1b[1m5\x1b[0m\t\x1b[30;107m▀\x1b[0m\n",
		"a\x1b]0;title\abc\n":                     `a\x1b]0;title\x07bc` + "\n",
		"\x1b[2J\x1b[31mred\rover\n":              `\x1b[2J\x1b[31mred\x0dover` + "\n",
		"\x1b\x1b[1m\x1b[1\n":                     `\x1b` + "\x1b[1m" + `\x1b[1` + "\n",
		"\u009b2J \u202egpj \u2066é 🧩\n":          `\u009b2J \u202egpj \u2066é 🧩` + "\n",
		"\x9b2J\xff\n":                            `\x9b2J\xff` + "\n",
	} {
		var whole, bytewise bytes.Buffer
		if n, err := newScreen(&whole, true).Write([]byte(text)); n != len(text) || err != nil {
			t.Errorf("%q: wrote %d bytes, %v", text, n, err)
		}
		s := newScreen(&bytewise, true)
		for i := range len(text) {
			if _, err := s.Write([]byte{text[i]}); err != nil {
				t.Fatal(err)
			}
		}
		if whole.String() != shown || bytewise.String() != shown {
			t.Errorf("%q: shown as %q, and byte by byte as %q, expected %q", text, &whole, &bytewise, shown)
		}
	}
}

// TestCompressed reads lists that gzip and zstd have compressed, from files with any name and from standard input.
func TestCompressed(t *testing.T) {
	text := []byte("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n")
	var zipped, packed bytes.Buffer
	g := gzip.NewWriter(&zipped)
	z, err := zstd.NewWriter(&packed)
	gridtest.Must(t, err)
	for _, w := range []interface {
		Write([]byte) (int, error)
		Close() error
	}{g, z} {
		if _, err := w.Write(text); err != nil {
			t.Fatal(err)
		}
		gridtest.Must(t, w.Close())
	}
	want := readAllInput(t, bytes.NewReader(text), "-")
	if len(want) != 1 {
		t.Fatalf("the text gives %q", want)
	}
	for name, data := range map[string][]byte{"gzip": zipped.Bytes(), "zstd": packed.Bytes()} {
		file := filepath.Join(t.TempDir(), "list")
		gridtest.Must(t, os.WriteFile(file, data, 0o666))
		for _, arg := range []string{"-", file} {
			if got := readAllInput(t, bytes.NewReader(data), arg); !slices.Equal(got, want) {
				t.Errorf("%s, %s: got %q, want %q", name, arg, got, want)
			}
		}
		if got := readAllInput(t, bytes.NewReader(data[:len(data)-6]), "-"); slices.Equal(got, want) {
			t.Errorf("%s: no error for a file without its end", name)
		}
	}
}
