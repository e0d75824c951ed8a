package catalogue

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Key is the grammar of the column pattern: the fields of the number, and the rows of evidence that they give.
type Key struct {
	Fields []Field // the first is the most significant
	Parts  []Part
}

// Field is a field of a key. Its value is pattern / Divisor % Modulus.
type Field struct {
	Name    string
	Kind    string // one of kinds; "number" only makes patterns distinct
	In      string // the field with the unit, orientation or rectangle, "" if the kind needs none
	Divisor int64
	Modulus int64
}

// value returns the field of a pattern.
func (f *Field) value(pattern int64) int { return int(pattern / f.Divisor % f.Modulus) }

// Encode returns the pattern with some values of the fields, in their order. A missing value is 0. Each value is from 0
// to Modulus-1 of its field, and the first also small enough for 63 bits. Encode panics if there are too many values.
func (k *Key) Encode(values ...int) (pattern int64) {
	for i, v := range values {
		pattern += int64(v) * k.Fields[i].Divisor
	}
	return pattern
}

// kind is the meaning of the values of a field.
type kind struct {
	modulus int64
	in      []string // kinds that the field In may have, none for most
	column  string   // column of evidence that the field fills, "" for none
	members string   // kind of set (see Members), "" for a single value
	factor  int64    // factor of the value of the field In in the number of the unit
	offset  int64    // offset of the number of the unit
}

// The columns of evidence.
const (
	columnCell  = "cell"
	columnDigit = "digit"
	columnUnit  = "unit"
)

var (
	unitKinds      = []string{"unit", "row", "column", "box", "block"}
	rectangleKinds = []string{"rectangle"}
)

// kinds are the kinds of fields. docs/writing-a-technique.md lists them.
var kinds = map[string]kind{
	"cell":        {modulus: 100, column: columnCell},
	"digit":       {modulus: 10, column: columnDigit},
	"unit":        {modulus: 100, column: columnUnit},
	"row":         {modulus: 10, column: columnUnit},
	"column":      {modulus: 10, column: columnUnit, offset: 9},
	"box":         {modulus: 10, column: columnUnit, offset: 18},
	"block":       {modulus: 100, column: columnUnit, offset: 18},
	"digits":      {modulus: 1000, column: columnDigit, members: "set"},
	"places":      {modulus: 1000, column: columnCell, members: "set", in: unitKinds},
	"orientation": {modulus: 10},
	"lines": {modulus: 1000, column: columnUnit, members: "set", in: []string{"orientation"}, factor: 9,
		offset: -9},
	"crossings": {modulus: 1000, column: columnUnit, members: "set", in: []string{"orientation"}, factor: -9,
		offset: 18},
	"rows":      {modulus: 512, column: columnUnit, members: "set"},
	"columns":   {modulus: 512, column: columnUnit, members: "set", offset: 9},
	"boxes":     {modulus: 512, column: columnUnit, members: "set", offset: 18},
	"rectangle": {modulus: 1000},
	"corner":    {modulus: 10, column: columnCell, members: "corner", in: rectangleKinds},
	"pair":      {modulus: 10, column: columnCell, members: "pair", in: rectangleKinds},
	"corners":   {modulus: 16, column: columnCell, members: "corners", in: rectangleKinds},
	"node":      {modulus: 10000},
	"number":    {},
}

// selectors are the words before a field of a rectangle. They select corners relative to those of the field.
var selectors = []string{"not", "opposite", "adjacent"}

// Part is a part of a pattern: how the fields give rows of evidence. A set gives one row for each member.
type Part struct {
	No   int // from 1
	Role string
	// The cell, the digit and the unit are each pattern / Divisor % Modulus, 0 for none. The unit is that times
	// UnitFactor, plus UnitOffset. A missing field has the modulus 1.
	CellDivisor, CellModulus   int64
	DigitDivisor, DigitModulus int64
	UnitDivisor, UnitModulus   int64
	UnitFactor, UnitOffset     int64
	// Members is the kind of set, a key of MemberKinds, "one" for none. The value of the set is pattern /
	// MemberDivisor % MemberModulus.
	Members                      string
	MemberDivisor, MemberModulus int64
	// MemberIs is the meaning of a member: a digit, a place of the unit Within, a corner of the rectangle Within, a
	// line, or "" for none.
	MemberIs                     string
	WithinDivisor, WithinModulus int64
	WithinOffset                 int64
}

