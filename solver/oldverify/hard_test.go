package verify

import (
	"slices"
	"strconv"
	"testing"

	"setdoku"
)

// hardTechniques are those of the second kind, after those of the first kind.
func hardTechniques() []setdoku.Technique {
	return append(catalogue(),
		setdoku.Technique{Name: "bug_plus_1", Tier: 180, Weight: 100, Level: "hard", AssumesUnique: true},
		setdoku.Technique{Name: "xy_wing", Tier: 240, Weight: 160, Level: "hard"},
		setdoku.Technique{Name: "template_set", Tier: 560, Weight: 500, Level: "extreme"},
		setdoku.Technique{Name: "template_delete", Tier: 570, Weight: 500, Level: "extreme"},
		setdoku.Technique{Name: setdoku.RuleForcing, Tier: 580, Weight: 700, Level: "extreme"},
		setdoku.Technique{Name: "forcing_verity", Tier: 590, Weight: 800, Level: "extreme"},
		setdoku.Technique{Name: "forcing_plus", Tier: 600, Weight: 1200, Level: "extreme"},
		setdoku.Technique{Name: "nested_forcing", Tier: 610, Weight: 2500, Level: "extreme"},
		setdoku.Technique{Name: "nested_forcing_2", Tier: 620, Weight: 5000, Level: "extreme"},
		setdoku.Technique{Name: setdoku.RuleSearch, Tier: 900, Weight: 10000, Level: "extreme"},
		setdoku.Technique{Name: "my_wing", Tier: 630, Weight: 1, Level: "medium"})
}

func mustNewHard(t *testing.T, runs ...setdoku.Run) *Checker {
	t.Helper()
	c, err := New(hardTechniques(), runs)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestTemplates(t *testing.T) {
	var empty position
	for i := range empty.marks {
		empty.marks[i] = setdoku.AllDigits
	}
	if n := templatesOf(&empty)[4].count; n != 46656 {
		t.Errorf("%d templates in an empty grid, want 46656", n)
	}
	tests := []struct {
		name  string
		shape shape
		rule  rule
		want  string
	}{
		{"an x-wing", shape{}.only(digits(5), 2, 3, 7).only(digits(5), 8, 3, 7), templateDelete(),
			"5 from 13 17 33 37 43 47 53 57 63 67 73 77 93 97"},
		{"a hidden single", shape{}.only(digits(5), 2, 3), templateSet(), "5 from 23"},
		{"nothing", shape{}, templateDelete(), ""},
		{"nothing to set", shape{}, templateSet(), ""},
		{"a digit without a template", shape{}.only(digits(5), 2, 3).only(digits(5), 8, 3), templateSet(), ""},
		{"a digit that stands", shape{setdoku.State{Givens: placed("115", "245")}}.only(digits(5), 3, 7, 8).only(digits(5), 4, 7, 8), templateDelete(),
			"5 from 57 58 59 67 68 69 77 78 87 88 97 98"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []setdoku.Candidate
			for _, d := range tt.rule.deductions(newPosition(tt.shape.s)) {
				got = append(got, setdoku.Candidate{Cell: d.Cell, Digit: d.Digit})
			}
			var want []setdoku.Candidate
			if tt.want != "" {
				for _, d := range deductions(t, false, map[int64]string{1: tt.want}) {
					want = append(want, setdoku.Candidate{Cell: d.Cell, Digit: d.Digit})
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("found %v, want %v", got, want)
			}
		})
	}
}

// TestForcingAgainstPasses compares the candidates that forcing refutes with whole passes of the singles, one
// record for each candidate.
func TestForcingAgainstPasses(t *testing.T) {
	run := setdoku.Run{ID: 1, Techniques: names(singlesOnly), Audit: setdoku.AuditNone}
	c := mustNew(t, run)
	puzzles, _ := generate(t, 5, 8)
	refuted := 0
	for _, puzzle := range puzzles {
		s := stateOf(t, mustSolve(t, c, setdoku.State{Givens: puzzle}, run))
		p := newPosition(s)
		found := map[setdoku.Candidate]bool{}
		for _, d := range forcing("forcing").deductions(p) {
			found[setdoku.Candidate{Cell: d.Cell, Digit: d.Digit}] = true
		}
		for _, x := range p.candidates() {
			assumed := s
			assumed.Placed[setdoku.CellIndex(x.Cell)] = x.Digit
			invalid := mustSolve(t, c, assumed, run).Status == setdoku.StatusInvalid
			if invalid != found[x] {
				t.Errorf("%s: r%d with %d is refuted %t, by passes %t", puzzle, x.Cell, x.Digit, found[x], invalid)
			}
			if invalid {
				refuted++
			}
		}
	}
	if refuted == 0 {
		t.Error("no candidate is refuted")
	}
}

// TestRefutations reads refutations of 1 in r1c1. Then r1c2 must be 2, r1c3 must be 3, and r1c4 has no candidate
// left.
func TestRefutations(t *testing.T) {
	s := shape{}.cells(digits(1, 2), 12).cells(digits(2, 3), 13).cells(digits(1, 3), 14).cells(digits(4, 5, 6), 99).
		only(digits(4), 9, 9).only(digits(5), 18, 9).cells(digits(7), 81, 85).cells(digits(8), 71)
	sound := []string{"assume 11 1", "place 12 2", "place 13 3", "contradiction 14"}
	tests := []struct {
		name string
		rows []string
		want bool
	}{
		{"sound", sound, true},
		{"another order of what follows", []string{"assume 11 1", "place 14 3", "place 12 2", "contradiction 13"}, true},
		{"a digit without a place", []string{"assume 11 1", "place 12 2", "place 14 3", "contradiction 2 row 1"}, false},
		{"two digits in a cell", []string{"assume 11 1", "contradiction 13"}, false},
		{"a cell that must hold two digits", []string{"assume 21 6", "contradiction 99"}, true},
		{"a unit with two cells that must hold a digit", []string{"assume 21 6", "contradiction 7 row 8"}, true},
		{"a unit with one cell that must hold a digit", []string{"assume 21 6", "contradiction 8 row 7"}, false},
		{"no assumption", sound[1:], false},
		{"another assumption", []string{"assume 21 1", "place 12 2", "place 13 3", "contradiction 14"}, false},
		{"two assumptions", []string{"assume 11 1", "assume 12 2", "place 13 3", "contradiction 14"}, false},
		{"an assumption that is no candidate", []string{"assume 12 3", "place 13 3", "contradiction 14"}, false},
		{"a place too few", []string{"assume 11 1", "place 12 2", "contradiction 14"}, false},
		{"a place before its time", []string{"assume 11 1", "place 13 3", "place 12 2", "contradiction 14"}, false},
		{"a place that does not follow", []string{"assume 11 1", "place 55 4", "place 12 2", "place 13 3", "contradiction 14"}, false},
		{"a place that is no candidate", []string{"assume 11 1", "place 12 1", "place 13 3", "contradiction 14"}, false},
		{"a contradiction elsewhere", []string{"assume 11 1", "place 12 2", "place 13 3", "contradiction 15"}, false},
		{"a contradiction in a digit that has places", []string{"assume 11 1", "place 12 2", "place 13 3", "contradiction 4 row 1"}, false},
		{"no contradiction", sound[:3], false},
		{"a contradiction first", []string{"assume 11 1", "contradiction 14", "place 12 2"}, false},
		{"a cell that is none", []string{"assume 10 1", "contradiction 14"}, false},
		{"another role", []string{"assume 11 1", "link 12 2", "place 13 3", "contradiction 14"}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := &situation{p: newPosition(s.s)}
			rows := rowsOfPattern(t, tt.rows...)
			proof, err := forcingKinds["forcing"].argue(in, rows)
			if (err == nil) != tt.want {
				t.Fatalf("error %v, want it sound %t", err, tt.want)
			}
			if err != nil {
				return
			}
			cell, d := rows[0].Cell, rows[0].Digit
			if !proof.decides(Conclusion{false, cell, d, 7}) || proof.decides(Conclusion{false, cell, otherDigit(d), 7}) ||
				proof.decides(Conclusion{true, cell, d, 7}) {
				t.Error("the refutation eliminates another candidate than it assumes")
			}
		})
	}
	in := &situation{p: newPosition(shape{}.only(digits(7), 1, 1).s)}
	if _, err := forcingKinds["forcing"].argue(in, rowsOfPattern(t, "assume 11 1", "contradiction 7 row 1")); err != nil {
		t.Errorf("a digit without a place: %v", err)
	}
}

