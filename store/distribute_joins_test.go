package store_test

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"setdoku/migrations"
	sqlfiles "setdoku/sql"
)

// TestJoinsCarryPuzzleID parses all statements of sql/ and all views. Where one joins two relations with a column
// puzzle_id (tables, views, temporary tables or parts of the statement), the join must make their puzzle_ids equal,
// so that it stays on the node of a puzzle.
func TestJoinsCarryPuzzleID(t *testing.T) {
	texts := map[string]string{}
	read := func(files fs.FS, pattern string) {
		names, err := fs.Glob(files, pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: %v, error %v", pattern, names, err)
		}
		for _, name := range names {
			b, err := fs.ReadFile(files, name)
			if err != nil {
				t.Fatal(err)
			}
			texts[name] = string(b)
		}
	}
	read(sqlfiles.FS, "*.sql")
	read(sqlfiles.FS, "driver/*.sql")
	read(sqlfiles.FS, "relation/*.sql")
	read(sqlfiles.FS, "shared/*.sql")
	read(sqlfiles.FS, "driver/postgres/*.sql")
	files, err := migrations.For("postgres")
	if err != nil {
		t.Fatal(err)
	}
	read(files, "*.sql")
	keyed := map[string]bool{}
	joins := 0
	for _, text := range texts {
		for _, m := range regexp.MustCompile(`CREATE (?:TEMP )?TABLE (?:IF NOT EXISTS )?(\w+) \([^\n]*\n\s+puzzle_id`).FindAllStringSubmatch(text, -1) {
			keyed[m[1]] = true
		}
		for _, m := range regexp.MustCompile(`CREATE VIEW (\w+) (?:\([^\n]*\n\s+puzzle_id\b|AS\s+SELECT \w+\.puzzle_id)`).FindAllStringSubmatch(text, -1) {
			keyed[m[1]] = true
		}
	}
	for name, text := range texts {
		// The number of links so far of a repeated statement is the same for all puzzles.
		text = strings.ReplaceAll(text, "(SELECT MAX(m.links) FROM chain_reach AS m)", "0")
		// The row that counts the weight belongs to no puzzle. It asks for a chain of any puzzle.
		text = strings.ReplaceAll(text, "EXISTS (SELECT 1 FROM chain_reach AS o WHERE o.links > c.links - 9 AND o.puzzle_id > 0)", "0 = 0")
		for _, statement := range strings.Split(withoutComments(text), ";") {
			if strings.HasPrefix(name, "001") && !strings.Contains(statement, "CREATE VIEW") {
				continue
			}
			if strings.Contains(statement, "hypothesis") {
				continue // hypotheses have ids of their own and exist only in temporary tables
			}
			j := &joinReader{keyed: maps.Clone(keyed)}
			j.read(joinToken.FindAllString(statement, -1), nil)
			joins += j.joins
			for _, p := range j.problems {
				t.Errorf("%s: %s in\n%s", name, p, strings.TrimSpace(statement))
			}
		}
	}
	if joins < 80 {
		t.Errorf("%d joins found, which cannot be all", joins)
	}
}

// withoutComments removes comments to the end of the line.
func withoutComments(text string) string {
	return regexp.MustCompile(`--[^\n]*`).ReplaceAllString(text, "")
}

// joinReader finds the relations of a statement whose puzzle_ids are equal. It relies on the style of the files:
// keywords in capitals, no join by comma, an alias for every relation of a join.
type joinReader struct {
	keyed    map[string]bool // names of relations with a column puzzle_id
	joins    int
	problems []string
}

// joined is a relation in a statement. Relations with the same root have equal puzzle_ids.
type joined struct{ same *joined }

func (r *joined) root() *joined {
	for r.same != nil {
		r = r.same
	}
	return r
}

func equate(a, b *joined) {
	if a != nil && b != nil && a.root() != b.root() {
		a.root().same = b.root()
	}
}

// joinScope is one SELECT, UPDATE or DELETE.
type joinScope struct {
	outer   *joinScope
	keyed   map[string]*joined // by alias
	first   string             // the first column that it selects
	equal   [][2]string        // comparisons of columns
	queries [][2][]string      // subqueries in its expressions, each with the words before it
}

