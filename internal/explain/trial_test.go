package explain

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain/pattern"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/hypothesis"
	"setdoku/internal/memory"
	"setdoku/internal/solvertest"
)

// forces reports whether a technique is one of the family forcing.
func forces(technique string) bool {
	return strings.HasPrefix(technique, "forcing") || strings.HasPrefix(technique, "nested_forcing")
}

var (
	refuted = regexp.MustCompile(`^(Nishio: if|If) r(\d)c(\d) were (\d), (.* would .*?),?( after (\d+) placements?)?( ?(and|after) (\d+) eliminations?)?( ?(and|after) (\d+) refutations?)?( (and )?after refuting (.*))?, so (r\dc\d<>\d)\.$`)
	either1 = regexp.MustCompile(`^(Whichever candidate r(\d)c(\d) takes|Wherever the (\d) of (row|column|box|region|diagonal|window) (\d) goes), (.*)\.$`)
	item    = regexp.MustCompile(`^(\d|r\dc\d): (.* )?-> .+$`)
	assumes = regexp.MustCompile(`^Assume that r(\d)c(\d) is (\d)\.$`)
	thus    = regexp.MustCompile(`^Then r(\d)c(\d) is (\d) \((?:Naked|Hidden) Single\): (no other candidate is left there|(row|column|box|region|diagonal|window) (\d) has no other place for it)(?:, since .*)?\.$`)
	thusNot = regexp.MustCompile(`^Then r(\d)c(\d) is not (\d) \(.+\): .+\.$`)
	nowEnds = regexp.MustCompile(`^Now (r(\d)c(\d) has no candidate left|(row|column|box|region|diagonal|window) (\d) has no place left for (\d)|(row|column|box|region|diagonal|window|the pair) (\d|r\dc\d/r\dc\d) must hold the (\d) twice, in (.*?)|r(\d)c(\d) must hold (\d) and (\d) at once)(?:[:,] .*)?\. (That cannot be|So this assumption is wrong)\.$`)
	seesIt  = regexp.MustCompile(`((?:r\dc\d(?:, | and )?)+) sees? the (\d) of r(\d)c(\d)`)
	cannot  = regexp.MustCompile(`((?:r\dc\d(?:, | and )?)+) cannot be (\d)`)
	holds   = regexp.MustCompile(`(?:since|, and|and) r(\d)c(\d) is (\d)`)
	named   = regexp.MustCompile(`r(\d)c(\d)`)
)

// checkForcing checks the folded words of a forcing pattern: the length of a refutation, a line for each branch of a
// set, and all effects. Then it replays the whole words.
func checkForcing(t *testing.T, f find, words []string) {
	t.Helper()
	fail := func(why string) {
		t.Helper()
		t.Errorf("%s: %s\n%s\n%s", f.Technique, why, format.Short(f.state), strings.Join(words, "\n"))
	}
	all, err := hypothesis.Read(f.state, f.Evidence)
	if err != nil {
		fail(err.Error())
		return
	}
	p := all.Needed(f.Eliminations)
	checkLine(t, f, p, newExplainer(f.state, f.Deduction).lineOf())
	for _, c := range f.Eliminations {
		if !strings.Contains(words[0], c.Cell.String()) || !strings.Contains(words[0], fmt.Sprint(c.Digit)) {
			fail("the first line does not name " + c.Elimination())
		}
	}
	if p.Set == nil {
		m := refuted.FindStringSubmatch(words[0])
		roles := make(map[string]int)
		for _, s := range p.Branches[0].Steps {
			roles[s.Row.Role]++
		}
		switch {
		case m == nil || len(words) != 1:
			fail("not one line about a refutation")
			return
		case (m[1] == "Nishio: if") != (f.Technique == "forcing"), m[17] != f.Eliminations[0].Elimination():
			fail("another refutation")
		case numOf(m[7]) != roles["place"], numOf(m[10]) != roles["eliminate"]:
			fail(fmt.Sprintf("another length than %v", roles))
		case numOf(m[13])+len(regexp.MustCompile(`r\dc\d=\d`).FindAllString(m[16], -1)) != roles["refute"]:
			fail(fmt.Sprintf("other refutations than %v", roles))
		}
	} else {
		if m := either1.FindStringSubmatch(words[0]); m == nil || len(words) != len(p.Branches)+1 {
			fail(fmt.Sprintf("not one line and one for each of %d branches", len(p.Branches)))
			return
		}
		for k, line := range words[1:] {
			a := p.Branches[k].Assumed
			m := item.FindStringSubmatch(line)
			if m == nil || m[1] != a.Cell.String() && m[1] != fmt.Sprint(a.Digit) {
				fail("not the line of a branch: " + line)
			}
		}
	}
	replay(t, f, p)
}

