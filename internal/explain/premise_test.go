package explain

import (
	"fmt"
	"slices"
	"testing"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain/pattern"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
	"setdoku/internal/roles"
	"setdoku/internal/shorten"
	"setdoku/internal/solvertest"
)

// premises returns what is false of the parts of a pattern that is not of forcing, from which its words are made.
func premises(f find) (wrong []string) {
	g, t := gridOf(f.state), newExplainer(f.state, f.Deduction)
	want := func(holds bool, format string, args ...any) {
		if !holds {
			wrong = append(wrong, fmt.Sprintf(format, args...))
		}
	}
	for _, p := range t.Parts {
		if class, _ := roles.ClassOf(p.Role); p.Cell >= 0 && class != roles.Corner {
			want(g.filled[p.Cell] == 0 && g.live[p.Cell] != 0, "%s is filled", setdoku.CellAt(p.Cell))
			want(p.Digit == 0 || g.live[p.Cell].Has(p.Digit), "%s cannot be %d", setdoku.CellAt(p.Cell), p.Digit)
		}
	}
	if p := t.First("single"); p.Cell >= 0 {
		want(p.Unit < 0 && g.live[p.Cell] == setdoku.SetOf(p.Digit) ||
			p.Unit >= 0 && slices.Equal(g.places(p.Unit, p.Digit), []int{p.Cell}), "not a single")
	}
	g.subset(t, want)
	g.lines(t, want)
	g.wings(t, want)
	g.nets(t, want)
	g.sets(t, want)
	g.corners(t, want)
	if t.Kind() == pattern.OfChain {
		g.chain(t, want)
	}
	return wrong
}

type claim func(holds bool, format string, args ...any)

// subset checks that as many cells as digits are a naked or a hidden subset of their units.
func (g *grid) subset(t *explainer, want claim) {
	units, cells, digits := t.Role("unit").Units(), t.Role("cell").Cells(), digitList(t.Role("digit").Digits())
	if len(units) == 0 {
		return
	}
	want(len(cells) == len(digits), "%v have %v", names(cells), digits)
	hidden := true
	for _, u := range units {
		for _, d := range digits {
			hidden = hidden && len(g.places(u, d)) > 0 && within(g.places(u, d), cells)
		}
		want(within(cells, g.state.Board().Units[u]), "%v are not in %s", names(cells), unitName(u))
	}
	want(hidden || g.union(cells) == digits.set(), "%v have %v", names(cells), digits)
}

// lines checks that the places of as many base units as cover units are in these or are fins.
func (g *grid) lines(t *explainer, want claim) {
	bases, covers, fins := t.Role("base"), t.Role("cover").Units(), t.Role("fin").Cells()
	if len(covers) == 0 {
		return
	}
	want(len(bases) == len(covers), "%d bases and %d covers", len(bases), len(covers))
	endo := t.Role("endo_fin").Cells()
	body := distinct(slices.Concat(t.Role("body").Cells(), endo))
	var all []int
	inCover := func(i int) bool {
		return slices.ContainsFunc(covers, func(u int) bool { return t.inUnit(u, i) })
	}
	for _, b := range bases {
		places := g.places(b.Unit, b.Digit)
		want(len(places) > 0, "%d has no place in %s", b.Digit, unitName(b.Unit))
		for _, i := range places {
			want(inCover(i) != slices.Contains(fins, i) || slices.Contains(endo, i),
				"%s is not only in a cover or only a fin", setdoku.CellAt(i))
		}
		all = append(all, places...)
	}
	want(len(body) == 0 || slices.Equal(distinct(all), distinct(slices.Concat(body, fins))), "other places")
}

// wings checks that cells have as many candidates as is said of them, and see those that they must see.
func (g *grid) wings(t *explainer, want claim) {
	pincers := t.Role("pincer").Cells()
	if pivot := t.First("pivot"); pivot.Cell >= 0 {
		want(len(pincers) == 2 && g.see([]int{pivot.Cell}, pincers), "the pivot does not see the pincers")
		n := g.live[pivot.Cell].Count()
		want(n == 2 && t.Technique == "xy_wing" || n == 3 && t.Technique == "xyz_wing", "the pivot has %d digits", n)
		want(g.union(append(pincers, pivot.Cell)).Count() == 3, "more than three digits")
	}
	two := t.Role("bivalue").Cells()
	for _, i := range slices.Concat(two, pincers) {
		want(g.live[i].Count() == 2 && (len(pincers) > 0 || g.live[i] == g.live[two[0]]), "%s has %s",
			setdoku.CellAt(i), braces(g.live[i]))
	}
	bridge, ends := t.First("bridge"), t.Role("bridge_end").Cells()
	switch {
	case bridge.Unit >= 0:
		want(len(two) == 2 && len(ends) == 2 && slices.Equal(g.places(bridge.Unit, bridge.Digit), distinct(ends)) &&
			g.see(two[:1], ends[:1]) && g.see(two[1:], ends[1:]), "the bridge does not link the cells")
	case len(two) > 0:
		want(len(two)%2 == 0, "an odd number of cells")
		for k := range two[1:] {
			want(g.see(two[k:k+1], two[k+1:k+2]), "the cells do not see each other")
		}
	}
	if t.Technique == "wxyz_wing" {
		want(len(t.Role("cell")) == 4 && g.union(t.Role("cell").Cells()).Count() == 4, "not four digits in four cells")
	}
	if t.Technique == "bug_plus_1" {
		for i, m := range g.live {
			want(m.Count() == 2 || m == 0 || m.Count() == 3 && i == t.First("cell").Cell, "%s has %s",
				setdoku.CellAt(i), braces(m))
		}
	}
}