// column returns the relation of a column puzzle_id or c.puzzle_id, nil for other columns.
func (s *joinScope) column(name string) *joined {
	alias, column, qualified := strings.Cut(name, ".")
	for ; qualified && column == "puzzle_id" && s != nil; s = s.outer {
		if s.keyed[alias] != nil {
			return s.keyed[alias]
		}
	}
	if name == "puzzle_id" && len(s.keyed) == 1 {
		for _, r := range s.keyed {
			return r
		}
	}
	return nil
}

var joinToken = regexp.MustCompile(`'[^']*'|[\w.]+|\S`)

// read parses a statement or subquery. all stands for its relations, and first for the relation whose puzzle_id it
// selects first. Either may be nil.
func (j *joinReader) read(tokens []string, outer *joinScope) (all, first *joined) {
	at := func(i int) string {
		if i < 0 || i >= len(tokens) {
			return ""
		}
		return tokens[i]
	}
	s := &joinScope{outer: outer, keyed: map[string]*joined{}}
	finish := func() {
		whole, selected := j.finish(s)
		equate(all, whole)
		all, first = cmp.Or(all, whole), cmp.Or(first, selected)
		s = &joinScope{outer: outer, keyed: map[string]*joined{}}
	}
	for i := 0; i < len(tokens); i++ {
		switch next := at(i + 1); tokens[i] {
		case "UNION":
			finish()
		case "SELECT":
			s.first = cmp.Or(s.first, strings.TrimPrefix(next, "DISTINCT"), at(i+2))
		case "=":
			if at(i-2) != "OR" && at(i+2) != "OR" {
				s.equal = append(s.equal, [2]string{at(i - 1), next})
			}
		case "FROM", "JOIN", "UPDATE", "USING":
			alias := next[strings.LastIndex(next, ".")+1:]
			if !j.keyed[alias] {
				break
			}
			end := i + 2
			if at(end) == "AS" {
				alias, end = at(i+3), i+4
			}
			s.keyed[alias] = &joined{}
			if at(end) == "," && at(end+1) != "LATERAL" {
				j.problems = append(j.problems, alias+" is joined by a comma")
			}
		case "(":
			if !slices.Contains([]string{"SELECT", "WITH", "INSERT", "UPDATE", "DELETE"}, next) {
				break // its parts belong to this scope
			}
			end := closing(tokens, i)
			body := tokens[i+1 : end]
			switch at(i - 1) {
			case "AS", "MATERIALIZED":
				if r, _ := j.read(body, nil); r != nil {
					j.keyed[withName(tokens[:i])] = true
				}
			case "FROM", "JOIN":
				if r, _ := j.read(body, s); r != nil {
					s.keyed[at(end+2)] = r
				}
			default:
				s.queries = append(s.queries, [2][]string{tokens[:i], body})
			}
			i = end
		}
	}
	finish()
	return all, first
}

// finish checks the joins of a scope once all of its relations are known.
func (j *joinReader) finish(s *joinScope) (all, first *joined) {
	for _, e := range s.equal {
		equate(s.column(e[0]), s.column(e[1]))
	}
	relations := maps.Clone(s.keyed)
	for i, q := range s.queries {
		r, selected := j.read(q[1], s)
		if before := q[0]; before[len(before)-1] == "IN" {
			equate(s.column(leftOfIn(before)), selected)
		}
		if r != nil && len(s.keyed) > 0 {
			relations[fmt.Sprintf("subquery %d", i+1)] = r
		}
	}
	names := slices.Sorted(maps.Keys(relations))
	for i, name := range names {
		all = relations[name]
		if i == 0 {
			continue
		}
		j.joins++
		if all.root() != relations[names[0]].root() {
			j.problems = append(j.problems, fmt.Sprintf("%s and %s are joined without puzzle_id", names[0], name))
		}
	}
	return all, s.column(s.first)
}

