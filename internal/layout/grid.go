package layout

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"
)

// A fieldKind is the kind of a field, one bit each. Only the other fields decide whether a single digit is a given or a
// pencil mark.
type fieldKind uint8

const (
	digitField  fieldKind = 1 << iota // one digit
	noField                           // no character
	emptyField                        // a character for an empty cell
	placedField                       // u or + and one digit
	marksField                        // two or more digits, perhaps with marks around them
	givenField                        // one digit that is a given
)

// parse returns the kind and the digits of a field. ok is false if the field is not a cell.
func (f field) parse(size int) (kind fieldKind, digits uint16, ok bool) {
	text := f.text
	switch {
	case text == "":
		return noField, 0, true
	case len(text) == 1 && isCell(rune(text[0]), size):
		if d := cellClass[text[0]] & digitBits; d > 0 {
			kind = digitField
			if f.sure {
				kind = givenField
			}
			return kind, 1 << (d - 1), true
		}
		return emptyField, 0, true
	case len(text) == 1:
		return 0, 0, false
	}
	kind = marksField
	if len(text) == 2 && (text[0] == 'u' || text[0] == '+') {
		kind, text = placedField, text[1:]
	}
	for _, c := range text {
		switch isDigit := c >= '1' && c <= rune('0'+size); {
		case isDigit && digits>>(c-'1')&1 == 0:
			digits |= 1 << (c - '1')
		case !strings.ContainsRune(marks, c):
			return 0, 0, false
		}
	}
	return kind, digits, digits > 0 || kind == marksField && text == strings.Repeat(text[:1], len(text))
}

// areFields reports whether all fields are cells.
func areFields(fields []field, size int) bool {
	return !slices.ContainsFunc(fields, func(f field) bool {
		_, _, ok := f.parse(size)
		return !ok
	})
}

// mixed reports whether some empty cells of a grid have a character and others have none. Then a cell may be missing.
func mixed(cells []field, size int) bool {
	var all fieldKind
	for _, f := range cells {
		kind, _, _ := f.parse(size)
		all |= kind
	}
	return all&(noField|emptyField) == noField|emptyField
}

// cutFields reads rows whose cells have blanks or bars between them.
func cutFields(c *candidate) (cells []field) {
	for i := range c.rows {
		if len(c.rows[i].parts) != c.size || !areFields(c.rows[i].parts, c.size) {
			return nil
		}
		cells = append(slices.Grow(cells, c.size*c.size-len(cells)), c.rows[i].parts...)
	}
	return cells
}

// cutCharacters reads rows in which each cell is a character.
func cutCharacters(c *candidate) (cells []field) {
	for i := range c.rows {
		row := c.rows[i].characters()
		if len(row) != c.size || !areFields(row, c.size) {
			return nil
		}
		cells = append(slices.Grow(cells, c.size*c.size-len(cells)), row...)
	}
	return cells
}

// characters returns the characters of the parts.
func (w *row) characters() []field {
	list := make([]field, 0, w.chars)
	for _, f := range w.parts {
		column := f.column
		for i, c := range f.text {
			list = append(list, field{text: f.text[i : i+utf8.RuneLen(max(c, 0))], line: f.line, column: column})
			column++
		}
	}
	return list
}

// store stores the cells of a grid in a record.
func (rec *Record) store(cells []field, size int, top bool) error {
	var all fieldKind
	var kinds [CellCount]fieldKind
	var digits [CellCount]uint16
	rec.places = slices.Grow(rec.places[:0], len(cells))
	for k, f := range cells {
		kinds[k], digits[k], _ = f.parse(size)
		all |= kinds[k]
		rec.places = append(rec.places, f.place())
	}
	rec.Size = size
	switch {
	case all&(placedField|givenField) != 0:
		rec.Marking = GivenMarks
	case all&marksField != 0 || top:
		rec.Marking = OnlyMarks
	}
	if all&(givenField|marksField) == givenField && !slices.Contains(digits[:len(cells)], 0) {
		rec.Marking = NoMarks
	}
	for k := range cells {
		i := index(k, size)
		one := uint8(bits.TrailingZeros16(digits[k])) + 1
		switch {
		case kinds[k] == placedField:
			rec.Placed[i] = one
		case kinds[k]&(digitField|givenField) != 0 && rec.Marking != OnlyMarks:
			rec.Givens[i] = one
		}
		if c := cells[k].text; rec.Marking != NoMarks && digits[k] == 0 && c != "." && kinds[k] != marksField {
			if c == "" {
				c = " "
			}
			return &Error{Line: cells[k].line,
				Err: fmt.Errorf("r%dc%d is %q, want candidates 1..%d or '.' for none", i/9+1,
					i%9+1, c, size), Places: []Place{cells[k].place()}}
		}
		rec.Marks[i] = digits[k]
	}
	return nil
}

