// Package roles lists what the parts of a pattern do in its proof.
package roles

import "strings"

// Role is what a part of a pattern does in the proof.
type Role struct {
	Name  string
	Shows string // what a row with the role has: cell, digit, unit
	Says  string
	// Class is the class of the role, one of the classes below.
	Class Class
}

// Class is what the roles of a class say about the candidates.
type Class string

// The classes of roles. A truth is a set of candidates of which exactly one is placed.
const (
	CellTruth Class = "cell"      // the candidates of the cell are a truth
	UnitTruth Class = "base"      // the places of the digit in the unit are a truth
	Cover     Class = "cover"     // the unit can hold the digit once
	Node      Class = "link"      // a candidate, or one of a group, that is a node of a chain
	Strong    Class = "strong"    // the cell or the unit that links two nodes strongly, a truth
	Weak      Class = "weak"      // the cell or the unit that links two nodes weakly
	Loop      Class = "loop"      // says what kind of chain the pattern is
	Candidate Class = "candidate" // a candidate
	Corner    Class = "rectangle" // a corner of a rectangle that is not a truth
	Open      Class = "corner"    // a corner of a rectangle, the candidates of which are a truth
	Digit     Class = "digit"     // a digit that the pattern is about
	Set       Class = "set"       // a cell of an almost locked set, a truth
	Sector    Class = "sector"    // the unit can hold the digit once, at the cells of the pattern
	Other     Class = ""          // for people only
)

// SetPrefix is the prefix of the roles of the cells of almost locked sets, set_a, set_b and so on.
const SetPrefix = "set_"

// The roles that name the kind of a chain.
const (
	ContinuousLoop    = "continuous_loop"
	DiscontinuousLoop = "discontinuous_loop"
	OpenChain         = "open_chain"
)

// All lists the roles of evidence in the order of sql/README.md.
var All = []Role{
	{"single", "digit, with its cell and its unit", "the digit is placed: the cell, or the unit, has nothing else",
		Other},
	{"unit", "unit", "the cells of the pattern are all in this unit", Other},
	{"cell", "cell", "a cell that must take one of its candidates", CellTruth},
	{"digit", "digit", "a digit that the pattern is about", Digit},
	{"base", "unit, digit", "the digit has a place in this unit", UnitTruth},
	{"cover", "unit, digit", "the digit has one place at most in this unit", Cover},
	{"body", "cell, digit", "a place of the digit in a base unit of a fish, inside of the covers", Candidate},
	{"fin", "cell, digit", "a place of the digit in a base unit of a fish, outside of the covers", Candidate},
	{"endo_fin", "cell, digit", "a place of the digit in more base units of a fish than cover units", Candidate},
	{"pivot", "cell", "the cell that sees all pincers", CellTruth},
	{"pincer", "cell", "a cell that sees the pivot, and must hold the digit when the pivot takes the other one",
		CellTruth},
	{"bivalue", "cell", "a cell with the two candidates of the pattern", CellTruth},
	{"bridge", "unit, digit", "the unit in which the digit has two places, each of which sees a bivalue cell",
		UnitTruth},
	{"bridge_end", "cell, digit", "a place of the digit in the bridge; the bivalue cell before or after this row " +
		"sees it", Candidate},
	{"start", "cell, digit", "the first candidate of a chain, or one of the first group", Node},
	{"link", "cell, digit", "a candidate of a chain, or one of a group", Node},
	{"end", "cell, digit", "the last candidate of a chain, or one of the last group", Node},
	{"strong", "unit and digit, or cell", "where the candidates before and after this row are the only ones", Strong},
	{"weak", "unit and digit, or cell", "where one of the candidates before and after this row can hold at most", Weak},
	{ContinuousLoop, "nothing else", "the chain is a loop, because a weak link joins its ends, perhaps through a set " +
		"beyond an end", Loop},
	{DiscontinuousLoop, "nothing else", "the chain is a loop that breaks at one candidate, which is both ends or the " +
		"only one that is weakly linked to both", Loop},
	{OpenChain, "nothing else", "the chain is not a loop", Loop},
	{"color", "cell, digit", "a candidate of the first color of a net", Candidate},
	{"color_2", "cell, digit", "a candidate of the second color of a net", Candidate},
	{"floor", "cell", "a corner of a rectangle, or a cell of a loop, with only the digits of the pattern", Open},
	{"roof", "cell", "a corner of a rectangle, or a cell of a loop, that may have other candidates", Open},
	{"open", "cell", "a corner of a rectangle that is not filled", Open},
	{"filled", "cell", "a corner of a rectangle that is filled and no given", Corner},
	{"core", "cell", "a cell where the box and the line of a Sue de Coq meet", CellTruth},
	{"line_part", "cell", "a cell of a Sue de Coq only in the line", CellTruth},
	{"box_part", "cell", "a cell of a Sue de Coq only in the box", CellTruth},
	{"base_cell", "cell", "one of the two cells of the base of an exocet", CellTruth},
	{"target", "cell", "a cell that holds one of the two digits of the base of an exocet", CellTruth},
	{"crossing", "unit, digit", "the digit has a place in this line, which crosses the band of an exocet", UnitTruth},
	{"mirror", "unit, digit", "the digit has a place in this box, which has a target of an exocet and the mirror of the other " +
		"target", UnitTruth},
	{"locked_cell", "cell", "an open cell of a Multi-Sector Locked Set or of an SK Loop", CellTruth},
	{"sector", "unit, digit", "the digit has one place at most in this unit, and has it in a locked cell", Sector},
	{SetPrefix + "a", "cell", "a cell of the almost locked set A; set_b is one of set B, and so on", Set},
	{"restricted", "digit", "only one of the sets before and after this row, or of the stem and the set, can hold " +
		"the digit", Other},
	{"stem", "cell", "the cell of a Death Blossom each candidate of which sees a set", CellTruth},
	{"assume", "cell, digit", "the candidate that forcing assumes", Other},
	{"place", "cell, digit", "a placement that follows from it", Other},
	{"eliminate", "cell, digit", "an elimination that follows from it, by an intersection, a subset or a basic fish",
		Other},
	{"refute", "cell, digit", "a candidate that would lead to a contradiction, were it assumed besides", Other},
	{"contradiction", "cell, or unit and digit", "where that ends", Other},
}

// ClassOf returns the class of a role, and whether the role is one of All.
func ClassOf(role string) (Class, bool) {
	if letter, isSet := strings.CutPrefix(role, SetPrefix); isSet && len(letter) == 1 {
		return Set, true
	}
	for _, r := range All {
		if r.Name == role {
			return r.Class, true
		}
	}
	return Other, false
}