// closing returns the position of the parenthesis that closes the one at i.
func closing(tokens []string, i int) int {
	for depth := 0; i < len(tokens); i++ {
		switch tokens[i] {
		case "(":
			depth++
		case ")":
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(tokens)
}

// opening returns the position of the parenthesis that the last token closes.
func opening(tokens []string) int {
	for i := range tokens {
		if tokens[i] == "(" && closing(tokens, i) == len(tokens)-1 {
			return i
		}
	}
	return 0
}

// withName returns name from: name (columns) AS MATERIALIZED
func withName(before []string) string {
	for before[len(before)-1] == "AS" || before[len(before)-1] == "MATERIALIZED" {
		before = before[:len(before)-1]
	}
	if before[len(before)-1] == ")" {
		before = before[:opening(before)]
	}
	return before[len(before)-1]
}

// leftOfIn returns c.puzzle_id from: c.puzzle_id NOT IN, and from: (c.puzzle_id, c.cell) IN
func leftOfIn(before []string) string {
	for before[len(before)-1] == "IN" || before[len(before)-1] == "NOT" {
		before = before[:len(before)-1]
	}
	if before[len(before)-1] == ")" {
		return before[opening(before)+1]
	}
	return before[len(before)-1]
}

func TestJoinReader(t *testing.T) {
	keyed := map[string]bool{"puzzle": true, "cell": true, "step": true}
	for _, tt := range []struct {
		name, statement string
		want            []string
	}{
		{"a join", `SELECT 1 FROM puzzle AS z CROSS JOIN peer AS p INNER JOIN cell AS c ON c.puzzle_id = z.puzzle_id`, nil},
		{"a join by cell", `SELECT 1 FROM puzzle AS z INNER JOIN cell AS c ON c.cell = z.score`, []string{"c and z are joined without puzzle_id"}},
		{"one of three", `SELECT 1 FROM puzzle AS z CROSS JOIN cell AS c CROSS JOIN step AS s WHERE c.puzzle_id = s.puzzle_id`,
			[]string{"c and z are joined without puzzle_id"}},
		{"or something else", `SELECT 1 FROM puzzle AS z CROSS JOIN cell AS c WHERE c.puzzle_id = z.puzzle_id OR c.cell = 11`,
			[]string{"c and z are joined without puzzle_id"}},
		{"a comma", `SELECT 1 FROM puzzle AS z, cell AS c WHERE c.puzzle_id = z.puzzle_id`, []string{"z is joined by a comma"}},
		{"a subquery", `SELECT 1 FROM puzzle AS z WHERE EXISTS (SELECT 1 FROM cell AS c WHERE c.puzzle_id = z.puzzle_id)`, nil},
		{"a subquery on all", `SELECT (SELECT COUNT(*) FROM cell AS c) FROM puzzle AS z`, []string{"subquery 1 and z are joined without puzzle_id"}},
		{"in", `DELETE FROM cell WHERE puzzle_id IN (SELECT DISTINCT z.puzzle_id FROM puzzle AS z)`, nil},
		{"in, pairs", `DELETE FROM cell AS c WHERE (c.puzzle_id, c.step) NOT IN (SELECT s.puzzle_id, s.step FROM step AS s)`, nil},
		{"in, another column", `DELETE FROM cell WHERE cell IN (SELECT z.score FROM puzzle AS z)`,
			[]string{"cell and subquery 1 are joined without puzzle_id"}},
		{"with", `WITH a (puzzle_id) AS (SELECT puzzle_id FROM cell), b AS MATERIALIZED (SELECT 1 FROM peer)
			SELECT 1 FROM a CROSS JOIN b CROSS JOIN puzzle AS z WHERE z.puzzle_id = a.puzzle_id`, nil},
		{"with, unbound", `WITH a AS (SELECT puzzle_id FROM cell) SELECT 1 FROM a CROSS JOIN puzzle AS z`, []string{"a and z are joined without puzzle_id"}},
		{"a derived table", `UPDATE puzzle SET score = x.n FROM (SELECT c.puzzle_id, COUNT(*) AS n FROM cell AS c GROUP BY c.puzzle_id) AS x
			WHERE puzzle.puzzle_id = x.puzzle_id`, nil},
		{"union", `SELECT c.step FROM cell AS c UNION ALL SELECT s.step FROM step AS s`, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			j := &joinReader{keyed: maps.Clone(keyed)}
			j.read(joinToken.FindAllString(tt.statement, -1), nil)
			if d := gocmp.Diff(tt.want, j.problems); d != "" {
				t.Errorf("problems (-want +got):\n%s", d)
			}
		})
	}
}