// numOf returns a number, 0 for none.
func numOf(s string) int {
	if s == "" {
		return 0
	}
	return num(s)
}

// replay replays the whole words sentence by sentence on a separate grid. Every step of what is needed must be in them.
func replay(t *testing.T, f find, p *hypothesis.Pattern) {
	t.Helper()
	words := (&step{before: setdoku.Position{State: f.state, Known: true}, full: true}).describe(f.Deduction).all()
	s, branch, step := f.state, -1, 0
	var steps []setdoku.Evidence
	words = words[1:]
	for k, line := range words[1:] {
		ok := false
		checkSince(t, f, s, line)
		if m := assumes.FindStringSubmatch(line); m != nil && branch+1 < len(p.Branches) {
			branch, step, s, steps = branch+1, 0, f.state, nil
			for _, x := range p.Branches[branch].Steps {
				steps = append(steps, x.Row)
			}
			i := setdoku.Cell(num(m[1])*10 + num(m[2])).Index()
			ok = s.Candidates()[i].Has(uint8(num(m[3])))
			s.Placed[i] = uint8(num(m[3]))
		} else if m := thus.FindStringSubmatch(line); m != nil && step < len(steps) {
			i, d := setdoku.Cell(num(m[1])*10+num(m[2])).Index(), num(m[3])
			ok = steps[step].Role == "place" && steps[step].Cell.Index() == i
			if m[5] == "" {
				ok = ok && s.Candidates()[i] == setdoku.SetOf(uint8(d))
			} else {
				ok = ok && slices.Equal(placesIn(s, m[5], num(m[6]), d), []int{i})
			}
			s.Placed[i] = uint8(d)
			step++
		} else if m := thusNot.FindStringSubmatch(line); m != nil && step < len(steps) {
			i, d := setdoku.Cell(num(m[1])*10+num(m[2])).Index(), uint8(num(m[3]))
			ok = steps[step].Role != "place" && steps[step].Cell.Index() == i && s.Candidates()[i].Has(d)
			s.Deleted[i] |= setdoku.SetOf(d)
			step++
		} else if m := nowEnds.FindStringSubmatch(line); m != nil {
			ok = step == len(steps) && endsAt(s, m)
		} else {
			effect := strings.HasPrefix(line, "So the assumption was wrong: ") && k == len(words)-2
			eliminated := strings.HasPrefix(line, "Now ") &&
				!slices.ContainsFunc(f.Eliminations, func(c setdoku.Candidate) bool {
					return s.Candidates()[c.Cell.Index()].Has(c.Digit)
				})
			ok = effect || eliminated && step == len(steps)
		}
		if !ok {
			t.Errorf("%s: does not hold: %s\n%s\n%s", f.Technique, line, format.Short(f.state),
				strings.Join(words, "\n"))
			return
		}
	}
	if branch != len(p.Branches)-1 {
		t.Errorf("%s: %d of %d branches are described", f.Technique, branch+1, len(p.Branches))
	}
}

// checkLine checks the line of a forcing pattern: each branch has all steps that are needed, each placement is a single
// when its turn comes, each refutation leads to its contradiction, and so does a branch that ends in one.
func checkLine(t *testing.T, f find, p *hypothesis.Pattern, line string) {
	t.Helper()
	chains, effect, _ := strings.Cut(line, " => ")
	branches := strings.Split(chains, " | ")
	ok := effect == strings.Join(namesOf(f.Eliminations, setdoku.Candidate.Elimination), ", ") &&
		len(branches) == len(p.Branches)
	for k := 0; ok && k < len(branches); k++ {
		var want []string
		for _, s := range p.Branches[k].Steps {
			want = append(want, stepName(s.Row))
		}
		got, why := follow(f.state, branches[k], p.Branches[k].End != nil)
		if ok = slices.Equal(got, want) && why == ""; !ok {
			t.Errorf("%s: steps %v, want %v, %s\n%s\n%s", f.Technique, got, want, why, line, format.Short(f.state))
		}
	}
	if !ok {
		t.Errorf("%s: %s", f.Technique, line)
	}
}

