package agreement_test

import (
	"slices"
	"testing"

	"setdoku"
)

// drawing is an empty grid with crossed-out candidates.
type drawing struct{ setdoku.State }

// confine leaves a unit, 1..27, these cells for a digit.
func (d *drawing) confine(digit uint8, unit int, cells ...setdoku.Cell) *drawing {
	for _, i := range setdoku.Classic().Units[:27][unit-1] {
		if !slices.Contains(cells, setdoku.CellAt(i)) {
			d.Deleted[i] |= setdoku.SetOf(digit)
		}
	}
	return d
}

// hold leaves a cell these digits.
func (d *drawing) hold(cell setdoku.Cell, digits ...uint8) *drawing {
	d.Deleted[cell.Index()] = setdoku.AllDigits
	for _, x := range digits {
		d.Deleted[cell.Index()] &^= setdoku.SetOf(x)
	}
	return d
}

func draw() *drawing { return new(drawing) }

// TestRemotePairTakesTurns wants both digits removed from every cell that sees two colors, and from no other.
func TestRemotePairTakesTurns(t *testing.T) {
	t.Parallel()
	cells := []setdoku.Cell{11, 15, 65, 69}
	d := draw()
	for _, cell := range cells {
		d.hold(cell, 1, 2)
	}
	color := map[setdoku.Cell]int{11: 0, 15: 1, 65: 0, 69: 1}
	var want []claim
	for i := range setdoku.CellCount {
		var sees [2]bool
		for cell, k := range color {
			sees[k] = sees[k] || slices.Contains(setdoku.Classic().Peers[i][:], cell.Index())
		}
		if n := setdoku.CellAt(i); sees[0] && sees[1] && !slices.Contains(cells, n) {
			want = append(want, claim{false, n, 1}, claim{false, n, 2})
		}
	}
	got := claims(ask(t, []query{{"remote_pair", d.State}})[0])
	if !slices.Equal(got, sorted(want)) {
		t.Errorf("found %v, want %v", got, want)
	}
}

// TestRemotePairOddCycle has three cells of a row with the same two candidates, so there is no solution. A chain leads
// from such a cell to itself, and every cell that sees it loses both digits.
func TestRemotePairOddCycle(t *testing.T) {
	t.Parallel()
	got := claims(ask(t, []query{{"remote_pair",
		draw().hold(11, 1, 2).hold(12, 1, 2).hold(15, 1, 2).hold(21, 1, 2).State}})[0])
	for _, want := range []claim{{false, 95, 1}, {false, 95, 2}} {
		if !slices.Contains(got, want) {
			t.Errorf("found %v, want %v too", got, want)
		}
	}
}

// TestBridgeEnds wants each place of the bridge of a W-Wing after the bivalue cell that sees it.
func TestBridgeEnds(t *testing.T) {
	t.Parallel()
	for i, found := range ask(t, []query{
		{"w_wing", draw().hold(11, 1, 2).hold(55, 1, 2).confine(1, 18, 19, 59).State},
		{"w_wing", draw().hold(15, 1, 2).hold(51, 1, 2).confine(1, 9, 91, 95).State},
	}) {
		want := [][]string{
			{"bivalue cell 11", "bridge_end cell 19 digit 1", "bridge column 9 digit 1", "bridge_end cell 59 digit 1",
				"bivalue cell 55"},
			{"bivalue cell 15", "bridge_end cell 95 digit 1", "bridge row 9 digit 1", "bridge_end cell 91 digit 1",
				"bivalue cell 51"},
		}[i]
		if len(found) == 0 {
			t.Fatalf("nothing found, want %v", want)
		}
		for _, d := range found {
			var rows []string
			for _, e := range d.Evidence {
				rows = append(rows, evidenceRow(e))
			}
			if !slices.Equal(rows, want) {
				t.Errorf("evidence %q, want %q", rows, want)
			}
		}
	}
}

// TestOnePetalForSeveralCandidates wants a set once that takes two candidates from the stem of a Death Blossom.
func TestOnePetalForSeveralCandidates(t *testing.T) {
	t.Parallel()
	d := draw().hold(11, 1, 2).hold(12, 1, 2, 3).hold(13, 1, 2, 3)
	found := ask(t, []query{{"death_blossom", d.State}})[0]
	want := []string{"stem cell 11", "restricted digit 1", "restricted digit 2", "set_a cell 12", "set_a cell 13"}
	for _, d := range found {
		var rows []string
		for _, e := range d.Evidence {
			rows = append(rows, evidenceRow(e))
		}
		if !slices.Equal(rows, want) {
			t.Errorf("%s: evidence %q, want %q", described(d), rows, want)
		}
	}
	if len(found) == 0 {
		t.Errorf("nothing found, want %q", want)
	}
}
