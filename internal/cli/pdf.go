package cli

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"

	"setdoku"
	"setdoku/internal/explain/picture"
)

// sheet writes puzzles for paper: as a web page (picture.Sheet) or as PDF (pdfSheet).
type sheet interface {
	Add(picture.Entry) error
	Close() error // writes the solutions and the end
}

// newSheet begins a sheet in a format, printed or printedPDF.
func newSheet(w io.Writer, format string, o picture.SheetOptions) (_ sheet, err error) {
	s := &boundedSheet{format: format, left: maxOnPaper(format)}
	if format == printedPDF {
		s.sheet, err = newPDF(w, o)
	} else {
		s.sheet, err = picture.NewSheet(w, o)
	}
	return s, err
}

// maxOnPaper is the greatest number of puzzles of a sheet. All of a PDF, and the solutions of a web page, stay in
// memory up to the end.
func maxOnPaper(format string) int {
	if format == printedPDF {
		return 10_000
	}
	return 100_000
}

// boundedSheet refuses puzzles after the greatest number.
type boundedSheet struct {
	sheet
	format string
	left   int
}

// Add writes a puzzle.
func (s *boundedSheet) Add(e picture.Entry) error {
	if s.left == 0 {
		return fmt.Errorf("--format %s has %d puzzles, which is its limit", s.format, maxOnPaper(s.format))
	}
	s.left--
	return s.sheet.Add(e)
}

// pdfSheet writes puzzles as PDF. The same puzzles give the same bytes.
type pdfSheet struct {
	out     io.Writer
	doc     *fpdf.Fpdf
	font    *sfnt.Font // of all text
	options picture.SheetOptions
	onPage  int // puzzles on the current page
	solved  []picture.Entry
}

// gridRow is a row of grids on a page.
type gridRow struct {
	grids int
	size  float64 // of a grid, in millimeters
}

// gridRows returns the rows of a page for a number of grids. Seven are a week: the last four, often the hardest, are
// larger.
func gridRows(grids int) []gridRow {
	switch {
	case grids == 1:
		return []gridRow{{1, 170}}
	case grids == 2:
		return []gridRow{{1, 118}, {1, 118}}
	case grids <= 4:
		return []gridRow{{2, 84}, {2, 84}}
	case grids <= 6:
		return []gridRow{{2, 76}, {2, 76}, {2, 76}}
	case grids == 7:
		return []gridRow{{3, 55}, {2, 85}, {2, 85}}
	case grids <= 9:
		return []gridRow{{3, 55}, {3, 55}, {3, 55}}
	}
	return slices.Repeat([]gridRow{{4, 41}}, picture.SolutionsPerPage/4)
}

const (
	pageMargin    = 14.0
	captionHeight = 6.0
	headHeight    = 8.0       // of the title of a page
	millimeter    = 72 / 25.4 // in points, the unit of sizes of text
)

// newPDF begins a sheet. The time in it is that of no run.
func newPDF(w io.Writer, o picture.SheetOptions) (*pdfSheet, error) {
	font, err := sfnt.Parse(goregular.TTF) // the bold font has the same characters
	if err != nil {
		return nil, fmt.Errorf("font of the PDF: %w", err)
	}
	doc := fpdf.New("P", "mm", string(cmp.Or(o.Paper, picture.A4)), "")
	doc.SetCatalogSort(true)
	doc.SetCreationDate(time.Unix(0, 0).UTC())
	doc.SetModificationDate(time.Unix(0, 0).UTC())
	doc.SetCreator("setdoku", true)
	doc.SetAutoPageBreak(false, 0)
	doc.AddUTF8FontFromBytes("Go", "", goregular.TTF)
	doc.AddUTF8FontFromBytes("Go", "B", gobold.TTF)
	s := &pdfSheet{out: w, doc: doc, font: font, options: o}
	doc.SetTitle(s.printable(cmp.Or(o.Title, "Sudoku")), true)
	return s, nil
}

