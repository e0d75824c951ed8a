package picture

import (
	"bufio"
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// writeSVG writes a drawing of d.
func writeSVG(w io.Writer, g *drawing, d Diagram, o Options) error {
	out := bufio.NewWriter(w)
	id := escape(cmp.Or(o.ID, "picture"))
	size := ""
	if o.Width > 0 {
		size = fmt.Sprintf(` width="%d" height="%s"`, o.Width, number(float64(o.Width)*g.height/g.width))
	}
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" class="%s" viewBox="0 0 %s %s"%s role="img"`,
		o.Theme.class(), number(g.width), number(g.height), size)
	title, description := escape(d.title()), escape(d.describe())
	if o.Inline {
		title = escape(o.Label)
		fmt.Fprintf(out, " aria-label=\"%s\" aria-describedby=\"%s-desc\">\n<desc id=\"%s-desc\">%s</desc>\n", title,
			id, id, description)
	} else {
		fmt.Fprintf(out, " aria-labelledby=\"%s-title %s-desc\">\n<title id=\"%s-title\">%s</title>\n<desc "+
			"id=\"%s-desc\">%s</desc>\n",
			id, id, id, title, id, description)
		fmt.Fprintf(out, "<style>\n%s</style>\n", styles(g.shapes, o.Theme))
	}
	writeShapes(out, g.shapes)
	out.WriteString("</svg>\n")
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write SVG: %w", err)
	}
	return nil
}

// writeShapes writes shapes. Consecutive texts with the same style form a group. out remembers write errors.
func writeShapes(out *bufio.Writer, shapes []shape) {
	open := "" // style of the open group
	for _, s := range shapes {
		group := ""
		if s.kind == label {
			group = textLooks(s)
		}
		if group != open {
			if open != "" {
				out.WriteString("</g>\n")
			}
			if open = group; group != "" {
				fmt.Fprintf(out, "<g%s>\n", group)
			}
		}
		writeShape(out, s)
	}
	if open != "" {
		out.WriteString("</g>\n")
	}
}

// baseline is the distance between the baseline of a text and the middle of its capitals, as a fraction of its
// size.
const baseline = 0.36

func writeShape(out *bufio.Writer, s shape) {
	p := s.points
	switch s.kind {
	case circle:
		fmt.Fprintf(out, `<circle%s cx="%s" cy="%s" r="%s"/>`, looks(s), number(p[0].x), number(p[0].y),
			number(s.radius))
	case rectangle:
		fmt.Fprintf(out, `<rect%s x="%s" y="%s" width="%s" height="%s"`, looks(s), number(p[0].x), number(p[0].y),
			number(p[1].x), number(p[1].y))
		if s.radius > 0 {
			fmt.Fprintf(out, ` rx="%s"`, number(s.radius))
		}
		out.WriteString("/>")
	case polygon:
		fmt.Fprintf(out, `<path%s d="`, looks(s))
		for _, loop := range s.loops {
			for k, q := range loop {
				fmt.Fprintf(out, "%c%s", "ML"[min(k, 1)], pair(q))
			}
			out.WriteString("Z")
		}
		out.WriteString(`"/>`)
	case curve:
		fmt.Fprintf(out, `<path%s d="M%s`, looks(s), pair(p[0]))
		if len(p) == 3 {
			fmt.Fprintf(out, `Q%s %s"/>`, pair(p[1]), pair(p[2]))
		} else {
			fmt.Fprintf(out, `L%s"/>`, pair(p[1]))
		}
	case lines:
		fmt.Fprintf(out, `<path%s d="`, looks(s))
		for k := 0; k+1 < len(p); k += 2 {
			fmt.Fprintf(out, "M%sL%s", pair(p[k]), pair(p[k+1]))
		}
		out.WriteString(`"/>`)
	case label:
		anchor := ""
		if s.left {
			anchor = ` text-anchor="start"`
		}
		fmt.Fprintf(out, `<text%s x="%s" y="%s">%s</text>`, anchor, number(p[0].x), number(p[0].y+baseline*s.size),
			escape(s.text))
	}
	out.WriteString("\n")
}

