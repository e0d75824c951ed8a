// Package docs has the lessons and the pages of help that the program shows.
package docs

//go:generate go run ../cmd/docs

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed lessons.txt
var lessons string

//go:embed glossary.md
var glossary string

//go:embed notation.md
var notation string

//go:embed rating.md
var rating string

// Help returns the pages about words, notation and rating as one text in Markdown, in this order.
func Help() string { return glossary + "\n" + notation + "\n" + rating }

// Lesson is a position in which a technique is the next step, for learners.
type Lesson struct {
	// Without are the techniques that the solver leaves out to come to this position. They are needed for techniques
	// that are hardly ever needed otherwise.
	Without []string
	State   string // in the short form of format.Short
}

var lessonsOf = sync.OnceValue(func() map[string][]Lesson {
	list := make(map[string][]Lesson)
	for line := range strings.Lines(lessons) {
		words := strings.Fields(line)
		var l Lesson
		if without, some := strings.CutPrefix(words[1], "-"); some {
			l.Without = strings.Split(without, ",")
			words = words[1:]
		}
		l.State = strings.Join(words[1:], " ")
		list[strings.Fields(line)[0]] = append(list[strings.Fields(line)[0]], l)
	}
	return list
})

// Lessons returns the lessons of a technique of sql/, the easiest first, nil for other techniques. The first has the
// smallest pattern of the three, by its rows of evidence, and if that is equal, the fewest candidates in the grid for
// each pattern of the technique.
func Lessons(technique string) []Lesson { return lessonsOf()[technique] }
