// Package solutions counts the solutions of a grid and finds them (Count, Solve, Unique, Fill). It proves uniqueness,
// so it uses no technique that assumes it. It shares no code with solver/brute, which tests it.
//
// The ideas are from other solvers, the code is not. The band solvers of the Sudoku programmers' forum (Zhou
// Yundong's, and its successors fsss2 by Mladen Dobrichev and JCZSolve) store the candidates of a digit in a band in
// 27 bits and find locked candidates by table look-up. tdoku by Tom Dillon treats the three minirows or minicolumns
// of a box as places in six arrangements, and branches on the digit with the fewest arrangements in the most
// restricted band or stack.
package solutions
