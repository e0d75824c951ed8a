package picture

import (
	"cmp"
	"fmt"
	"image/png"
	"io"
	"math"
	"sync"

	"git.sr.ht/~sbinet/gg"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
)

// regular and bolder parse the two fonts once.
var (
	regular = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(goregular.TTF) })
	bolder  = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(gobold.TTF) })
)

// newFace returns a font face, size pixels high.
func newFace(size float64, bold bool) (font.Face, error) {
	parse := regular
	if bold {
		parse = bolder
	}
	f, err := parse()
	if err != nil {
		return nil, fmt.Errorf("parse font: %w", err)
	}
	return opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
}

// writePNG renders a drawing as pixels.
func writePNG(w io.Writer, g *drawing, o Options) error {
	width := cmp.Or(o.Width, int(DefaultWidth*min(1, g.width/(leftEdge+9*cellSize+rightEdge))))
	r := raster{scale: float64(width) / g.width, tones: o.Theme.tones(), faces: make(map[faceKey]font.Face)}
	r.to = gg.NewContext(width, max(1, int(math.Round(g.height*r.scale))))
	for _, s := range g.shapes {
		if err := r.draw(s); err != nil {
			return fmt.Errorf("draw PNG: %w", err)
		}
	}
	if err := png.Encode(w, r.to.Image()); err != nil {
		return fmt.Errorf("write PNG: %w", err)
	}
	return nil
}

// raster draws shapes as pixels, scale pixels to a unit.
type raster struct {
	to    *gg.Context
	scale float64
	tones *[paints]tone
	faces map[faceKey]font.Face
}

type faceKey struct {
	size float64
	bold bool
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
	key := faceKey{s.size, s.bold}
	if r.faces[key] == nil {
		face, err := newFace(s.size*r.scale, s.bold)
		if err != nil {
			return err
		}
		r.faces[key] = face
	}
	r.to.SetFontFace(r.faces[key])
	r.to.SetColor(r.tones[s.fill].color())
	x := p.x
	if !s.left {
		width, _ := r.to.MeasureString(s.text)
		x -= width / 2
	}
	r.to.DrawString(s.text, x, p.y+baseline*s.size*r.scale)
	return nil
}
