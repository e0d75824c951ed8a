package layout

import (
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
)

// game makes a record of a game.
func (r *Reader) game(line int, game xml.StartElement, rec *Record) error {
	data := strings.TrimSpace(attribute(game, "data"))
	rec.reset()
	rec.Line, rec.Size = line, 9
	if version, cells, begun := strings.Cut(data, "\n"); begun && strings.HasPrefix(version, "version:") {
		if err := rec.begun(strings.TrimSpace(version[len("version:"):]), cells); err != nil {
			return r.games.fault(line, fmt.Errorf("game data: %w", err))
		}
	} else if len(data) != CellCount {
		return r.games.fault(line, fmt.Errorf("game data of %d characters, want 81 digits, 0 for an empty cell",
			len(data)))
	} else if err := readCells([]byte(data), 9, &rec.Givens); err != nil {
		return r.games.fault(line, fmt.Errorf("game data: %w", err))
	}
	for _, name := range []string{attribute(game, "note"), attribute(game, "name"), r.games.name} {
		if rec.Name = OneLine(name); rec.Name != "" {
			break
		}
	}
	return nil
}

// begun reads a game that was begun: for each cell its value, its notes and whether the player may change it, each with
// a bar behind it. Notes are digits with commas in version 1, and a number with a bit for each digit in later ones.
// Since version 4 each cell has two numbers of notes. A cell without notes has all candidates.
func (rec *Record) begun(version, cells string) error {
	fields := 3
	if version == "4" {
		fields = 4
	}
	parts := strings.Split(strings.TrimRight(cells, "|\r\n "), "|")
	if len(parts) != fields*CellCount {
		return fmt.Errorf("%d fields of version %s, want %d", len(parts), version, fields*CellCount)
	}
	rec.Marking = GivenMarks
	for k := range CellCount {
		cell := parts[fields*k : fields*k+fields]
		value, err := strconv.Atoi(strings.TrimSpace(cell[0]))
		if err != nil || value < 0 || value > 9 {
			return fmt.Errorf("value %q at cell %d, want 0 to 9", cell[0], k+1)
		}
		for _, notes := range cell[1 : fields-1] {
			for note := range strings.SplitSeq(strings.Trim(notes, ",-"), ",") {
				n, err := strconv.Atoi(note)
				if err != nil && note != "" {
					return fmt.Errorf("note %q at cell %d, want a number", note, k+1)
				}
				if version == "1" && n > 0 {
					n = 1 << (n - 1)
				}
				rec.Marks[k] |= uint16(n) & 0x1ff
			}
		}
		if rec.Marks[k] == 0 {
			rec.Marks[k] = 0x1ff
		}
		switch change := strings.TrimSpace(cell[fields-1]); {
		case change != "0" && change != "1":
			return fmt.Errorf("%q at cell %d, want 0 for a given or 1", change, k+1)
		case change == "0":
			rec.Givens[k] = uint8(value)
		default:
			rec.Placed[k] = uint8(value)
		}
	}
	return nil
}

// attribute returns the value of an attribute, or "".
func attribute(t xml.StartElement, name string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
