package solver

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Header is what a technique file says about itself at its top.
type Header struct {
	Techniques []string // names that the file serves
	Idea       string   // two or three sentences that a beginner follows
	Source     string
	Reads      string // tables and views, with commas
	Writes     string // table, then what its rows are
	Key        string // the fields of the column pattern
	Cost       string
	// What the catalogue says of the techniques of sql/, a technique of your own may say itself:
	// @title, @level, @weight, @tier, and @unique yes when it assumes one solution.
	Title, Level, Weight, Tier, Unique string
	Sizes                              []Sized // @sizes, sizes of the statement that the catalogue has no name for
}

// ParseHeader reads the comment lines at the top of a technique file. A field begins with
// `-- @name` and goes on in lines of `--   text`; each of the fields of Header must be
// there once, but for those that have a default. The error names the field or the line.
func ParseHeader(text string) (Header, error) {
	fields := make(map[string]string)
	last := ""
	number := 0
	for line := range strings.Lines(text) {
		comment, ok := strings.CutPrefix(strings.TrimRight(line, "\r\n"), "--")
		if !ok {
			break
		}
		number++
		name, rest, starts := strings.Cut(comment, "@")
		switch {
		case starts && name == " ":
			name, rest, _ = strings.Cut(rest, " ")
			if _, again := fields[name]; again {
				return Header{}, fmt.Errorf("header line %d: @%s twice", number, name)
			}
			last = name
			fields[name] = strings.TrimSpace(rest)
		case last == "" || !strings.HasPrefix(comment, "   "):
			return Header{}, fmt.Errorf("header line %d: want '-- @field text' or '--   more text'", number)
		default:
			fields[last] += " " + strings.TrimSpace(comment)
		}
	}
	return newHeader(fields)
}

// newHeader sorts the fields of a header into their places.
func newHeader(fields map[string]string) (Header, error) {
	var h Header
	var names string
	for _, f := range []struct {
		name string
		to   *string
	}{
		{"technique", &names}, {"idea", &h.Idea}, {"source", &h.Source}, {"reads", &h.Reads},
		{"writes", &h.Writes}, {"key", &h.Key}, {"cost", &h.Cost},
	} {
		if fields[f.name] == "" {
			return Header{}, fmt.Errorf("header: @%s is missing", f.name)
		}
		*f.to = fields[f.name]
		delete(fields, f.name)
	}
	for name, to := range map[string]*string{
		"title": &h.Title, "level": &h.Level, "weight": &h.Weight, "tier": &h.Tier, "unique": &h.Unique,
	} {
		*to = fields[name]
		delete(fields, name)
	}
	sizes, err := parseSizes(fields["sizes"])
	if err != nil {
		return Header{}, err
	}
	h.Sizes = sizes
	delete(fields, "sizes")
	if unknown := slices.Sorted(maps.Keys(fields)); len(unknown) > 0 {
		return Header{}, fmt.Errorf("header: @%s is unknown", unknown[0])
	}
	h.Techniques = strings.Fields(names)
	return h, nil
}
