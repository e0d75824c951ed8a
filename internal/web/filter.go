package web

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"setdoku/solver/catalogue"
	"setdoku/store"
)

// pageSize is how many puzzles a page of the collection shows unless limit says otherwise.
const pageSize = 50

// filter selects and orders puzzles. Its fields are the parameters of the address.
type filter struct {
	Level, Status, Hardest, Technique string
	Tag                               string
	File                              string // the source without its line
	Source                            string // a part of the source
	ScoreLow, ScoreHigh               int    // -1 for none
	CluesLow, CluesHigh               int    // -1 for none
	Run                               int    // 0 for any
	Sort                              string
	After                             string // the cursor of the end of the previous page
	Limit                             int
}

// levels are the values of puzzle.level, easiest first.
var levels = []string{"easy", "medium", "hard", "unfair", "extreme"}

// parameterError is what is wrong with one parameter of a filter.
type parameterError struct{ Name, Value, Want string }

// Error returns the text for an answer of the API.
func (e parameterError) Error() string { return fmt.Sprintf("%s=%q, want %s", e.Name, e.Value, e.Want) }

// readFilter reads a filter from an address. wrong has the parameters with wrong values.
func (s *Server) readFilter(v url.Values) (f filter, wrong []parameterError) {
	f = filter{
		Level: v.Get("level"), Status: v.Get("status"), Hardest: v.Get("hardest"), Technique: v.Get("technique"),
		Tag: v.Get("tag"), File: v.Get("file"), Source: v.Get("source"), Sort: v.Get("sort"), After: v.Get("after"),
	}
	bad := func(name, want string) { wrong = append(wrong, parameterError{name, v.Get(name), want}) }
	if f.Level != "" && !slices.Contains(levels, f.Level) {
		bad("level", strings.Join(levels, ", "))
	}
	if f.Status != "" && !slices.Contains(store.Statuses[:], f.Status) {
		bad("status", strings.Join(store.Statuses[:], ", "))
	}
	for _, t := range []struct{ name, value string }{{"hardest", f.Hardest}, {"technique", f.Technique}} {
		if _, known := s.catalogue.Find(t.value); t.value != "" && !known {
			bad(t.name, "the name of a technique")
		}
	}
	for _, t := range []struct{ name, value string }{{"tag", f.Tag}, {"file", f.File}, {"source", f.Source}} {
		if strings.Contains(t.value, "\x00") || !utf8.ValidString(t.value) { // PostgreSQL takes no such text
			bad(t.name, "a text in UTF-8")
		}
	}
	for _, n := range []struct {
		to            *int
		name          string
		low, missing  int
		high          int // 0 for no limit
		wantedInWords string
	}{
		{&f.ScoreLow, "score_min", 0, -1, 0, ""}, {&f.ScoreHigh, "score_max", 0, -1, 0, ""},
		{&f.CluesLow, "clues_min", 0, -1, 0, ""}, {&f.CluesHigh, "clues_max", 0, -1, 0, ""},
		{&f.Run, "run", 1, 0, 0, ""}, {&f.Limit, "limit", 1, pageSize, 1000, "at most 1000"},
	} {
		var err error
		switch *n.to, err = number(v, n.name, n.low, n.missing); {
		case err != nil:
			*n.to = n.missing
			bad(n.name, fmt.Sprintf("a number from %d", n.low))
		case n.high > 0 && *n.to > n.high:
			bad(n.name, n.wantedInWords)
		}
	}
	if f.Sort == "" {
		f.Sort = "id"
	}
	if o, known := orders[f.Sort]; !known {
		bad("sort", orderNames())
	} else if _, _, ok := o.later(f.After); f.After != "" && !ok {
		bad("after", "the value of next from the previous page")
	}
	return f, wrong
}

// apiFilter reads the filter of a request to the API. If a value is wrong, the error is a Problem.
func (s *Server) apiFilter(r *http.Request) (filter, error) {
	f, wrong := s.readFilter(r.URL.Query())
	if len(wrong) > 0 {
		return f, problem(http.StatusBadRequest, wrong[0].Error())
	}
	return f, nil
}

// values returns the filter as the parameters of an address, without the position of the page.
func (f filter) values() url.Values {
	v := url.Values{}
	for name, value := range map[string]string{
		"level": f.Level, "status": f.Status, "hardest": f.Hardest, "technique": f.Technique, "tag": f.Tag, "file": f.File, "source": f.Source,
	} {
		if value != "" {
			v.Set(name, value)
		}
	}
	for name, value := range map[string]int{
		"score_min": f.ScoreLow, "score_max": f.ScoreHigh, "clues_min": f.CluesLow, "clues_max": f.CluesHigh,
	} {
		if value >= 0 {
			v.Set(name, strconv.Itoa(value))
		}
	}
	if f.Run > 0 {
		v.Set("run", strconv.Itoa(f.Run))
	}
	if f.Sort != "id" {
		v.Set("sort", f.Sort)
	}
	if f.Limit != pageSize {
		v.Set("limit", strconv.Itoa(f.Limit))
	}
	return v
}

// with returns the address of the collection with one parameter changed, or without it if value is empty.
func (f filter) with(path, name, value string) string {
	v := f.values()
	v.Del(name)
	if value != "" {
		v.Set(name, value)
	}
	if name == "sort" && value == "id" {
		v.Del(name)
	}
	if len(v) == 0 {
		return path
	}
	return path + "?" + v.Encode()
}

// condition is a condition of the filter in words, with the address of the list without it.
type condition struct{ Name, Text, Without string }

// conditions lists what the filter asks for, in the order of the form.
func (f filter) conditions() []condition {
	var list []condition
	add := func(name, text string) { list = append(list, condition{name, text, f.with("/", name, "")}) }
	v := f.values()
	for _, c := range []struct{ name, words string }{
		{"level", "level %s"}, {"status", "status %s"}, {"hardest", "hardest technique %s"}, {"technique", "uses %s"},
		{"score_min", "score from %s"}, {"score_max", "score to %s"}, {"clues_min", "clues from %s"}, {"clues_max", "clues to %s"},
		{"tag", "tag %s"}, {"file", "from %s"}, {"source", "source contains %s"}, {"run", "run %s"},
	} {
		value := v.Get(c.name)
		if value == "" {
			continue
		}
		if c.name == "hardest" || c.name == "technique" {
			value = title(value)
		}
		add(c.name, fmt.Sprintf(c.words, value))
	}
	return list
}

// techniqueNames lists the names of the techniques for a form.
func techniqueNames(c catalogue.Catalogue) []string {
	names := make([]string, len(c))
	for i, t := range c {
		names[i] = t.Name
	}
	return names
}
