// Package verify re-derives the history of a puzzle from its givens and names
// the first row of a record that does not hold.
//
// It shares no code with the engines that write the records, and knows the names of
// the catalogue by itself. How much it derives depends on the technique.
//
// The singles, intersections, subsets and basic fish are found here once more, plainly,
// over Go arrays (the files named after technique families): deductions, smallest
// patterns and evidence must all be the same, and every pattern shown is then judged
// by its rows alone, as a stranger with a pencil would (proof.go).
//
// The grave, templates, forcing and search are found here too, so that a step takes
// exactly what there is to take, and comes only when none of these finds anything
// earlier in the catalogue. Their patterns are the engine's own: their rows are held
// against the state, the keys are not derived. The tree of a search must try every candidate of one
// cell after another, each branch ending as the singles say (branch.go).
//
// Of all other techniques the rows are what verify has. Each elimination of a step must
// be a live candidate, have one pattern, and follow from the rows of this pattern: no
// choice of one candidate from every row that names a truth goes with it (argument.go).
// What links, colors, covers, fins, sets and commons say must fit too, and the pattern must
// have the conditions of its technique (shapes.go). That nothing of
// the first two kinds would have come before is checked; that the step took all that
// its technique proves, that an easier technique of the third kind had nothing, and that
// the pattern is the smallest one, is not. Open counts such steps; Again compares a
// record with what another engine makes of it, for who wants to know that too.
//
// A technique that the catalogue does not have is a user's own. It is judged like
// those, roles of its own being left alone; where a pattern has no rows, brute force
// says whether any solution goes against the deduction.
//
// Runs that keep no eliminations leave nothing to judge these by. From the first such
// step on, verify checks the form of the steps, holds what was placed and what is left
// against brute force, and no longer knows which candidates were live (vague.go).
package verify
