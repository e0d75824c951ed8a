package catalogue

import "strings"

// Role is what a part of a pattern does in the proof.
type Role struct {
	Name  string
	Shows string // what a row with the role has: cell, digit, unit
	Says  string
	// Class is the class of the role, one of the classes below.
	Class RoleClass
}

// RoleClass is what the roles of a class say about the candidates.
type RoleClass string

// The classes of roles. A truth is a set of candidates of which exactly one is placed.
const (
	ClassCellTruth RoleClass = "cell truth"  // the candidates of the cell are a truth
	ClassUnitTruth RoleClass = "unit truth"  // the places of the digit in the unit are a truth
	ClassCover     RoleClass = "cover"       // the unit can hold the digit once
	ClassNode      RoleClass = "node"        // a candidate, or one of a group, that is a node of a chain
	ClassStrong    RoleClass = "strong"      // the cell or the unit that links two nodes strongly, a truth
	ClassWeak      RoleClass = "weak"        // the cell or the unit that links two nodes weakly
	ClassLoop      RoleClass = "loop"        // says what kind of chain the pattern is
	ClassCandidate RoleClass = "candidate"   // a candidate
	ClassCorner    RoleClass = "corner"      // a corner of a rectangle that is not a truth
	ClassOpen      RoleClass = "open corner" // a corner of a rectangle, the candidates of which are a truth
	ClassDigit     RoleClass = "digit"       // a digit that the pattern is about
	ClassSet       RoleClass = "set"         // a cell of an almost locked set, a truth
	ClassSector    RoleClass = "sector"      // the unit can hold the digit once, at the cells of the pattern
	ClassOther     RoleClass = ""            // for people only
)

// SetRolePrefix is the prefix of the roles of the cells of almost locked sets, set_a, set_b and so on.
const SetRolePrefix = "set_"

// The roles that name the kind of a chain.
const (
	ContinuousLoop    = "continuous_loop"
	DiscontinuousLoop = "discontinuous_loop"
	OpenChain         = "open_chain"
)

// Roles lists the roles of evidence in the order of sql/README.md.
var Roles = []Role{
	{"single", "digit, with its cell and its unit", "the digit is placed: the cell, or the unit, has nothing else",
		ClassOther},
	{"unit", "unit", "the cells of the pattern are all in this unit", ClassOther},
	{"cell", "cell", "a cell that must take one of its candidates", ClassCellTruth},
	{"digit", "digit", "a digit that the pattern is about", ClassDigit},
	{"base", "unit, digit", "the digit has a place in this unit", ClassUnitTruth},
	{"cover", "unit, digit", "the digit has one place at most in this unit", ClassCover},
	{"body", "cell, digit", "a place of the digit in a base unit of a fish, inside of the covers", ClassCandidate},
	{"fin", "cell, digit", "a place of the digit in a base unit of a fish, outside of the covers", ClassCandidate},
	{"endo_fin", "cell, digit", "a place of the digit in more base units of a fish than cover units", ClassCandidate},
	{"pivot", "cell", "the cell that sees all pincers", ClassCellTruth},
	{"pincer", "cell", "a cell that sees the pivot, and must hold the digit when the pivot takes the other one",
		ClassCellTruth},
	{"bivalue", "cell", "a cell with the two candidates of the pattern", ClassCellTruth},
	{"bridge", "unit, digit", "the unit in which the digit has two places, each of which sees a bivalue cell",
		ClassUnitTruth},
	{"bridge_end", "cell, digit", "a place of the digit in the bridge; the bivalue cell before or after this row " +
		"sees it", ClassCandidate},
	{"start", "cell, digit", "the first candidate of a chain, or one of the first group", ClassNode},
	{"link", "cell, digit", "a candidate of a chain, or one of a group", ClassNode},
	{"end", "cell, digit", "the last candidate of a chain, or one of the last group", ClassNode},
	{"strong", "unit and digit, or cell", "where the candidates before and after this row are the only ones", ClassStrong},
	{"weak", "unit and digit, or cell", "where one of the candidates before and after this row can hold at most", ClassWeak},
	{ContinuousLoop, "nothing else", "the chain is a loop, because a weak link joins its ends, perhaps through a set " +
		"beyond an end", ClassLoop},
	{DiscontinuousLoop, "nothing else", "the chain is a loop that breaks at one candidate, which is both ends or the " +
		"only one that is weakly linked to both", ClassLoop},
	{OpenChain, "nothing else", "the chain is not a loop", ClassLoop},
	{"color", "cell, digit", "a candidate of the first color of a net", ClassCandidate},
	{"color_2", "cell, digit", "a candidate of the second color of a net", ClassCandidate},
	{"floor", "cell", "a corner of a rectangle, or a cell of a loop, with only the digits of the pattern", ClassOpen},
	{"roof", "cell", "a corner of a rectangle, or a cell of a loop, that may have other candidates", ClassOpen},
	{"open", "cell", "a corner of a rectangle that is not filled", ClassOpen},
	{"filled", "cell", "a corner of a rectangle that is filled and no given", ClassCorner},
	{"core", "cell", "a cell where the box and the line of a Sue de Coq meet", ClassCellTruth},
	{"line_part", "cell", "a cell of a Sue de Coq only in the line", ClassCellTruth},
	{"box_part", "cell", "a cell of a Sue de Coq only in the box", ClassCellTruth},
	{"base_cell", "cell", "one of the two cells of the base of an exocet", ClassCellTruth},
	{"target", "cell", "a cell that holds one of the two digits of the base of an exocet", ClassCellTruth},
	{"crossing", "unit, digit", "the digit has a place in this line, which crosses the band of an exocet", ClassUnitTruth},
	{"mirror", "unit, digit", "the digit has a place in this box, which has a target of an exocet and the mirror of the other " +
		"target", ClassUnitTruth},
	{"locked_cell", "cell", "an open cell of a Multi-Sector Locked Set or of an SK Loop", ClassCellTruth},
	{"sector", "unit, digit", "the digit has one place at most in this unit, and has it in a locked cell", ClassSector},
	{SetRolePrefix + "a", "cell", "a cell of the almost locked set A; set_b is one of set B, and so on", ClassSet},
	{"restricted", "digit", "only one of the sets before and after this row, or of the stem and the set, can hold " +
		"the digit", ClassOther},
	{"stem", "cell", "the cell of a Death Blossom each candidate of which sees a set", ClassCellTruth},
	{"assume", "cell, digit", "the candidate that forcing assumes", ClassOther},
	{"place", "cell, digit", "a placement that follows from it", ClassOther},
	{"eliminate", "cell, digit", "an elimination that follows from it, by an intersection, a subset or a basic fish",
		ClassOther},
	{"refute", "cell, digit", "a candidate that would lead to a contradiction, were it assumed besides", ClassOther},
	{"contradiction", "cell, or unit and digit", "where that ends", ClassOther},
}

// ClassForRole returns the class of a role, and whether the role is one of Roles.
func ClassForRole(role string) (RoleClass, bool) {
	if letter, isSet := strings.CutPrefix(role, SetRolePrefix); isSet && len(letter) == 1 {
		return ClassSet, true
	}
	for _, r := range Roles {
		if r.Name == role {
			return r.Class, true
		}
	}
	return ClassOther, false
}
