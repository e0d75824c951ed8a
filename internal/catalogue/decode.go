package catalogue

import (
	"fmt"
	"strings"
	"sync"

	"setdoku"
)

// Decode returns the evidence that can be computed from a pattern's key on the board of a variant, in the order of the
// parts. The ordinal of a row is 100 times the number of its part, plus the number of the member in a set. The view
// evidence computes the same rows.
func (k *Key) Decode(v *setdoku.Variant, pattern int64) (rows []setdoku.Evidence) {
	for i := range k.Parts {
		rows = k.Parts[i].decode(v, pattern, rows)
	}
	return rows
}

// Check returns an error if a part of a pattern names a cell, digit or unit that the board of a variant does not have.
func (k *Key) Check(v *setdoku.Variant, pattern int64) error {
	for i := range k.Parts {
		p := &k.Parts[i]
		for _, r := range p.decode(v, pattern, nil) {
			wrong := ""
			switch cell := p.CellModulus > 1 || p.MemberIs == "place" || p.MemberIs == "corner"; {
			case cell && (r.Cell == 0 || r.Cell.Row() > v.Size || r.Cell.Column() > v.Size):
				wrong = "cell"
			case int(r.Digit) > v.Size:
				wrong = "digit"
			case (p.UnitModulus > 1 || p.MemberIs == "line") && !v.HasUnit(r.Unit):
				wrong = "unit"
			}
			if wrong != "" {
				return fmt.Errorf("part %d of the pattern, role %s, has no %s on the board: see the factors of @key",
					p.No, p.Role, wrong)
			}
		}
	}
	return nil
}

func (p *Part) decode(v *setdoku.Variant, pattern int64, rows []setdoku.Evidence) []setdoku.Evidence {
	set := int(pattern / p.MemberDivisor % p.MemberModulus)
	if most, ok := MemberKinds[p.Members]; !ok || set > most || set == 0 && most > 0 {
		return rows // the pattern does not exist
	}
	row := setdoku.Evidence{
		Pattern: pattern, Role: p.Role,
		Cell:  setdoku.Cell(pattern / p.CellDivisor % p.CellModulus),
		Digit: uint8(pattern / p.DigitDivisor % p.DigitModulus),
		Unit:  int(pattern/p.UnitDivisor%p.UnitModulus*p.UnitFactor + p.UnitOffset),
	}
	if p.DigitModulus > 1 && row.Digit == 0 || p.UnitModulus > 1 && p.MemberIs != "line" &&
		pattern/p.UnitDivisor%p.UnitModulus == 0 {
		return rows
	}
	within := int(pattern/p.WithinDivisor%p.WithinModulus + p.WithinOffset)
	for _, m := range Members(p.Members, set) {
		r := row
		r.Ordinal = p.No*100 + m
		switch p.MemberIs {
		case "digit":
			r.Digit = uint8(m)
		case "place":
			if v.HasUnit(within) && m <= v.Size {
				r.Cell = setdoku.CellAt(v.Units[within-1][m-1])
			}
		case "corner":
			if within > 0 && within <= len(Rectangles) {
				r.Cell = setdoku.CellAt(int(Rectangles[within-1][m-1]))
			}
		case "line":
			r.Unit += m
		}
		if !r.Cell.Valid() {
			r.Cell = 0
		}
		if r.Unit < 0 || r.Unit > setdoku.UnitCount {
			r.Unit = 0
		}
		rows = append(rows, r)
	}
	return rows
}

// Value returns the field of a pattern with a name, 0 if the key has no such field.
func (k *Key) Value(name string, pattern int64) int {
	f, err := k.field(name)
	if err != nil {
		return 0
	}
	return f.value(pattern)
}

// Key returns the key of a technique of the file. The name may include the size.
func (h *Header) Key(technique string) *Key {
	technique, _, _ = strings.Cut(technique, SizeMark)
	if k, ok := h.keys[technique]; ok {
		return k
	}
	return h.keys[""]
}

// keys has the keys of the techniques of sql/, by name.
var keys = sync.OnceValue(func() map[string]*Key {
	known := make(map[string]*Key)
	all, err := statements()
	if err != nil {
		return known
	}
	for _, s := range all {
		for _, t := range s.Header.Techniques {
			known[t.Name] = s.Header.Key(t.Name)
			known[t.BaseName()] = s.Header.Key(t.BaseName())
		}
	}
	return known
})

// KeyFor returns the key of a technique of sql/ by its name, nil for another name.
func KeyFor(technique string) *Key { return keys()[technique] }

// DecoderFor returns a function for puzzles of a variant, nil for classic. It returns the parts of a pattern of a
// technique of sql/ that follow from its integer, nil if there are none.
func DecoderFor(v *setdoku.Variant) func(technique string, pattern int64) []setdoku.Evidence {
	v = v.OrClassic()
	return func(technique string, pattern int64) []setdoku.Evidence {
		if key := KeyFor(technique); key != nil && pattern > 0 {
			return key.Decode(v, pattern)
		}
		return nil
	}
}

// ParseKey returns the key of a technique of sql/ or of a user technique.
func ParseKey(t *Technique) (*Key, error) {
	if t.Text != "" {
		h, err := ParseHeader(t.Text)
		if err != nil {
			return nil, err
		}
		return h.Key(t.Name), nil
	}
	s, err := FindFile(t.File)
	if err != nil {
		return nil, err
	}
	return s.Header.Key(t.Name), nil
}