var (
	links  = regexp.MustCompile(`r\dc\d(=|<>)\d`)
	twoOf  = regexp.MustCompile(`^(row|column|box|region|diagonal|window|the pair) (\d|r\dc\d/r\dc\d) has two (\d)s$`)
	noneOf = regexp.MustCompile(`^(row|column|box|region|diagonal|window) (\d) has no (\d)$`)
	twoIn  = regexp.MustCompile(`^r(\d)c(\d)=(\d) and (\d)$`)
	empty  = regexp.MustCompile(`^r(\d)c(\d) is empty$`)
)

// follow follows a chain in notation from its assumption. It returns the steps, and what is wrong.
func follow(s setdoku.State, chain string, ends bool) (steps []string, wrong string) {
	depth, parts, last := 0, []string(nil), 0
	for k, c := range chain {
		switch {
		case c == '[':
			depth++
		case c == ']':
			depth--
		case depth == 0 && strings.HasPrefix(chain[k:], " -> "):
			parts, last = append(parts, chain[last:k]), k+len(" -> ")
		}
	}
	end := chain[last:]
	for k, part := range parts {
		name, inside, refutes := strings.Cut(part, " [")
		c := setdoku.Candidate{Cell: setdoku.Cell(num(name[1:2])*10 + num(name[3:4])),
			Digit: uint8(num(name[len(name)-1:]))}
		if !s.Candidates()[c.Cell.Index()].Has(c.Digit) {
			return steps, name + " is not a candidate"
		}
		if strings.Contains(name, "=") {
			if k > 0 && !singleIn(s, c.Cell.Index(), int(c.Digit)) {
				return steps, name + " is not a single"
			}
			s = s.Apply(setdoku.Deduction{Placements: []setdoku.Candidate{c}})
		} else {
			if refutes {
				if !strings.HasPrefix(inside, c.Placement()) {
					return steps, "another candidate is refuted: " + part
				}
				if _, wrong = follow(s, strings.TrimSuffix(inside, "]"), true); wrong != "" {
					return steps, wrong
				}
			}
			s = s.Apply(setdoku.Deduction{Eliminations: []setdoku.Candidate{c}})
		}
		if k > 0 {
			steps = append(steps, name)
		}
	}
	if ends != contradicts(s, end) {
		return steps, "the end does not hold: " + end
	}
	if !ends && links.MatchString(end) && !strings.Contains(end, ",") && len(parts) > 0 &&
		s.Candidates()[setdoku.Cell(num(end[1:2])*10+num(end[3:4])).Index()].Has(uint8(num(end[len(end)-1:]))) {
		steps = append(steps, end) // the last step is the only elimination
	}
	return steps, ""
}

// contradicts reports whether the end of a chain is a contradiction of the grid.
func contradicts(s setdoku.State, end string) bool {
	at := func(row, column string) int { return setdoku.Cell(num(row)*10 + num(column)).Index() }
	if m := twoOf.FindStringSubmatch(end); m != nil {
		if m[1] == "the pair" {
			return isPair(s, m[2], num(m[3]))
		}
		places := placesIn(s, m[1], num(m[2]), num(m[3]))
		return len(slices.DeleteFunc(places, func(i int) bool { return !singleIn(s, i, num(m[3])) })) > 1
	}
	if m := noneOf.FindStringSubmatch(end); m != nil {
		return len(placesIn(s, m[1], num(m[2]), num(m[3]))) == 0
	}
	if m := twoIn.FindStringSubmatch(end); m != nil {
		return singleIn(s, at(m[1], m[2]), num(m[3])) && singleIn(s, at(m[1], m[2]), num(m[4]))
	}
	m := empty.FindStringSubmatch(end)
	return m != nil && s.Filled()[at(m[1], m[2])] == 0 && s.Candidates()[at(m[1], m[2])] == 0
}

