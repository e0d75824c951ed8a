package catalogue

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"setdoku"
)

// Header is the content of the comment lines at the top of a technique file.
type Header struct {
	// Techniques are the techniques that the file finds, one for each line `-- @technique`.
	Techniques []Technique
	How        string // how the statement finds it, for readers of SQL, "" if missing
	Source     string
	Reads      string // tables and views, separated by commas
	Writes     string // the table, then a description of its rows
	Cost       string
	Needs      []string // what it needs of a variant, keys of Needs
	// keys are the grammars of the column pattern by technique name. "" is for all techniques without one of their
	// own.
	keys                map[string]*Key
	words, again, where []wordsLine
	spot, generalizes   []wordsLine
	ideas, aliases      []wordsLine
}

// The fields of a header besides @technique. Those in manyFields may occur several times.
var (
	requiredFields = []string{"idea", "source", "reads", "writes", "key", "cost"}
	optionalFields = []string{"how", "family", "unique", "evidence", "words", "again", "where", "spot", "generalizes",
		"note", "needs", "alias"}
	manyFields = []string{"technique", "idea", "key", "evidence", "words", "again", "where", "spot", "generalizes",
		"alias"}
)

// ParseHeader reads the comment lines at the top of a technique file, see headerFields. The fields of manyFields may
// occur several times, every other field once. The error names the field or the line.
func ParseHeader(text string) (Header, error) {
	fields, err := headerFields(text, manyFields...)
	if err != nil {
		return Header{}, err
	}
	return newHeader(fields)
}

// headerFields reads the comment lines at the top of a file. A field begins with `-- @name` and continues in lines of
// `-- text`. The fields of many may occur several times.
func headerFields(text string, many ...string) (map[string][]string, error) {
	fields := make(map[string][]string)
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
			last, rest, _ = strings.Cut(rest, " ")
			if fields[last] != nil && !slices.Contains(many, last) {
				return nil, fmt.Errorf("header line %d: @%s twice", number, last)
			}
			fields[last] = append(fields[last], strings.TrimSpace(rest))
		case last == "" || !strings.HasPrefix(comment, "   "):
			return nil, fmt.Errorf("header line %d: want '-- @field text' or '--   more text'", number)
		default:
			texts := fields[last]
			texts[len(texts)-1] += " " + strings.TrimSpace(comment)
		}
	}
	return fields, nil
}

// onlyFields returns an error for a field that is not known.
func onlyFields(fields map[string][]string, known ...string) error {
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if !slices.Contains(known, name) {
			return fmt.Errorf("header: @%s is unknown", name)
		}
	}
	return nil
}

// WritesTable reports whether @writes names a table.
func (h *Header) WritesTable(table string) bool {
	notName := func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	return slices.Contains(strings.FieldsFunc(h.Writes, notName), table)
}

// newHeader checks the fields of a header and stores them.
func newHeader(fields map[string][]string) (h Header, err error) {
	for _, name := range append([]string{"technique"}, requiredFields...) {
		if fields[name] == nil || fields[name][0] == "" {
			return h, fmt.Errorf("header: @%s is missing", name)
		}
	}
	if err := onlyFields(fields, slices.Concat([]string{"technique"}, requiredFields, optionalFields)...); err != nil {
		return h, err
	}
	text := func(name string) string { return strings.Join(fields[name], " ") }
	h.How, h.Source, h.Cost = text("how"), text("source"), text("cost")
	h.Reads, h.Writes = text("reads"), text("writes")
	unique := text("unique")
	if unique != "" && unique != "yes" && unique != "no" {
		return h, fmt.Errorf("header: @unique %q, want yes or no", unique)
	}
	for _, row := range fields["technique"] {
		t, err := parseTechnique(row)
		if err != nil {
			return h, err
		}
		t.Family, t.AssumesUnique = text("family"), unique == "yes"
		h.Techniques = append(h.Techniques, t)
	}
	if h.Needs, err = parseNeeds(text("needs")); err != nil {
		return h, err
	}
	if h.keys, err = parseKeys(h.Techniques, fields["key"], fields["evidence"]); err != nil {
		return h, err
	}
	for _, f := range []struct {
		name string
		to   *[]wordsLine
	}{{"idea", &h.ideas}, {"words", &h.words}, {"again", &h.again}, {"where", &h.where}, {"spot", &h.spot},
		{"generalizes", &h.generalizes}, {"alias", &h.aliases}} {
		if *f.to, err = parseWords(f.name, h.Techniques, fields[f.name]); err != nil {
			return h, err
		}
	}
	return h, nil
}

