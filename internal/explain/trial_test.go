package explain

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/explain/picture"
	"setdoku/internal/format"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/forcing"
)

// forces reports whether a technique is one of the family forcing.
func forces(technique string) bool {
	return strings.HasPrefix(technique, "forcing") || strings.HasPrefix(technique, "nested_forcing")
}

// TestCauses compares the words about candidates that went with the rows that took them.
func TestCauses(t *testing.T) {
	row := func(role string, cell setdoku.Cell, digit uint8) setdoku.Evidence {
		return setdoku.Evidence{Role: role, Cell: cell, Digit: digit}
	}
	lost := func(cell setdoku.Cell, digit uint8, by setdoku.Evidence) forcing.Loss {
		return forcing.Loss{Candidate: setdoku.Candidate{Cell: cell, Digit: digit}, By: by}
	}
	placed, assumed := row("place", 12, 7), row("assume", 19, 3)
	type losses = []forcing.Loss
	for _, tt := range []struct {
		lost losses
		want string
	}{
		{nil, ""},
		{losses{lost(12, 3, placed)}, ", since r1c2 is 7"},
		{losses{lost(14, 7, placed), lost(14, 3, assumed)}, ", since r1c4 sees the 7 of r1c2 and the 3 of r1c9"},
		{losses{lost(14, 7, placed), lost(15, 7, placed), lost(12, 3, placed)},
			", since r1c4 and r1c5 see the 7 of r1c2, and r1c2 is 7"},
		{losses{lost(65, 5, row("eliminate", 65, 5)), lost(65, 6, row("refute", 65, 6)),
			lost(14, 3, assumed)},
			", since r6c5 cannot be 5 or 6, and r1c4 sees the 3 of r1c9"},
		{losses{lost(65, 5, row("eliminate", 65, 5)), lost(66, 5, row("refute", 66, 5))},
			", since r6c5 and r6c6 cannot be 5"},
	} {
		if got := since(tt.lost); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

// checkForcing looks for what is left over in the whole words of a forcing pattern, and for the reason of every row
// that is needed. The words must name every place that the picture rings.
func checkForcing(t *testing.T, f find) {
	t.Helper()
	x := newExplainer(f.state, f.Deduction)
	x.full = true
	whole := x.explain(true, nil).all()
	text := strings.Join(whole, "\n")
	p, err := newExplainer(f.state, f.Deduction).Forcing()
	gridtest.Must(t, err)
	var wrong []string
	if bad := leftover.FindString(text); bad != "" {
		wrong = append(wrong, "leftover "+bad)
	}
	for _, b := range p.Branches {
		for _, s := range b.Steps {
			if !strings.Contains(text, stepName(s.Row)) || !strings.Contains(text, because(s)) {
				wrong = append(wrong, "no words about "+stepName(s.Row))
			}
		}
	}
	for c, look := range picture.NewPattern(f.state, f.Deduction).Marked().Looks {
		if look == picture.Ring && !strings.Contains(text, c.Cell.String()) {
			wrong = append(wrong, "a ring at "+c.Cell.String())
		}
	}
	wrong = append(wrong, wrongSteps(f)...)
	if len(wrong) > 0 {
		t.Errorf("%s: %v\n%s\n%s", f.Technique, wrong, format.Short(f.state), text)
	}
}

var (
	innermost = regexp.MustCompile(` \[[^][]*\]`)
	lineStep  = regexp.MustCompile(`^(r\dc\d)(=|<>)(\d)(?: \((?:(Naked Single)|Hidden Single in (.+)|[^()]+)\))?$`)
)

// wrongSteps carries out the line of a forcing pattern from the left to the right, and returns the steps that do not
// follow from the assumption and the steps before them by the single that they name.
func wrongSteps(f find) (wrong []string) {
	line := newExplainer(f.state, f.Deduction).notation()
	for innermost.MatchString(line) {
		line = innermost.ReplaceAllString(line, "")
	}
	line, _, _ = strings.Cut(line, " => ")
	for branch := range strings.SplitSeq(line, " | ") {
		text, end, _ := strings.Cut(branch, " -> ")
		if strings.Contains(end, " -> ") {
			wrong = append(wrong, "steps in a chain: "+branch)
		}
		s := f.state
		for k, step := range strings.Split(strings.Replace(text, ": ", ", ", 1), ", ") {
			m := lineStep.FindStringSubmatch(step)
			if m == nil {
				wrong = append(wrong, "no step: "+step)
				continue
			}
			c := setdoku.CandidateAt(int(m[1][1]-'1')*9+int(m[1][3]-'1'), m[3][0]-'0')
			if m[2] == "<>" {
				s = s.Apply(setdoku.Deduction{Eliminations: []setdoku.Candidate{c}})
				continue
			}
			g := gridOf(s)
			follows := k == 0 || m[4] != "" && g.live[c.Cell.Index()] == setdoku.NewDigitSet(c.Digit)
			for u := range s.Board().Units {
				follows = follows || m[5] == unitName(u) && slices.Equal(g.places(u, c.Digit), []int{c.Cell.Index()})
			}
			if !follows {
				wrong = append(wrong, "does not follow: "+step)
			}
			s = s.Apply(setdoku.Deduction{Placements: []setdoku.Candidate{c}})
		}
	}
	return wrong
}

// TestForcingWords checks the words of what each technique of the family finds by itself, in states that singles do not
// solve, and that the words describe every role.
func TestForcingWords(t *testing.T) {
	gridtest.Long(t, "the words of forcing")
	all := solvertest.Catalogue(t)
	rng := gridtest.New(17)
	described := make(map[string]int)
	for range 4 {
		s := afterSingles(t, rng)
		for _, technique := range all {
			if !forces(technique.Name) {
				continue
			}
			described[technique.Name] += explainAll(t, firstStep(t, technique, s))
		}
		if t.Failed() {
			return
		}
	}
	for _, name := range []string{"forcing", "forcing_verity", "forcing_plus", "nested_forcing", "nested_forcing_2"} {
		if described[name] == 0 {
			t.Errorf("no pattern of %s: %v", name, described)
		}
	}
}

func explainAll(t *testing.T, path *setdoku.Path) int {
	t.Helper()
	list := finds(path, sample)
	for _, f := range list {
		check(t, f)
		d := f.Deduction
		p, err := forcing.Read(f.state, d.Evidence)
		gridtest.Must(t, err)
		marks := picture.NewPattern(f.state, d).Marked().Marks
		for _, s := range p.Needed(d.Eliminations).Shown().Steps {
			if _, marked := marks[setdoku.Candidate{Cell: s.Row.Cell, Digit: s.Row.Digit}]; !marked {
				t.Errorf("%s: %s is not marked", d.Technique, stepName(s.Row))
			}
		}
	}
	return len(list)
}