// checkSince checks what a sentence says about the rows that took candidates: the digits are where it says, and the
// cells see them or lack the candidate.
func checkSince(t *testing.T, f find, s setdoku.State, line string) {
	t.Helper()
	filled, live := s.Filled(), s.Candidates()
	_, line, _ = strings.Cut(line, "since ")
	line = "since " + line
	fail := func(what string) {
		t.Helper()
		t.Errorf("%s: %q is wrong in %q\n%s", f.Technique, what, line, format.Short(s))
	}
	cells := func(text string) (list []int) {
		for _, m := range named.FindAllStringSubmatch(text, -1) {
			list = append(list, setdoku.Cell(num(m[1])*10+num(m[2])).Index())
		}
		return list
	}
	for _, m := range seesIt.FindAllStringSubmatch(line, -1) {
		by := setdoku.Cell(num(m[3])*10 + num(m[4])).Index()
		for _, i := range cells(m[1]) {
			if filled[by] != uint8(num(m[2])) || !s.Board().SeeEachOther(i, by) {
				fail(m[0])
			}
		}
	}
	for _, m := range cannot.FindAllStringSubmatch(line, -1) {
		for _, i := range cells(m[1]) {
			if live[i].Has(uint8(num(m[2]))) {
				fail(m[0])
			}
		}
	}
	for _, m := range holds.FindAllStringSubmatch(line, -1) {
		if filled[setdoku.Cell(num(m[1])*10+num(m[2])).Index()] != uint8(num(m[3])) {
			fail(m[0])
		}
	}
}

func placesIn(s setdoku.State, kind string, n, digit int) (list []int) {
	live := s.Candidates()
	for _, i := range s.Board().Units[slices.Index(setdoku.UnitTypes[:], kind)*9+n-1] {
		if live[i].Has(uint8(digit)) {
			list = append(list, i)
		}
	}
	return list
}

// isPair reports whether two cells see each other and must both hold a digit.
func isPair(s setdoku.State, cells string, digit int) bool {
	pair := indexes(cells)
	return s.Board().SeeEachOther(pair[0], pair[1]) && singleIn(s, pair[0], digit) && singleIn(s, pair[1], digit)
}

// singleIn reports whether a candidate is the only one in its cell or in a unit.
func singleIn(s setdoku.State, cell, digit int) bool {
	if s.Candidates()[cell] == setdoku.SetOf(uint8(digit)) {
		return true
	}
	for _, u := range newExplainer(s, setdoku.Deduction{}).commonUnits([]int{cell}) {
		if slices.Equal(placesIn(s, setdoku.UnitTypes[u/9], u%9+1, digit), []int{cell}) {
			return true
		}
	}
	return false
}

// endsAt reports whether a contradiction that nowEnds matches is one of the grid.
func endsAt(s setdoku.State, m []string) bool {
	switch {
	case m[2] != "":
		i := setdoku.Cell(num(m[2])*10 + num(m[3])).Index()
		return s.Filled()[i] == 0 && s.Candidates()[i] == 0
	case m[4] != "":
		return len(placesIn(s, m[4], num(m[5]), num(m[6]))) == 0
	case m[7] == "the pair":
		return isPair(s, m[8], num(m[9])) && m[10] == cellNames(indexes(m[8]))
	case m[7] != "":
		n := 0
		for _, i := range placesIn(s, m[7], num(m[8]), num(m[9])) {
			if singleIn(s, i, num(m[9])) && strings.Contains(m[10], setdoku.CellAt(i).String()) {
				n++
			}
		}
		return n > 1
	}
	i := setdoku.Cell(num(m[11])*10 + num(m[12])).Index()
	return m[13] != m[14] && singleIn(s, i, num(m[13])) && singleIn(s, i, num(m[14]))
}

// TestForcingWords checks the words of what each technique of the family finds by itself, in states that singles do not
// solve, and that the words describe every role.
func TestForcingWords(t *testing.T) {
	gridtest.Long(t, "the words of forcing")
	all, err := catalogue.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	singles, err := all.Select([]string{"singles"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	rng := gridtest.New(17)
	described := make(map[string]int)
	for range 4 {
		s := solvertest.FindPath(t, all, memory.Options{Techniques: singles},
			setdoku.State{Givens: gridtest.Minimal(rng)}).End().State
		for _, technique := range all {
			if !forces(technique.Name) {
				continue
			}
			described[technique.Name] += explainAll(t,
				solvertest.FindPath(t, all,
					memory.Options{Techniques: catalogue.Catalogue{technique}, StopAtFirst: true}, s))
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
		p, err := hypothesis.Read(f.state, d.Evidence)
		if err != nil {
			t.Fatal(err)
		}
		marks := pattern.Of(f.state, d).Marked().Marks
		for _, s := range p.Needed(d.Eliminations).Shown().Steps {
			if _, marked := marks[setdoku.Candidate{Cell: s.Row.Cell, Digit: s.Row.Digit}]; !marked {
				t.Errorf("%s: %s is not marked", d.Technique, stepName(s.Row))
			}
		}
	}
	return len(list)
}
