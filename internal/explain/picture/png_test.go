package picture_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io"
	"testing"

	"setdoku"
	"setdoku/internal/explain/picture"
	"setdoku/internal/explain/picture/pixels"
	"setdoku/internal/testing/gridtest"
)

// TestPNG checks the size, the background, the grid lines and the positions of the digits.
func TestPNG(t *testing.T) {
	for _, theme := range picture.Themes {
		for _, width := range []int{0, 200, 1300} {
			var out bytes.Buffer
			d := picture.Diagram{State: picture.Example(t), Title: "A title"}
			gridtest.Must(t, pixels.PNG(&out, d, picture.Options{Theme: theme, Width: width}))
			img, err := png.Decode(&out)
			gridtest.Must(t, err)
			if width == 0 {
				width = picture.DefaultWidth
			}
			gridtest.Equal(t, "pixels wide", img.Bounds().Dx(), width)
			if high := float64(img.Bounds().Dy()) / float64(width); high < 1 || high > 1.2 {
				t.Errorf("%d pixels high at a width of %d", img.Bounds().Dy(), width)
			}
			dark := theme == picture.Dark
			if bright(img.At(1, 1)) == dark {
				t.Errorf("theme %s: the paper is %v", theme, img.At(1, 1))
			}
			for i, v := range d.State.Filled() {
				if got := printed(img, d, i, dark); got != (v != 0) {
					t.Errorf("theme %s, width %d, cell %d with digit %d: printed is %v", theme, width,
						setdoku.CellAt(i), v, got)
				}
			}
		}
	}
}

func bright(c color.Color) bool {
	r, g, b, _ := c.RGBA()
	return r+g+b > 3*0x8000
}

// printed reports whether the middle of a cell contains anything except background.
func printed(img image.Image, d picture.Diagram, i int, dark bool) bool {
	left, top, size := picture.Inside(d, i, img.Bounds().Dx())
	for y := top; y < top+size; y++ {
		for x := left; x < left+size; x++ {
			if bright(img.At(int(x), int(y))) == dark {
				return true
			}
		}
	}
	return false
}

// TestPNGErrors checks that PNG returns the errors of the options and of the writer.
func TestPNGErrors(t *testing.T) {
	if err := pixels.PNG(io.Discard, picture.Diagram{}, picture.Options{Width: -1}); !errors.Is(err,
		picture.ErrDiagram) {
		t.Errorf("error %v, want %v", err, picture.ErrDiagram)
	}
	read, write := io.Pipe()
	read.Close()
	if err := pixels.PNG(write, picture.Diagram{}, picture.Options{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("error %v, want %v", err, io.ErrClosedPipe)
	}
}
