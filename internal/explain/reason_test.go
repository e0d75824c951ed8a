package explain

import (
	"fmt"
	"slices"
	"testing"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain/picture"
	"setdoku/internal/format"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/forcing"
	"setdoku/solver/memory"
	"setdoku/solver/minimize"
)

// replay follows a hypothesis on a separate grid and collects what is false of its reasons.
type replay struct {
	start   *grid // before the first assumption
	at      setdoku.State
	rows    []setdoku.Evidence // until now
	deduced []setdoku.Candidate
	wrong   []string
}

// reasons returns what is false of the reasons of a forcing pattern, from which its words are made.
func reasons(f find) (wrong []string) {
	p, err := newExplainer(f.state, f.Deduction).Forcing()
	if err != nil {
		return []string{err.Error()}
	}
	for k := range p.Branches {
		r := &replay{start: gridOf(f.state), at: f.state, deduced: f.Eliminations}
		r.branch(&p.Branches[k])
		if p.Set == nil && p.Branches[k].End == nil {
			r.say("no contradiction")
		}
		wrong = append(wrong, r.wrong...)
	}
	return wrong
}

func (r *replay) say(format string, args ...any) {
	r.wrong = append(r.wrong, fmt.Sprintf(format, args...))
}

// branch replays an assumption, its steps, and what they lead to.
func (r *replay) branch(b *forcing.Branch) {
	r.do(setdoku.Evidence{Role: "assume", Cell: b.Assumed.Cell, Digit: b.Assumed.Digit})
	for _, s := range b.Steps {
		r.reason(s.Row.Candidate(), s.Row.Role, s.Reason)
		r.do(s.Row)
	}
	if b.End != nil {
		r.reason(setdoku.Candidate{}, "contradiction", b.End.Reason)
		return
	}
	g := gridOf(r.at)
	for _, c := range r.deduced {
		if i := c.Cell.Index(); g.live[i].Has(c.Digit) || g.filled[i] == c.Digit {
			r.say("%s is not deduced", c.Elimination())
		}
	}
}

// do carries out a row, which must change a candidate that is there.
func (r *replay) do(row setdoku.Evidence) {
	c := row.Candidate()
	if !gridOf(r.at).live[c.Cell.Index()].Has(c.Digit) {
		r.say("%s was not a candidate", c.Placement())
	}
	d := setdoku.Deduction{Eliminations: []setdoku.Candidate{c}}
	if row.Role == "place" || row.Role == "assume" {
		d = setdoku.Deduction{Placements: d.Changes()}
	}
	r.at, r.rows = r.at.Apply(d), append(r.rows, row)
}

// reason replays a reason: that what it says holds, and that its causes took exactly the candidates that it needs gone.
func (r *replay) reason(c setdoku.Candidate, role string, x forcing.Reason) {
	g, ok, cell := gridOf(r.at), false, 0
	if c.Cell.Valid() {
		cell = c.Cell.Index()
	}
	units := r.at.Board().Units
	gone := make(map[setdoku.Candidate]bool)
	need := func(cells []int, digits setdoku.DigitSet) {
		for _, i := range cells {
			for _, d := range (r.start.live[i] & digits).Digits() {
				gone[setdoku.CandidateAt(i, d)] = true
			}
		}
	}
	digit := setdoku.NewDigitSet(max(c.Digit, 1))
	switch x.Kind {
	case forcing.OnlyDigit:
		ok = role == "place" && g.live[cell] == digit
		need([]int{cell}, setdoku.AllDigits&^digit)
	case forcing.OnlyPlace:
		ok = role == "place" && slices.Equal(g.places(x.Unit, c.Digit), []int{cell})
		need(without(units[x.Unit], []int{cell}), digit)
	case forcing.Intersection:
		ok = role == "eliminate" && within(g.places(x.Unit, c.Digit), units[x.Other]) &&
			len(g.places(x.Unit, c.Digit)) > 0 && within([]int{cell}, without(units[x.Other], units[x.Unit]))
		need(without(units[x.Unit], units[x.Other]), digit)
	case forcing.NakedSubset:
		ok = role == "eliminate" && within(append([]int{cell}, x.Cells...), units[x.Unit]) &&
			!slices.Contains(x.Cells, cell) && g.union(x.Cells) == x.Digits &&
			(len(x.Cells) == x.Digits.Count() && x.Digits.Has(c.Digit) || len(x.Cells) > x.Digits.Count())
		need(x.Cells, setdoku.AllDigits&^x.Digits)
	case forcing.HiddenSubset:
		ok = role == "eliminate" && within(append([]int{cell}, x.Cells...), units[x.Unit]) &&
			!x.Digits.Has(c.Digit) &&
			(len(x.Cells) == x.Digits.Count() && slices.Contains(x.Cells, cell) || len(x.Cells) < x.Digits.Count())
		for _, d := range x.Digits.Digits() {
			places := g.places(x.Unit, d)
			ok = ok && len(places) > 0 && within(places, x.Cells)
		}
		need(without(units[x.Unit], x.Cells), x.Digits)
	case forcing.Fish:
		var covered, bases []int
		for _, u := range x.Covers {
			covered = append(covered, units[u]...)
		}
		for _, u := range x.Units {
			bases = append(bases, units[u]...)
			need(without(units[u], covered), digit)
		}
		ok = role == "eliminate" && !slices.Contains(bases, cell) && x.Digits == digit &&
			(len(x.Units) == len(x.Covers) && slices.Contains(covered, cell) || len(x.Units) > len(x.Covers)) &&
			within(g.holding(bases, c.Digit), covered)
	case forcing.Refuted:
		inside := &replay{start: r.start, at: r.at, rows: slices.Clip(r.rows)}
		ok = role == "refute" && x.Inside.Assumed == c && x.Inside.End != nil
		inside.branch(x.Inside)
		r.wrong = append(r.wrong, inside.wrong...)
	case forcing.NoCandidate:
		ok = role != "place" && g.filled[x.Cells[0]] == 0 && g.live[x.Cells[0]] == 0
		need(x.Cells, setdoku.AllDigits)
	case forcing.NoPlace:
		ok = role != "place" && len(g.places(x.Unit, x.Digits.Lowest())) == 0
		for _, i := range units[x.Unit] {
			ok = ok && g.filled[i] != x.Digits.Lowest()
		}
		need(units[x.Unit], x.Digits)
	case forcing.TwoDigits:
		ok = role != "place" && len(x.Cells) == 1 && x.Digits.Count() == 2 && len(x.Both) == 2
	case forcing.TwoPlaces:
		ok = role != "place" && len(x.Cells) == 2 && x.Digits.Count() == 1 && len(x.Both) == 2 &&
			(x.Unit >= 0 && within(x.Cells, units[x.Unit]) || x.Unit < 0 && g.see(x.Cells[:1], x.Cells[1:]))
	}
	if !ok {
		r.say("%s %s: %s", role, c.Placement(), because(forcing.Consequence{Row: setdoku.Evidence{Role: role,
			Cell: c.Cell, Digit: c.Digit}, Reason: x}))
	}
	for k, s := range x.Both {
		if (setdoku.CandidateAt(x.Cells[k%len(x.Cells)], x.Digits.Digits()[k%x.Digits.Count()])) != s.Row.Candidate() {
			r.say("%s is not one of two", s.Row.Candidate().Placement())
		}
		r.reason(s.Row.Candidate(), "place", s.Reason)
	}
	r.causes(g, groupCauses(x.Lost), gone)
}

