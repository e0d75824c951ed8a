package memory

import "testing"

// TestClassicTables counts the parts of the geometry of classic.
func TestClassicTables(t *testing.T) {
	c := classicTables
	if len(c.rectangles) != 486 || c.rectangles[485] != 485 {
		t.Errorf("%d rectangles, want the first 486", len(c.rectangles))
	}
	if len(c.crossings) != 54 || c.largest != 3 {
		t.Errorf("%d groups of up to %d cells, want 54 of 3", len(c.crossings), c.largest)
	}
	for base, list := range c.frames {
		if len(list) != 9 {
			t.Errorf("%d frames for base %d, want the 9 boxes", len(list), base)
		}
	}
	for group, list := range c.crossed[:54] {
		if len(list) != 3 {
			t.Errorf("group %d crosses %d groups, want 3", group, len(list))
		}
	}
}
