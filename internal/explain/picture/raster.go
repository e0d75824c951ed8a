package picture

import (
	"cmp"
	"image/color"
	"math"
)

// Canvas takes the pixels of a picture. Package pixels has one. The package here links no font.
type Canvas interface {
	DrawCircle(x, y, radius float64)
	DrawRectangle(x, y, width, height float64)
	DrawRoundedRectangle(x, y, width, height, radius float64)
	MoveTo(x, y float64)
	LineTo(x, y float64)
	QuadraticTo(x1, y1, x2, y2 float64)
	ClosePath()
	ClearPath()
	SetColor(c color.Color)
	SetLineWidth(width float64)
	SetLineCapRound()
	SetLineJoinRound()
	SetDash(lengths ...float64)
	FillPreserve()
	StrokePreserve()
	SetFont(height float64, bold bool) error
	MeasureString(text string) (width, height float64)
	DrawString(text string, x, y float64)
}

// Raster draws the diagram on the canvas that create returns for a number of pixels.
func Raster[C Canvas](d Diagram, o Options, create func(width, height int) C) (to C, err error) {
	if err := d.check(o); err != nil {
		return to, err
	}
	g := draw(d)
	width := cmp.Or(o.Width, int(DefaultWidth*min(1, g.width/(leftEdge+9*cellSize+rightEdge))))
	scale := float64(width) / g.width
	to = create(width, max(1, int(math.Round(g.height*scale))))
	r := raster{to, scale, o.Theme.tones()}
	for _, s := range g.shapes {
		if err := r.draw(s); err != nil {
			return to, err
		}
	}
	return to, nil
}

// raster draws shapes as pixels, scale pixels to a unit.
type raster struct {
	to    Canvas
	scale float64
	tones *[paints]tone
}

func (r *raster) draw(s shape) error {
	k := r.scale
	p := make([]point, len(s.points))
	for i, q := range s.points {
		p[i] = q.times(k)
	}
	switch s.kind {
	case circle:
		r.to.DrawCircle(p[0].x, p[0].y, s.radius*k)
	case rectangle:
		if s.radius > 0 {
			r.to.DrawRoundedRectangle(p[0].x, p[0].y, p[1].x, p[1].y, s.radius*k)
		} else {
			r.to.DrawRectangle(p[0].x, p[0].y, p[1].x, p[1].y)
		}
	case polygon:
		for _, loop := range s.loops {
			r.to.MoveTo(loop[0].x*k, loop[0].y*k)
			for _, q := range loop[1:] {
				r.to.LineTo(q.x*k, q.y*k)
			}
			r.to.ClosePath()
		}
	case curve:
		r.to.MoveTo(p[0].x, p[0].y)
		if len(p) == 3 {
			r.to.QuadraticTo(p[1].x, p[1].y, p[2].x, p[2].y)
		} else {
			r.to.LineTo(p[1].x, p[1].y)
		}
	case lines:
		for i := 0; i+1 < len(p); i += 2 {
			r.to.MoveTo(p[i].x, p[i].y)
			r.to.LineTo(p[i+1].x, p[i+1].y)
		}
	case label:
		return r.label(s, p[0])
	}
	if s.fill != none {
		r.to.SetColor(r.tones[s.fill].color())
		r.to.FillPreserve()
	}
	if s.stroke.paint != none {
		r.to.SetColor(r.tones[s.stroke.paint].color())
		r.to.SetLineWidth(s.stroke.width * k)
		r.to.SetLineCapRound()
		r.to.SetLineJoinRound()
		r.to.SetDash()
		if d := s.stroke.dash; d.on > 0 {
			r.to.SetDash(d.on*k, d.off*k)
		}
		r.to.StrokePreserve()
	}
	r.to.ClearPath()
	return nil
}

func (r *raster) label(s shape, p point) error {
	if err := r.to.SetFont(s.size*r.scale, s.bold); err != nil {
		return err
	}
	r.to.SetColor(r.tones[s.fill].color())
	x := p.x
	if !s.left {
		width, _ := r.to.MeasureString(s.text)
		x -= width / 2
	}
	r.to.DrawString(s.text, x, p.y+baseline*s.size*r.scale)
	return nil
}
