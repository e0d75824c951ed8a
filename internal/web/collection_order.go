package web

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"setdoku"
)

// collectionOrder is an order of the collection. It sorts by one column and then by puzzle_id.
type collectionOrder struct {
	key     string // expression over puzzle AS z; "" for only puzzle_id
	down    bool
	text    bool // the key is a text, otherwise a number
	indexed bool // an index has the key and puzzle_id
	value   func(*collectionRow) string
}

// collectionOrders are the orders of the collection by the value of the parameter sort. The name of a column sorts down
// from its greatest value, and with _up it sorts up. The number of the puzzle has other names.
var collectionOrders = func() map[string]collectionOrder {
	list := map[string]collectionOrder{"id": {indexed: true}, "newest": {indexed: true, down: true}}
	for name, o := range map[string]collectionOrder{
		"score": {key: "z.score", indexed: true,
			value: func(r *collectionRow) string { return strconv.Itoa(r.Score) }},
		"steps": {key: "z.steps", indexed: true,
			value: func(r *collectionRow) string { return strconv.Itoa(r.Steps) }},
		"clues": {key: clues, value: func(r *collectionRow) string { return strconv.Itoa(r.Clues) }},
		"level": {key: levelNumber, value: func(r *collectionRow) string {
			return strconv.Itoa(setdoku.Level(valueText(r.Level)).Number())
		}},
		"status": {key: "z.status", text: true, value: func(r *collectionRow) string { return r.Status }},
		"hardest": {key: "COALESCE(z.hardest, '')", text: true,
			value: func(r *collectionRow) string { return valueText(r.Hardest) }},
		"source": {key: sourceName, text: true, value: func(r *collectionRow) string { return r.file() }},
	} {
		list[name+"_up"] = o
		o.down = true
		list[name] = o
	}
	list["steps_down"] = list["steps_up"] // the name that it had first
	return list
}()

// collectionOrderNames are the values of sort, for messages.
func collectionOrderNames() string {
	names := slices.Sorted(maps.Keys(collectionOrders))
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// levelNumber is the number of the level of puzzle AS z: 1 for the easiest, 0 for none.
var levelNumber = func() string {
	b := "CASE z.level"
	for i, level := range setdoku.Levels() {
		b += fmt.Sprintf(" WHEN '%s' THEN %d", level, i+1)
	}
	return b + " ELSE 0 END"
}()

// by returns the ORDER BY clause of the order.
func (o collectionOrder) by() string {
	direction := map[bool]string{true: " DESC"}[o.down]
	if o.key == "" {
		return "z.puzzle_id" + direction
	}
	return o.key + direction + ", z.puzzle_id" + direction
}

// cursor returns the value of after for the page that starts after a row.
func (o collectionOrder) cursor(row *collectionRow) string {
	id := strconv.FormatInt(row.PuzzleID, 10)
	if o.key == "" {
		return id
	}
	return o.value(row) + "," + id
}

// later returns the condition that a puzzle comes after a cursor, and its values. ok is false for a cursor of another
// order.
func (o collectionOrder) later(cursor string) (condition string, args []any, ok bool) {
	comma := strings.LastIndexByte(cursor, ',')
	id, err := strconv.ParseInt(cursor[comma+1:], 10, 64)
	if err != nil || (comma >= 0) != (o.key != "") {
		return "", nil, false
	}
	than := map[bool]string{false: ">", true: "<"}[o.down]
	if o.key == "" {
		return "z.puzzle_id " + than + " ?", []any{id}, true
	}
	var value any = cursor[:comma]
	if !o.text {
		if value, err = strconv.ParseInt(cursor[:comma], 10, 32); err != nil {
			return "", nil, false
		}
	}
	return fmt.Sprintf("(%s, z.puzzle_id) %s (?, ?)", o.key, than), []any{value, id}, true
}

// collectionHeading is a column of the list that a click sorts.
type collectionHeading struct {
	Name, Title, Class string
	Link               string // sorts by this column, or the other way round
	Sorted             string // value of aria-sort, "" if the list has another order
}

// collectionColumns are the columns of the list. The first click on a heading sorts by first, the next by second.
var collectionColumns = []struct{ name, title, class, first, second string }{
	{"id", "Puzzle", "", "newest", "id"},
	{"level", "Level", "", "level", "level_up"},
	{"score", "Score", "n", "score", "score_up"},
	{"hardest", "Hardest", "", "hardest_up", "hardest"},
	{"steps", "Steps", "n", "steps", "steps_up"},
	{"clues", "Clues", "n", "clues_up", "clues"},
	{"status", "Status", "", "status_up", "status"},
	{"source", "Source", "", "source_up", "source"},
}

// collectionHeadings returns the columns with the links that sort the list of a filter.
func collectionHeadings(f collectionFilter) []collectionHeading {
	now := f.Sort
	if now == "steps_down" {
		now = "steps_up"
	}
	var list []collectionHeading
	for _, c := range collectionColumns {
		h := collectionHeading{Name: c.name, Title: c.title, Class: c.class, Link: f.with(collectionPath, "sort", c.first)}
		if now == c.first || now == c.second {
			h.Sorted = map[bool]string{false: "ascending", true: "descending"}[collectionOrders[now].down]
		}
		if now == c.first {
			h.Link = f.with(collectionPath, "sort", c.second)
		}
		list = append(list, h)
	}
	return list
}