// Members returns the members of a set with a value, in order: 1 to 9 for the bits of a set, 1 to 4 for the corners
// of a rectangle (top left, top right, bottom left, bottom right).
func Members(members string, value int) []int {
	selector, kind, selected := strings.Cut(members, " ")
	if !selected {
		selector, kind = "", members
	}
	var list []int
	switch kind {
	case "one":
		return []int{0}
	case "set", "corners":
		list = bitPositions(value)
	case "corner":
		list = []int{value}
	case "pair": // a side, top, bottom, left, right, or a diagonal
		list = [][]int{nil, {1, 2}, {3, 4}, {1, 3}, {2, 4}, {1, 4}, {2, 3}}[value]
	}
	corners := []int{1, 2, 3, 4}
	switch selector {
	case "not":
		return slices.DeleteFunc(corners, func(c int) bool { return slices.Contains(list, c) })
	case "opposite":
		return []int{5 - list[0]}
	case "adjacent":
		return slices.DeleteFunc(corners, func(c int) bool { return c == list[0] || c == 5-list[0] })
	}
	return list
}

// bitPositions returns the positions of the set bits, from 1.
func bitPositions(value int) (list []int) {
	for bit := 1; value != 0; value, bit = value>>1, bit+1 {
		if value&1 != 0 {
			list = append(list, bit)
		}
	}
	return list
}

// MemberKinds are the kinds of sets, each with its largest value. The smallest value is 1; for "one" it is 0.
var MemberKinds = map[string]int{
	"one": 0, "set": 511,
	"corner": 4, "not corner": 4, "opposite corner": 4, "adjacent corner": 4,
	"pair": 6, "not pair": 6,
	"corners": 15, "not corners": 15,
}

// parseKey parses the fields @key and @evidence of a header. Commas separate the items. A field of the key is KIND,
// KIND NAME, KIND NAME in FIELD, or number MODULUS NAME. A part of the evidence is ROLE and the names of fields.
func parseKey(key, evidence string) (k Key, err error) {
	if key != "none" {
		if k.Fields, err = parseFields(key); err != nil {
			return k, err
		}
	}
	if evidence == "" {
		return k, nil
	}
	for i, text := range strings.Split(evidence, ",") {
		p, err := k.parsePart(strings.Fields(text))
		if err != nil {
			return k, fmt.Errorf("header: @evidence %q: %w", strings.TrimSpace(text), err)
		}
		p.No = i + 1
		k.Parts = append(k.Parts, p)
	}
	return k, nil
}

func parseFields(key string) (list []Field, err error) {
	for text := range strings.SplitSeq(key, ",") {
		f, err := parseField(strings.Fields(text))
		if err != nil {
			return nil, fmt.Errorf("header: @key %q: %w", strings.TrimSpace(text), err)
		}
		list = append(list, f)
	}
	divisor := int64(1)
	for i := len(list) - 1; i >= 0; i-- {
		list[i].Divisor = divisor
		if i > 0 && divisor > (1<<62)/list[i].Modulus {
			return nil, fmt.Errorf("header: @key has more fields than 63 bits hold")
		}
		divisor *= list[i].Modulus
	}
	for i, f := range list {
		if slices.ContainsFunc(list[:i], func(g Field) bool { return g.Name == f.Name }) {
			return nil, fmt.Errorf("header: @key has two fields %q", f.Name)
		}
		want := kinds[f.Kind].in
		at := slices.IndexFunc(list, func(g Field) bool { return g.Name == f.In })
		if want != nil && (at < 0 || !slices.Contains(want, list[at].Kind)) {
			return nil, fmt.Errorf("header: @key field %q: want 'in' and the name of a field of the kind %s", f.Name,
				strings.Join(want, ", "))
		}
	}
	return list, nil
}

