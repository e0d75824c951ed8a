package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"setdoku/internal/explain/picture"
)

// paperFlags are the flags for puzzles on paper, and for their names.
type paperFlags struct {
	perPage   int
	solutions bool
	title     string
	paper     picture.Paper
	names     string // rule for the names of puzzles, "" for none
}

// paperOnly are the flags that only formats for paper have.
var paperOnly = []string{"per-page", "title", "paper"}

// add adds the flags.
func (p *paperFlags) add(cmd *cobra.Command, solutions string) {
	fl := cmd.Flags()
	p.perPage = 6
	numberFlag(cmd, &p.perPage, "per-page", "", 1, len(picture.PerPage), "1 to 9",
		"`NUMBER` of puzzles on a page, 1 to 9 (print, pdf)")
	fl.BoolVar(&p.solutions, "solutions", false, solutions)
	fl.StringVar(&p.title, "title", "", "`TEXT` above the puzzles of each page (print, pdf)")
	choiceFlag(cmd, &p.paper, "paper", picture.A4, "a4 or letter (pdf)", picture.A4, picture.Letter)
	fl.StringVar(&p.names, "names", "", "name of each puzzle by a `RULE` such as 'Week 48, {n}: {level}', with {n}, "+
		"{id}, {name}, {level}, {score} and {clues}")
}

// check returns a usage error for values that make no sense.
func (p *paperFlags) check(cmd *cobra.Command, format string) error {
	for _, name := range paperOnly {
		if cmd.Flags().Changed(name) && !slices.Contains(onPaper(), format) {
			return usageErrorf("%s: --%s does not go with --format %s, only with print and pdf", cmd.Name(), name,
				format)
		}
	}
	if open := strings.Count(p.names, "{"); open != strings.Count(p.names, "}") || open != p.fields() {
		return usageErrorf("%s: --names %q, want no braces but {n}, {id}, {name}, {level}, {score} and {clues}",
			cmd.Name(), p.names)
	}
	return nil
}

// fields returns how many fields the rule has.
func (p *paperFlags) fields() (n int) {
	for _, field := range []string{"{n}", "{id}", "{name}", "{level}", "{score}", "{clues}"} {
		n += strings.Count(p.names, field)
	}
	return n
}

// options returns the options of a sheet.
func (p *paperFlags) options() picture.SheetOptions {
	return picture.SheetOptions{Title: p.title, PerPage: p.perPage, Solutions: p.solutions, Paper: p.paper}
}

// named is what a name of a puzzle may have.
type named struct {
	number       int // in the output, from 1
	id           int64
	name, level  string
	score, clues int
}

// label returns the name of a puzzle by the rule.
func (p *paperFlags) label(of named) string {
	return strings.NewReplacer("{n}", fmt.Sprint(of.number), "{id}", fmt.Sprint(of.id), "{name}", of.name,
		"{level}", of.level, "{score}", fmt.Sprint(of.score), "{clues}", fmt.Sprint(of.clues)).Replace(p.names)
}
