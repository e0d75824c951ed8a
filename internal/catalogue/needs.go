package catalogue

import (
	"fmt"
	"slices"
	"strings"

	"setdoku"
)

// Needs are the words of the field @needs of a header, each with a function that reports whether a variant has it. A
// file without the field is right on every variant.
var Needs = map[string]func(*setdoku.Variant) bool{
	"rows and columns": func(v *setdoku.Variant) bool { return v.HasUnit(1) && v.HasUnit(10) },
	// The nine boxes of classic.
	"boxes": func(v *setdoku.Variant) bool {
		return slices.EqualFunc(v.Units[18:27], setdoku.Classic().Units[18:27],
			func(a, b []int) bool { return slices.Equal(a, b) })
	},
	"nine digits": func(v *setdoku.Variant) bool { return v.Size == 9 },
	// Two solutions that differ in two digits of some cells keep every unit. A pair of cells without a unit may see
	// only one of the digits.
	"exchange": func(v *setdoku.Variant) bool { return len(v.Pairs()) == 0 },
}

// ParseNeeds returns what a technique needs of a variant.
func ParseNeeds(t *Technique) ([]string, error) {
	if t.Text != "" {
		h, err := ParseHeader(t.Text)
		return h.Needs, err
	}
	s, err := FindFile(t.File)
	if err != nil {
		return nil, err
	}
	return s.Header.Needs, nil
}

// parseNeeds reads the field @needs: words with commas between them.
func parseNeeds(text string) (list []string, err error) {
	if text == "" {
		return nil, nil
	}
	for word := range strings.SplitSeq(text, ",") {
		word = strings.TrimSpace(word)
		if Needs[word] == nil {
			return nil, fmt.Errorf("header: @needs %q, want some of boxes, exchange, nine digits, rows and columns",
				word)
		}
		list = append(list, word)
	}
	return list, nil
}

// Possible reports whether a variant has all that a technique needs. A technique with a header that cannot be read is
// not possible.
func Possible(t *Technique, v *setdoku.Variant) bool {
	needs, err := ParseNeeds(t)
	return err == nil && !slices.ContainsFunc(needs, func(need string) bool { return !Needs[need](v) })
}
