// Package bitmask works on puzzles in memory, a set of cells or candidates in a machine
// word at a time.
//
// Logic takes the techniques of the catalogue by the same rules as the statements in sql/, and
// finds the same deductions with the same patterns.
//
// The counting solver (Count, Solve, Unique) says how many solutions a grid has. It is
// the judge wherever uniqueness has to be proved, so it uses no techniques that assume
// it, and shares no code with internal/brute, against which it is tested.
//
// The ideas come from solvers that others have made; the code does not. Candidates of
// one digit in one band as 27 bits, with locked candidates by table look-up, are from
// the band solvers of the Sudoku programmers' forum (Zhou Yundong's, its successors
// fsss2 by Mladen Dobrichev and JCZSolve). Reading the three minirows or minicolumns of a
// box as a place in one of six arrangements, and branching on the digit with the fewest
// of them in the tightest band or stack, is from tdoku by Tom Dillon.
package bitmask