func parseField(words []string) (f Field, err error) {
	if n := len(words); n > 2 && words[n-2] == "in" {
		f.In, words = words[n-1], words[:n-2]
	}
	if len(words) > 0 && words[0] == "number" && len(words) == 3 {
		if f.Modulus, err = strconv.ParseInt(words[1], 10, 64); err != nil || f.Modulus < 2 {
			return f, fmt.Errorf("want number, how many values there are, and a name")
		}
		words = []string{words[0], words[2]}
	} else if len(words) > 0 {
		f.Modulus = kinds[words[0]].modulus
	}
	if len(words) < 1 || len(words) > 2 || f.Modulus == 0 {
		return f, fmt.Errorf("want a kind, which docs/writing-a-technique.md lists, and a name")
	}
	f.Kind, f.Name = words[0], words[len(words)-1]
	if f.In != "" && kinds[f.Kind].in == nil {
		return f, fmt.Errorf("a field of the kind %s is not in another", f.Kind)
	}
	return f, nil
}

// parsePart parses a part of @evidence.
func (k *Key) parsePart(words []string) (p Part, err error) {
	p = Part{CellDivisor: 1, CellModulus: 1, DigitDivisor: 1, DigitModulus: 1, UnitDivisor: 1, UnitModulus: 1,
		Members: "one", MemberDivisor: 1, MemberModulus: 1, WithinDivisor: 1, WithinModulus: 1}
	if len(words) < 2 {
		return p, fmt.Errorf("want a role and the names of fields of @key")
	}
	p.Role = words[0]
	selector := ""
	for _, word := range words[1:] {
		if slices.Contains(selectors, word) {
			selector = word + " "
			continue
		}
		f, err := k.field(word)
		if err == nil {
			err = k.fill(&p, f, selector)
		}
		if err != nil {
			return p, err
		}
		selector = ""
	}
	return p, nil
}

// field returns the field with a name.
func (k *Key) field(name string) (*Field, error) {
	i := slices.IndexFunc(k.Fields, func(f Field) bool { return f.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("@key has no field %q", name)
	}
	return &k.Fields[i], nil
}

// fill stores a field as a column of a part.
func (k *Key) fill(p *Part, f *Field, selector string) error {
	kind := kinds[f.Kind]
	if _, ok := MemberKinds[selector+kind.members]; selector != "" && !ok {
		return fmt.Errorf("%q does not go with a field of the kind %s", strings.TrimSpace(selector), f.Kind)
	}
	if kind.members != "" {
		if p.MemberIs != "" {
			return fmt.Errorf("a part has one set of members, not two")
		}
		p.Members, p.MemberDivisor, p.MemberModulus = selector+kind.members, f.Divisor, f.Modulus
	}
	var in *Field
	if f.In != "" {
		var err error
		if in, err = k.field(f.In); err != nil {
			return err
		}
	}
	switch {
	case kind.column == "":
		return fmt.Errorf("a field of the kind %s is not a cell, digit or unit", f.Kind)
	case kind.column == columnCell && kind.members == "":
		p.CellDivisor, p.CellModulus = f.Divisor, f.Modulus
	case kind.column == columnCell:
		p.MemberIs = "corner"
		if kind.members == "set" {
			p.MemberIs = "place"
		}
		p.WithinDivisor, p.WithinModulus, p.WithinOffset = in.Divisor, in.Modulus, kinds[in.Kind].offset
	case kind.column == columnDigit && kind.members == "":
		p.DigitDivisor, p.DigitModulus = f.Divisor, f.Modulus
	case kind.column == columnDigit:
		p.MemberIs = "digit"
	case in != nil: // lines
		p.MemberIs = "line"
		p.UnitDivisor, p.UnitModulus, p.UnitFactor, p.UnitOffset = in.Divisor, in.Modulus, kind.factor, kind.offset
	case kind.members != "":
		p.MemberIs = "line"
		p.UnitOffset = kind.offset
	default:
		p.UnitDivisor, p.UnitModulus, p.UnitFactor, p.UnitOffset = f.Divisor, f.Modulus, 1, kind.offset
	}
	return nil
}
