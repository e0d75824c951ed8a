package cli

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/klauspost/compress/zstd"

	"setdoku/internal/gridtest"
)

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
