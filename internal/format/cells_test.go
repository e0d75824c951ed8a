package format

import (
	"testing"

	"setdoku"
)

// TestPlainCells compares the fast and the slow way to read 81 cells: every byte at every position.
func TestPlainCells(t *testing.T) {
	for i := range setdoku.CellCount {
		for c := range 256 {
			line := []byte(sample)
			line[i] = byte(c)
			var got, want [setdoku.CellCount]uint8
			ok := plainCells((*[setdoku.CellCount]byte)(line), &got)
			for k, c := range line {
				if c >= '1' && c <= '9' {
					want[k] = c - '0'
				}
			}
			if plain := c == '.' || c >= '0' && c <= '9'; ok != plain {
				t.Fatalf("byte 0x%02x in place %d: plain %v, want %v", c, i, ok, plain)
			}
			if ok && got != want {
				t.Fatalf("byte 0x%02x in place %d: read as %v", c, i, got)
			}
		}
	}
}
