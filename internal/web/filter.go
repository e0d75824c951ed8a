package web

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"setdoku/solver/catalogue"
	"setdoku/store"
)

// pageSize is how many puzzles a page of the collection shows unless limit says otherwise.
const pageSize = 50

// filter selects and orders puzzles. Its fields are the parameters of the address.
type filter struct {
	Level, Status, Hardest, Technique, Source string
	ScoreLow, ScoreHigh                       int // -1 for none
	CluesLow, CluesHigh                       int // -1 for none
	Run                                       int // 0 for any
	Sort                                      string
	After                                     string // the cursor of the end of the previous page
	Limit                                     int
}

// orders are the orders of the collection. Each sorts by one column and then by puzzle_id. A page starts after the values
// at the end of the previous page, so that no page takes longer than the first.
var orders = map[string]struct {
	Title  string
	column string // "" for puzzle_id alone
	down   bool
}{
	"id":         {"oldest first", "", false},
	"newest":     {"newest first", "", true},
	"score":      {"hardest first, by score", "score", true},
	"score_up":   {"easiest first, by score", "score", false},
	"steps":      {"most steps first", "steps", true},
	"steps_down": {"fewest steps first", "steps", false},
}

// levels are the values of puzzle.level, easiest first.
var levels = []string{"easy", "medium", "hard", "unfair", "extreme"}

// clues counts the givens of a puzzle. An index has exactly this expression.
const clues = `LENGTH(REPLACE(z.givens, '.', ''))`

// readFilter reads a filter from an address. If a value is wrong, the error is a Problem.
func (s *Server) readFilter(v url.Values) (f filter, err error) {
	f = filter{
		Level: v.Get("level"), Status: v.Get("status"), Hardest: v.Get("hardest"), Technique: v.Get("technique"),
		Source: v.Get("source"), Sort: v.Get("sort"), After: v.Get("after"),
	}
	for _, n := range []struct {
		to           *int
		name         string
		low, missing int
	}{
		{&f.ScoreLow, "score_min", 0, -1}, {&f.ScoreHigh, "score_max", 0, -1},
		{&f.CluesLow, "clues_min", 0, -1}, {&f.CluesHigh, "clues_max", 0, -1},
		{&f.Run, "run", 1, 0}, {&f.Limit, "limit", 1, pageSize},
	} {
		if *n.to, err = number(v, n.name, n.low, n.missing); err != nil {
			return f, err
		}
	}
	if f.Sort == "" {
		f.Sort = "id"
	}
	bad := func(name, value, want string) (filter, error) {
		return f, problem(http.StatusBadRequest, fmt.Sprintf("%s=%q, want %s", name, value, want))
	}
	for _, t := range []struct{ name, value string }{{"hardest", f.Hardest}, {"technique", f.Technique}} {
		if _, known := s.catalogue.Find(t.value); t.value != "" && !known {
			return bad(t.name, t.value, "the name of a technique")
		}
	}
	switch _, known := orders[f.Sort]; {
	case !known:
		return bad("sort", f.Sort, "id, newest, score, score_up, steps or steps_down")
	case f.Level != "" && !slices.Contains(levels, f.Level):
		return bad("level", f.Level, strings.Join(levels, ", "))
	case f.Status != "" && !slices.Contains(store.Statuses[:], f.Status):
		return bad("status", f.Status, strings.Join(store.Statuses[:], ", "))
	case f.Limit > 1000:
		return bad("limit", strconv.Itoa(f.Limit), "at most 1000")
	}
	_, _, err = f.where(true)
	return f, err
}

