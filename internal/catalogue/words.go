package catalogue

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/template/parse"
)

// WordFunction is a function that the templates of @words and @where may call.
type WordFunction struct {
	Name  string
	Takes string // arguments, "" for none
	Gives string // what it returns or writes
}

// WordFunctions are the functions of the templates in the order of docs/writing-a-technique.md. CELLS, DIGITS and
// UNITS are a list or the name of a role in quotes. If a list is empty, the words do not apply to the pattern.
var WordFunctions = []WordFunction{
	{"cells", "ROLE...", "the cells of the roles, in the order of the pattern"},
	{"digits", "ROLE...", "the digits of the roles, in the order of the pattern, each once"},
	{"units", "ROLE...", "the units of the roles"},
	{"has", "ROLE", "whether the pattern has the role"},
	{"victims", "", "the cells that lose a candidate"},
	{"lost", "", "the digits that are eliminated"},
	{"effect", "", "what is placed or eliminated, such as `r3c2 loses 3`"},
	{"namely", "TEXT", "a colon and the text; a comment of SQL has no colon of its own"},
	{"first", "LIST", "the first of a list"},
	{"last", "LIST", "the last of a list"},
	{"each", "LIST", "the members of a list, to be used with `range`"},
	{"size", "LIST", "how many members a list has"},
	{"join", "CELLS CELLS", "both lists of cells, each cell once"},
	{"both", "DIGITS DIGITS", "the digits of both lists together, ascending"},
	{"less", "LIST LIST", "the cells or digits of the first list that are not in the second"},
	{"candidates", "CELLS", "the digits that one of the cells has as a candidate"},
	{"shared", "CELLS", "the digits that all the cells have as candidates"},
	{"having", "CELLS DIGITS", "those of the cells that have one of the digits as a candidate"},
	{"places", "DIGITS UNITS", "the cells of the first unit that have the first digit as a candidate"},
	{"by_unit", "DIGITS UNITS [CELLS]", "the places of a digit in each unit, without the cells, such as `r3c1 or " +
		"r3c5 in row 3, r4c1 or r4c5 in row 4`"},
	{"links", "ROLE", "the units of a role with the places of their digits, such as `in row 3 (r3c1 or r3c5)`, to be " +
		"used with `index`"},
	{"sectors", "", "the units of each digit of a locked set, such as `1 and 5 in rows 2 and 4, 7 in column 3`"},
	{"covers", "", "the lines that cover the digits of an exocet outside of its band, such as `1 and 5 in rows 2 and " +
		"4, 7 in column 3`"},
	{"off_target", "", "why a target of an exocet cannot hold a digit of the base; may be empty"},
	{"leftward", "", "how the cells of a tridagon go from row to row, and which ways three digits can fill"},
	{"around", "CELLS", "the units that hold all the cells"},
	{"shown", "CELLS", "the cells with their candidates, such as `r1c1 {2 5} and r1c4 {2 7}`"},
	{"filled", "CELLS", "the cells with their digits, such as `r1c1=5 and r1c4=2`"},
	{"anyof", "LIST", "the list with `or` for `and`"},
	{"count", "LIST", "how many members a list has, as a word"},
	{"number", "N", "a number as a word"},
	{"add", "N N", "the sum of two numbers"},
	{"verb", "LIST ONE SEVERAL", "the second argument for a list of one, else the third"},
	{"line", "", "the end of a line of words"},
	{"one_holds", "CELLS DIGITS", "the end of a proof that one of the cells holds the digit"},
	{"deadly", "", "why the four corners must not hold just the two digits"},
	{"seen", "", "the digits that a naked single sees, and where"},
	{"crossed", "", "the digits that a naked single does not see and has lost before; may be empty"},
	{"struck", "", "the cells of the unit of a hidden single from which its digit was eliminated; may be empty"},
	{"blockers", "", "what keeps the digit of a hidden single from the other cells of its unit"},
	{"thin", "", "the bases with a fin that have one place or none inside of the covers; may be empty"},
	{"uses_up", "", "how the bases of a fish use up its covers, and the effect"},
	{"too_few", "", "how many bases and covers would be left if a victim held the digit"},
	{"nodes", "", "the nodes of a chain, each a list of cells, to be used with `index`"},
	{"chain", "", "the whole chain, link by link"},
	{"closes", "", "whether a chain ends at the candidate with which it begins"},
	{"paired", "", "where the strong links of a chain of one digit lie, such as `in row 3 (r3c1 or r3c5) and in box " +
		"4 (r4c1 or r6c3)`"},
	{"turns", "", "a chain of cells from its second candidate on, such as `r1c6 is 6; r3c5 sees r1c6 in box 2 and is " +
		"7`"},
	{"nets", "", "the nets of two colors, and what follows from them"},
	{"sets", "", "the almost locked sets by their letters"},
	{"two_sets", "", "what follows from two sets with restricted digits"},
	{"row_of_sets", "", "what a victim would do to each set in turn"},
	{"petals", "", "what a victim would do to the sets around a stem"},
	{"trial", "", "what is assumed, what follows of what the effect needs, where that ends, and the effect"},
	{"guess", "", "the cell with which a search begins"},
	{"ways", "", "in how many ways a digit can be placed everywhere"},
}

// wordBuiltins are the functions of text/template that words may use.
var wordBuiltins = []string{"and", "or", "not", "eq", "ne", "lt", "gt", "index"}

// wordsLine is a line of words and the techniques of the file that it is for, none for all.
type wordsLine struct {
	techniques []string
	text       string
}

