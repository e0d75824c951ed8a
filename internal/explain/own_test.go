package explain

import (
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain/picture"
	"setdoku/internal/rule"
)

// own returns a technique of a file with these words.
func own(words ...string) *rule.Technique {
	return &rule.Technique{Technique: setdoku.Technique{Name: "mine", Title: "Mine", Family: "user"}, Text: `-- @technique mine | Mine
-- @idea None.
-- @source None.
-- @reads pass
-- @writes deduction
-- @key none
-- @cost none
-- @words ` + strings.Join(words, "\n-- @words ") + "\n"}
}

// ownChain is a deduction of such a technique, whose rows are a chain from one digit to another.
func ownChain(victim setdoku.Cell) setdoku.Deduction {
	return setdoku.Deduction{
		Technique: "mine", Pattern: int64(victim), Eliminations: []setdoku.Candidate{{Cell: victim, Digit: 7}},
		Evidence: []setdoku.Evidence{
			{Role: "start", Cell: 11, Digit: 7}, {Role: "strong", Cell: 11}, {Role: "link", Cell: 11, Digit: 2},
			{Role: "weak", Digit: 2, Unit: 1}, {Role: "link", Cell: 15, Digit: 2}, {Role: "strong", Cell: 15},
			{Role: "end", Cell: 15, Digit: 7},
		},
	}
}

// TestOwnWordsAreRepeated wants the argument of a technique without @again at each of its patterns, although there is a
// line of notation.
func TestOwnWordsAreRepeated(t *testing.T) {
	path := Story{
		Techniques: catalogue.Catalogue{*own("This is the argument.", "{{effect}}.")},
		Path: &setdoku.Path{Steps: []setdoku.Step{{Number: 1, Rule: "mine",
			Deductions: []setdoku.Deduction{ownChain(12), ownChain(13)}}}},
	}
	var text strings.Builder
	if err := path.WriteText(t.Context(), &text, picture.Screen{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"This is the argument.", "(7=2)r1c1 - (2=7)r1c5 => r1c"} {
		if n := strings.Count(text.String(), want); n != 2 {
			t.Errorf("%q comes %d times, want 2\n%s", want, n, &text)
		}
	}
}

// TestOrderOfDigits wants the digits of a role in the order of the pattern.
func TestOrderOfDigits(t *testing.T) {
	for words, want := range map[string]string{
		`{{digits "link" "start"}}`:                            "7 and 2",
		`{{first (digits "start" "weak")}}`:                    "7",
		`{{last (digits "start" "link")}}`:                     "2",
		`{{anyof (digits "start" "link")}}`:                    "7 or 2",
		`{{both "start" "link"}}`:                              "2 and 7",
		`{{less (digits "start" "link") (digits "weak")}}`:     "7",
		`{{range each (digits "start" "weak")}}<{{.}}>{{end}}`: "<7><2>",
	} {
		if got := Words(setdoku.State{}, ownChain(12), own(words)); got[len(got)-1] != want {
			t.Errorf("%s gives %q, want %q", words, got[len(got)-1], want)
		}
	}
}

// TestOwnWordsAreLimited executes templates that call too many functions or write too much. Their pattern is described
// by its rows.
func TestOwnWordsAreLimited(t *testing.T) {
	d := setdoku.Deduction{Technique: "mine", Pattern: 1, Eliminations: []setdoku.Candidate{{Cell: 11, Digit: 7}}}
	for i := range setdoku.CellCount {
		d.Evidence = append(d.Evidence, setdoku.Evidence{Role: "link", Cell: setdoku.CellAt(i)})
	}
	for words, limited := range map[string]bool{
		`{{range each "link"}}` + strings.Repeat(`{{has "link"}}`, 5) + `{{end}}`:              false,
		`{{range each "link"}}` + strings.Repeat(`{{has "link"}}`, mostCalls/81+1) + `{{end}}`: true,
		`{{range each "link"}}` + strings.Repeat("word ", mostText/81/5+1) + `{{end}}`:         true,
	} {
		text := strings.Join(Words(setdoku.State{}, d, own(words)), " ")
		if strings.Contains(text, "The words of this technique are too long.") != limited {
			t.Errorf("%.50s: %.100s", words, text)
		}
	}
}
