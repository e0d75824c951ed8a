package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver/forcing"
)

// maxPicture is the maximum size of a picture in bytes. A double exocet has the most marks: four bases, four targets
// and three lines with four digits.
const maxPicture = 22_000

// checkPicture reads a picture from only its elements, like a viewer. Every digit and pencil mark must be in its
// cell. Exactly the eliminated candidates must be crossed out. Each placed digit must have a disc. Every cell,
// unit and link of the evidence must have a mark.
func checkPicture(t *testing.T, e illustration) {
	if len(e.SVG) > maxPicture {
		t.Errorf("%d bytes, want at most %d", len(e.SVG), maxPicture)
	}
	seen, err := look(e.SVG)
	gridtest.Must(t, err)
	want := make(map[string]bool) // digits, marks, strikes and discs by cell and digit
	filled, live := e.Diagram.State.Filled(), e.Diagram.State.Candidates()
	for i, v := range filled {
		if v != 0 {
			want[fmt.Sprintf("digit %s=%d", setdoku.CellAt(i), v)] = true
		}
		for m := live[i]; m != 0; m &= m - 1 {
			want[fmt.Sprintf("mark %s=%d", setdoku.CellAt(i), m.Lowest())] = true
		}
	}
	for _, c := range e.Diagram.Eliminations {
		want[fmt.Sprintf("strike r%dc%d=%d", c.Cell/10, c.Cell%10, c.Digit)] = true
	}
	for _, c := range e.Diagram.Placements {
		want[fmt.Sprintf("disc r%dc%d=%d", c.Cell/10, c.Cell%10, c.Digit)] = true
	}
	if diff := cmp.Diff(want, seen.facts, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("what the picture shows (-want +got):\n%s", diff)
	}
	links, colors := 0, false
	parts := shownParts(t, e)
	for k, p := range parts {
		if isNode(p) && k > 0 && !isNode(parts[k-1]) && linksBefore(e, k) {
			links++
		}
		colors = colors || strings.HasPrefix(p.Role, "color")
		if p.Cell != 0 && !seen.cells[p.Cell.Index()] {
			t.Errorf("part %d, role %s: nothing marks cell %d", k, p.Role, p.Cell)
		}
	}
	if seen.arrows < links {
		t.Errorf("%d arrows, want one for each of %d links", seen.arrows, links)
	}
	if links > 0 || colors {
		return // their units belong to the links
	}
	for k, p := range parts {
		// Sectors would cover the grid.
		if p.Unit != 0 && p.Role != "sector" && !seen.units[p.Unit] {
			t.Errorf("part %d, role %s: %s is not shaded", k, p.Role, setdoku.UnitName(p.Unit))
		}
	}
}

// isNode reports whether a part is a node of a chain.
func isNode(p setdoku.Evidence) bool {
	class, _ := catalogue.ClassForRole(p.Role)
	return class == catalogue.ClassNode
}

// shownParts returns the parts that the picture of an example shows: of a forcing pattern the set and one hypothesis,
// as far as the effect needs it.
func shownParts(t *testing.T, e illustration) []setdoku.Evidence {
	t.Helper()
	if !slices.ContainsFunc(e.Diagram.Evidence, func(p setdoku.Evidence) bool { return p.Role == "assume" }) {
		return e.Diagram.Evidence
	}
	all, err := forcing.Read(e.Diagram.State, e.Diagram.Evidence)
	gridtest.Must(t, err)
	p := all.Needed(e.Diagram.Eliminations)
	shown := *p.Shown()
	p.Branches = []forcing.Branch{shown}
	return p.Rows()
}

// linksBefore reports whether any part before k is a node.
func linksBefore(e illustration, k int) bool {
	for _, p := range e.Diagram.Evidence[:k] {
		if isNode(p) {
			return true
		}
	}
	return false
}

// sight is what a viewer sees in a picture.
type sight struct {
	facts  map[string]bool         // by kind, cell and digit
	cells  [setdoku.CellCount]bool // cells with a frame or a mark around a candidate
	units  map[int]bool            // shaded units, by their numbers 1..27
	arrows int
}

// element is an element of an SVG with the attributes that it inherits.
type element struct {
	name, text string
	attributes map[string]string
}

// The colors of the light theme, which comes first in a style sheet.
const (
	strikeColor = "#c62a00"
	discColor   = "#007a5a"
	orderColor  = "#a3347c"
)

var (
	colorRule = regexp.MustCompile(`\.(s[fs]\d+)\{(?:fill|stroke):(#\w+)`)
	pathPoint = regexp.MustCompile(`(-?[\d.]+) (-?[\d.]+)`)
)

