package layout

import "strings"

// cutBlanks reads rows of digits, in which a blank is an empty cell: one character for each cell, or one and a blank
// behind it. Blanks at the ends of all rows, and then rows at the end of a grid, may be missing.
func cutBlanks(c *candidate) (cells []field) {
	lines := c.block.rows[c.from:min(c.from+c.size, len(c.block.rows))]
	if len(lines) < c.size && !c.ended || len(lines) < c.size/2 {
		return nil
	}
	wide, digits, blank := 0, 0, false
	shortest, untrimmed := mostRow, false
	for _, w := range lines {
		text := strings.TrimRight(w.text, blanks)
		if strings.Trim(text, "123456789 ") != "" {
			return nil
		}
		wide = max(wide, len(text))
		shortest, untrimmed = min(shortest, len(w.text)), untrimmed || len(text) < len(w.text)
		digits += w.chars
		blank = blank || len(text) < len(w.text) || strings.Contains(text, " ") || text == ""
	}
	width := 1
	if wide > c.size {
		width = 2
	}
	if !untrimmed && wide < width*(c.size-1)+1 {
		return nil // no row has all cells, so nothing shows where one is missing
	}
	if untrimmed && (shortest < width*(c.size-1)+1 || len(lines) < c.size) {
		return nil // a cell or a row is missing
	}
	if !blank || digits < c.size || wide > width*c.size || wide < width*c.size-3*width {
		return nil
	}
	for r := range c.size {
		text, line := "", c.block.rows[c.from].line+r
		if r < len(lines) {
			text = strings.TrimRight(lines[r].text, blanks)
		}
		text += strings.Repeat(" ", width*c.size-len(text))
		for k := range c.size {
			if width == 2 && text[2*k+1] != ' ' {
				return nil
			}
			cells = append(cells, field{text: strings.TrimSpace(text[width*k : width*k+1]), line: line,
				column: 1 + width*k})
		}
	}
	c.used = c.from + len(lines)
	return cells
}
