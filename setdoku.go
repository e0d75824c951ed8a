// Package setdoku has the terms of Sudoku that all packages of setdoku share: Grid, State, Candidate, Technique,
// Deduction, Evidence and Path. It imports none of the other packages.
//
// The package setdoku/solver works with them: it solves, rates, explains and makes puzzles.
//
// A Cell is row*10 + column, 11 to 99, as in the tables of a database. Arrays such as Grid use the index of the cell,
// which counts the cells from 0 to 80, row by row. CellAt and Cell.Index convert them. Units have the numbers 1 to 27:
// first rows, then columns, then boxes. Digits are 1 to 9, and 0 is none.
package setdoku

// Version is the version of setdoku. A database keeps it with every run.
const Version = "0.1.0"
