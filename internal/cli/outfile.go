package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"setdoku/internal/interrupt"
)

// outFile is a file that has its name only when it is complete: until commit it is
// written beside it under a temporary one.
type outFile struct {
	io.WriteCloser
	temp *os.File // nil when it is written in place
	path string   // what it will be
}

// createOut begins to write the file at path. Something there that is no regular file,
// such as a pipe or /dev/null, is written in place; a link keeps pointing to its file. A pipe that nobody reads
// is waited for until ctx ends.
func createOut(ctx context.Context, path string) (*outFile, error) {
	fail := func(err error) (*outFile, error) {
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
		return &outFile{WriteCloser: f}, nil
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
			return &outFile{f, f, path}, nil
		}
		if !errors.Is(err, os.ErrExist) {
			return fail(err)
		}
	}
}

// writeWhole writes a file all of whose text is known. On an error there is none, or the one that was.
func writeWhole(ctx context.Context, path string, text []byte) error {
	file, err := createOut(ctx, path)
	if err != nil {
		return err
	}
	if _, err := file.Write(text); err != nil {
		return errors.Join(err, file.discard())
	}
	return file.commit()
}

// commit gives the complete file its name.
func (f *outFile) commit() error {
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

// discard removes what was written.
func (f *outFile) discard() error {
	err := f.Close()
	if f.temp != nil {
		err = errors.Join(err, os.Remove(f.temp.Name()))
	}
	return err
}

// sink remembers the first error of what is written through it.
type sink struct {
	io.Writer
	err error
}

func (s *sink) Write(b []byte) (int, error) {
	n, err := s.Writer.Write(b)
	if err != nil && s.err == nil {
		s.err = err
	}
	return n, err
}
