package setdoku_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestHouse holds the packages to the list of rooms in README.md: a package imports only packages of its own room and of
// the rooms above. Every package is in one room. Tests, and packages that only tests use, may import anything.
func TestHouse(t *testing.T) {
	rooms := readRooms(t)
	if len(rooms) < 10 {
		t.Fatalf("README.md lists %d rooms: %v", len(rooms), rooms)
	}
	used := make([]bool, len(rooms))
	err := filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		name := filepath.ToSlash(file)
		if err != nil || entry.IsDir() && strings.HasPrefix(name, ".") && name != "." {
			return skipFolder(err, entry)
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || forTests.MatchString(name) {
			return nil
		}
		room := roomOf(rooms, path.Dir(name))
		if room < 0 {
			t.Errorf("%s is in no room of README.md", name)
			return nil
		}
		used[room] = true
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range f.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			ours, isOurs := strings.CutPrefix(imported+"/", "setdoku/")
			if !isOurs {
				continue
			}
			if at := roomOf(rooms, path.Clean(ours)); at < 0 || at > room {
				t.Errorf("%s imports %s, which is below its room in README.md", name, imported)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, room := range rooms {
		if !used[i] {
			t.Errorf("README.md lists a room without Go files: %v", room)
		}
	}
}

// forTests matches the packages that only tests use.
var forTests = regexp.MustCompile(`^internal/(\w+test|cli/clitest)/|^solver/conformance/`)

// skipFolder returns the error of a walk, or SkipDir for a folder that has no package.
func skipFolder(err error, entry fs.DirEntry) error {
	if err == nil && entry.IsDir() {
		return fs.SkipDir
	}
	return err
}

// readRooms returns the folders of each room of README.md, from the top.
func readRooms(t *testing.T) (rooms [][]string) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, house, _ := strings.Cut(string(text), "## The house\n")
	for line := range strings.Lines(house) {
		line, listed := strings.CutPrefix(strings.TrimRight(line, "\n"), "    ")
		if !listed || strings.HasPrefix(line, " ") {
			if len(rooms) > 0 && line == "" {
				break
			}
			continue
		}
		names, _, _ := strings.Cut(line, "  ")
		folder := ""
		if all, list, several := strings.Cut(names, ": "); several {
			folder, names = all, list
		}
		var room []string
		for name := range strings.SplitSeq(names, ", ") {
			room = append(room, path.Clean(folder+name))
		}
		rooms = append(rooms, room)
	}
	return rooms
}

// roomOf returns the index of the room of a folder, -1 for none. The folders below a folder of a room belong to that room, unless they have
// one of their own.
func roomOf(rooms [][]string, folder string) int {
	for ; ; folder = path.Dir(folder) {
		i := slices.IndexFunc(rooms, func(room []string) bool { return slices.Contains(room, folder) })
		if i >= 0 || folder == "." || !strings.Contains(folder, "/") {
			return i
		}
	}
}