// fault returns the mistakes of rows that are meant as a grid, or nil if they are not meant as one.
func fault(rows []row, size int) *Error {
	rows = tabled(slices.DeleteFunc(slices.Clone(rows), func(w row) bool { return w.kind != kindCells }), size)
	good, fields, cells := 0, 0, 0
	var bar, tab, many bool
	long := 0 // characters of a part that is too long for a row
	for i := range rows {
		w := &rows[i]
		if len(w.strange) == 0 && (w.chars == size || len(w.parts) == size) {
			good++
		}
		if len(w.parts) == size && w.chars > size {
			fields++
		}
		cells += w.cells
		bar = bar || strings.ContainsFunc(w.text, isBar)
		tab = tab || w.table && !bar
		for _, f := range w.parts {
			if !many && len(f.text) > 13 && len(w.strange) == 0 {
				many, long = true, len(f.text)
			}
		}
	}
	if cells == 0 || good == 0 && cells < 3*size && !many {
		return nil
	}
	e := &Error{Line: rows[0].line, Layout: "rows of cells"}
	switch {
	case many && len(rows) == 1 && good == 0:
		e.Layout = "a line of cells"
	case tab:
		e.Layout = "a table of cells"
	case fields > good/2 && fields > 0:
		e.Layout = "pencil marks"
	case bar:
		e.Layout = "a drawn grid"
	}
	var list []string
	for i := range rows {
		text, places := rows[i].fault(size, fields > good/2 && fields > 0)
		if text == "" {
			continue
		}
		if len(list) == 0 {
			e.Line = rows[i].line
		}
		list, e.Places = append(list, fmt.Sprintf("row %d: %s", i+1, text)), append(e.Places, places...)
	}
	const most = 3
	if more := len(list) - most; more > 0 {
		list = append(list[:most], fmt.Sprintf("and %d more rows", more))
	}
	last := rows[len(rows)-1]
	switch {
	case len(rows) == 1 && good == 1:
		list, e.Line = []string{fmt.Sprintf("%d cells, want %d, or %[3]d rows of %[3]d", size, size*size, size)},
			rows[0].line
	case len(rows) == 1 && many:
		list = []string{cellsError{long, fmt.Sprint(size * size)}.Error()}
	case len(list) == 0:
		list = []string{fmt.Sprintf("%d rows, want %d", len(rows), size)}
	}
	if len(e.Places) == 0 {
		e.Places = []Place{{last.line, utf8.RuneCountInString(last.text) + 1, 0}}
	}
	e.Err = textError(strings.Join(list, "; "))
	return e
}

// textError is an error of its text only.
type textError string

func (e textError) Error() string { return string(e) }

// fault returns what is wrong with a row, and where. fields says whether the cells have blanks between them.
func (w *row) fault(size int, fields bool) (text string, places []Place) {
	want := cellCharacters(size)
	var list []string
	fields = fields || w.table
	switch n := len(w.parts); {
	case n == size && (fields || w.chars > size):
		for i, f := range w.parts {
			if _, _, ok := f.parse(size); !ok {
				list = append(list, fmt.Sprintf("field %d is %q", i+1, f.text))
				places = append(places, f.place())
			}
		}
		if len(list) == 0 {
			return "", nil
		}
		return strings.Join(list, ", ") + fmt.Sprintf(", want digits 1..%d, each once, or one of . 0 * _ - X", size),
			places
	case fields && w.chars == size && n == 1:
		return "no blanks between its cells, want nine fields of candidates", []Place{w.parts[0].place()}
	}
	cells := w.parts
	if !fields {
		cells = w.characters()
	}
	if len(w.strange) > w.cells {
		return fmt.Sprintf("%q, want %d cells", strings.TrimSpace(w.text), size), []Place{lengthPlace(w, cells, 0)}
	}
	for _, f := range cells {
		if c, _ := utf8.DecodeRuneInString(f.text); !fields && !isCell(c, size) {
			list = append(list, fmt.Sprintf("character %q at position %d", c, f.column))
			places = append(places, f.place())
		}
	}
	if len(list) > 0 {
		list[len(list)-1] += ", want " + want
	}
	if len(cells) != size {
		list = append(list, cellsError{len(cells), fmt.Sprint(size)}.Error())
		places = append(places, lengthPlace(w, cells, size))
	}
	return strings.Join(list, "; "), places
}

// lengthPlace is the place of the cells after the first n of a row, or the place after the last if there are fewer.
func lengthPlace(w *row, cells []field, n int) Place {
	switch {
	case len(cells) == 0:
		return Place{w.line, 1, 0}
	case len(cells) <= n:
		last := cells[len(cells)-1].place()
		return Place{last.Line, last.Column + last.Length, 0}
	}
	first, last := cells[n].place(), cells[len(cells)-1].place()
	return Place{w.line, first.Column, last.Column + last.Length - first.Column}
}
