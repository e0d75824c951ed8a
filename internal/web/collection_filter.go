package web

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"setdoku/internal/catalogue"
	"setdoku/store"
)

// pageSize is how many puzzles a page of the collection shows unless limit says otherwise.
const pageSize = 50

// collectionFilter selects and orders puzzles. Its fields are the parameters of the address.
type collectionFilter struct {
	conditions []filterCondition
	Sort       string
	After      string // the cursor of the end of the previous page
	Limit      int
}

// filterCondition is a value that the address gives a parameter.
type filterCondition struct {
	sqlParameter
	Value string
	value any // as the database compares it
}

// sqlParameter is a parameter that selects puzzles.
type sqlParameter struct {
	Name  string
	words string // of the condition, with the value in place of %s
	sql   string // of the condition over puzzle AS z, with the value in place of the question mark
	// read returns the value for the database, or a description of the allowed values.
	read func(s *Collection, text string) (value any, want string)
}

// filterParameters are the parameters that select puzzles, in the order of the form.
var filterParameters = []sqlParameter{
	{"level", "level %s", "z.level = ?", choiceParameter(catalogue.LevelNames())},
	{"status", "status %s", "z.status = ?", choiceParameter(store.Statuses[:])},
	{"variant", "board %s", "z.variant IN (SELECT v.variant FROM variant AS v WHERE ? IN (v.variant, v.title))",
		(*Collection).readText},
	{"hardest", "hardest technique %s", "z.hardest = ?", (*Collection).readTechnique},
	{"technique", "uses %s", usesTechnique, (*Collection).readTechnique},
	{"score_min", "score from %s", "z.score >= ?", numberFrom(0)},
	{"score_max", "score to %s", "z.score <= ?", numberFrom(0)},
	{"clues_min", "clues from %s", clues + " >= ?", numberFrom(0)},
	{"clues_max", "clues to %s", clues + " <= ?", numberFrom(0)},
	{"tag", "tag %s", hasTag, (*Collection).readText},
	{"file", "from %s", sourceName + " = ?", (*Collection).readText}, // the source without its line
	{"source", "source contains %s", `z.source LIKE ? ESCAPE '!'`, (*Collection).readPart},
	{"run", "run %s", "z.run_id = ?", numberFrom(1)},
}

// choiceParameter reads one of some values.
func choiceParameter(list []string) func(*Collection, string) (any, string) {
	return func(_ *Collection, text string) (any, string) {
		if !slices.Contains(list, text) {
			return nil, strings.Join(list, ", ")
		}
		return text, ""
	}
}

// numberFrom reads a number of at least low.
func numberFrom(low int) func(*Collection, string) (any, string) {
	return func(_ *Collection, text string) (any, string) {
		n, err := strconv.ParseInt(text, 10, 32)
		if err != nil || n < int64(low) {
			return nil, fmt.Sprintf("a number from %d", low)
		}
		return int(n), ""
	}
}

func (s *Collection) readTechnique(text string) (any, string) {
	if _, known := s.catalogue.Find(text); !known {
		return nil, "the name of a technique"
	}
	return text, ""
}

func (s *Collection) readText(text string) (any, string) {
	if strings.Contains(text, "\x00") || !utf8.ValidString(text) { // PostgreSQL takes no such text
		return nil, "a text in UTF-8"
	}
	return text, ""
}

// readPart reads a part of a text, as a pattern of LIKE.
func (s *Collection) readPart(text string) (any, string) {
	_, want := s.readText(text)
	return "%" + strings.NewReplacer("!", "!!", "%", "!%", "_", "!_").Replace(text) + "%", want
}

// parameterError is the error of a parameter of a filter.
type parameterError struct{ Name, Value, Want string }

// Error returns the text for an answer of the API.
func (e parameterError) Error() string { return fmt.Sprintf("%s=%q, want %s", e.Name, e.Value, e.Want) }

// mostPage is the number of puzzles that a page may show.
const mostPage = 1000

// readFilter reads a filter from an address. wrong has the parameters with wrong values.
func (s *Collection) readFilter(v url.Values) (f collectionFilter, wrong []parameterError) {
	bad := func(name, want string) { wrong = append(wrong, parameterError{name, v.Get(name), want}) }
	for _, p := range filterParameters {
		text := v.Get(p.Name)
		if text == "" {
			continue
		}
		value, want := p.read(s, text)
		if want != "" {
			bad(p.Name, want)
			continue
		}
		f.conditions = append(f.conditions, filterCondition{p, text, value})
	}
	f.Limit = pageSize
	if text := v.Get("limit"); text != "" {
		limit, want := numberFrom(1)(s, text)
		if want != "" {
			bad("limit", want)
		} else if f.Limit = limit.(int); f.Limit > mostPage {
			bad("limit", fmt.Sprintf("at most %d", mostPage))
		}
	}
	f.Sort, f.After = cmp.Or(v.Get("sort"), "id"), v.Get("after")
	if o, known := collectionOrders[f.Sort]; !known {
		bad("sort", collectionOrderNames())
	} else if _, _, ok := o.later(f.After); f.After != "" && !ok {
		bad("after", "the value of next from the previous page")
	}
	return f, wrong
}

// apiFilter reads the filter of a request to the API. If a value is wrong, the error is a Problem.
func (s *Collection) apiFilter(r *http.Request) (collectionFilter, error) {
	f, wrong := s.readFilter(r.URL.Query())
	if len(wrong) > 0 {
		return f, problemf(http.StatusBadRequest, "%v", wrong[0])
	}
	return f, nil
}

// values returns the filter as the parameters of an address, without the position of the page.
func (f collectionFilter) values() url.Values {
	v := url.Values{}
	for _, c := range f.conditions {
		v.Set(c.Name, c.Value)
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
func (f collectionFilter) with(path, name, value string) string {
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

// conditionLink is a condition of the filter in words, with the address of the list without it.
type conditionLink struct{ Name, Text, Without string }

// links lists the conditions of the filter, in the order of the form.
func (f collectionFilter) links() (list []conditionLink) {
	for _, c := range f.conditions {
		value := c.Value
		if c.Name == "hardest" || c.Name == "technique" {
			value = techniqueTitle(value)
		}
		list = append(list, conditionLink{c.Name, fmt.Sprintf(c.words, value), f.with(collectionPath, c.Name, "")})
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

// knownTechnique returns a technique of sql/ by its name, with a size or without.
func knownTechnique(name string) (t catalogue.Technique, known bool) {
	return builtIn().Rule(name)
}

// builtIn returns the techniques of sql/. The caller may not change the list.
var builtIn = sync.OnceValue(func() catalogue.Catalogue {
	all, _ := catalogue.BuiltIn() // the server does not start without it
	return all
})

// techniqueTitle returns the title of a technique, such as XY-Chain for xy_chain. A name that sql/ does not have, such
// as that of a user's technique, is returned with blanks.
func techniqueTitle(name string) string {
	if t, known := knownTechnique(name); known {
		return t.Title
	}
	return strings.ReplaceAll(name, "_", " ")
}
