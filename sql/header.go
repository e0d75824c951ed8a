package sqlfiles

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"setdoku"
)

// Header is what a technique file says about itself in the comment lines at its top.
type Header struct {
	// Techniques are the techniques that the file finds, one line `-- @technique` each.
	Techniques []setdoku.Technique
	Idea       string // two or three sentences that a beginner follows
	Source     string
	Reads      string // tables and views, with commas
	Writes     string // table, then what its rows are
	Key        string // the fields of the column pattern
	Cost       string
}

// The fields that a header may have once. Those that are required come first.
var (
	requiredFields = []string{"idea", "source", "reads", "writes", "key", "cost"}
	optionalFields = []string{"family", "unique"}
)

// ParseHeader reads the comment lines at the top of a technique file. A field begins with `-- @name` and continues in
// lines of `--   text`. @technique may occur several times, every other field once. The error names the field or the line.
func ParseHeader(text string) (Header, error) {
	var rows []string // of @technique
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
			last = name
			rest = strings.TrimSpace(rest)
			if name == "technique" {
				rows = append(rows, rest)
				continue
			}
			if _, again := fields[name]; again {
				return Header{}, fmt.Errorf("header line %d: @%s twice", number, name)
			}
			fields[name] = rest
		case last == "" || !strings.HasPrefix(comment, "   "):
			return Header{}, fmt.Errorf("header line %d: want '-- @field text' or '--   more text'", number)
		case last == "technique":
			rows[len(rows)-1] += " " + strings.TrimSpace(comment)
		default:
			fields[last] += " " + strings.TrimSpace(comment)
		}
	}
	return newHeader(rows, fields)
}

// newHeader checks the fields of a header and puts them into their places.
func newHeader(rows []string, fields map[string]string) (h Header, err error) {
	if len(rows) == 0 || rows[0] == "" {
		return h, errors.New("header: @technique is missing")
	}
	for _, name := range requiredFields {
		if fields[name] == "" {
			return h, fmt.Errorf("header: @%s is missing", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if !slices.Contains(requiredFields, name) && !slices.Contains(optionalFields, name) {
			return h, fmt.Errorf("header: @%s is unknown", name)
		}
	}
	h.Idea, h.Source, h.Key, h.Cost = fields["idea"], fields["source"], fields["key"], fields["cost"]
	h.Reads, h.Writes = fields["reads"], fields["writes"]
	unique := fields["unique"]
	if unique != "" && unique != "yes" && unique != "no" {
		return h, fmt.Errorf("header: @unique %q, want yes or no", unique)
	}
	for _, row := range rows {
		t, err := parseTechnique(row)
		if err != nil {
			return h, err
		}
		t.Family, t.AssumesUnique = fields["family"], unique == "yes"
		h.Techniques = append(h.Techniques, t)
	}
	return h, nil
}

var techniqueName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// parseTechnique reads a line of @technique: the name, then in any order the title, the level, `tier N`, `weight N`,
// `size N`, `solves with N`, `places`, `on request` and `library CODE...`, with bars between them. What is not said is zero.
// The size becomes part of the name of a technique on request.
func parseTechnique(row string) (t setdoku.Technique, err error) {
	cells := strings.Split(row, "|")
	t.Name = strings.TrimSpace(cells[0])
	if !techniqueName.MatchString(t.Name) {
		return t, fmt.Errorf("header: @technique %q, want a name of small letters, digits and _", t.Name)
	}
	t.Size = 1
	for _, cell := range cells[1:] {
		cell = strings.TrimSpace(cell)
		word, rest, _ := strings.Cut(cell, " ")
		to := map[string]*int{"tier": &t.Tier, "weight": &t.Weight, "size": &t.Size, "solves": &t.SolveSize}[word]
		switch {
		case to != nil:
			if *to, err = strconv.Atoi(strings.TrimPrefix(rest, "with ")); err != nil || *to < 1 {
				return t, fmt.Errorf("header: @technique %s: %q, want %s and a number from 1", t.Name, cell, word)
			}
		case setdoku.LevelNo(cell) > 0:
			t.Level, t.LevelNo = cell, setdoku.LevelNo(cell)
		case cell == "places":
			t.Places = true
		case cell == "on request":
			t.OnRequest = true
		case word == "library":
			t.LibraryCodes = rest
		case t.Title != "" || !isTitle(cell):
			return t, fmt.Errorf("header: @technique %s: %q, want one title that begins with a capital, a level (%s), 'tier N', 'weight N' or 'size N'",
				t.Name, cell, strings.Join(setdoku.Levels, ", "))
		default:
			t.Title = cell
		}
	}
	if t.SolveSize == 0 {
		t.SolveSize = t.Size
	}
	if t.OnRequest {
		t.Title = fmt.Sprintf("%s of size %d", strings.ToUpper(t.Name[:1])+strings.ReplaceAll(t.Name[1:], "_", " "), t.Size)
		t.Name += setdoku.SizeMark + strconv.Itoa(t.Size)
	}
	return t, nil
}

// isTitle tells a title from a misspelled word: it begins with a capital or a number.
func isTitle(cell string) bool {
	return cell != "" && (cell[0] >= 'A' && cell[0] <= 'Z' || cell[0] >= '0' && cell[0] <= '9')
}
