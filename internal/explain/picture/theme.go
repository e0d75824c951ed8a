package picture

import "image/color"

// paint is a color named after its purpose. The names are the classes of an SVG.
type paint int

// The paints. Color is never the only distinction: shape, line style or letter differ as well.
const (
	none paint = iota
	paper
	ink    // givens, lines of boxes, titles
	faint  // lines of cells, numbers of rows and columns
	pencil // pencil marks
	placed // digits that were placed
	white  // digits on strong colors
	base   // base units, places of the pattern
	cover  // cover units
	fin    // fins
	link   // links of chains
	victim // eliminated candidates
	fresh  // new placements
	setA   // almost locked sets and other groups of cells
	setB
	setC
	setD
	baseTint // light shades of these
	coverTint
	finTint
	victimTint
	setATint
	setBTint
	setCTint
	setDTint
	spot    // behind the candidates of the pattern
	spotTwo // behind candidates of the second color
	tintOne // of regions
	tintTwo
	tintThree
	tintWindow
	diagonal
	paints
)

// tone is the color of a paint in a theme. It is opaque if alpha is 255.
type tone struct {
	rgb   uint32
	alpha uint8
}

func (t tone) color() color.Color {
	return color.NRGBA{uint8(t.rgb >> 16), uint8(t.rgb >> 8), uint8(t.rgb), t.alpha}
}

// The hues are those of Okabe and Ito, which color-blind readers can distinguish. They are darker on white and
// lighter on black, so that lines and letters have enough contrast.
var (
	lightTones = [paints]tone{
		paper: {0xffffff, 255}, ink: {0x16181c, 255}, faint: {0x8a9099, 255}, pencil: {0x4a4f57, 255},
		placed: {0x0b5cad, 255}, white: {0xffffff, 255},
		base: {0x0067a8, 255}, cover: {0xb06f00, 255}, fin: {0xa3347c, 255}, link: {0x0067a8, 255},
		victim: {0xc62a00, 255}, fresh: {0x007a5a, 255},
		setA: {0x0067a8, 255}, setB: {0xb06f00, 255}, setC: {0x007a5a, 255}, setD: {0xa3347c, 255},
		baseTint: {0x3a9fdc, 46}, coverTint: {0xf0b030, 62}, finTint: {0xe79ac9, 255}, victimTint: {0xff6a3d, 70},
		setATint: {0x3a9fdc, 60}, setBTint: {0xf0b030, 70}, setCTint: {0x1fb98c, 60}, setDTint: {0xcc79a7, 70},
		spot: {0xbfe0f7, 255}, spotTwo: {0xfbd58a, 255},
		tintOne: {0xf4f5f6, 255}, tintTwo: {0xebecef, 255}, tintThree: {0xe2e4e8, 255}, tintWindow: {0xebe9f6, 255},
		diagonal: {0xbfc4cb, 255},
	}
	darkTones = [paints]tone{
		paper: {0x15181d, 255}, ink: {0xf2f3f5, 255}, faint: {0x6b727c, 255}, pencil: {0xb4bac3, 255},
		placed: {0x7cc0ff, 255}, white: {0x10131a, 255},
		base: {0x5cb8f2, 255}, cover: {0xf0b449, 255}, fin: {0xea9bcb, 255}, link: {0x5cb8f2, 255},
		victim: {0xff7a52, 255}, fresh: {0x35d0a2, 255},
		setA: {0x5cb8f2, 255}, setB: {0xf0b449, 255}, setC: {0x35d0a2, 255}, setD: {0xea9bcb, 255},
		baseTint: {0x2f8fd0, 70}, coverTint: {0xd99a20, 62}, finTint: {0x7d2f62, 255}, victimTint: {0xff6a3d, 80},
		setATint: {0x2f8fd0, 80}, setBTint: {0xd99a20, 75}, setCTint: {0x18a57c, 75}, setDTint: {0xcc79a7, 70},
		spot: {0x164a70, 255}, spotTwo: {0x6b4a08, 255},
		tintOne: {0x1b1f25, 255}, tintTwo: {0x1f2329, 255}, tintThree: {0x22262c, 255}, tintWindow: {0x25233a, 255},
		diagonal: {0x4c525c, 255},
	}
)

// tones returns the colors of a theme other than Auto.
func (t Theme) tones() *[paints]tone {
	if t == Dark {
		return &darkTones
	}
	return &lightTones
}