// causes replays causes and compares the candidates that they took with those that must be gone.
func (r *replay) causes(g *grid, list []cause, gone map[setdoku.Candidate]bool) {
	for _, c := range list {
		for _, i := range c.cells {
			for _, d := range c.digits.Digits() {
				x, took := setdoku.CandidateAt(i, d), false
				for _, row := range c.by {
					if !slices.ContainsFunc(r.rows, func(o setdoku.Evidence) bool {
						return o.Role == row.Role && o.Candidate() == row.Candidate()
					}) {
						r.say("%v is not a row before", row)
					}
					switch by := row.Cell.Index(); c.how {
					case filled:
						took = took || by == i && g.filled[i] == row.Digit && row.Digit != d
					case seen:
						if g.filled[by] != row.Digit || !g.see([]int{i}, []int{by}) {
							r.say("%s does not see the %d of %s", x.Cell, row.Digit, row.Cell)
						}
						took = took || row.Digit == d
					case barred:
						took = took || row.Candidate() == x && row.Role != "place" && row.Role != "assume"
					}
				}
				if !took || !gone[x] || g.live[i].Has(d) {
					r.say("%s did not take %s", c.String(), x.Placement())
				}
				delete(gone, x)
			}
		}
	}
	for x := range gone {
		r.say("nothing took %s", x.Placement())
	}
}

// premises returns what is false of the links of a chain, from which its words are made. The prover of verify looks at
// the parts of other patterns.
func premises(f find) (wrong []string) {
	t := newExplainer(f.state, f.Deduction)
	if t.Kind() == picture.OfChain {
		gridOf(f.state).chain(t, func(holds bool, format string, args ...any) {
			if !holds {
				wrong = append(wrong, fmt.Sprintf(format, args...))
			}
		})
	}
	return wrong
}

type claim func(holds bool, format string, args ...any)

