package format

import (
	"io"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"setdoku"
)

// held returns the part of a puzzle that a format preserves, according to the comment of its constant.
func held(f Format, p Puzzle) Puzzle {
	out := Puzzle{State: p.State}
	switch f {
	case Line81, SDM, SDK, SS, CSV, OpenSudoku:
		out.State = setdoku.State{Givens: p.State.Givens}
	case Pencil, Line729:
		out.State = pencilView(p.State)
	}
	switch f {
	case Line81, SDK, CSV:
		out.Name = p.Name
	case OpenSudoku:
		if out.Name = p.Name; out.Name == "" {
			out.Name = "setdoku"
		}
	}
	if f == CSV {
		out.Solution = p.Solution
	}
	if f == Library {
		if out.Library = p.Library; out.Library == nil {
			out.Library = &LibraryLine{Code: "0000", Digits: "x"}
		}
	}
	return out
}

// pencilView makes givens of the placed digits, and of every single candidate that no peer has.
func pencilView(s setdoku.State) setdoku.State {
	live := s.Candidates()
	given := s.Filled()
	for i, m := range live {
		single := m.Count() == 1
		for _, p := range setdoku.Classic().Peers[i] {
			single = single && live[p]&m == 0
		}
		if single {
			given[i] = m.Lowest()
		}
	}
	out := setdoku.State{Givens: given}
	for i, m := range out.Candidates() {
		out.Deleted[i] = m &^ live[i]
	}
	return out
}

// checkRoundTrip writes puzzles in a format and compares the result of reading them.
func checkRoundTrip(t rapid.TB, f Format, puzzles ...Puzzle) {
	t.Helper()
	var b strings.Builder
	w, err := NewWriter(&b, f)
	if err != nil {
		t.Fatal(err)
	}
	var want []Puzzle
	for _, p := range puzzles {
		if err := w.Write(p); err == nil {
			want = append(want, held(f, p))
		} else if f != SDX {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r := NewReader(strings.NewReader(b.String()), "f")
	for i, p := range want {
		got, err := r.Read()
		if err != nil {
			t.Fatalf("%s puzzle %d: %v\n%s", f, i+1, err, b.String())
		}
		got.File, got.Line = "", 0
		if !reflect.DeepEqual(got, p) {
			t.Fatalf("%s puzzle %d: got %s %+v\nwant %s %+v\nin\n%s", f, i+1, Short(got.State), got, Short(p.State), p,
				b.String())
		}
	}
	if _, err := r.Read(); len(want) > 0 && err != io.EOF {
		t.Fatalf("%s: after all puzzles: %v\n%s", f, err, b.String())
	}
}

// puzzles generates puzzles. It renames the digits of a filled grid, keeps some cells as givens or placed digits,
// and deletes some or all candidates of the others.
func puzzles() *rapid.Generator[Puzzle] {
	return rapid.Custom(func(t *rapid.T) Puzzle {
		names := rapid.Permutation([]uint8{1, 2, 3, 4, 5, 6, 7, 8, 9}).Draw(t, "digits")
		given := rapid.IntRange(0, 100).Draw(t, "percent given")
		placed := rapid.IntRange(0, 60).Draw(t, "percent placed")
		percent := rapid.IntRange(0, 99)
		var p Puzzle
		var solution setdoku.Grid
		for i := range setdoku.CellCount {
			digit := names[(i/9*3+i/27+i%9)%9]
			solution[i] = digit
			switch n := percent.Draw(t, "cell"); {
			case n < given:
				p.State.Givens[i] = digit
			case n < given+placed:
				p.State.Placed[i] = digit
			}
		}
		deleted := rapid.Just(setdoku.DigitSet(0))
		if rapid.Bool().Draw(t, "marks deleted") {
			deleted = rapid.OneOf(deleted, rapid.Map(rapid.Uint16Range(0, uint16(setdoku.AllDigits)),
				func(m uint16) setdoku.DigitSet { return setdoku.DigitSet(m) }), rapid.Just(setdoku.AllDigits))
		}
		for i, m := range p.State.Candidates() {
			p.State.Deleted[i] = m & deleted.Draw(t, "deleted")
		}
		p.Name = OneLine(rapid.String().Draw(t, "name"))
		if rapid.Bool().Draw(t, "solution") {
			p.Solution = solution.String()
		}
		if rapid.Bool().Draw(t, "library") {
			p.Library = &LibraryLine{Code: "0301", Variant: "2", Digits: "47",
				Eliminations: []setdoku.Candidate{{Cell: 99, Digit: 9}, {Cell: 11, Digit: 1}},
				Placements:   []setdoku.Candidate{{Cell: 21, Digit: 4}}, Extra: "7"}
		}
		return p
	})
}

func TestRoundTrip(t *testing.T) {
	for _, f := range Formats() {
		t.Run(string(f), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				list := rapid.SliceOfN(puzzles(), 1, 3).Draw(t, "puzzles")
				for i := range list[1:] { // a full grid behind another puzzle is read as its solution
					list[i+1].State.Givens[0] = 0
				}
				checkRoundTrip(t, f, list...)
			})
		})
	}
}

// TestShort checks that the short form reads back to the same state.
func TestShort(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzles().Draw(t, "puzzle")
		got, err := NewReader(strings.NewReader(Short(p.State)), "f").Read()
		if err != nil || got.State != p.State {
			t.Fatalf("%s: got %s, error %v", Short(p.State), Short(got.State), err)
		}
	})
}
