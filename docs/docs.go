// Package docs has the pages of this folder that the program shows.
package docs

import (
	_ "embed"
	"regexp"
	"sync"
)

//go:embed techniques.md
var techniques string

var examples = sync.OnceValue(func() map[string]string {
	list := make(map[string]string)
	findLine := regexp.MustCompile(`(?m)^    setdoku find --technique (\S+) '([^']+)'$`)
	for _, found := range findLine.FindAllStringSubmatch(techniques, -1) {
		list[found[1]] = found[2]
	}
	return list
})

// Example returns the state in which techniques.md shows a technique, in the short form of format.Short, or "" if it does not show the
// technique.
func Example(technique string) string { return examples()[technique] }