// nets checks that each unit of a net has two places, one of each color.
func (g *grid) nets(t *explainer, want claim) {
	for _, n := range t.Nets() {
		for _, b := range n.Bases {
			places := g.places(b.Unit, b.Digit)
			want(len(places) == 2 && (slices.Contains(n.Colors[0], places[0]) &&
				slices.Contains(n.Colors[1], places[1]) ||
				slices.Contains(n.Colors[1], places[0]) && slices.Contains(n.Colors[0], places[1])),
				"%s does not link the colors", unitName(b.Unit))
		}
	}
}

// sets checks almost locked sets: one digit more than cells, in one unit, and the restricted digits between them.
func (g *grid) sets(t *explainer, want claim) {
	almost := func(cells []int) {
		want(g.union(cells).Count() == len(cells)+1 && len(t.commonUnits(cells)) > 0, "%v are not almost locked",
			names(cells))
	}
	if t.Kind() == pattern.OfChain {
		return
	}
	sets, restricted := t.Parts.Sets()
	stem := t.First("stem")
	for k, cells := range sets {
		almost(cells)
		before := []int{}
		if k > 0 {
			before = sets[k-1]
		}
		if stem.Cell >= 0 {
			before = []int{stem.Cell}
		}
		for _, d := range restricted[k].Digits() {
			a, b := g.holding(before, d), g.holding(cells, d)
			want(len(a) > 0 && len(b) > 0 && g.see(a, b), "%d is not restricted", d)
		}
	}
	if stem.Cell >= 0 {
		var digits setdoku.DigitSet
		for _, r := range restricted {
			digits |= r
		}
		want(digits == g.live[stem.Cell], "the stem has %s, the sets share %s", braces(g.live[stem.Cell]),
			braces(digits))
	}
	if core := t.Role("core").Cells(); len(core) > 0 {
		line, box := t.Role("line_part").Cells(), t.Role("box_part").Cells()
		all := slices.Concat(core, line, box)
		want(g.union(all).Count() == len(all), "%v have %s", names(all), braces(g.union(all)))
		want(len(t.commonUnits(slices.Concat(core, line))) > 0 && len(t.commonUnits(slices.Concat(core, box))) > 0 &&
			g.union(line)&g.union(box) == 0, "the parts share a digit or no unit")
	}
}

// corners checks the rectangles and loops: which of their cells have only the digits of the pattern.
func (g *grid) corners(t *explainer, want claim) {
	pair, corners := digitList(t.Role("digit").Digits()).set(), t.Corners()
	if len(corners) == 0 {
		return
	}
	switch {
	case len(corners) == 4:
		want(pair.Count() == 2, "not a rectangle")
	case pair.Count() == 2:
		for u, cells := range g.state.Board().Units {
			n := len(slices.DeleteFunc(slices.Clone(cells), func(i int) bool { return !slices.Contains(corners, i) }))
			want(n == 0 || n == 2, "%s has %d cells of the loop", unitName(u), n)
		}
	default:
		want(len(corners) == 6 && pair.Count() == 3, "not an extended rectangle")
	}
	for _, i := range t.Role("floor").Cells() {
		want(g.live[i]&^pair == 0 && (g.live[i] == pair || pair.Count() == 3), "%s has %s", setdoku.CellAt(i),
			braces(g.live[i]))
	}
	for _, i := range t.Role("roof").Cells() {
		want(g.live[i]&pair != 0, "%s has %s", setdoku.CellAt(i),
			braces(g.live[i]))
	}
	for _, i := range t.Role("filled").Cells() {
		want(pair.Has(g.filled[i]) && g.state.Givens[i] == 0, "%s is not filled by logic", setdoku.CellAt(i))
	}
	for _, b := range t.Role("base") {
		want(within(g.places(b.Unit, b.Digit), corners), "%d has other places in %s", b.Digit, unitName(b.Unit))
	}
}

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
				g.live[a.Cells[0]] == setdoku.SetOf(a.Digit)|setdoku.SetOf(b.Digit), "link %d", k+1)
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
				v := pattern.Node{Digit: x.Digit, Cells: []int{x.Cell.Index()}}
				want(g.excludes(pattern.Node(n), v) || l.set != nil && g.throughSet(l.set, pattern.Node(n), v),
					"%s does not exclude %s", n.is(), x.Placement())
			}
			own = append(own, x)
		}
	}
	want(c.Kind != roles.ContinuousLoop || len(own) == len(t.Eliminations), "other eliminations")
	want(c.Kind == "" || (c.Kind == roles.ContinuousLoop) == (closed && !c.Closes()), "%s", c.Kind)
}

// throughSet reports whether two nodes cannot both be true, because each takes its digit of an almost locked set.
func (g *grid) throughSet(set []int, a, b pattern.Node) bool {
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

// TestPremises replays what the words of every step say about the grid, of whole paths and of shortened ones: the parts
// of patterns, and the reasons of hypotheses.
func TestPremises(t *testing.T) {
	all, err := catalogue.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]int)
	for _, p := range solvertest.SampleLists(t, gridtest.Size(1, 500)) {
		whole := solvertest.FindPath(t, all, memory.Options{Techniques: all}, p.State)
		if whole.Status == setdoku.StatusInvalid {
			continue // a unit may link two candidates of one color
		}
		short, err := shorten.Path(t.Context(), whole)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range []*setdoku.Path{whole, short} {
			for _, f := range finds(path, few) {
				seen[f.Technique]++
				checkPremises(t, f)
			}
		}
		if t.Failed() {
			break
		}
	}
	t.Log(seen)
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