// look finds what a picture shows. The longest lines give the position of the grid.
func look(svg []byte) (*sight, error) {
	elements, err := parse(svg)
	if err != nil {
		return nil, err
	}
	colors := make(map[string]string)
	for _, e := range elements {
		if e.name == "style" {
			for _, m := range colorRule.FindAllStringSubmatch(e.text, -1) {
				if colors[m[1]] == "" {
					colors[m[1]] = m[2]
				}
			}
		}
	}
	var left, top, size float64
	for _, e := range elements {
		if box := e.bounds(); e.name == "path" && box[2]-box[0] > size && math.Abs(box[2]-box[0]-box[3]+box[1]) < 0.1 {
			left, top, size = box[0], box[1], box[2]-box[0]
		}
	}
	s := &sight{facts: make(map[string]bool), units: make(map[int]bool)}
	pitch := size / 9
	for _, e := range elements {
		box := e.bounds()
		x, y := (box[0]+box[2])/2-left, (box[1]+box[3])/2-top
		if e.name == "text" {
			y -= 0.36 * e.number("font-size")
		}
		if x <= 0 || y <= 0 || x >= size || y >= size {
			continue // labels and legend
		}
		i := int(y/pitch)*9 + int(x/pitch)
		near := func(f float64) int { return min(2, max(0, int(math.Round((math.Mod(f, pitch)/pitch-0.5)/0.29))+1)) }
		at := fmt.Sprintf("%s=%d", setdoku.CellAt(i), near(y)*3+near(x)+1)
		wide, high := box[2]-box[0], box[3]-box[1]
		class := e.attributes["class"]
		has := func(color string) bool {
			for c := range strings.FieldsSeq(class) {
				if colors[c] == color {
					return true
				}
			}
			return false
		}
		switch {
		case e.name == "text" && e.number("font-size") == 40:
			s.facts[fmt.Sprintf("digit %s=%s", setdoku.CellAt(i), e.text)] = true
		case e.name == "text" && e.number("font-size") == 16 && has(orderColor): // order numbers lie between candidates
		case e.name == "text" && e.number("font-size") == 16:
			if !strings.HasSuffix(at, "="+e.text) {
				return nil, fmt.Errorf("mark %s is at %s", e.text, at)
			}
			s.facts["mark "+at] = true
		case e.name == "path" && has(strikeColor) && wide < pitch/2:
			s.facts["strike "+at] = true
		case e.name == "circle" && has(discColor) && wide > pitch/4: // smaller circles contain letters
			s.facts["disc "+at] = true
			s.cells[i] = true
		case e.name == "path" && strings.HasSuffix(e.attributes["d"], "Z") &&
			strings.Count(e.attributes["d"], "L") == 2:
			s.arrows++
		case wide < 1.05*pitch && high < 1.05*pitch && (e.name != "path" || strings.HasSuffix(e.attributes["d"], "Z")):
			s.cells[i] = true
		case e.name == "rect" && wide > 8*pitch && high < pitch:
			s.units[i/9+1] = true
		case e.name == "rect" && high > 8*pitch && wide < pitch:
			s.units[9+i%9+1] = true
		case e.name == "rect" && wide > 2*pitch && wide < 3*pitch && high > 2*pitch && high < 3*pitch:
			s.units[18+i/27*3+i%9/3+1] = true
		}
	}
	return s, nil
}

// parse reads an SVG and reports XML that is not well-formed.
func parse(svg []byte) (out []*element, err error) {
	var open []*element
	decoder := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := decoder.Token()
		switch {
		case errors.Is(err, io.EOF):
			return out, nil
		case err != nil:
			return nil, err
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := &element{name: token.Name.Local, attributes: make(map[string]string)}
			if len(open) > 0 && open[len(open)-1].name == "g" {
				for k, v := range open[len(open)-1].attributes {
					e.attributes[k] = v
				}
			}
			for _, a := range token.Attr {
				e.attributes[a.Name.Local] = a.Value
			}
			out, open = append(out, e), append(open, e)
		case xml.CharData:
			if len(open) > 0 {
				open[len(open)-1].text += string(token)
			}
		case xml.EndElement:
			open = open[:len(open)-1]
		}
	}
}

func (e *element) number(name string) float64 {
	f, _ := strconv.ParseFloat(e.attributes[name], 64) // 0 if there is none
	return f
}

// bounds returns the left, upper, right and lower edge of an element, including the control points of curves.
func (e *element) bounds() [4]float64 {
	x, y := e.number("x"), e.number("y")
	switch e.name {
	case "circle":
		cx, cy, r := e.number("cx"), e.number("cy"), e.number("r")
		return [4]float64{cx - r, cy - r, cx + r, cy + r}
	case "path":
		box := [4]float64{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
		for _, m := range pathPoint.FindAllStringSubmatch(e.attributes["d"], -1) {
			px, _ := strconv.ParseFloat(m[1], 64)
			py, _ := strconv.ParseFloat(m[2], 64)
			box = [4]float64{min(box[0], px), min(box[1], py), max(box[2], px), max(box[3], py)}
		}
		return box
	}
	return [4]float64{x, y, x + e.number("width"), y + e.number("height")}
}