// looks returns the attributes of a shape other than text.
func looks(s shape) string {
	var classes []string
	if s.fill != none {
		classes = append(classes, fmt.Sprintf("sf%d", s.fill))
	}
	out := ""
	if s.stroke.paint != none {
		classes = append(classes, fmt.Sprintf("ss%d", s.stroke.paint))
		out = fmt.Sprintf(` stroke-width="%s"`, number(s.stroke.width))
		if s.stroke.dash.on > 0 {
			out += fmt.Sprintf(` stroke-dasharray="%s %s"`, number(s.stroke.dash.on), number(s.stroke.dash.off))
		}
	}
	return fmt.Sprintf(` class="%s"`, strings.Join(classes, " ")) + out
}

// textLooks returns the attributes of a text, which all texts of the same style share.
func textLooks(s shape) string {
	weight := ""
	if s.bold {
		weight = " stb"
	}
	return fmt.Sprintf(` class="st%s sf%d" font-size="%s"`, weight, s.fill, number(s.size))
}

// fonts is the font list of an SVG. In all of these fonts the digits have equal widths.
const fonts = `"Go","DejaVu Sans","Segoe UI",Roboto,Helvetica,Arial,sans-serif`

// StyleSheet returns the style sheet of a page for pictures of the theme Auto with the option Inline. It has all
// colors. They follow the color scheme of the page, which may be another one than that of the system.
func StyleSheet() string {
	var b strings.Builder
	b.WriteString(commonRules(Auto))
	for p := none + 1; p < paints; p++ {
		both := fmt.Sprintf("light-dark(%s,%s)", lightTones[p].css(), darkTones[p].css())
		fmt.Fprintf(&b, ".%s .sf%d{fill:%s}\n.%[1]s .ss%d{stroke:%[3]s}\n", Auto.class(), p, both, p)
	}
	return b.String()
}

// css returns a color as CSS writes it.
func (t tone) css() string {
	if t.alpha < 255 {
		return fmt.Sprintf("#%06x%02x", t.rgb, t.alpha)
	}
	return fmt.Sprintf("#%06x", t.rgb)
}

// commonRules returns the rules of a theme that no color needs.
func commonRules(t Theme) string {
	return fmt.Sprintf(".%s{fill:none;stroke-linecap:round;stroke-linejoin:round}\n.%[1]s "+
		".st{font-family:%s;text-anchor:middle}\n.%[1]s .stb{font-weight:bold}\n",
		t.class(), fonts)
}

// styles returns the style sheet of one picture.
func styles(shapes []shape, t Theme) string {
	var fills, strokes [paints]bool
	for _, s := range shapes {
		fills[s.fill], strokes[s.stroke.paint] = true, true
	}
	return sheetRules(&fills, &strokes, t)
}

// class returns the class of the SVG elements of a theme. It is the scope of their styles.
func (t Theme) class() string { return "sudoku-" + string(cmp.Or(t, Auto)) }

// sheetRules returns a style sheet: rules for all pictures, then the colors that are used. A page may have many
// pictures with their own sheets, whose rules hold for the whole page. So each rule is limited to a theme, and says the
// same in every sheet that has it.
func sheetRules(fills, strokes *[paints]bool, t Theme) string {
	var b strings.Builder
	scope := "." + t.class()
	b.WriteString(commonRules(t))
	colors := func(tones *[paints]tone) {
		for p := none + 1; p < paints; p++ {
			for _, c := range []struct {
				used            bool
				class, property string
			}{{fills[p], "sf", "fill"}, {strokes[p], "ss", "stroke"}} {
				if !c.used {
					continue
				}
				fmt.Fprintf(&b, "%s .%s%d{%s:#%06x", scope, c.class, p, c.property, tones[p].rgb)
				if a := tones[p].alpha; a < 255 {
					fmt.Fprintf(&b, ";%s-opacity:%.2f", c.property, float64(a)/255)
				}
				b.WriteString("}\n")
			}
		}
	}
	if t == Dark {
		colors(&darkTones)
		return b.String()
	}
	colors(&lightTones)
	if t != Light {
		b.WriteString("@media screen and (prefers-color-scheme:dark){\n")
		colors(&darkTones)
		b.WriteString("}\n")
	}
	return b.String()
}

func pair(p point) string { return number(p.x) + " " + number(p.y) }

// number formats a coordinate with one decimal, which is accurate enough for any screen.
func number(f float64) string {
	s := strconv.FormatFloat(f, 'f', 1, 64)
	s = strings.TrimSuffix(s, ".0")
	if s == "-0" {
		return "0"
	}
	return s
}

func escape(s string) string {
	var b strings.Builder
	// A strings.Builder returns no errors.
	_ = xml.EscapeText(&b, []byte(s))
	return b.String()
}
