// Package forcing follows assumptions: it places a candidate in a copy of a puzzle, brings the copy to a fixed point
// and reports whether that is a contradiction. The techniques of the family forcing and the trial depth of a puzzle
// (Depth) are made of this.
//
// Trial depth is the depth of trial and error, T&E, in Denis Berthier's classification (Pattern-Based Constraint
// Satisfaction and Logic Puzzles): T&E(0) is the fixed point by naked and hidden singles. T&E(n) eliminates each
// candidate whose assumption leads T&E(n-1) to a contradiction, again and again.
//
// # Singles
//
// A puzzle is a board.Digits: the cells of each digit as bits. A round of its singles looks at a whole digit at a time
// and finds the rows, columns and boxes with one place, or none, by about seventy instructions without branches.
//
// # Hypotheses
//
// All rules are monotone: what follows from some candidates follows from fewer candidates too, or these are
// contradictory. So the fixed point does not depend on the order of the rules, and three things save most of the work:
//
//   - The state of an assumption c in which d is assumed too lies within the fixed point of c and within that of d. It
//     starts from their intersection.
//   - If the puzzle loses candidates, the fixed point of a hypothesis stays as it is unless a lost candidate is alive
//     in it. Otherwise it goes on from its intersection with the puzzle.
//   - If the hypothesis d has a fixed point without a contradiction in which e is placed, then the hypothesis e has no
//     contradiction either. One test speaks for all candidates that it places.
//
// # Reasons
//
// Read takes the rows of a forcing pattern for people: it finds the reason of every row, and which rows the outcome
// needs. It trusts the rows; package verify checks them.
package forcing
