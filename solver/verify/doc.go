// Package verify verifies databases. It checks three things:
//
//  1. The record is whole: what the database itself can check, and that every state follows from the steps before it
//     (record.go, end.go, tree.go).
//  2. Every deduction follows from its own evidence, by only the rules of Sudoku. Package proof shows it
//     without knowing any technique. While a state is not known because a run stored no eliminations, no solution may
//     contradict a placement.
//  3. The path is what the solver makes: every attempt is made again, and all rows must be equal (replay.go,
//     compare.go). How a puzzle ended is judged there, or by recordCheck if nothing is made again up to its end.
//
// The first two share no code with the engines, except that the two solutions which prove that there are several, and
// are checked here, are found by package solutions.
package verify
