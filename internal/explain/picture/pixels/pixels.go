// Package pixels draws pictures as PNG. It links the fonts that picture does not.
package pixels

import (
	"fmt"
	"image/png"
	"io"
	"sync"

	"git.sr.ht/~sbinet/gg"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"

	"setdoku/internal/explain/picture"
)

// regular and bolder parse the two fonts once.
var (
	regular = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(goregular.TTF) })
	bolder  = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(gobold.TTF) })
)

// PNG writes the diagram as a PNG image.
func PNG(w io.Writer, d picture.Diagram, o picture.Options) error {
	to, err := picture.Raster(d, o, func(width, height int) *canvas {
		return &canvas{gg.NewContext(width, height), make(map[faceKey]font.Face)}
	})
	if err != nil {
		return fmt.Errorf("draw PNG: %w", err)
	}
	if err := png.Encode(w, to.Image()); err != nil {
		return fmt.Errorf("write PNG: %w", err)
	}
	return nil
}

// canvas is a picture.Canvas with the font faces that it has used.
type canvas struct {
	*gg.Context
	faces map[faceKey]font.Face
}

type faceKey struct {
	height float64
	bold   bool
}

// SetFont selects a font, height pixels high.
func (c *canvas) SetFont(height float64, bold bool) error {
	key := faceKey{height, bold}
	if c.faces[key] == nil {
		parse := regular
		if bold {
			parse = bolder
		}
		f, err := parse()
		if err != nil {
			return fmt.Errorf("parse font: %w", err)
		}
		if c.faces[key], err = opentype.NewFace(f,
			&opentype.FaceOptions{Size: height, DPI: 72, Hinting: font.HintingNone}); err != nil {
			return err
		}
	}
	c.SetFontFace(c.faces[key])
	return nil
}