// grave is stuck after the basic fish. It is a bivalue universal grave except for 7 in r1c3.
const grave = ".2......4......6.96814....7..53...72.7....95......28..5.....2.....6.......6.4...3"

func TestBugPlusOne(t *testing.T) {
	givens, err := setdoku.ParseGrid(grave)
	if err != nil {
		t.Fatal(err)
	}
	run := setdoku.Run{ID: 1, Techniques: names(everything), Audit: setdoku.AuditNone}
	state := stateOf(t, mustSolve(t, mustNew(t, run), setdoku.State{Givens: givens}, run))
	p := newPosition(state)
	cell, x := p.bug()
	if cell != setdoku.CellIndex(13) || x != 7 {
		t.Fatalf("%d in cell %d keeps the grid from being a grave, want 7 in r1c3", x, cell)
	}
	number := setdoku.CellNumber(cell)
	in := &situation{p: p, givens: state.Givens}
	proof, err := argueBug(in, rowsOfPattern(t, "cell "+strconv.Itoa(number), "digit "+strconv.Itoa(int(x))))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range members(p.marks[cell]) {
		if proof.decides(Conclusion{false, number, uint8(d), 7}) == (uint8(d) == x) {
			t.Errorf("%d of %d: the grave keeps %d", d, number, x)
		}
	}
	less := *p
	for i, m := range p.marks {
		if m.Count() == 2 {
			less.marks[i] &= m - 1
			break
		}
	}
	if _, err := argueBug(&situation{p: &less}, rowsOfPattern(t, "cell 11")); err == nil {
		t.Error("a grave with a missing candidate is accepted")
	}
	var other string
	for _, d := range members(p.marks[cell]) {
		if uint8(d) != x {
			other = strconv.Itoa(d)
		}
	}
	if _, err := argueBug(in, rowsOfPattern(t, "link "+strconv.Itoa(number)+" "+other)); err == nil {
		t.Error("a row with another digit is accepted")
	}
}
