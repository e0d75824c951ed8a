package cli

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"setdoku/internal/testing/gridtest"
)

// TestCreateOut checks what is there while a file is written and after its end.
func TestCreateOut(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	gridtest.Must(t, os.WriteFile(file, []byte("old"), 0o600))
	if err := os.Symlink("file", link); err != nil {
		t.Skipf("no links here: %v", err)
	}
	write := func(end func(*outputFile) error) {
		t.Helper()
		f, err := createOutput(t.Context(), link, "")
		gridtest.Must(t, err)
		if _, err := io.WriteString(f, "new"); err != nil {
			t.Fatal(err)
		}
		if b, err := os.ReadFile(file); string(b) != "old" {
			t.Errorf("before the end the file has %q, error %v", b, err)
		}
		gridtest.Must(t, end(f))
	}
	write((*outputFile).Discard)
	if b, err := os.ReadFile(file); string(b) != "old" {
		t.Errorf("after discard the file has %q, error %v", b, err)
	}
	write((*outputFile).Commit)
	if b, err := os.ReadFile(file); string(b) != "new" {
		t.Errorf("after commit the file has %q, error %v", b, err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("after commit the file has the mode %v, error %v", info.Mode(), err)
	}
	if to, err := os.Readlink(link); to != "file" {
		t.Errorf("the link leads to %q, error %v", to, err)
	}
	if entries, err := os.ReadDir(dir); len(entries) != 2 {
		t.Errorf("in the folder: %v, error %v, want file and link", entries, err)
	}
}

// TestWrite checks after which errors a file appears.
func TestWrite(t *testing.T) {
	fault := errors.New("fault")
	for _, tt := range []struct {
		text string
		err  error
		want string // "" for no file
	}{
		{"whole", nil, "whole"}, {"part", fault, ""}, {"reported", Exit(ExitError), "reported"},
		{"", Exit(ExitError), ""},
	} {
		path := filepath.Join(t.TempDir(), "file")
		var out strings.Builder
		write := func(w io.Writer) error {
			if _, err := io.WriteString(w, tt.text); err != nil {
				t.Fatal(err)
			}
			return tt.err
		}
		if err := writeOutput(t.Context(), path, "", &out, write); !errors.Is(err, tt.err) || out.Len() > 0 {
			t.Errorf("%q: error %v, standard output %q, want %v", tt.text, err, out.String(), tt.err)
		}
		if b, err := os.ReadFile(path); string(b) != tt.want || errors.Is(err, os.ErrNotExist) != (tt.want == "") {
			t.Errorf("%q, %v: the file has %q, error %v, want %q", tt.text, tt.err, b, err, tt.want)
		}
		if err := writeOutput(t.Context(), "", "", &out, write); !errors.Is(err, tt.err) || out.String() != tt.text {
			t.Errorf("%q: error %v, standard output %q", tt.text, err, out.String())
		}
	}
}

// TestNothingIsLeft ends the writer of a file in each way in which it does not complete the file.
func TestNothingIsLeft(t *testing.T) {
	for name, write := range map[string]func(io.Writer) error{
		"error": func(io.Writer) error { return errors.New("fault") },
		"panic": func(io.Writer) error { panic("fault") },
		"exit":  func(io.Writer) error { runtime.Goexit(); return nil },
	} {
		dir := t.TempDir()
		ended := make(chan any)
		go func() {
			defer func() { ended <- recover() }()
			err := writeOutput(t.Context(), filepath.Join(dir, "file"), "", nil, func(w io.Writer) error {
				_, err := io.WriteString(w, "part")
				return errors.Join(err, write(w))
			})
			if err == nil {
				t.Errorf("%s: no error", name)
			}
		}()
		if fault := <-ended; (fault != nil) != (name == "panic") {
			t.Errorf("%s: panic %v", name, fault)
		}
		if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
			t.Errorf("%s: in the folder are %v, error %v, want nothing", name, entries, err)
		}
	}
}

// TestCreateRefusesSQLite names files of databases as output: by their first bytes, or by a name next to another file,
// also one behind a link. None is changed.
func TestCreateRefusesSQLite(t *testing.T) {
	for name, tt := range map[string]struct{ out, content string }{
		"database":      {"other", "SQLite format 3\x00 and more"},
		"log":           {"other", "\x37\x7f\x06\x82"},
		"log, reversed": {"other", "\x37\x7f\x06\x83 and more"},
		"journal":       {"other", "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"},
		"name of a log": {"w.db-wal", "text"}, "no log yet": {"w.db-wal", ""}, "name of an index": {"w.db-shm", "text"},
		"name of a journal": {"w.db-journal", "text"}, "link": {"link", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			err := os.WriteFile("w.db", []byte("SQLite format 3\x00"), 0o666)
			switch {
			case tt.content != "":
				err = errors.Join(err, os.WriteFile(tt.out, []byte(tt.content), 0o666))
			case tt.out == "link":
				err = errors.Join(err, os.WriteFile("w.db-wal", []byte("text"), 0o666), os.Symlink("w.db-wal", "link"))
			}
			gridtest.Must(t, err)
			before, _ := os.ReadFile(tt.out)
			var code UsageError
			if err := writeOutput(t.Context(), tt.out, "", nil, func(w io.Writer) error {
				_, err := io.WriteString(w, "new")
				return err
			}); !errors.As(err, &code) {
				t.Errorf("error %v, want one of usage", err)
			}
			if after, _ := os.ReadFile(tt.out); string(after) != string(before) {
				t.Errorf("the file has %q, want %q", after, before)
			}
		})
	}
	f, err := createOutput(t.Context(), filepath.Join(t.TempDir(), "no.db-wal"), "") // beside no file
	gridtest.Must(t, err)
	if err := f.Discard(); err != nil {
		t.Error(err)
	}
}
