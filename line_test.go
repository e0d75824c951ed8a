package setdoku_test

import (
	"bytes"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// mostColumns is the length of a line of Go, where a tab has four columns.
const mostColumns = 120

// TestLineLength wants every line of Go to have at most 120 columns, unless it is a part of a string in backquotes or
// of the output of an example, or has one token so long that a break would not help.
func TestLineLength(t *testing.T) {
	err := filepath.WalkDir(".", func(file string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(file) != ".go" {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		unbroken, output := unbrokenLines(text), false
		for i, line := range strings.Split(string(text), "\n") {
			comment := strings.TrimSpace(line)
			output = strings.HasPrefix(comment, "// Output:") || output && strings.HasPrefix(comment, "//")
			if n := utf8.RuneCountInString(line) + 3*strings.Count(line, "\t"); n > mostColumns && !output &&
				!unbroken[i+1] {
				t.Errorf("%s:%d has %d columns, want at most %d", filepath.ToSlash(file), i+1, n, mostColumns)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// unbrokenLines returns the lines of a file, from 1, that have a part of a string in backquotes, or a token of more
// than half of mostColumns.
func unbrokenLines(text []byte) map[int]bool {
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(text))
	var s scanner.Scanner
	s.Init(file, text, nil, 0)
	lines := make(map[int]bool)
	for {
		pos, kind, literal := s.Scan()
		if kind == token.EOF {
			return lines
		}
		raw := strings.HasPrefix(literal, "`")
		if raw || utf8.RuneCountInString(literal) > mostColumns/2 {
			first := file.Line(pos)
			for n := range bytes.Count([]byte(literal), []byte("\n")) + 1 {
				lines[first+n] = true
			}
		}
	}
}
