package picture

import "math"

// over returns the color of a tone on a background, with red, green and blue from 0 to 1.
func over(t, paper tone) (out [3]float64) {
	for k := range out {
		shift := 16 - 8*k
		front, back, a := float64(t.rgb>>shift&0xff), float64(paper.rgb>>shift&0xff), float64(t.alpha)/255
		out[k] = (front*a + back*(1-a)) / 255
	}
	return out
}

// contrast returns the contrast ratio of two colors, 1 to 21, according to WCAG 2.1.
func contrast(a, b [3]float64) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(c [3]float64) float64 {
	for k, v := range c {
		if v <= 0.04045 {
			c[k] = v / 12.92
		} else {
			c[k] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2]
}