// chain checks that strong links are strong, weak links weak, and that they alternate.
func (g *grid) chain(t *explainer, want claim) {
	c := t.Chain()
	want(len(c.Links) == len(c.Nodes)-1, "%d nodes and %d links", len(c.Nodes), len(c.Links))
	for k, l := range c.Links {
		a, b := c.Nodes[k], c.Nodes[k+1]
		set := l.Set
		switch {
		case k%2 == 0 && l.Unit >= 0:
			want(a.Digit == b.Digit && l.Digit == a.Digit && !within(a.Cells, b.Cells) && !within(b.Cells, a.Cells) &&
				slices.Equal(g.places(l.Unit, l.Digit), distinct(slices.Concat(a.Cells, b.Cells))), "link %d", k+1)
		case k%2 == 0:
			want(slices.Equal(a.Cells, b.Cells) && len(a.Cells) == 1 && a.Digit != b.Digit &&
				g.live[a.Cells[0]] == setdoku.NewDigitSet(a.Digit)|setdoku.NewDigitSet(b.Digit), "link %d", k+1)
		case set != nil:
			want(g.throughSet(set, a, b) && len(t.commonUnits(set)) > 0, "link %d through %v", k+1, names(set))
		default:
			want(g.excludes(a, b), "link %d", k+1)
		}
	}
	closed := len(c.Nodes) > 2 && g.excludes(c.First(), c.Last()) ||
		c.Before != nil && g.throughSet(c.Before, c.First(), c.Last()) ||
		c.After != nil && g.throughSet(c.After, c.First(), c.Last())
	around, own := t.aroundLoop(&c)
	for _, l := range around {
		for _, x := range l.lost {
			for _, n := range []node{l.a, l.b} {
				v := picture.Node{Digit: x.Digit, Cells: []int{x.Cell.Index()}}
				want(g.excludes(picture.Node(n), v) || l.set != nil && g.throughSet(l.set, picture.Node(n), v),
					"%s does not exclude %s", n.is(), x.Placement())
			}
			own = append(own, x)
		}
	}
	want(c.Kind != catalogue.ContinuousLoop || len(own) == len(t.Eliminations), "other eliminations")
	want(c.Kind == "" || (c.Kind == catalogue.ContinuousLoop) == (closed && !c.Closes()), "%s", c.Kind)
}

// throughSet reports whether two nodes cannot both be true, because each takes its digit of an almost locked set.
func (g *grid) throughSet(set []int, a, b picture.Node) bool {
	in, out := g.holding(set, a.Digit), g.holding(set, b.Digit)
	return a.Digit != b.Digit && g.union(set).Count() == len(set)+1 && len(in) > 0 && len(out) > 0 &&
		g.see(in, a.Cells) && g.see(out, b.Cells)
}

// few returns all deductions of a step, or the first, one in the middle and the last of forcing, of which a step may
// have a thousand.
func few(list []setdoku.Deduction) []setdoku.Deduction {
	if n := len(list); n > 3 && forces(list[0].Technique) {
		return []setdoku.Deduction{list[0], list[n/2], list[n-1]}
	}
	return list
}

// TestPremises replays what the words of every step say about the grid, of whole paths and of shortened ones: the links
// of chains, and the reasons of hypotheses.
func TestPremises(t *testing.T) {
	all := solvertest.Catalogue(t)
	for _, p := range solvertest.SampleLists(t, gridtest.Size(1, 500)) {
		whole := solvertest.FindPath(t, all, memory.Options{Techniques: all}, p.State)
		if whole.Status == setdoku.StatusInvalid {
			continue // a unit may link two candidates of one color
		}
		short, err := minimize.Path(t.Context(), whole)
		gridtest.Must(t, err)
		for _, path := range []*setdoku.Path{whole, short} {
			for _, f := range finds(path, few) {
				checkPremises(t, f)
			}
		}
		if t.Failed() {
			break
		}
	}
}

// checkPremises replays what the words of a deduction are made from.
func checkPremises(t *testing.T, f find) {
	t.Helper()
	wrong := premises
	if forces(f.Technique) {
		wrong = reasons
	}
	if list := wrong(f); len(list) > 0 {
		t.Errorf("%s %v: %v\n%s", f.Technique, f.Eliminations, list, format.Short(f.state))
	}
}

// grid answers what premises ask of a state.
type grid struct {
	state  setdoku.State
	filled setdoku.Grid
	live   [setdoku.CellCount]setdoku.DigitSet
}

func gridOf(s setdoku.State) *grid { return &grid{s, s.Filled(), s.Candidates()} }

// places returns the places of a digit in a unit.
func (g *grid) places(unit int, d uint8) (list []int) {
	for _, i := range g.state.Board().Units[unit] {
		if g.live[i].Has(d) {
			list = append(list, i)
		}
	}
	return distinct(list)
}

// union returns the candidates of cells.
func (g *grid) union(cells []int) (set setdoku.DigitSet) {
	for _, i := range cells {
		set |= g.live[i]
	}
	return set
}

// holding returns the cells that have a candidate.
func (g *grid) holding(cells []int, d uint8) []int {
	return slices.DeleteFunc(slices.Clone(cells), func(i int) bool { return !g.live[i].Has(d) })
}

// see reports whether each cell of a list sees each of another.
func (g *grid) see(cells, others []int) bool {
	for _, i := range cells {
		for _, j := range others {
			if i == j || !g.state.Board().SeeEachOther(i, j) {
				return false
			}
		}
	}
	return true
}

// within reports whether all members of a list are in another.
func within(list, others []int) bool { return len(without(list, others)) == 0 }

// excludes reports whether two nodes cannot both be true.
func (g *grid) excludes(a, b picture.Node) bool {
	if a.Digit == b.Digit {
		return g.see(a.Cells, b.Cells)
	}
	return len(a.Cells) == 1 && slices.Equal(a.Cells, b.Cells)
}