// printable returns a text with � for each character that the font does not have. The library panics for characters
// above U+FFFF and for text that is not UTF-8.
func (s *pdfSheet) printable(text string) string {
	return strings.Map(func(r rune) rune {
		if glyph, err := s.font.GlyphIndex(nil, r); err != nil || glyph == 0 {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// Add writes a puzzle.
func (s *pdfSheet) Add(e picture.Entry) error {
	if s.onPage == 0 {
		s.doc.AddPage()
		s.title(s.options.Title)
	}
	head := 0.0
	if s.options.Title != "" {
		head = headHeight
	}
	s.draw(gridRows(s.options.PerPage), s.onPage, head, e, e.Label(), s.options.Marks)
	s.onPage = (s.onPage + 1) % s.options.PerPage
	if s.options.Solutions && e.Solution != nil {
		s.solved = append(s.solved, e)
	}
	return s.doc.Error()
}

// Close writes the solutions and all pages.
func (s *pdfSheet) Close() error {
	for page := range slices.Chunk(s.solved, picture.SolutionsPerPage) {
		s.doc.AddPage()
		s.title("Solutions")
		for i, e := range page {
			for k, v := range e.Solution {
				if e.State.Givens[k] == 0 {
					e.State.Placed[k] = v
				}
			}
			s.draw(gridRows(picture.SolutionsLayout(len(page))), i, headHeight, e, e.Caption, false)
		}
	}
	if s.doc.PageCount() == 0 {
		s.doc.AddPage() // a file without pages is not a PDF
	}
	if err := s.doc.Output(s.out); err != nil {
		return fmt.Errorf("write PDF: %w", err)
	}
	return nil
}

// draw draws an entry at a position of the rows, head below the top of the page. On a low page all grids are smaller.
func (s *pdfSheet) draw(rows []gridRow, position int, head float64, e picture.Entry, caption string, marks bool) {
	width, height := s.doc.GetPageSize()
	width, height = width-2*pageMargin, height-2*pageMargin-head-float64(len(rows))*captionHeight
	high := 0.0
	for _, r := range rows {
		high += r.size
	}
	scale := min(1, height/high)
	gap := (height - scale*high) / float64(len(rows))
	top := pageMargin + head
	for position >= rows[0].grids {
		top += scale*rows[0].size + captionHeight + gap
		position, rows = position-rows[0].grids, rows[1:]
	}
	size, place := scale*rows[0].size, width/float64(rows[0].grids)
	left := pageMargin + float64(position)*place + (place-size)/2
	font := min(10, size/5)
	s.text(font, false, left, top+captionHeight/2, s.cut(caption, font, false, size), "LM")
	s.grid(left, top+captionHeight, size, e.State, marks)
}

// title writes a line at the top of the page.
func (s *pdfSheet) title(text string) {
	width, _ := s.doc.GetPageSize()
	s.text(14, true, pageMargin, pageMargin, s.cut(text, 14, true, width-2*pageMargin), "LM")
}

// cut shortens a text that is wider than a number of millimeters, and ends it with dots.
func (s *pdfSheet) cut(text string, size float64, bold bool, width float64) string {
	text = s.printable(text)
	s.setFont(size, bold)
	if s.doc.GetStringWidth(text) <= width {
		return text
	}
	cut := []rune(text)
	for len(cut) > 0 && s.doc.GetStringWidth(string(cut)+"…") > width {
		cut = cut[:len(cut)-1]
	}
	return string(cut) + "…"
}

func (s *pdfSheet) setFont(size float64, bold bool) {
	style := ""
	if bold {
		style = "B"
	}
	s.doc.SetFont("Go", style, size)
}

// grid draws a grid: givens bold, placed digits in a lighter tone.
func (s *pdfSheet) grid(left, top, size float64, state setdoku.State, marks bool) {
	board := state.Board()
	cell := size / float64(board.Size)
	for i, tint := range picture.Tints(board) {
		if gray := 255 - 14*tint; tint > 0 {
			s.doc.SetFillColor(gray, gray, gray)
			s.doc.Rect(left+float64(i%9)*cell, top+float64(i/9)*cell, cell, cell, "F")
		}
	}
	lines := func(list []picture.Segment) {
		for _, l := range list {
			s.doc.Line(left+float64(l.X1)*cell, top+float64(l.Y1)*cell, left+float64(l.X2)*cell, top+float64(l.Y2)*cell)
		}
	}
	thinLines, thickLines, diagonals := picture.Lines(board)
	if diagonals != nil {
		s.doc.SetDrawColor(190, 190, 190)
		s.doc.SetLineWidth(size / 200)
		lines(diagonals)
	}
	for _, thick := range []bool{false, true} {
		s.doc.SetLineWidth(size / 400)
		s.doc.SetDrawColor(110, 110, 110)
		if thick {
			s.doc.SetLineWidth(size / 120)
			s.doc.SetDrawColor(0, 0, 0)
			s.doc.SetLineCapStyle("square")
			lines(thickLines)
		} else {
			lines(thinLines)
		}
	}
	live, filled := state.Candidates(), state.Filled()
	for i, v := range filled {
		x, y := left+float64(i%9)*cell, top+float64(i/9)*cell
		switch {
		case v != 0:
			if state.Givens[i] == 0 {
				s.doc.SetTextColor(80, 80, 80)
			}
			s.text(0.62*cell*millimeter, state.Givens[i] != 0, x+cell/2, y+cell/2, strconv.Itoa(int(v)), "CM")
			s.doc.SetTextColor(0, 0, 0)
		case marks:
			for _, d := range live[i].Digits() {
				right, down := picture.MarkPlace(board, d)
				s.text(0.24*cell*millimeter, false, x+cell*(0.5+0.29*right), y+cell*(0.5+0.29*down),
					strconv.Itoa(int(d)), "CM")
			}
		}
	}
}

// text writes a line at a point: size in points, align as fpdf takes it.
func (s *pdfSheet) text(size float64, bold bool, x, y float64, text, align string) {
	text = s.printable(text)
	s.setFont(size, bold)
	width := s.doc.GetStringWidth(text)
	if align == "CM" {
		x -= width / 2
	}
	s.doc.SetXY(x-s.doc.GetCellMargin(), y)
	s.doc.CellFormat(width, 0, text, "", 0, "L"+align[1:], false, 0, "")
}