// parseKeys reads the lines of @key and @evidence. A line that begins with names of techniques and a bar is for these
// only.
func parseKeys(techniques []Technique, keys, evidence []string) (map[string]*Key, error) {
	known := make(map[string]bool)
	for _, t := range techniques {
		known[t.BaseName()] = true
	}
	split := func(lines []string) (map[string]string, error) {
		of := make(map[string]string)
		for _, line := range lines {
			names, text, restricted := strings.Cut(line, "|")
			if !restricted {
				names, text = "", line
			}
			for _, name := range append(strings.Fields(names), "")[:max(1, len(strings.Fields(names)))] {
				if name != "" && !known[name] {
					return nil, fmt.Errorf("header: %q is for the technique %q, which the header does not name", line,
						name)
				}
				if _, twice := of[name]; twice {
					return nil, fmt.Errorf("header: @key or @evidence twice for %q", cmp.Or(name, "all"))
				}
				of[name] = strings.TrimSpace(text)
			}
		}
		return of, nil
	}
	keyOf, err := split(keys)
	if err != nil {
		return nil, err
	}
	evidenceOf, err := split(evidence)
	if err != nil {
		return nil, err
	}
	all := make(map[string]*Key)
	for name, text := range keyOf {
		parts, ok := evidenceOf[name]
		if !ok {
			parts = evidenceOf[""]
		}
		k, err := parseKey(text, parts)
		if err != nil {
			return nil, err
		}
		all[name] = &k
	}
	for name := range evidenceOf {
		if all[name] == nil {
			return nil, fmt.Errorf("header: @evidence for %q, which has no @key", cmp.Or(name, "all"))
		}
	}
	return all, nil
}

var techniqueName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z][a-z0-9_]*$`) })

// parseTechnique parses a line of @technique: the name, then in any order the title, the level, `tier N`, `weight N`,
// `size N`, `solves with N`, `places`, `on request` and `library CODE...`, separated by bars. Missing values are
// zero. A technique on request has the size in its name.
func parseTechnique(row string) (t Technique, err error) {
	cells := strings.Split(row, "|")
	t.Name = strings.TrimSpace(cells[0])
	if !techniqueName().MatchString(t.Name) {
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
		case setdoku.Level(cell).Number() > 0:
			t.Level = setdoku.Level(cell)
			t.LevelNo = t.Level.Number()
		case cell == "places":
			t.Places = true
		case cell == "on request":
			t.OnRequest = true
		case word == "library":
			t.LibraryCodes = rest
		case t.Title != "" || !isTitle(cell):
			return t, fmt.Errorf("header: @technique %s: %q, want one title that begins with a capital, a level "+
				"(%s), 'tier N', 'weight N' or 'size N'",
				t.Name, cell, strings.Join(LevelNames(), ", "))
		default:
			t.Title = cell
		}
	}
	if t.SolveSize == 0 {
		t.SolveSize = t.Size
	}
	if t.OnRequest {
		t.Title = fmt.Sprintf("%s of size %d", strings.ToUpper(t.Name[:1])+strings.ReplaceAll(t.Name[1:], "_", " "),
			t.Size)
		t.Name += SizeMark + strconv.Itoa(t.Size)
	}
	return t, nil
}

// isTitle distinguishes a title from a misspelled word: a title begins with a capital or a number.
func isTitle(cell string) bool {
	return cell != "" && (cell[0] >= 'A' && cell[0] <= 'Z' || cell[0] >= '0' && cell[0] <= '9')
}
