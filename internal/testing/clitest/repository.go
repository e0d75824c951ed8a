package clitest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"setdoku/internal/testing/gridtest"
)

// InFolderWithTestdata changes to a new folder that has a link to the folder testdata of the repository.
func InFolderWithTestdata(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	gridtest.Must(t, os.Symlink(InRepository("testdata"), "testdata"))
}

// repository is the top folder of the repository. It is found before any test changes the working folder.
var repository = func() string {
	dir, err := os.Getwd()
	for err == nil {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			break
		}
		dir = filepath.Dir(dir)
	}
	return ""
}()

// InRepository returns the path of a file of the repository.
func InRepository(elements ...string) string {
	return filepath.Join(append([]string{repository}, elements...)...)
}

// CodeBlocks returns the indented blocks of a Markdown text. A blank line between two indented lines belongs to the
// block.
func CodeBlocks(text string) [][]string {
	var blocks [][]string
	var block []string
	blank := false
	for _, line := range strings.Split(text, "\n") {
		code, indented := strings.CutPrefix(line, "    ")
		switch {
		case indented && blank && len(block) > 0:
			block = append(block, "", code)
		case indented:
			block = append(block, code)
		case line != "" && len(block) > 0:
			blocks = append(blocks, block)
			block = nil
		}
		blank = line == ""
	}
	if len(block) > 0 {
		blocks = append(blocks, block)
	}
	return blocks
}
