// Package solutions counts the solutions of a grid and finds them (Count, Solve, Unique, Fill). It is the judge wherever
// uniqueness has to be proved, so it uses no technique that assumes it. It shares no code with internal/brute, against which it is tested.
//
// The ideas come from solvers that others have made; the code does not. Candidates of one digit in one band as 27 bits, with locked
// candidates by table look-up, are from the band solvers of the Sudoku programmers' forum (Zhou Yundong's, its successors fsss2 by
// Mladen Dobrichev and JCZSolve). tdoku by Tom Dillon reads the three minirows or minicolumns of a box as a place in one of six
// arrangements, and branches on the digit with the fewest of them in the tightest band or stack.
package solutions
