package picture

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"setdoku"
)

// Entry is a puzzle of a sheet.
type Entry struct {
	Caption  string // above the grid, such as its id and level
	State    setdoku.State
	Solution *setdoku.Grid // nil if there is none to print
}

// Label returns the caption, with the title of the board unless it is classic.
func (e *Entry) Label() string {
	if v := e.State.Board(); v != setdoku.Classic() {
		return strings.TrimPrefix(e.Caption+", "+v.Title, ", ")
	}
	return e.Caption
}

// PerPage lists the possible numbers of puzzles on a page.
var PerPage = [...]int{1, 2, 3, 4, 5, 6, 7, 8, 9}

// SolutionsPerPage is the greatest number of solutions on a page.
const SolutionsPerPage = 20

// SolutionsLayout returns the number of grids to whose layout a page with so many solutions keeps: few solutions are as
// large as puzzles.
func SolutionsLayout(solutions int) int {
	if solutions > len(PerPage) {
		return SolutionsPerPage
	}
	return max(solutions, 5)
}

// SheetOptions specify the layout of a sheet.
type SheetOptions struct {
	Title     string // document title, "" is Sudoku
	PerPage   int    // one of PerPage, 0 is 6
	Marks     bool   // print pencil marks
	Solutions bool   // print the solutions after the puzzles
	Paper     Paper  // of a PDF; a web page fits A4 and Letter
}

// Paper is a size of paper.
type Paper string

// The sizes of paper.
const (
	A4     Paper = "a4"
	Letter Paper = "letter"
)

// Sheet writes puzzles as an HTML page for print on A4 or Letter, one puzzle at a time. It keeps only the
// solutions in memory.
type Sheet struct {
	out     *bufio.Writer
	options SheetOptions
	onPage  int  // puzzles on the current page, 0 if no page is open
	tinted  bool // the page has the styles of tints and diagonals
	solved  []Entry
}

// NewSheet begins a sheet.
func NewSheet(w io.Writer, o SheetOptions) (*Sheet, error) {
	o.PerPage = cmp.Or(o.PerPage, 6)
	if !slices.Contains(PerPage[:], o.PerPage) {
		return nil, fmt.Errorf("%w: %d puzzles a page", ErrDiagram, o.PerPage)
	}
	s := &Sheet{out: bufio.NewWriter(w), options: o}
	fmt.Fprintf(s.out, sheetHead, escape(cmp.Or(o.Title, "Sudoku")), sheetStyle, styles(sheetPaints(), Auto))
	return s, nil
}

