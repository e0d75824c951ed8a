package picture

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"setdoku"
)

// TestOverlay compares what is drawn over a board that has all marks with the picture of the same deduction: the
// picture has each shape of the overlay, and the overlay has each link and each effect of the picture.
func TestOverlay(t *testing.T) {
	for name, d := range diagrams(t) {
		if !d.deduces() {
			continue
		}
		d.Title = ""
		o := Overlay{Diagram: d.Diagram, Own: make(map[setdoku.Cell]bool)}
		for i := range setdoku.CellCount {
			o.Own[setdoku.CellAt(i)] = true
		}
		frame := newBoard(d.Diagram)
		frame.frame(d.Diagram)
		whole := draw(d.Diagram).shapes
		same := func(a, b shape) bool {
			return cmp.Equal(a, b, cmp.AllowUnexported(shape{}, point{}, stroke{}, dash{}),
				cmpopts.EquateApprox(0, 1e-9))
		}
		over, cells := o.draw()
		marks := make(map[kind]int)
		for _, s := range over.shapes {
			if s.kind == circle && s.fill == paper { // hides a mark of the page
				continue
			}
			s.points, s.loops = slices.Clone(s.points), slices.Clone(s.loops)
			lower := func(list []point) {
				for k := range list {
					list[k].y += frame.top
				}
			}
			for k := range s.loops {
				s.loops[k] = slices.Clone(s.loops[k])
				lower(s.loops[k])
			}
			if s.kind == rectangle {
				lower(s.points[:1])
			} else {
				lower(s.points)
			}
			if marks[s.kind]++; !slices.ContainsFunc(whole, func(w shape) bool { return same(s, w) }) {
				t.Errorf("%s: the picture lacks %+v", name, s)
			}
		}
		for _, s := range whole {
			above := s.kind != polygon && s.points[0].y < frame.top+frame.side() // the legend
			if above && (s.kind == curve || s.stroke.paint == victim && s.kind == lines) {
				marks[s.kind]--
			}
		}
		for _, c := range d.Changes() {
			if !slices.Contains(cells, c.Cell) {
				t.Errorf("%s: %v is not a cell of %v", name, c, cells)
			}
		}
		if marks[curve] != 0 || marks[lines] != 0 || len(over.shapes) == 0 {
			t.Errorf("%s: links and effects differ from those of the picture: %v", name, marks)
		}
	}
}

// TestOverlayOfEmptyCells draws a placement and an elimination in cells without marks of the page: the new digit fills
// its cell, and the other cell has all its candidates. Cells to look at, framed cells and wrong cells have no digits.
func TestOverlayOfEmptyCells(t *testing.T) {
	s := example(t)
	o := Overlay{Diagram: Diagram{State: s, Deduction: setdoku.Deduction{
		Placements:   []setdoku.Candidate{{Cell: 33, Digit: 7}},
		Eliminations: []setdoku.Candidate{{Cell: 11, Digit: 3}}}}}
	b, cells := o.draw()
	var in33, in11 []string
	for _, shape := range b.shapes {
		switch at := shape.points; {
		case shape.kind != label:
		case at[0] == b.center(setdoku.Cell(33).Index()) && shape.size == digitText:
			in33 = append(in33, shape.text)
		case at[0].x < leftEdge+cellSize && at[0].y < cellSize:
			in11 = append(in11, shape.text)
		default:
			t.Errorf("%s is in another place: %v", shape.text, at)
		}
	}
	want := s.Candidates()[0].Digits()
	if !slices.Equal(in33, []string{"7"}) || len(in11) != len(want) || !slices.Equal(cells, []setdoku.Cell{11, 33}) {
		t.Errorf("r3c3 has %v, r1c1 %v of %v; cells %v", in33, in11, want, cells)
	}
	o = Overlay{Diagram: Diagram{State: s}, Region: []setdoku.Cell{11}, Framed: []setdoku.Cell{12},
		Wrong: []setdoku.Cell{13}}
	if svg, box, cells := o.Shapes(); strings.Count(svg, "<rect") != 3 || strings.Contains(svg, "<text") ||
		box != "34 0 648 648" || cells != nil {
		t.Errorf("viewBox %s, cells %v:\n%s", box, cells, svg)
	}
}
