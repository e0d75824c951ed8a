package statements

import (
	"strings"

	"github.com/jmoiron/sqlx"

	sqlfiles "setdoku/sql"
	"setdoku/store"
)

// Statement is one statement of a file.
type Statement struct {
	*sqlx.Stmt        // nil before prepare
	Text       string // without comments that begin with two dashes
	Line       int    // of the file, where it begins
	Shared     bool   // it is one of sql/shared
	verb       string // INSERT, UPDATE, CREATE and so on
	changes    string // the table whose rows it changes, "" if none
	params     int
	repeats    bool  // it is run again until it changes no row
	reuse      reuse // which techniques can reuse the rows that it inserts
	outermost  bool  // find skips it if the puzzles of the pass are hypotheses
	least      bool  // find skips it if it looks for all that a technique proves
	settles    []hypothesisTechniques
	own        bool // of a technique file of a user
}

// hypothesisTechniques says which techniques bring the hypotheses of a technique to their fixed point.
type hypothesisTechniques struct {
	technique string // "" for all techniques of the file
	inside    []string
}

// solvesHypotheses reports whether the entry is not a statement but the point where the driver brings the hypotheses to
// their fixed point.
func (s *Statement) solvesHypotheses() bool { return s.settles != nil }

// inside returns the techniques and families that bring the hypotheses of a technique to their fixed point.
func (s *Statement) inside(technique string) []string {
	for _, x := range s.settles {
		if x.technique == "" || x.technique == technique {
			return x.inside
		}
	}
	return nil
}

// creates reports whether the statement creates a temporary table or its index.
func (s *Statement) creates() bool { return s.verb == "CREATE" }

// deduces reports whether the statement inserts deductions.
func (s *Statement) deduces() bool { return s.verb == "INSERT" && s.changes == "deduction" }

// explains reports whether the statement inserts the parts of patterns.
func (s *Statement) explains() bool { return s.verb == "INSERT" && s.changes == "deduction_evidence" }

// reuse says which techniques can reuse the work table that a statement has filled.
type reuse int

const (
	reuseNone reuse = iota // none
	reuseSize              // techniques of the file with the same size
	reuseFile              // all techniques of the file
)

// in reports whether a work table is among those that are filled. If known is reuseSize, the work tables for one size
// and for the whole file are filled.
func (n reuse) in(known reuse) bool {
	return known != reuseNone && (n == reuseFile || n == known)
}

// Parse splits a file into statements and drops the comments that begin with two dashes. The statements are not
// prepared yet. These comments, on a line of their own, say how to run the statement after them:
//
//   - @reuse, @reuse size: the statement fills a work table that serves all techniques of the file, or those of
//     one size.
//   - @repeat: run the statement until it changes no row.
//   - @shared NAME: run the statements of sql/shared/NAME.sql instead. The statement after the comment is for a shell:
//     it makes a trigger run the same text.
//   - @repeat NAME: the same as @shared NAME, until they change no row.
//   - @settle NAME, NAME...: here the driver brings the hypotheses to their fixed point with the techniques and the
//     families named. @settle TECHNIQUE | NAME, NAME... is for one technique of the file.
//   - @outermost: leave the statement out when the puzzles of the pass are hypotheses.
//   - @least: leave the statement out when all that a technique proves is listed, and not what a pass takes.
func Parse(text string) (list []Statement, err error) {
	var code strings.Builder
	var next Statement // has the directives for the statement after them
	shell := false     // the statement after them is for a shell
	line, begin := 1, 0
	first := true // nothing but white space is before the token on its line
	add := func() {
		q := strings.TrimSpace(code.String())
		code.Reset()
		if _, table := effect(q); q != "" && !shell && table != "user_technique" {
			next.Text, next.Line, next.params = q, begin, strings.Count(q, "?")
			next.verb, next.changes = effect(q)
			list = append(list, next)
		}
		next, shell, begin = Statement{}, false, 0
	}
	for token := range store.Tokens(text) {
		comment, isComment := strings.CutPrefix(token, "--")
		switch mark := strings.TrimSpace(comment); {
		case token == ";":
			add()
		case !isComment:
			if begin == 0 && !store.IsSpace(token) {
				begin = line
			}
			if begin > 0 {
				code.WriteString(token)
			}
		case !first:
		case mark == "@reuse":
			next.reuse = reuseFile
		case mark == "@reuse size":
			next.reuse = reuseSize
		case mark == "@repeat":
			next.repeats = true
		case mark == "@outermost":
			next.outermost = true
		case mark == "@least":
			next.least = true
		case strings.HasPrefix(mark, "@settle "):
			list = addSettling(list, strings.TrimPrefix(mark, "@settle "), line)
		case strings.HasPrefix(mark, "@repeat "), strings.HasPrefix(mark, "@shared "):
			how, name, _ := strings.Cut(mark, " ")
			shared, err := sqlfiles.Text("shared/" + name)
			if err != nil {
				return nil, err
			}
			once, err := Parse(shared)
			if err != nil {
				return nil, err
			}
			for _, s := range once {
				s.Shared = true
				s.Line, s.repeats, s.reuse, s.outermost = line, s.repeats || how == "@repeat", next.reuse,
					next.outermost
				list = append(list, s)
			}
			shell = true
		}
		if isComment && begin > 0 {
			code.WriteString("\n") // the lines after it keep their distance from the first one
		}
		line += strings.Count(token, "\n")
		first = store.IsSpace(token) && (first || strings.Contains(token, "\n"))
	}
	add()
	return list, nil
}

// addSettling adds what a comment @settle says. Several of them without a statement between are one entry.
func addSettling(list []Statement, text string, line int) []Statement {
	technique, inside, restricted := strings.Cut(text, "|")
	if !restricted {
		technique, inside = "", text
	}
	x := hypothesisTechniques{technique: strings.TrimSpace(technique)}
	for name := range strings.SplitSeq(inside, ",") {
		x.inside = append(x.inside, strings.TrimSpace(name))
	}
	if n := len(list); n > 0 && list[n-1].solvesHypotheses() {
		list[n-1].settles = append(list[n-1].settles, x)
		return list
	}
	return append(list, Statement{Line: line, settles: []hypothesisTechniques{x}})
}