const sheetHead = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width"/>
<title>%s</title>
<style>
%s%s</style>
</head>
<body>
`

// sheetStyle fits pages to A4 and Letter, with grids as large as possible.
const sheetStyle = `@page{margin:12mm}
body{margin:0;font-family:` + fonts + `}
section{display:grid;gap:4mm 10mm;justify-content:center;justify-items:center;
align-content:start;break-after:page;margin:8mm auto}
section:last-of-type{break-after:auto}
h1{grid-column:1/-1;font-size:14pt;margin:0;overflow-wrap:anywhere}
figure{margin:0;break-inside:avoid}
figcaption{font-size:9pt;line-height:5mm;height:5mm;overflow:hidden;white-space:nowrap;text-overflow:ellipsis}
figure svg{display:block;width:100%;height:auto}
.p1 figure{width:170mm}
.p2 figure{width:112mm}
.p3,.p4{grid-template-columns:repeat(2,max-content)}.p3 figure,.p4 figure{width:86mm}
.p5,.p6{grid-template-columns:repeat(2,max-content)}.p5 figure,.p6 figure{width:73mm}
.p7{grid-template-columns:repeat(6,max-content);column-gap:6mm}.p7 figure{grid-column:span 3;width:80mm}
.p7 figure:nth-of-type(-n+3){grid-column:span 2;width:57mm}
.p8,.p9{grid-template-columns:repeat(3,max-content);column-gap:6mm}.p8 figure,.p9 figure{width:57mm}
.p20{grid-template-columns:repeat(4,max-content);column-gap:5mm}.p20 figure{width:40mm}.p20 figcaption{font-size:7pt}
figure,figcaption{max-width:96vw}
body{background:#fff;color:#16181c}
@media screen and (prefers-color-scheme:dark){body{background:#15181d;color:#f2f3f5}}
@media print{section{margin:0}}
`

// sheetPaints returns shapes with all paints of a sheet.
func sheetPaints() []shape {
	return []shape{
		{fill: paper}, {fill: ink}, {fill: placed}, {fill: pencil}, {stroke: stroke{paint: ink}},
		{stroke: stroke{paint: faint}},
	}
}

// groundPaints are shapes with the paints that only variants have.
var groundPaints = []shape{{fill: tintOne}, {fill: tintTwo}, {fill: tintThree}, {fill: tintWindow},
	{stroke: stroke{paint: diagonal}}}

// Add writes a puzzle.
func (s *Sheet) Add(e Entry) error {
	d := Diagram{State: e.State, Marks: s.options.Marks}
	if err := d.check(Options{}); err != nil {
		return err
	}
	if s.onPage == 0 {
		fmt.Fprintf(s.out, "<section class=\"p%d\">\n", s.options.PerPage)
		if s.options.Title != "" {
			fmt.Fprintf(s.out, "<h1>%s</h1>\n", escape(s.options.Title))
		}
	}
	s.figure(e.Label(), d)
	if s.onPage++; s.onPage == s.options.PerPage {
		s.endPage()
	}
	if s.options.Solutions && e.Solution != nil {
		s.solved = append(s.solved, e)
	}
	return s.failed()
}

func (s *Sheet) endPage() {
	s.out.WriteString("</section>\n")
	s.onPage = 0
}

// failed returns the error of an earlier write.
func (s *Sheet) failed() error {
	if _, err := s.out.Write(nil); err != nil {
		return fmt.Errorf("write sheet: %w", err)
	}
	return nil
}

// Close writes the solutions, if requested, and the end of the page. It does not close the writer.
func (s *Sheet) Close() error {
	if s.onPage > 0 {
		s.endPage()
	}
	for page := range slices.Chunk(s.solved, SolutionsPerPage) {
		fmt.Fprintf(s.out, "<section class=\"p%d\">\n<h1>Solutions</h1>\n", SolutionsLayout(len(page)))
		for _, e := range page {
			state := setdoku.State{Variant: e.State.Variant, Givens: e.State.Givens}
			for i, v := range e.Solution {
				if state.Givens[i] == 0 {
					state.Placed[i] = v
				}
			}
			s.figure(e.Caption, Diagram{State: state})
		}
		s.endPage()
	}
	s.out.WriteString("</body>\n</html>\n")
	if err := s.out.Flush(); err != nil {
		return fmt.Errorf("write sheet: %w", err)
	}
	return nil
}

// figure writes a grid with its caption.
func (s *Sheet) figure(caption string, d Diagram) {
	b := newBoard(d)
	b.ground()
	b.gridLines()
	b.digits()
	if d.Marks {
		b.pencilMarks(b.Live)
	}
	s.out.WriteString("<figure>\n")
	if caption != "" {
		fmt.Fprintf(s.out, "<figcaption>%s</figcaption>\n", escape(caption))
	}
	const rim = 1.5 // half of the lines around the grid
	fmt.Fprintf(s.out, `<svg class="%s" viewBox="%s %s %s %s" role="img" aria-label="%s">`+"\n", Auto.class(),
		number(leftEdge-rim), number(-rim),
		number(b.side()+2*rim), number(b.side()+2*rim), escape(strings.TrimSpace("Sudoku "+caption)+". "+d.describe()))
	if b.variant != setdoku.Classic() && !s.tinted {
		s.tinted = true
		fmt.Fprintf(s.out, "<style>\n%s</style>\n", styles(groundPaints, Auto))
	}
	writeShapes(s.out, b.shapes)
	s.out.WriteString("</svg>\n</figure>\n")
}
