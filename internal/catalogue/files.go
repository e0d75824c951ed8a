package catalogue

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	sqlfiles "setdoku/sql"
)

// File is a technique file of sql/.
type File struct {
	File   string // without .sql
	Text   string
	Header Header
}

// statements are the technique files by name.
var statements = sync.OnceValues(func() (map[string]File, error) {
	names, err := fs.Glob(sqlfiles.FS, "technique/*.sql")
	if err != nil {
		return nil, err
	}
	all := make(map[string]File)
	for _, name := range names {
		text, err := sqlfiles.FS.ReadFile(name)
		if err != nil {
			return nil, err
		}
		h, err := ParseHeader(string(text))
		if err != nil {
			return nil, fmt.Errorf("sql/%s: %w", name, err)
		}
		file := strings.TrimSuffix(path.Base(name), ".sql")
		for i := range h.Techniques {
			h.Techniques[i].File = file
		}
		all[file] = File{File: file, Text: string(text), Header: h}
	}
	return all, nil
})

// FindFile returns the technique file with a name, such as naked_subset. The error says that it does not exist, or what
// is wrong with a header.
func FindFile(file string) (File, error) {
	all, err := statements()
	if err != nil {
		return File{}, err
	}
	s, ok := all[file]
	if !ok {
		return s, fmt.Errorf("sql/technique/%s.sql does not exist", file)
	}
	return s, nil
}

// BuiltIn returns the techniques in the headers of sql/, by tier, without those on request. The caller may change the
// list.
func BuiltIn() (Catalogue, error) {
	list, err := builtIn()
	return slices.Clone(list), err
}

// OnRequest returns the techniques on request, such as naked_subset:5, by tier. The caller may change the list.
func OnRequest() (Catalogue, error) { return techniques(true) }

var builtIn = sync.OnceValues(func() (Catalogue, error) { return techniques(false) })

func techniques(onRequest bool) (list Catalogue, err error) {
	all, err := statements()
	if err != nil {
		return nil, err
	}
	for _, s := range all {
		for _, t := range s.Header.Techniques {
			if t.OnRequest == onRequest {
				list = append(list, t)
			}
		}
	}
	slices.SortFunc(list, func(a, b Technique) int { return cmp.Compare(a.Tier, b.Tier) })
	return list, nil
}

// Fingerprint returns a digest of the content of all headers.
func Fingerprint() (string, error) {
	all, err := statements()
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	for _, file := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(sum, "%q\n", file)
		for line := range strings.Lines(all[file].Text) {
			if !strings.HasPrefix(line, "--") {
				break
			}
			sum.Write([]byte(line))
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:16]), nil
}
