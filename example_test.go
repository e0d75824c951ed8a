package setdoku_test

import (
	"fmt"

	"setdoku"
)

const puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"

// A grid is read from 81 characters.
func ExampleParseGrid() {
	grid, err := setdoku.ParseGrid(puzzle)
	fmt.Println(grid[0], grid[1], err)
	_, err = setdoku.ParseGrid("4.....8.5.3")
	fmt.Println(err)
	// Output:
	// 4 0 <nil>
	// 11 cells, want 81
}

// A state is a puzzle with the moves of a player. It has the candidates of each cell.
func ExampleState_Candidates() {
	grid, err := setdoku.ParseGrid(puzzle)
	if err != nil {
		fmt.Println(err)
		return
	}
	state := setdoku.State{Givens: grid}
	cell := setdoku.Cell(12) // row 1, column 2
	fmt.Println(cell, state.Candidates()[cell.Index()])

	state.Placed[setdoku.Cell(13).Index()] = 9
	state.Deleted[cell.Index()] = setdoku.NewDigitSet(7)
	fmt.Println(cell, state.Candidates()[cell.Index()])
	// Output:
	// r1c2 1679
	// r1c2 16
}

// A variant has other units or more pairs of cells that see each other.
func ExampleParseVariant() {
	variant, err := setdoku.ParseVariant("x+anti-knight")
	if err != nil {
		fmt.Println(err)
		return
	}
	state := setdoku.State{Variant: variant}
	state.Givens[setdoku.Cell(11).Index()] = 5
	state.Givens[setdoku.Cell(99).Index()] = 5
	fmt.Println(variant.Title)
	fmt.Println(state.Check())
	// Output:
	// Diagonals, anti-knight
	// digit 5 twice in diagonal 1: r1c1 and r9c9
}
