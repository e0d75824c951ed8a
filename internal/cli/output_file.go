package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"setdoku/internal/format"
	"setdoku/store"
)

// outputFile is an output file that appears when it is complete. Until Commit it has a temporary name in the same
// folder.
type outputFile struct {
	io.WriteCloser
	temp *os.File // nil when the file is written in place
	path string   // its final name
}

// createOutput begins to write the file at path, which keeps its permissions. A pipe or device such as /dev/null is
// written in place, and a link keeps pointing to its file. Create waits until a pipe has a reader or ctx ends. It
// refuses to write a database or one of the files that SQLite keeps next to it. own is the database that the command
// may have open, "" for none: its files are not read to see what they are.
func createOutput(ctx context.Context, path, own string) (*outputFile, error) {
	fail := func(err error) (*outputFile, error) {
		var pe *os.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		return nil, fmt.Errorf("create %s: %w", path, err)
	}
	info, err := os.Stat(path)
	if own != "" && store.IsFileOf(own, path) {
		return nil, usageErrorf("the output %s is a file of the database itself", path)
	}
	if kind := store.SQLiteFile(path); kind != "" {
		return nil, usageErrorf("the output %s is %s, which is not overwritten: name another file", path, kind)
	}
	switch {
	case err == nil && info.IsDir():
		return fail(errors.New("it is a folder"))
	case err == nil && !info.Mode().IsRegular():
		f, err := format.OpenPipe(ctx, path)
		if err != nil {
			return fail(err)
		}
		return &outputFile{WriteCloser: f}, nil
	case err == nil:
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return fail(err)
		}
	}
	mode := os.FileMode(0o666)
	if info != nil {
		mode = info.Mode().Perm()
	}
	dir, base := filepath.Split(path)
	for n := 0; ; n++ {
		name := filepath.Join(dir, fmt.Sprintf(".%s.%d-%d.tmp", base, os.Getpid(), n))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, os.ErrExist) {
			continue
		}
		if err == nil && info != nil {
			if err = f.Chmod(mode); err != nil { // the umask may have removed permissions
				err = errors.Join(err, f.Close(), os.Remove(name))
			}
		}
		if err != nil {
			return fail(err)
		}
		return &outputFile{f, f, path}, nil
	}
}

// writeOutput calls write with the file that createOutput creates, or with out if path is "". The file appears when write returns
// nil, or an exit code after it has written something: it has reported what it left out. After another error
// or a panic of write the file is as it was before.
func writeOutput(ctx context.Context, path, own string, out io.Writer, write func(io.Writer) error) (err error) {
	if path == "" {
		return write(out)
	}
	file, err := createOutput(ctx, path, own)
	if err != nil {
		return err
	}
	keep := false
	defer func() {
		if !keep {
			err = errors.Join(err, file.Discard())
		}
	}()
	w := byteCounter{Writer: file}
	err = write(&w)
	if code := Exit(0); err != nil && (w.bytes == 0 || !errors.As(err, &code)) {
		return err
	}
	keep = true
	return cmp.Or(file.Commit(), err)
}

// byteCounter counts the bytes that are written.
type byteCounter struct {
	io.Writer
	bytes int
}

// Write writes b.
func (c *byteCounter) Write(b []byte) (int, error) {
	n, err := c.Writer.Write(b)
	c.bytes += n
	return n, err
}

// Commit gives the complete file its final name.
func (f *outputFile) Commit() error {
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
func (f *outputFile) Discard() error {
	err := f.Close()
	if f.temp != nil {
		err = errors.Join(err, os.Remove(f.temp.Name()))
	}
	return err
}