// where returns the conditions of the filter and their values. With paging it adds the condition that starts after the
// previous page.
func (f filter) where(paging bool) (conditions []string, args []any, err error) {
	add := func(condition string, values ...any) {
		conditions = append(conditions, condition)
		args = append(args, values...)
	}
	for _, c := range []struct{ column, value string }{
		{"z.status", f.Status}, {"z.level", f.Level}, {"z.hardest", f.Hardest},
	} {
		if c.value != "" {
			add(c.column+" = ?", c.value)
		}
	}
	for _, c := range []struct {
		condition string
		value     int
	}{
		{"z.score >= ?", f.ScoreLow}, {"z.score <= ?", f.ScoreHigh}, {clues + " >= ?", f.CluesLow}, {clues + " <= ?", f.CluesHigh},
	} {
		if c.value >= 0 {
			add(c.condition, c.value)
		}
	}
	if f.Run > 0 {
		add("z.run_id = ?", f.Run)
	}
	if f.Technique != "" {
		add(usesTechnique, likeText(`"`+f.Technique+`":`))
	}
	if f.Source != "" {
		add(`z.source LIKE ? ESCAPE '!'`, likeText(f.Source))
	}
	if !paging || f.After == "" {
		return conditions, args, nil
	}
	first, id, hasColumn := strings.Cut(f.After, ",")
	if !hasColumn {
		first, id = "", f.After
	}
	o := orders[f.Sort]
	last, idErr := strconv.ParseInt(id, 10, 64)
	value, valueErr := strconv.Atoi(first)
	if idErr != nil || hasColumn != (o.column != "") || hasColumn && valueErr != nil {
		return nil, nil, problem(http.StatusBadRequest, fmt.Sprintf("after=%q, want the value of next from the previous page", f.After))
	}
	than := map[bool]string{false: ">", true: "<"}[o.down]
	if o.column == "" {
		add("z.puzzle_id "+than+" ?", last)
	} else {
		add(fmt.Sprintf("(z.%s, z.puzzle_id) %s (?, ?)", o.column, than), value, last)
	}
	return conditions, args, nil
}

// usesTechnique is the condition that a puzzle has a step of a technique. Its parameter is the quoted name of the technique,
// made by likeText. Reading the rows of step instead would take ten times as long.
const usesTechnique = `z.techniques LIKE ? ESCAPE '!'`

// likeText returns the LIKE pattern for values that contain a text.
func likeText(text string) string {
	return "%" + strings.NewReplacer("!", "!!", "%", "!%", "_", "!_").Replace(text) + "%"
}

// statement returns the query of a page. It asks for one row more than the page shows, to know whether there is a next page.
func (f filter) statement() (query string, args []any, err error) {
	conditions, args, err := f.where(true)
	if err != nil {
		return "", nil, err
	}
	query = "SELECT z.puzzle_id, z.givens, z.status, z.level, z.score, z.hardest, z.steps, " + clues + " AS clues, z.source\nFROM puzzle AS z"
	if len(conditions) > 0 {
		query += "\nWHERE " + strings.Join(conditions, "\n    AND ")
	}
	o := orders[f.Sort]
	direction := map[bool]string{false: "", true: " DESC"}[o.down]
	order := "z.puzzle_id" + direction
	if o.column != "" {
		order = "z." + o.column + direction + ", " + order
	}
	return query + "\nORDER BY " + order + "\nLIMIT " + strconv.Itoa(f.Limit+1), args, nil
}

// cursor returns the value of after for the page that starts after a row.
func (f filter) cursor(row *collectionRow) string {
	id := strconv.FormatInt(row.PuzzleID, 10)
	switch orders[f.Sort].column {
	case "score":
		return strconv.Itoa(row.Score) + "," + id
	case "steps":
		return strconv.Itoa(row.Steps) + "," + id
	}
	return id
}

// values returns the filter as the parameters of an address, without the position of the page.
func (f filter) values() url.Values {
	v := url.Values{}
	for name, value := range map[string]string{
		"level": f.Level, "status": f.Status, "hardest": f.Hardest, "technique": f.Technique, "source": f.Source,
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
	if len(v) == 0 {
		return path
	}
	return path + "?" + v.Encode()
}

// literal returns a statement with its values in place of the question marks, ready to paste into a SQL shell.
func literal(query string, args []any) string {
	for _, a := range args {
		text := fmt.Sprint(a)
		if s, ok := a.(string); ok {
			text = "'" + strings.ReplaceAll(s, "'", "''") + "'"
		}
		// Question marks are replaced from the left, and the search goes on after each value. So a
		// question mark inside a value is never replaced.
		before, after, _ := strings.Cut(query, "?")
		query = before + "\x00" + after
		query = strings.Replace(query, "\x00", strings.ReplaceAll(text, "?", "\x01"), 1)
	}
	return strings.ReplaceAll(query, "\x01", "?")
}

// techniqueNames lists the names of the techniques for a form.
func techniqueNames(c catalogue.Catalogue) []string {
	names := make([]string, len(c))
	for i, t := range c {
		names[i] = t.Name
	}
	return names
}
