package sqlfiles

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	"setdoku/internal/rule"
)

// Statement is a technique file of sql/.
type Statement struct {
	File   string // without .sql
	Text   string
	Header Header
}

// statements are the technique files by name. The other files of the folder have no @technique.
var statements = sync.OnceValues(func() (map[string]Statement, error) {
	names, err := fs.Glob(FS, "*.sql")
	if err != nil {
		return nil, err
	}
	all := make(map[string]Statement)
	for _, name := range names {
		text, err := FS.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if !strings.HasPrefix(string(text), "-- @technique ") {
			continue
		}
		h, err := ParseHeader(string(text))
		if err != nil {
			return nil, fmt.Errorf("sql/%s: %w", name, err)
		}
		file := strings.TrimSuffix(name, ".sql")
		for i := range h.Techniques {
			h.Techniques[i].File = file
		}
		all[file] = Statement{File: file, Text: string(text), Header: h}
	}
	return all, nil
})

// Find returns the technique file with a name, such as naked_subset. The error says that it does not exist, or what
// is wrong with a header.
func Find(file string) (Statement, error) {
	all, err := statements()
	if err != nil {
		return Statement{}, err
	}
	s, ok := all[file]
	if !ok {
		return s, fmt.Errorf("sql/%s.sql is not a technique file", file)
	}
	return s, nil
}

// BuiltIn returns the techniques in the headers of sql/, by tier, without those on request. The caller may change the
// list.
func BuiltIn() ([]rule.Technique, error) {
	list, err := builtIn()
	return slices.Clone(list), err
}

// OnRequest returns the techniques on request, such as naked_subset:5, by tier. The caller may change the list.
func OnRequest() ([]rule.Technique, error) { return techniques(true) }

var builtIn = sync.OnceValues(func() ([]rule.Technique, error) { return techniques(false) })

func techniques(onRequest bool) (list []rule.Technique, err error) {
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
	slices.SortFunc(list, func(a, b rule.Technique) int { return cmp.Compare(a.Tier, b.Tier) })
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
