package layout

import "testing"

// sample is a puzzle.
const sample = "2.3.8....6......7..4.2.3.865.........97.2..6..6..9..25.3...6...4...1.2...1.832.54"

// TestPlainCells compares the fast and the slow way to read 81 cells: every byte at every position.
func TestPlainCells(t *testing.T) {
	for i := range CellCount {
		for c := range 256 {
			line := []byte(sample)
			line[i] = byte(c)
			var got, want [CellCount]uint8
			ok := plainCells((*[CellCount]byte)(line), &got)
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