// parseWords parses the lines of @words, @again or @where. A line that begins with names of techniques and a bar is for
// these only. The error names the line.
func parseWords(field string, techniques []Technique, lines []string) (list []wordsLine, err error) {
	functions := make(map[string]any)
	for _, f := range WordFunctions {
		functions[f.Name] = f
	}
	for _, name := range wordBuiltins {
		functions[name] = name
	}
	for _, line := range lines {
		w := wordsLine{text: line}
		if names, text, restricted := strings.Cut(line, "|"); restricted && !strings.Contains(names, "{{") {
			w.techniques, w.text = strings.Fields(names), strings.TrimSpace(text)
		}
		for _, name := range w.techniques {
			if !slices.ContainsFunc(techniques, func(t Technique) bool { return t.BaseName() == name }) {
				return nil, fmt.Errorf("header: @%s %q is for the technique %q, which the header does not name", field,
					line, name)
			}
		}
		trees, err := parse.Parse(field, w.text, "", "", functions)
		if err == nil {
			err = checkTemplate(trees, w.text)
		}
		if err != nil {
			return nil, fmt.Errorf("header: @%s %q: %w", field, line[:min(len(line), 200)], err)
		}
		list = append(list, w)
	}
	return list, nil
}

// mostTemplate is how many bytes a template may have.
const mostTemplate = 4000

// checkTemplate refuses a template that may run for long: range takes only a list, whose members are few, and not
// inside another range, and no template calls another one.
func checkTemplate(trees map[string]*parse.Tree, text string) error {
	switch {
	case len(text) > mostTemplate:
		return fmt.Errorf("%d bytes, expected at most %d", len(text), mostTemplate)
	case len(trees) > 1:
		return errors.New("define: a line of words cannot define templates")
	}
	for _, t := range trees {
		if err := checkNode(t.Root, false); err != nil {
			return err
		}
	}
	return nil
}

// checkNode is checkTemplate for a part of a template. inRange says that it is inside a range.
func checkNode(n parse.Node, inRange bool) error {
	branches := func(b *parse.BranchNode, inRange bool) error {
		err := checkNode(b.List, inRange)
		if err == nil && b.ElseList != nil {
			err = checkNode(b.ElseList, inRange)
		}
		return err
	}
	switch n := n.(type) {
	case *parse.ListNode:
		for _, part := range n.Nodes {
			if err := checkNode(part, inRange); err != nil {
				return err
			}
		}
	case *parse.IfNode:
		return branches(&n.BranchNode, inRange)
	case *parse.WithNode:
		return branches(&n.BranchNode, inRange)
	case *parse.RangeNode:
		last := n.Pipe.Cmds[len(n.Pipe.Cmds)-1].Args[0]
		switch {
		case last.Type() != parse.NodeIdentifier || last.String() != "each":
			return fmt.Errorf("range %s: expected range each LIST", n.Pipe)
		case inRange:
			return fmt.Errorf("range %s: it is inside another range", n.Pipe)
		}
		return branches(&n.BranchNode, true)
	case *parse.TemplateNode:
		return fmt.Errorf("%s: a line of words cannot call templates", n)
	}
	return nil
}

// Words returns the templates that describe a pattern of a technique of the file. The name may include the size. Each
// template writes any number of lines.
func (h *Header) Words(technique string) []string { return linesFor(h.words, technique) }

// Again returns the templates that describe a pattern in short, for a reader to whom the technique was explained
// before. Without any, those of Words are for this too.
func (h *Header) Again(technique string) []string { return linesFor(h.again, technique) }

// Where returns the template that describes where a pattern of the technique is. If it is "", the roles describe
// that.
func (h *Header) Where(technique string) string {
	return strings.Join(linesFor(h.where, technique), " ")
}

// Idea describes a technique of the file in a few sentences, for a player who knows no SQL. A line of @idea that names
// the technique takes the place of the line for all.
func (h *Header) Idea(technique string) string {
	own := slices.DeleteFunc(slices.Clone(h.ideas), func(w wordsLine) bool { return len(w.techniques) == 0 })
	if list := linesFor(own, technique); len(list) > 0 {
		return strings.Join(list, " ")
	}
	return strings.Join(linesFor(h.ideas, ""), " ")
}

// Spot says how a player with a pencil finds a technique of the file, "" if the header does not say.
func (h *Header) Spot(technique string) string { return strings.Join(linesFor(h.spot, technique), " ") }

// Generalizes returns the names of the techniques whose patterns are patterns of a technique of the file too, nil if
// the header names none.
func (h *Header) Generalizes(technique string) []string {
	return strings.Fields(strings.Join(linesFor(h.generalizes, technique), " "))
}

// Aliases returns other names of a technique of the file, as people write them, nil if the header has none.
func (h *Header) Aliases(technique string) (list []string) {
	for _, line := range linesFor(h.aliases, technique) {
		for name := range strings.SplitSeq(line, ",") {
			list = append(list, strings.TrimSpace(name))
		}
	}
	return list
}

func linesFor(lines []wordsLine, technique string) (list []string) {
	technique, _, _ = strings.Cut(technique, SizeMark)
	for _, w := range lines {
		if len(w.techniques) == 0 || slices.Contains(w.techniques, technique) {
			list = append(list, w.text)
		}
	}
	return list
}

// Aliases is Aliases of the header of a technique of the catalogue.
func Aliases(technique string) []string {
	if h := HeaderNamed(technique); h != nil {
		return h.Aliases(technique)
	}
	return nil
}

// HeaderNamed returns the header of a technique of sql/, nil if there is none. The name may include the size.
func HeaderNamed(technique string) *Header {
	technique, _, _ = strings.Cut(technique, SizeMark)
	all, err := statements()
	if err != nil {
		return nil
	}
	for _, s := range all {
		if slices.ContainsFunc(s.Header.Techniques,
			func(t Technique) bool { return t.BaseName() == technique }) {
			return &s.Header
		}
	}
	return nil
}
