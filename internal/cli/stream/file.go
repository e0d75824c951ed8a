package stream

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"setdoku/internal/interrupt"
)

// File is an output file that appears when it is complete. Until Commit it has a temporary name in the same folder.
type File struct {
	io.WriteCloser
	temp *os.File // nil when the file is written in place
	path string   // its final name
}

// Create begins to write the file at path. A pipe or device such as /dev/null is written in place, and a link keeps pointing to
// its file. Create waits until a pipe has a reader or ctx ends.
func Create(ctx context.Context, path string) (*File, error) {
	fail := func(err error) (*File, error) {
		var pe *os.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		return nil, fmt.Errorf("create %s: %w", path, err)
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return fail(errors.New("it is a folder"))
	case err == nil && !info.Mode().IsRegular():
		f, err := interrupt.OpenPipe(ctx, path)
		if err != nil {
			return fail(err)
		}
		return &File{WriteCloser: f}, nil
	case err == nil:
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return fail(err)
		}
	}
	dir, base := filepath.Split(path)
	for n := 0; ; n++ {
		name := filepath.Join(dir, fmt.Sprintf(".%s.%d-%d.tmp", base, os.Getpid(), n))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil {
			return &File{f, f, path}, nil
		}
		if !errors.Is(err, os.ErrExist) {
			return fail(err)
		}
	}
}

// WriteFile writes a whole file. After an error the file is as it was before.
func WriteFile(ctx context.Context, path string, text []byte) error {
	file, err := Create(ctx, path)
	if err != nil {
		return err
	}
	if _, err := file.Write(text); err != nil {
		return errors.Join(err, file.Discard())
	}
	return file.Commit()
}

// Commit gives the complete file its final name.
func (f *File) Commit() error {
	if f.temp == nil {
		return f.Close()
	}
	if err := errors.Join(f.temp.Sync(), f.Close()); err != nil {
		return errors.Join(err, os.Remove(f.temp.Name()))
	}
	if err := os.Rename(f.temp.Name(), f.path); err != nil {
		return errors.Join(err, os.Remove(f.temp.Name()))
	}
	return nil
}

// Discard removes what was written so far.
func (f *File) Discard() error {
	err := f.Close()
	if f.temp != nil {
		err = errors.Join(err, os.Remove(f.temp.Name()))
	}
	return err
}

// SameFile reports whether two paths name the same file.
func SameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}
